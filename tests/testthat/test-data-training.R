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
  expect_snapshot(error = TRUE, {
    fit(model, endless)
    evaluate(model, endless)
    predict(model, endless)
    fit(model, prepared(), validation_data = endless, verbose = 0)
    adapt(layer_normalization(), endless)
    fit(model, single)
  })
  expect_warning(
    suppressWarnings(
      fit(model, prepared(), epochs = 1, steps_per_epoch = 30, verbose = 0),
      classes = "rkeras_warning_python"
    ),
    "`steps_per_epoch` is 30, but `x` has only 4 batches", class = "rkeras_warning_too_few_batches"
  )
  expect_length(fit(model, endless, epochs = 2, steps_per_epoch = 3, verbose = 0)$metrics$loss, 2)
})
