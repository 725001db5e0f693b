model_of_two <- function() {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  compile(model, loss = "mse", optimizer = "sgd")
}
prepared <- function(...) {
  tensor_slices_dataset(scale(mtcars) |> as.data.frame()) |>
    dataset_prepare(mpg ~ cyl + disp, batch_size = 8, ...)
}

test_that("datasets train, evaluate and predict like arrays", {
  x <- scale(mtcars)[, c("cyl", "disp")]
  y <- scale(mtcars)[, "mpg"]
  train <- function(...) {
    model <- model_of_two()
    fit(model, ..., epochs = 2, verbose = 0)
    model
  }
  model <- train(x, y, shuffle = FALSE, batch_size = 8)
  for (dataset in list(prepared(), prepared(named = FALSE))) {
    other <- train(dataset, validation_data = dataset)
    expect_equal(get_weights(other), get_weights(model), tolerance = 1e-5)
    expect_equal(evaluate(other, dataset), evaluate(model, x, y), tolerance = 1e-5)
    expect_equal(predict(other, dataset), predict(model, unname(x)), tolerance = 1e-5)
  }
  features <- tensor_slices_dataset(unname(x)) |> dataset_batch(8)
  expect_equal(predict(model, features), predict(model, unname(x)), tolerance = 1e-5)
  layer <- layer_normalization()
  adapt(layer, features)
  expect_equal(as.vector(layer$mean), unname(colMeans(x)), tolerance = 1e-5)
})

test_that("weights of observations are a third part", {
  data <- list(x = matrix(1, 4, 2), y = c(1, 1, 5, 5), sample_weight = c(1, 1, 0, 0))
  weighted <- tensor_slices_dataset(data) |> dataset_batch(4)
  model <- model_of_two()
  expect_equal(evaluate(model, weighted)[["loss"]],
               evaluate(model, data$x, data$y, sample_weight = data$sample_weight)[["loss"]],
               tolerance = 1e-5)
})

test_that("missing values in a dataset are told, with their place", {
  x <- rbind(c(1, 2), c(3, 4), c(5, 6), c(7, NA))
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
  compile(model, loss = "mse")
  with_targets <- tensor_slices_dataset(list(x, 1:4)) |> dataset_batch(3)
  of_x <- "^`x` has missing values \\(NA\\) in row 1 of batch 2, and the model has no layer"
  expect_error(fit(model, with_targets, epochs = 1, verbose = 0), of_x)
  expect_error(evaluate(model, with_targets), of_x)
  expect_error(predict(model, tensor_slices_dataset(x) |> dataset_batch(3)), of_x)
  expect_error(
    fit(model, matrix(1, 2, 2), 1:2, validation_data = with_targets, epochs = 1, verbose = 0),
    "^`validation_data` has missing values"
  )
  model <- keras_model_sequential(input_shape = 2) |> layer_masking()
  expect_identical(predict(model, tensor_slices_dataset(x) |> dataset_batch(3))[4, 2], NaN)
})

test_that("inputs named x and y remain inputs", {
  x <- keras_input(1, name = "x")
  y <- keras_input(1, name = "y")
  model <- keras_model(list(x, y), layer_add(x, y))
  data <- tensor_slices_dataset(list(x = matrix(1:2), y = matrix(3:4))) |> dataset_batch(2)
  expect_equal(predict(model, data), matrix(c(4, 6)))
})

test_that("MNIST-style training from a pipeline", {
  set_random_seed(1)
  digits <- import("sklearn.datasets")$load_digits()
  images <- array_reshape(digits$data, c(-1, 8, 8, 1))
  train <- tensor_slices_dataset(list(images, digits$target)) |>
    dataset_map(function(x, y) list(tf$cast(x, "float32") / 16, y), num_parallel_calls = 2) |>
    dataset_shuffle(1800, seed = 1) |>
    dataset_batch(64) |>
    dataset_prefetch()
  model <- keras_model_sequential(input_shape = c(8, 8, 1)) |>
    layer_flatten() |>
    layer_dense(64, "relu") |>
    layer_dense(10, "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy")
  fit(model, train, epochs = 8, verbose = 0)
  expect_gt(evaluate(model, train)[["accuracy"]], 0.9)
})

test_that("datasets that do not fit are told", {
  model <- model_of_two()
  endless <- dataset_repeat(prepared())
  single <- tensor_slices_dataset(list(matrix(1, 4, 2), 1:4))
  expect_raised_snapshot({
    fit(model, endless)
    evaluate(model, endless)
    predict(model, endless)
    fit(model, prepared(), validation_data = endless, verbose = 0)
    adapt(layer_normalization(), endless)
    fit(model, single)
  })
  expect_warning(
    fit(model, prepared(), epochs = 1, steps_per_epoch = 30, verbose = 0),
    "`steps_per_epoch` is 30, but `x` has only 4 batches", class = "rkeras_warning_too_few_batches"
  )
  expect_length(fit(model, endless, epochs = 2, steps_per_epoch = 3, verbose = 0)$metrics$loss, 2)
})

