test_that("fit() and evaluate() are recorded without changes to the script", {
  local_project(
    "set_random_seed(1)",
    "FLAGS <- flags(flag_integer('epochs', 3))",
    "model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)",
    "model |> compile(loss = 'mse', optimizer = optimizer_adam(0.01), metrics = 'mae')",
    "x <- as.matrix(iris[1:4])",
    "history <- model |> fit(x, x[, 1], epochs = FLAGS$epochs, batch_size = 50,",
    "                         validation_split = 0.2, verbose = 0)",
    "result <- model |> evaluate(x, x[, 1])"
  )
  envir <- new.env()
  run <- quiet_run(flags = list(epochs = 2), envir = envir)
  info <- run_info(run)
  expect_equal(as.list(info$metrics), envir$history$metrics)
  expect_identical(nrow(info$metrics), 2L)
  expect_identical(info$eval_loss, envir$result$loss)
  expect_identical(info$eval_mae, envir$result$mae)
  facts <- list(
    samples = 120L, validation_samples = 30L, batch_size = 50L, epochs = 2L, epochs_completed = 2L,
    loss_function = "mse", optimizer = "Adam"
  )
  for (name in names(facts)) expect_identical(info[[name]], facts[[name]], info = name)
  expect_equal(info$learning_rate, 0.01, tolerance = 1e-6)
  expect_match(info$model, "Total params")
  expect_s3_class(info$model, "tfruns_model_summary")
})

test_that("each epoch is recorded at once, and each fit has a history", {
  local_project(
    "model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)",
    "model |> compile(loss = 'mse')", "x <- as.matrix(iris[1:4])",
    "fit(model, x, x[, 1], epochs = 2, verbose = 0)",
    "fit(model, x, x[, 1], epochs = 4, initial_epoch = 3, verbose = 0, callbacks =",
    "  callback_lambda(on_epoch_end = function(epoch, logs) if (epoch == 4) stop('enough')))"
  )
  expect_error(quiet_run(), "enough")
  info <- latest_run()
  expect_identical(dim(info$metrics), c(4L, 1L))
  expect_identical(is.na(info$metrics$loss), c(FALSE, FALSE, FALSE, TRUE))
  expect_identical(info$epochs_completed, 3L)
  expect_length(list.files(file.path(info$run_dir, "tfruns.d", "history")), 2L)
})

test_that("training outside of a run records nothing", {
  local_project()
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  model |> fit(as.matrix(iris[1:4]), iris[[1]], epochs = 1, verbose = 0)
  expect_identical(list.files(), character())
})

test_that("validation data and several inputs are counted", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  args <- list(
    x = list(matrix(0, 7, 2), matrix(0, 7, 3)), validation_split = 0, epochs = 1L,
    validation_data = r_to_py(tuple(matrix(0, 5, 2), matrix(0, 5, 1)))
  )
  expect_identical(data_properties(args), list(
    samples = 7L, validation_samples = 5L, epochs = 1L, batch_size = 32L
  ))
  args <- list(x = py_eval("object()", convert = FALSE), validation_split = 0, epochs = 1L)
  expect_identical(data_properties(args), list(epochs = 1L))
})
