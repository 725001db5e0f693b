x <- as.matrix(iris[1:4])
labels <- as.integer(iris$Species) - 1L

test_that("labels outside the classes are named with the remedy", {
  model <- classifier()
  expect_error(fit(model, x, labels + 1L), "labels from 1 to 3.*from 0 to 2.*`y - 1`",
               class = "rkeras_error_argument")
  expect_error(fit(model, x, labels + 2L), "at least 5", class = "rkeras_error_argument")
  expect_error(fit(model, x, labels - 1L), "labels from -1", class = "rkeras_error_argument")
  expect_error(evaluate(model, x, labels + 1L), "`y` holds labels",
               class = "rkeras_error_argument")
  expect_error(
    fit(model, x, labels, validation_data = list(x, labels + 1L)),
    "`validation_data[[2]]` holds labels", fixed = TRUE, class = "rkeras_error_argument"
  )
})

test_that("the check knows the loss as an object too", {
  model <- classifier(FALSE)
  compile(model, loss = keras$losses$SparseCategoricalCrossentropy())
  expect_error(fit(model, x, labels + 1L), "`y` holds labels", class = "rkeras_error_argument")
})

test_that("one-hot and binary losses say what labels they need", {
  model <- classifier(FALSE)
  compile(model, loss = "categorical_crossentropy")
  expect_error(fit(model, x, labels), "Use to_categorical()", fixed = TRUE,
               class = "rkeras_error_argument")
  fitted <- fit(model, x, to_categorical(labels), epochs = 1, verbose = 0)
  expect_length(fitted$metrics$loss, 1)
  binary <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 1, activation = "sigmoid") |>
    compile(loss = "binary_crossentropy")
  remedies <- list(
    "Use `y - 1`" = rep(1:2, 75), "Use `(y + 1) / 2`" = rep(c(-1, 1), 75),
    "For 3 classes, use a last layer with 3 units" = iris$Species,
    "To predict numbers" = 10 * iris$Sepal.Length
  )
  for (remedy in names(remedies)) {
    expect_error(fit(binary, x, remedies[[remedy]]), remedy, fixed = TRUE,
                 class = "rkeras_error_argument")
  }
  expect_length(fit(binary, x, factor(rep(1:2, 75)), epochs = 1, verbose = 0)$metrics$loss, 1)
})

test_that("other losses take any number", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  expect_named(fit(model, x, labels + 100, epochs = 1, verbose = 0)$metrics, "loss")
})

test_that("targets that the last layer cannot give are an error", {
  numbers <- function(activation) {
    keras_model_sequential() |> layer_dense(units = 1, activation = activation) |>
      compile(loss = "mae")
  }
  impossible <- list(sigmoid = 43:192, tanh = 43:192, relu = -(1:150), softplus = -(1:150))
  for (activation in names(impossible)) {
    expect_error(fit(numbers(activation), x, impossible[[activation]]),
                 "the last layer's activation", class = "rkeras_error_argument")
  }
  # Scaled targets, of which some lie beyond, are usual.
  for (activation in names(impossible)) {
    expect_no_error(evaluate(numbers(activation), x, seq(-0.2, 1.2, length.out = 150)))
  }
})

test_that("targets have the shape of the outputs, where the loss compares them one by one", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
  x <- as.matrix(iris[1:4])
  fit_to <- function(y, loss) {
    model |> compile(loss = loss)
    fit(model, x, y, epochs = 1, verbose = 0)
  }
  for (loss in list("mse", loss_mean_absolute_error(), loss_huber)) {
    expect_error(fit_to(x, loss), "shape \\(NA, 4\\), but the model's outputs have \\(NA, 3\\)",
                 class = "rkeras_error_argument")
    expect_error(fit_to(x[, 1], loss), "`y` has shape \\(150\\)", class = "rkeras_error_argument")
    expect_no_error(fit_to(x[, 1:3], loss))
  }
  expect_no_error(fit_to(x[, 1], function(y_true, y_pred) op_mean(y_pred, axis = -1)))
  expect_error(fit_to(to_categorical(iris$Species), "sparse_categorical_crossentropy"),
               "one label per observation.*\"categorical_crossentropy\"",
                class = "rkeras_error_argument")
})

test_that("a factor needs a loss for classes", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  expect_error(fit(model, iris[1:4], iris$Species, epochs = 1), "`y` is a factor",
               class = "rkeras_error_argument")
  model |> compile(loss = "binary_crossentropy")
  two <- droplevels(iris[1:100, ])
  expect_no_error(fit(model, two[1:4], two$Species, epochs = 1, verbose = 0))
})
