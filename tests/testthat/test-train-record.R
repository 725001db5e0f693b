# The columns multiplied by `coef`: the predictions show the order of the columns.
weighted <- function(coef, loss = "mse") {
  model <- keras_model_sequential(input_shape = length(coef)) |>
    layer_dense(units = 1, name = "out")
  set_weights(model, list(matrix(coef), array(0)))
  compile(model, loss = loss, optimizer = optimizer_sgd(learning_rate = 0))
}
data <- data.frame(y = c(1, 2, 3), a = c(1, 2, 3), b = c(10, 20, 30), c = c(100, 200, 300))
quietly <- function(model, ...) fit(model, ..., epochs = 1, verbose = 0)
sums <- matrix(c(210, 420, 630))

test_that("columns are matched by name", {
  model <- weighted(c(1, 2))
  quietly(model, data[c("b", "c")], data$y)
  expect_equal(predict(model, data[c("c", "b")]), sums)
  expect_equal(predict_on_batch(model, data[c("c", "b")]), sums)
  expect_equal(evaluate(model, data[c("c", "b")], data$y),
               evaluate(model, data[c("b", "c")], data$y))
  expect_equal(test_on_batch(model, data[c("c", "b")], data$y),
               test_on_batch(model, data[c("b", "c")], data$y))
  expect_equal(train_on_batch(model, data[c("c", "b")], data$y)$loss,
               test_on_batch(model, data[c("b", "c")], data$y)$loss)
  swapped <- quietly(model, data[c("b", "c")], data$y,
                     validation_data = list(data[c("c", "b")], data$y))
  expect_equal(swapped$metrics$val_loss, evaluate(model, data[c("b", "c")], data$y)$loss)
})

test_that("the classes of folders of images are known, also after maps and saving", {
  folder <- withr::local_tempdir()
  for (class in c("cat", "dog")) {
    dir.create(file.path(folder, class))
    for (i in 1:4) {
      pixels <- array(if (class == "dog") 255L else 0L, c(1, 8, 8, 3))
      image_array_save(pixels[1, , , ], file.path(folder, class, paste0(i, ".png")))
    }
  }
  images <- image_dataset_from_directory(folder, image_size = c(8, 8), batch_size = 4,
                                         verbose = FALSE)
  model <- keras_model_sequential(input_shape = c(8, 8, 3)) |>
    layer_flatten() |>
    layer_dense(2, activation = "softmax")
  compile(model, "sgd", "sparse_categorical_crossentropy")
  scaled <- dataset_map(images, function(x, y) list(x / 255, y)) |> dataset_prefetch(1)
  quietly(model, scaled)
  x <- array(0, c(3, 8, 8, 3))
  expect_identical(levels(predict(model, x, type = "class")), c("cat", "dog"))
  expect_identical(colnames(predict(model, x, type = "prob")), c("cat", "dog"))
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  expect_identical(levels(predict(load_model(file), x, type = "class")), c("cat", "dog"))
  # Another number of outputs, or a loss of numbers, has other targets.
  three <- keras_model_sequential(input_shape = c(8, 8, 3)) |> layer_flatten() |> layer_dense(3)
  compile(three, "sgd", loss_sparse_categorical_crossentropy(from_logits = TRUE))
  quietly(three, images)
  expect_error(predict(three, x, type = "class"), "classes are not known")
})

test_that("missing, renamed and additional columns are named", {
  model <- weighted(c(1, 2))
  quietly(model, data[c("b", "c")], data$y)
  expect_raised_snapshot({
    predict(model, data["b"])
    predict(model, data.frame(c = 1, B = 2))
    fit(model, data[c("b", "c")], data$y, validation_data = list(data[c("a", "b")], data$y))
    predict(model, data)
  })
  expect_equal(suppressWarnings(predict(model, data)), sums)
  expect_warning(evaluate(model, data[c("c", "b", "a")], data$y), "`a`",
                 class = "rkeras_warning_columns")
})

