# Windows over time series, and downloaded files: errors are raised before Keras runs.

test_that("points of a series count from 1, and the last may be the last", {
  windows <- function(...) {
    dataset <- timeseries_dataset_from_array(1:6, NULL, sequence_length = 2, ...)
    as.array(iter_next(as_iterator(dataset)))
  }
  expect_equal(windows(), cbind(1:5, 2:6), ignore_attr = TRUE)
  expect_equal(windows(start_index = 1, end_index = 6), cbind(1:5, 2:6), ignore_attr = TRUE)
  expect_equal(windows(start_index = 3, end_index = 5), cbind(3:4, 4:5), ignore_attr = TRUE)
  expect_error(windows(end_index = 7), "`end_index` is 7, but `data` has 6 points")
  expect_error(windows(start_index = 0), "`start_index` must be one positive whole number")
  expect_error(windows(start_index = 5, end_index = 5), "must be before the last point")
})

test_that("what cannot be downloaded is an error of its own class", {
  folder <- withr::local_tempdir()
  expect_error(get_file("x.txt", origin = "http://127.0.0.1:1/x.txt", cache_dir = folder),
               "Downloading http://127.0.0.1:1/x.txt failed", class = "rkeras_error_download")
  expect_error(get_file("x.txt"), "`origin` is missing")
})

test_that("a download leaves no bar in documents and logs, and the logging of Keras as it was", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "source.txt")
  writeLines(rep("a line", 1e5), file)
  download <- function(name) get_file(name, paste0("file://", file), cache_dir = folder)
  expect_identical(capture.output(path <- download("first.txt")), character())
  expect_identical(readLines(path, 1), "a line")
  expect_true(config_is_interactive_logging_enabled())
  config_disable_interactive_logging()
  withr::defer(config_enable_interactive_logging())
  download("second.txt")
  expect_false(config_is_interactive_logging_enabled())
})

test_that("vectors of length 1 along any axis", {
  x <- rbind(c(3, 4), c(4, 3))
  expect_equal(normalize(x), x / 5)
  expect_equal(normalize(x, axis = 1), x / 5)
  expect_equal(normalize(x, axis = 2, order = 1), x / 7)
  expect_error(normalize(x, axis = 0), "there is no axis 0")
})

test_that("models are quantized in place", {
  model <- keras_model_sequential(input_shape = 8) |> layer_dense(units = 4)
  expect_identical(quantize_weights(model, "int8"), model)
  expect_match(model$layers[[1]]$dtype_policy$name, "int8")
  expect_error(quantize_weights(1, "int8"), "`object` must be a Keras model or layer")
})
