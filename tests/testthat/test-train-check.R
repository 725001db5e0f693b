x <- as.matrix(iris[1:4])
labels <- as.integer(iris$Species) - 1L

test_that("a model that is not compiled is an error", {
  expect_error(fit(classifier(FALSE), x, labels), "not compiled[.] Call compile",
               class = "rkeras_error_argument")
  expect_error(evaluate(classifier(FALSE), x, labels), "not compiled",
               class = "rkeras_error_argument")
})

test_that("a model from a module that does not convert can be trained", {
  model <- import("keras", convert = FALSE)$saving$deserialize_keras_object(
    import("keras", convert = FALSE)$saving$serialize_keras_object(classifier())
  )
  history <- fit(model, x, labels, epochs = 1, verbose = 0)
  expect_length(history$metrics$loss, 1)
  expect_identical(count_params(model), count_params(classifier()))
})

test_that("missing inputs and targets are named, and training can still be done after", {
  model <- classifier()
  expect_error(fit(model), "`x` is missing", class = "rkeras_error_argument")
  expect_error(evaluate(model), "`x` is missing", class = "rkeras_error_argument")
  expect_error(predict(model), "`x` is missing", class = "rkeras_error_argument")
  expect_error(fit(model, x), "`y` is missing", class = "rkeras_error_argument")
  expect_error(evaluate(model, x), "`y` is missing", class = "rkeras_error_argument")
  history <- fit(model, x, labels, epochs = 1, verbose = 0)
  expect_length(history$metrics$loss, 1)
})

