relu_network <- function(units = 1) {
  set_random_seed(1)
  keras_model_sequential(input_shape = 3) |>
    layer_dense(16, activation = "relu") |>
    layer_dense(units)
}

values_of <- function(...) attributions(..., tolerance = 1e-3)$values

test_that("attributions of a linear model are its weights times the differences", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  set_weights(model, list(matrix(c(1, 2)), 10))
  x <- rbind(c(3, 4), c(-1, 0))
  expect_equal(values_of(model, x, steps = 1), cbind(x1 = x[, 1], x2 = 2 * x[, 2]),
               tolerance = 1e-6)
  why <- attributions(model, x, baseline = rbind(c(0, 1), c(2, 3)))
  expect_equal(why$values, cbind(x1 = x[, 1] - 1, x2 = 2 * (x[, 2] - 2)), tolerance = 1e-6)
  expect_equal(why$prediction, as.vector(10 + x %*% 1:2), tolerance = 1e-6)
  expect_equal(why$baseline, rep(15, 2), tolerance = 1e-6)
  # With one row as baseline, each gradient is that of the line.
  shap <- values_of(model, x, baseline = c(1, 2), method = "gradient_shap", steps = 5)
  expect_equal(shap, why$values, tolerance = 1e-6)
})

test_that("gradients of a polynomial are integrated exactly", {
  input <- keras_input(2)
  product <- keras_model(input, (input[, 1, drop = FALSE]^3) * input[, 2, drop = FALSE])
  # The integral of d(x^3 y)/dx along the line is 3/4 of x^3 y, that of d/dy a quarter.
  expect_equal(values_of(product, rbind(c(2, 5)), steps = 2), cbind(x1 = 30, x2 = 10),
               tolerance = 1e-5)
  at <- gauss_legendre(5L)
  expect_equal(sum(at$weights), 1)
  expect_equal(sum(at$weights * at$points^9), 1 / 10)
})

test_that("attributions of a network with kinks sum to the difference of predictions", {
  model <- relu_network()
  set.seed(2)
  x <- matrix(rnorm(60), 20)
  why <- expect_no_warning(attributions(model, x, steps = 200))
  before <- c(predict(model, matrix(0, 1, 3), verbose = 0))
  expected <- as.vector(predict(model, x, verbose = 0)) - before
  expect_equal(why$prediction - why$baseline, expected, tolerance = 1e-4)
  expect_lt(max(abs(rowSums(why$values) - expected)), 0.02 * max(abs(expected)))
  expect_warning(attributions(model, x, baseline = c(1, -1, 2), steps = 1),
                 "Use more `steps` than 1", class = "rkeras_warning_completeness")
  shap <- attributions(model, x, baseline = x, method = "gradient_shap", steps = 400,
                       tolerance = 0.2)
  expect_equal(rowSums(shap$values), shap$prediction - mean(predict(model, x, verbose = 0)),
               tolerance = 0.1, ignore_attr = TRUE)
})

test_that("the small batches have the result of one large one", {
  model <- relu_network(2)
  x <- matrix(rnorm(15), 5)
  set.seed(1)
  one <- attributions(model, x, baseline = x, method = "gradient_shap", target = 2, tolerance = 9)
  set.seed(1)
  many <- attributions(model, x, baseline = x, method = "gradient_shap", target = 2, tolerance = 9,
                       batch_size = 7)
  parts <- c("values", "prediction", "baseline")
  expect_equal(many[parts], one[parts], tolerance = 1e-5)
})

test_that("the target is a class, a number or the most likely class of each row", {
  set_random_seed(1)
  model <- tabular(Species ~ ., data = iris, epochs = 20)
  rows <- iris[c(1, 60, 130), ]
  why <- attributions(model, rows)
  likely <- predict(model, newdata = rows, type = "class", verbose = 0)
  expect_identical(why$target, as.character(likely))
  p <- predict(model, newdata = rows, type = "prob", verbose = 0)
  expect_equal(why$prediction, unname(apply(p, 1, max)), tolerance = 1e-5)
  logits <- attributions(model, rows, target = c("setosa", "virginica", "setosa"), type = "link")
  expect_equal(logits$prediction, unname(log(p[cbind(1:3, c(1, 3, 1))])), tolerance = 1e-4)
  expect_equal(as.vector(rowSums(logits$values)), logits$prediction - logits$baseline,
               tolerance = 0.05)
  expect_error(attributions(model, rows, target = "rose"), "\"setosa\".*not \"rose\"")
  expect_error(attributions(relu_network(2), matrix(0, 1, 3)), "2 outputs. Name or number")
})