test_that("matrices with the same names are put in order, others are taken by position", {
  model <- weighted(c(1, 2))
  x <- as.matrix(data[c("b", "c")])
  quietly(model, x, data$y)
  expect_equal(predict(model, x[, 2:1]), sums)
  expect_equal(predict(model, data[c("c", "b")]), sums)
  expect_equal(predict(model, unname(x)), sums)
  colnames(x) <- c("b", "z")
  expect_warning(expect_equal(predict(model, x), sums), "`z` in place of `c`",
                 class = "rkeras_warning_columns")
  unnamed <- weighted(c(1, 2))
  quietly(unnamed, unname(x), data$y)
  expect_equal(predict(unnamed, data[c("b", "c")]), sums)
})

test_that("what is known is replaced by each fit, to nothing too", {
  model <- weighted(2)
  quietly(model, y ~ a, data = data)
  expect_equal(predict(model, data), matrix(c(2, 4, 6)))
  quietly(model, data["b"], data$y)
  expect_warning(expect_equal(predict(model, data), matrix(c(20, 40, 60))),
                 class = "rkeras_warning_columns")
  quietly(model, unname(as.matrix(data["c"])), data$y)
  expect_length(trained_on(facts_of(model)), 0)
  expect_equal(predict(model, data["a"]), matrix(c(2, 4, 6)))
})

test_that("a fit that fails before it trains changes nothing", {
  model <- weighted(2)
  quietly(model, y ~ a, data = data)
  before <- trained_on(facts_of(model))
  expect_error(fit(model, y ~ b, data = data, epochs = "x"))
  expect_error(fit(model, data["b"], factor(c("u", "v", "u"))))
  expect_error(fit(model, y ~ b, data = data, verbose = 0, callbacks = callback_lambda(
    on_epoch_begin = function(epoch, logs) stop("no")
  )))
  expect_identical(trained_on(facts_of(model)), before)
  expect_equal(predict(model, data), matrix(c(2, 4, 6)))
})

test_that("a fit that ends after a step has changed the weights, so its data are known", {
  model <- weighted(2)
  quietly(model, y ~ a, data = data)
  expect_error(fit(model, y ~ b, data = data, verbose = 0, callbacks = callback_lambda(
    on_epoch_end = function(epoch, logs) stop("enough")
  )))
  expect_identical(trained_on(facts_of(model))$formula$text, "y ~ b")
  expect_equal(predict(model, data), matrix(c(20, 40, 60)))
})

test_that("training on in another order of columns is warned of", {
  model <- weighted(c(1, 2))
  quietly(model, data[c("b", "c")], data$y)
  expect_warning(quietly(model, data[c("c", "b")], data$y), "another order",
                 class = "rkeras_warning_columns")
  expect_equal(predict(model, data[c("b", "c")]), matrix(c(120, 240, 360)))
})

test_that("targets have names and levels too", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 2)
  compile(model, loss = "mse", optimizer = optimizer_sgd(learning_rate = 0))
  quietly(model, data["a"], data[c("b", "c")])
  expect_equal(evaluate(model, data["a"], data[c("c", "b")]),
               evaluate(model, data["a"], data[c("b", "c")]))
  classes <- keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 3, activation = "softmax")
  compile(classes, loss = "sparse_categorical_crossentropy")
  quietly(classes, data["a"], data.frame(k = factor(c("w", "u", "v"))))
  expect_identical(levels(predict(classes, data["a"], type = "class")), c("u", "v", "w"))
  expect_equal(evaluate(classes, data[1, "a", drop = FALSE], factor("w")),
               evaluate(classes, matrix(1), 2))
})