if (on_tensorflow()) test_that("a model without a loss needs no targets", {
  py_run_string("
import keras
class RkerasOwnLoss(keras.Sequential):
  def train_step(self, data): return {'loss': 0.5}
")
  model <- py$RkerasOwnLoss(list(keras_input(shape = 4), layer_dense(units = 1)))
  compile(model)
  expect_length(fit(model, x, epochs = 2, verbose = 0)$metrics$loss, 2)
})

test_that("missing labels and missing integers are named", {
  labels[c(3, 5)] <- NA
  expect_error(fit(classifier(), x, labels), "`y` has 2 missing values",
               class = "rkeras_error_argument")
  expect_error(fit(classifier(), x, as.character(iris$Species)), "`y` is text. Supply a factor",
               class = "rkeras_error_argument")
  weights <- c(NA, rep(1, 149))
  expect_error(fit(classifier(), x, iris$Species, sample_weight = weights),
               "`sample_weight` has 1 missing", class = "rkeras_error_argument")
  whole <- matrix(c(1:4, NA, 6:8), 2)
  expect_error(fit(classifier(), whole, c(0, 1)), "`x` has 1 missing value",
               class = "rkeras_error_argument")
})

test_that("a wrong input shape is named with what the model takes", {
  model <- classifier()
  expect_error(fit(model, x[, 1:3], labels), "`x` has shape (NA, 3), but the model takes (NA, 4)",
               fixed = TRUE, class = "rkeras_error_argument")
  expect_error(predict(model, x[, 1:3]), "`x` has shape", class = "rkeras_error_argument")
  expect_error(predict(model, array(1, c(5, 2, 2))), "dim(x) <- c(5, 4)",
               fixed = TRUE, class = "rkeras_error_argument")
})

test_that("Keras's own help with a last axis of length 1 is left alone", {
  expect_true(shape_fits(c(28L, 28L), c(28L, 28L, 1L)))
  expect_true(shape_fits(c(4L, 1L), 4L))
  expect_true(shape_fits(integer(), 1L))
  expect_true(shape_fits(c(7L, 10L), c(NA, 10L)))
  expect_false(shape_fits(c(28L, 28L), c(28L, 28L, 3L)))
  model <- keras_model_sequential(input_shape = c(4, 4, 1)) |> layer_flatten()
  expect_identical(dim(predict(model, array(1, c(2, 4, 4)))), c(2L, 16L))
})

test_that("different numbers of observations are named", {
  expect_error(fit(classifier(), x, labels[1:10]), "`y` has 10 observations but `x` has 150",
               class = "rkeras_error_argument")
  expect_error(fit(classifier(), x, labels, sample_weight = 1:3), "`sample_weight` has 3",
               class = "rkeras_error_argument")
})

test_that("inputs that spoil the loss are an error, and so are none at all", {
  x <- matrix(c(1, NA, 3, 4), 1)
  expect_error(fit(classifier(4), x, 0, epochs = 1, verbose = 0), "`x` has 1 missing value",
               class = "rkeras_error_argument")
  expect_error(evaluate(classifier(4), list(x), 0), "`x[[1]]` has", fixed = TRUE,
               class = "rkeras_error_argument")
  expect_error(fit(classifier(4), x[0, , drop = FALSE], numeric()), "`x` has no observations",
               class = "rkeras_error_argument")
})

test_that("a list holds as many inputs as the model has", {
  one <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  expect_error(predict(one, list(diag(4), diag(4))), "list of 2, but the model has one input",
               class = "rkeras_error_argument")
  expect_error(predict(one, as.list(iris[1:4])), "cbind", class = "rkeras_error_argument")
  expect_identical(dim(predict(one, list(diag(4)))), c(4L, 1L))
  a <- keras_input(2, name = "a")
  b <- keras_input(2, name = "b")
  two <- keras_model(list(a, b), layer_add(a, b))
  expect_error(predict(two, list(diag(2))), "list of 1, but the model has 2 inputs",
               class = "rkeras_error_argument")
  expect_identical(dim(predict(two, list(b = diag(2), a = diag(2)))), c(2L, 2L))
})

test_that("a model without `input_shape` is checked as others, before its first step", {
  x <- unname(as.matrix(iris[1:4]))
  model_of <- function(shape, units = 1, activation = "sigmoid", loss = "binary_crossentropy") {
    keras_model_sequential(input_shape = shape) |>
      layer_dense(units = 2) |>
      layer_dense(units = units, activation = activation) |>
      compile(loss = loss)
  }
  classes <- function(shape) model_of(shape, 3, "softmax", "sparse_categorical_crossentropy")
  one_hot <- function(shape) model_of(shape, 3, "softmax", "categorical_crossentropy")
  numbers <- function(shape) model_of(shape, 3, NULL, "mse")
  mistakes <- list(
    quote(fit(model_of(shape), iris[1:4], iris$Species)),
    quote(fit(model_of(shape), Species ~ ., data = iris)),
    quote(fit(model_of(shape), x, rep(1:2, 75))),
    quote(evaluate(model_of(shape), x, rep(1:2, 75))),
    quote(train_on_batch(model_of(shape), x, rep(1:2, 75))),
    quote(fit(model_of(shape), x, rep(0:1, 75), validation_data = list(x, rep(1:2, 75)))),
    quote(fit(model_of(shape), matrix("a", 150, 4), rep(0:1, 75))),
    quote(fit(classes(shape), x, as.integer(iris$Species))),
    quote(fit(classes(shape), x, to_categorical(as.integer(iris$Species) - 1))),
    quote(fit(one_hot(shape), x, iris$Species)),
    quote(fit(numbers(shape), x, 1:150)),
    quote(fit(numbers(shape), x, x[, 1:3], sample_weight = cbind(1:150, 1)))
  )
  for (mistake in mistakes) {
    texts <- vapply(list(NULL, 4), function(shape) {
      conditionMessage(expect_error(eval(mistake), class = "rkeras_error_argument"))
    }, "")
    expect_identical(texts[[1]], texts[[2]])
  }
})

test_that("data that fail leave the model unbuilt, for the right ones", {
  x <- as.matrix(iris[1:4])
  y <- iris$Sepal.Length
  model_of <- function(units = 1, metrics = NULL) {
    keras_model_sequential() |>
      layer_dense(units = 4, activation = "relu") |>
      layer_batch_normalization() |>
      layer_dropout(0.1) |>
      layer_dense(units = units) |>
      compile(loss = "mse", metrics = metrics)
  }
  stopping <- callback_lambda(on_train_begin = function(logs) stop("no"))
  mistakes <- list(
    quote(fit(model, x[, 1], y, verbose = 0)),
    quote(fit(model, x[, 1:3], y, verbose = 0, callbacks = stopping)),
    quote(fit(model, dataset_batch(tensor_slices_dataset(list(x[, 1:3], x)), 50), verbose = 0)),
    quote(evaluate(model, x[, 1], y)),
    quote(predict(model, x[, 1], verbose = 0)),
    quote(predict(model, matrix("a", 3, 2), verbose = 0)),
    quote(train_on_batch(model, x[, 1], y)),
    quote(test_on_batch(model, x[, 1], y)),
    quote(predict_on_batch(model, x[, 1]))
  )
  if (on_jax()) mistakes <- mistakes[-3]
  for (mistake in mistakes) {
    model <- model_of()
    expect_error(eval(mistake))
    expect_false(model$built)
    expect_length(fit(model, x, y, epochs = 1, verbose = 0)$metrics$loss, 1)
    # kernel, bias, and four of the normalization; momentum, step and rate of the optimizer.
    expect_length(model$weights, 8)
    expect_length(model$optimizer$variables, 2 + 6)
  }
  # What "accuracy" is depends on the first targets.
  model <- suppressWarnings(model_of(3, "accuracy"), classes = "rkeras_warning_accuracy")
  expect_error(fit(model, x, x[, 1:3], verbose = 0, callbacks = stopping))
  result <- fit(model, x[, 1:3], x[, 1:3], epochs = 1, verbose = 0)
  expect_named(result$metrics, c("loss", "accuracy"))
})

test_that("a model class is not trained on targets of another shape", {
  own <- Model("OwnModel",
    initialize = function() {
      super$initialize()
      self$dense <- layer_dense(units = 1, activation = "sigmoid")
    },
    call = function(x) self$dense(x)
  )
  for (loss in c("mse", "mae", "huber", "binary_crossentropy", "poisson", "cosine_similarity")) {
    model <- own() |> compile(loss = loss)
    x <- as.matrix(iris[1:4])
    expect_error(fit(model, x, x / 10, verbose = 0), "targets of shape \\((NA|32), 4\\)")
    expect_length(fit(model, x, x[, 1] / 10, epochs = 1, verbose = 0)$metrics$loss, 1)
  }
})