if (on_tensorflow()) test_that("a model of a data frame has one attribution for each column", {
  # It has categories.
  set_random_seed(1)
  n <- 200
  data <- data.frame(
    a = rnorm(n), letter = sample(letters[1:12], n, TRUE), f = factor(sample(c("u", "v"), n, TRUE)),
    day = as.Date("2024-01-01") + sample(500, n, TRUE), b = replace(rnorm(n), 1:30, NA),
    known = runif(n)
  )
  data$y <- 5 * data$a + data$known + (data$letter < "d")
  model <- tabular(y ~ a + letter + f + day + b + offset(known), data = data, epochs = 20)
  expect_no_warning(why <- attributions(model, data[25:40, ], tolerance = 0.1))
  expect_identical(colnames(why$values), c("a", "letter", "f", "day", "b", "(offset)"))
  fitted <- predict(model, newdata = data[25:40, ], verbose = 0)
  expect_equal(why$prediction, fitted, tolerance = 1e-5, ignore_attr = TRUE)
  expect_equal(why$values[, "(offset)"], data$known[25:40] - mean(data$known), tolerance = 1e-5)
  expect_identical(names(which.max(colMeans(abs(why$values)))), "a")
  expect_gt(cor(why$values[, "a"], data$a[25:40]), 0.99)
  shap <- attributions(model, data[25:28, ], method = "gradient_shap", tolerance = 0.5)
  expect_equal(shap$prediction, why$prediction[1:4], tolerance = 1e-5)

  # Each number of the network's inputs has an owner.
  known <- trained_on(facts_of(model))$formula
  widths <- vapply(model$get_layer("network")$inputs, function(x) x$shape[[2]], 1L)
  expect_identical(lengths(feature_owners(known)), widths)
})

test_that("models of formulas have an attribution for each term", {
  model <- keras_model_sequential() |> layer_dense(1)
  model |> compile("sgd", "mse")
  model |> fit(mpg ~ factor(cyl) * wt, data = mtcars, epochs = 1, verbose = 0)
  why <- attributions(model, mtcars[1:4, ], baseline = mtcars)
  expect_identical(colnames(why$values), c("factor(cyl)", "wt", "factor(cyl):wt"))
  expect_equal(max(abs(why$gap)), 0, tolerance = 1e-4)
  expect_error(attributions(model, mtcars[1:4, ]), "`baseline` is missing")
})

test_that("attributions of images have their shape", {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = c(6, 6, 2)) |>
    layer_conv_2d(4, 3, activation = "relu") |>
    layer_flatten() |>
    layer_dense(3, activation = "softmax")
  x <- array(runif(3 * 72), c(3, 6, 6, 2))
  x[, 1:3, , ] <- 0
  why <- attributions(model, x)
  expect_identical(dim(why$values), dim(x))
  # Where the image is as the baseline, there is nothing to attribute.
  expect_identical(range(why$values[, 1:3, , ]), c(0, 0))
  expect_equal(apply(why$values, 1, sum), why$prediction - why$baseline, tolerance = 0.05)
  same <- attributions(model, x, baseline = array(0, c(6, 6, 2)))
  expect_equal(same$values, why$values)
  expect_error(attributions(model, x, baseline = array(0, c(2, 2))), "rows like those of `x`")
  expect_error(attributions(model, replace(x, 1, NA)), "missing values in row 1")
})