test_that("data with other numbers of axes train the same model", {
  x <- matrix(c(1, 2, 3, 4), 2)
  batches <- function(...) tensor_slices_dataset(list(...)) |> dataset_batch(2)
  model <- model_of_two()
  losses <- lapply(list(batches(x, matrix(1:2)), batches(x, 1:2)), evaluate, object = model)
  expect_equal(losses[[1]], losses[[2]])
  model |> fit(as.data.frame(x), matrix(1:2), epochs = 1, verbose = 0)
  expect_no_error(model |> fit(batches(x, 1:2), epochs = 1, verbose = 0,
                               validation_data = batches(x, matrix(1:2))))
  expect_no_error(fit(model, function() list(x, 1:2), steps_per_epoch = 1, verbose = 0))
  model |> fit(batches(x, matrix(1:2)), epochs = 1, verbose = 0)
  expect_no_error(fit(model, function() list(x, 1:2), steps_per_epoch = 1, verbose = 0))
  inputs <- list(a = keras_input(1, name = "a"), b = keras_input(1, name = "b"))
  sums <- keras_model(inputs, layer_add(unname(inputs)))
  columns <- list(a = c(1, 2), b = c(3, 4))
  for (columns in list(lapply(columns, matrix), columns)) {
    data <- tensor_slices_dataset(columns) |> dataset_batch(2)
    expect_equal(predict(sums, data), matrix(c(4, 6)))
  }
})

test_that("the end of data of unknown length is expected, unless the number of steps is given", {
  model <- model_of_two()
  forget_warnings()
  data <- tensor_slices_dataset(list(matrix(0, 6, 2), 1:6)) |>
    dataset_filter(function(x, y) TRUE) |>
    dataset_batch(2)
  expect_true(is.na(length(data)))
  expect_no_warning({
    history <- fit(model, data, epochs = 2, validation_data = data, verbose = 0)
    evaluate(model, data)
    outputs <- predict(model, data)
  })
  expect_length(history$metrics[["loss"]], 2)
  expect_identical(dim(outputs), c(6L, 1L))
  expect_warning(fit(model, data, epochs = 2, steps_per_epoch = 2, verbose = 0),
                 "data ended before", class = "python.builtin.UserWarning")
})

test_that("labels in a dataset that the loss does not take are told, with their batch", {
  x <- matrix(1, 6, 2)
  batches <- function(y) tensor_slices_dataset(list(x, y)) |> dataset_batch(4)
  model <- function(units, activation, loss) {
    keras_model_sequential(input_shape = 2) |>
      layer_dense(units, activation = activation) |>
      compile(loss = loss)
  }
  classifier <- model(3, "softmax", "sparse_categorical_crossentropy")
  of_classes <- function(from, to, batch, name = "x") {
    sprintf(paste("^`%s` has labels from %s to %s in batch %s, but with 3 outputs labels must be",
                  "whole numbers from 0 to 2[.]"), name, from, to, batch)
  }
  for (type in list(as.integer, as.double)) {
    late <- batches(type(c(0, 1, 2, 0, 1, 3)))
    expect_error(fit(classifier, late, epochs = 1, verbose = 0), of_classes(1, 3, 2))
    expect_error(evaluate(classifier, late, verbose = 0), of_classes(1, 3, 2))
    expect_error(fit(classifier, batches(type(c(-1, rep(0, 5)))), epochs = 1, verbose = 0),
                 of_classes(-1, 0, 1))
    fit(classifier, batches(type(c(0, 1, 2, 0, 1, 2))), epochs = 2, verbose = 0)
  }
  expect_error(fit(classifier, batches(rep(0.5, 6)), epochs = 1, verbose = 0), "such as \"mse\"")
  expect_refused(
    fit(classifier, batches(rep(c("a", "b"), 3)), epochs = 1, verbose = 0),
    "^The targets or weights in the batches of `x` are text"
  )
  binary <- model(1, "sigmoid", "binary_crossentropy")
  expect_error(
    fit(binary, x, c(0, 1, 0, 1, 0, 1), validation_data = batches(c(0, 1, 2, 0, 1, 2)), epochs = 1,
        verbose = 0),
    "^`validation_data` has labels from 0 to 2 in batch 1, but \"binary_crossentropy\" compares"
  )
  fit(binary, batches(c(0, 0.5, 1, 0, 1, 0)), epochs = 1, verbose = 0)
  expect_identical(dim(predict(binary, batches(rep(7, 6)), verbose = 0)), c(6L, 1L))
  ignoring <- model(3, "softmax", loss_sparse_categorical_crossentropy(ignore_class = 255))
  ignored <- c(0, 1, 2, 255, 255, 0)
  fit(ignoring, batches(ignored), epochs = 1, verbose = 0)
  fit(ignoring, x, ignored, epochs = 1, verbose = 0)
})

test_that("data without a batch are an error, in a later epoch too", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  x <- matrix(1, 4, 2)
  none <- tensor_slices_dataset(list(x, 1:4)) |>
    dataset_filter(function(x, y) y > 100L) |>
    dataset_batch(2)
  expect_error(fit(model, none, epochs = 1, verbose = 0), "have no batch")
  expect_error(evaluate(model, none, verbose = 0), "have no batch")
  expect_error(predict(model, none, verbose = 0), "have no batch")
  expect_error(fit(model, x, 1:4, validation_data = none, epochs = 1, verbose = 0), "have no batch")
  pass <- 0
  once <- generator_dataset(function() {
    pass <<- pass + 1
    left <- if (pass == 1) 2 else 0
    function() {
      left <<- left - 1
      if (left >= 0) list(x, rep(1, 4))
    }
  }, list(tf$TensorSpec(shape(NA, 2), "float32"), tf$TensorSpec(shape(NA), "float32")))
  expect_error(fit(model, once, epochs = 2, verbose = 0), "have no batch")
})
