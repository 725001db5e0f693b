x <- as.matrix(iris[1:4])
labels <- as.integer(iris$Species) - 1L

test_that("predict() gives an array, a vector of one column too", {
  p <- predict(iris_model(), x)
  expect_identical(dim(p), c(150L, 3L))
  expect_equal(rowSums(p), rep(1, 150), tolerance = 1e-5)
  scalar <- keras_model_sequential(input_shape = 1) |> layer_rescaling(scale = 2)
  expect_equal(c(predict(scalar, c(1, 2, 3))), c(2, 4, 6))
})

test_that("predictions have the names of their rows", {
  model <- iris_model()
  rows <- c("51", "101")
  flowers <- iris[c(51, 101), ]
  levels <- levels(iris$Species)
  expect_identical(rownames(predict(model, flowers[1:4])), rows)
  expect_identical(rownames(predict(model, as.matrix(flowers[1:4]))), rows)
  expect_identical(rownames(predict(model, list(as.matrix(flowers[1:4])))), rows)
  expect_named(predict(model, flowers[1:4], type = "class", levels = levels), rows)
  expect_identical(dimnames(predict(model, flowers[1:4], type = "prob", levels = levels)),
                   list(rows, levels))
  expect_null(rownames(predict(model, iris[1:4])))
  expect_null(rownames(predict(model, unname(x))))
})

test_that("each output has the names, and arrays of several axes have them too", {
  input <- keras_input(c(2, 3))
  model <- keras_model(input, list(a = layer_rescaling(input, 2), b = layer_flatten(input)))
  x <- array(1, c(2, 2, 3), list(c("r", "s"), NULL, NULL))
  found <- predict(model, x)
  expect_identical(dimnames(found$a), list(c("r", "s"), NULL, NULL))
  expect_identical(rownames(found$b), c("r", "s"))
})

test_that("no observations have no predictions", {
  model <- iris_model()
  expect_identical(predict(model, x[0, ]), matrix(0, 0, 3))
  expect_identical(predict(model, iris[0, 1:4], type = "class", levels = c("a", "b", "c")),
                   factor(character(), c("a", "b", "c")))
})

if (on_tensorflow()) test_that("a matrix of text is predicted as a vector is", {
  vectorize <- layer_text_vectorization(output_mode = "int", output_sequence_length = 3L)
  adapt(vectorize, c("a b", "c d e"))
  input <- keras_input(1, dtype = "string")
  model <- keras_model(input, vectorize(input))
  text <- c("a b", "c")
  expected <- as.array(vectorize(as_tensor(matrix(text))))
  expect_equal(predict(model, matrix(text), verbose = 0), expected)
  expect_equal(predict(model, list(matrix(text)), verbose = 0), expected)
})

test_that("`samples` predicts with dropout, which is inactive otherwise", {
  set_random_seed(1)
  inner <- keras_model_sequential(input_shape = 1) |>
    layer_batch_normalization() |>
    layer_dropout(0.5)
  input <- keras_input(1)
  model <- keras_model(input, inner(input))
  x <- c(0, 1, 2)
  draws <- predict(model, x, samples = 2000, type = "members")
  expect_identical(dim(draws), c(3L, 2000L))
  # Zero or twice the value; the batch normalization uses its moving averages, 0 and 1.
  expect_equal(sort(unique(as.vector(draws))), c(0, 2, 4), tolerance = 1e-2)
  expect_equal(mean(draws[2, ] == 0), 0.5, tolerance = 0.1)
  expect_lt(abs(stats::cor(draws[2, ], draws[3, ])), 0.1)
  expect_equal(predict(model, x)[, 1], x, tolerance = 1e-2)
  found <- predict(model, x, samples = 500, interval = "confidence", level = 0.8)
  expect_equal(found[2, ], c(fit = 1, lwr = 0, upr = 2), tolerance = 0.2)
  expect_length(predict(model, x, samples = 10, batch_size = 4), 3)
  expect_error(predict(model, x, samples = 0), "`samples`")
  expect_error(predict(model, x, samples = 2, interval = "prediction"), "no prediction intervals")
  plain <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  expect_error(predict(plain, x, samples = 2), "layers of dropout")
})

test_that("`samples` of classes are averaged", {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dropout(0.3) |>
    layer_dense(3, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy")
  fit(model, iris[1:4], iris$Species, epochs = 1, verbose = 0)
  p <- predict(model, iris[1:4], samples = 20, type = "prob")
  expect_identical(dimnames(p), list(NULL, levels(iris$Species)))
  expect_equal(rowSums(p), rep(1, 150), tolerance = 1e-5)
  expect_s3_class(predict(model, iris[1:4], samples = 3, type = "class"), "factor")
  interval <- predict(model, iris[1:4], samples = 20, interval = "confidence")
  expect_identical(dimnames(interval)[[3]], levels(iris$Species))
  expect_true(all(interval[, "lwr", ] <= interval[, "upr", ]))
})

test_that("several outputs of no rows have their shapes", {
  x <- keras_input(2)
  model <- keras_model(x, list(b = layer_dense(x, 1), a = layer_dense(x, 3)))
  found <- predict(model, matrix(0, 0, 2))
  expect_identical(lapply(found, dim), list(b = c(0L, 1L), a = c(0L, 3L)))
  plain <- keras_model(x, list(layer_dense(x, 1), layer_dense(x, 3)))
  expect_identical(lapply(predict(plain, matrix(0, 0, 2)), dim), list(c(0L, 1L), c(0L, 3L)))
})

test_that("codes that are doubles are looked up, in training too", {
  model <- keras_model_sequential(input_shape = 3) |>
    layer_embedding(10, 2, mask_zero = TRUE) |>
    layer_gru(2) |>
    layer_dense(1)
  compile(model, "sgd", "mse")
  codes <- rbind(c(1, 2, 0), c(3, 4, 5))
  expect_no_error(fit(model, codes, c(1, 2), epochs = 1, verbose = 0))
  expect_equal(predict(model, codes), as.array(model(codes)), tolerance = 1e-5)
})