if (on_tensorflow()) test_that("words have attributions through their embeddings", {
  # The output is the sum of the words' first coordinates.
  words <- c("good", "bad", "film")
  numbers <- cbind(c(0, 0, 2, -3, 0.5), 7)
  model <- keras_model_sequential(input_shape = 1, dtype = "string", layers = list(
    layer_text_vectorization(vocabulary = words, output_sequence_length = 4),
    layer_embedding(input_dim = 5, output_dim = 2, weights = list(numbers)),
    layer_lambda(f = function(x) op_sum(x[, , 1], axis = 2, keepdims = TRUE))
  ))
  why <- attributions(model, c("a good film", "bad bad"))
  expect_equal(unname(why$values), rbind(c(0, 2, 0.5, 0), c(-3, -3, 0, 0)), tolerance = 1e-5)
  expect_equal(why$prediction, c(2.5, -6), tolerance = 1e-5)
})

test_that("masks are those of the text, and inputs of all kinds are explained together", {
  set_random_seed(1)
  sequences <- keras_model_sequential(input_shape = 5) |>
    layer_embedding(10, 4, mask_zero = TRUE) |>
    layer_gru(3) |>
    layer_dense(1)
  ids <- rbind(c(3, 4, 0, 0, 0), 5:9)
  why <- expect_no_warning(attributions(sequences, ids))
  expect_equal(why$prediction, as.vector(predict(sequences, ids, verbose = 0)), tolerance = 1e-5)
  expect_identical(why$values[1, 3:5], c(x3 = 0, x4 = 0, x5 = 0))
  expect_true(all(why$values[2, ] != 0))

  number <- keras_input(2, name = "number")
  code <- keras_input(1, dtype = "int32", name = "code")
  embedded <- code |> layer_embedding(4, 2) |> layer_flatten()
  both <- keras_model(list(number, code), layer_dense(layer_concatenate(list(number, embedded)), 1))
  x <- list(number = matrix(1:6 / 6, 3), code = matrix(1:3))
  why <- attributions(both, x)
  expect_named(why$values, c("number", "code"))
  expect_identical(lapply(why$values, dim), list(number = c(3L, 2L), code = c(3L, 1L)))
  expect_equal(max(abs(why$gap)), 0, tolerance = 1e-4)
  # The model is as before.
  expect_equal(as.vector(predict(both, x, verbose = 0)), why$prediction, tolerance = 1e-5)
})

test_that("layers that were tapped keep no trace, also after an error", {
  model <- keras_model_sequential(input_shape = 2) |> layer_embedding(3, 2) |> layer_flatten()
  try(attributions(model, rbind(c(1, 99)), target = 1), silent = TRUE)
  attributions(model, rbind(c(1, 2)), target = 1)
  expect_false("call" %in% names(py_to_r(import_builtins()$vars(model$layers[[1]]))))
})

test_that("attributions are printed, drawn and data frames", {
  model <- relu_network()
  why <- attributions(model, matrix(1:6 / 3, 2), steps = 100)
  expect_output(print(why), "Integrated gradients of 2 predictions, 100 steps")
  expect_identical(dim(as.data.frame(why)), c(2L, 3L))
  expect_equal(sort(summary(why)$mean_absolute), sort(unname(colMeans(abs(why$values)))))
  pdf(NULL)
  withr::defer(dev.off())
  expect_identical(plot(why, method = "base"), why)
  expect_error(plot(why, row = 3), "from 1 to 2")
  expect_error(plot(why, row = 1, labels = "a"), "must be 3 names")
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::ggplot_build(plot(why, row = 2, labels = c("a", "b", "a"), method = "ggplot2"))
  expect_equal(sort(drawn$data[[1]]$xmin + drawn$data[[1]]$xmax), sort(unname(why$values[2, ])))
})

test_that("the question is checked", {
  expect_refused(attributions("a", 1), "must be a Keras model")
  model <- relu_network()
  expect_error(attributions(model, matrix(0, 1, 3), tolerance = 0), "one positive number")
  expect_error(attributions(model, matrix(0, 2, 3), target = c(1, 1, 1)), "2 rows, not 3")
  expect_error(attributions(model, matrix(0, 1, 3), steps = 0), "`steps`")
  input <- keras_input(2)
  several <- keras_model(input, list(layer_dense(input, 1), layer_dense(input, 1)))
  expect_error(attributions(several, matrix(0, 1, 2)), "several outputs")
})