test_that("factors among the inputs keep their codes", {
  model <- keras_model_sequential(input_shape = 1) |> layer_rescaling(scale = 1)
  compile(model, loss = "mse")
  quietly(model, factor(c("u", "v", "w")), c(0, 1, 2))
  expect_equal(predict(model, factor(c("w", "v"))), matrix(c(2, 1)))
  expect_refused(predict(model, factor("z")), "`x` has the class \"z\"")
  p <- keras_input(1, name = "p")
  q <- keras_input(1, name = "q")
  two <- keras_model(list(p, q), layer_subtract(p, q))
  compile(two, loss = "mse")
  quietly(two, data.frame(q = factor(c("u", "v")), p = c(5, 6)), c(1, 2))
  expect_equal(predict(two, data.frame(p = 5, q = factor("v"))), matrix(4))
  codes <- in_layout(list(q = factor("v"), p = 5), trained_on(facts_of(two))$x, "x")
  expect_identical(codes$q, factor("v", c("u", "v")))
})

test_that("train_on_batch() learns from its first batch, and keeps to it", {
  model <- weighted(c(1, 2))
  train_on_batch(model, data[c("b", "c")], data$y)
  expect_equal(predict(model, data[c("c", "b")]), sums)
  train_on_batch(model, data[c("c", "b")], data$y)
  expect_identical(trained_on(facts_of(model))$x$columns, c("b", "c"))
  expect_refused(train_on_batch(model, data[c("a", "b")], data$y), "lacks.*`c`")
  classes <- keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 3, activation = "softmax")
  compile(classes, loss = "sparse_categorical_crossentropy")
  train_on_batch(classes, data["a"], factor(c("w", "u", "v")))
  expect_equal(test_on_batch(classes, data[1, "a", drop = FALSE], factor("w")),
               test_on_batch(classes, matrix(1), 2))
})

test_that("the batches of a generator are put in the order of the first", {
  model <- weighted(c(1, 2))
  batches <- list(list(data[c("b", "c")], data$y), list(data[c("c", "b")], data$y))
  i <- 0
  give <- function() if (i < 2) batches[[i <<- i + 1]]
  compile(model, loss = "mse", metrics = "mae", optimizer = optimizer_sgd(learning_rate = 0))
  history <- quietly(model, give)
  expect_equal(history$metrics$mae, mean(sums - data$y), tolerance = 1e-6)
  expect_equal(predict(model, data[c("c", "b")]), sums)
  i <- 1
  expect_equal(predict(model, function() if (i < 2) batches[[i <<- i + 1]][[1]]), sums)
})

test_that("print() says what the model was trained on", {
  line <- function(model, ...) utils::tail(format(model, ...), 1L)
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3, activation = "softmax")
  compile(model, loss = "sparse_categorical_crossentropy")
  expect_false(any(grepl("Trained on", format(model))))
  quietly(model, Species ~ ., data = iris)
  expect_identical(
    line(model), "Trained on: Species ~ . (4 columns -> 3 classes: setosa, versicolor, virginica)"
  )
  expect_output(print(model), "Trained on: Species")
  expect_output(print(summary(model)), "Trained on: Species")
  expect_identical(utils::tail(format(model, line_length = 40), 2L), c(
    "  classes: setosa, versicolor,", "  virginica)"
  ))
  quietly(model, iris[1:4], as.integer(iris$Species) - 1L)
  expect_identical(
    line(model),
    "Trained on: 4 columns: Sepal.Length, Sepal.Width, Petal.Length, Petal.Width"
  )
  quietly(model, unname(as.matrix(iris[1:4])), iris$Species)
  expect_identical(line(model), "Trained on: 3 classes: setosa, versicolor, virginica")
  # Wide data do not fill the screen.
  wide <- as.data.frame(matrix(1, 3, 200))
  model <- keras_model_sequential(input_shape = 200) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  quietly(model, wide, 1:3)
  lines <- utils::tail(format(model, line_length = 80), 4L)
  expect_match(lines[[1]], "^Trained on: 200 columns: V1, ")
  expect_match(lines[[4]], "[.]{3}$")
  expect_lte(max(nchar(lines)), 80)
})

test_that("saveRDS() keeps what the model was trained on", {
  model <- weighted(2)
  quietly(model, y ~ b, data = data)
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(model, file)
  restored <- readRDS(file)
  expect_equal(predict(restored, data), matrix(c(20, 40, 60)))
  expect_identical(trained_on(facts_of(restored))$formula$text, "y ~ b")
})
