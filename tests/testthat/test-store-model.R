small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
x <- matrix(c(1, 2, 3, 4), 2)

test_that("a saved model predicts the same", {
  model <- small()
  file <- withr::local_tempfile(fileext = ".keras")
  expect_identical(withVisible(save_model(model, file))$value, file)
  expect_identical(predict(load_model(file), x), predict(model, x))
})

test_that("training goes on where it stopped", {
  model <- compile(small(), "adam", "mse", metrics = "mae")
  fit(model, x, c(1, 2), epochs = 2, verbose = 0)
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  same <- load_model(file)
  expect_equal(evaluate(same, x, c(1, 2)), evaluate(model, x, c(1, 2)))
  expect_equal(same$optimizer$iterations$numpy(), 2)
  expect_false(isTRUE(load_model(file, compile = FALSE)$compiled))
})

test_that("a raw vector and a folder hold a model too", {
  model <- small()
  bytes <- save_model(model)
  expect_type(bytes, "raw")
  expect_identical(predict(load_model(bytes), x), predict(model, x))
  folder <- withr::local_tempfile()
  save_model(model, folder, zipped = FALSE)
  expect_true(dir.exists(folder))
  save_model(model, folder, zipped = FALSE, overwrite = TRUE)
  expect_identical(predict(load_model(folder), x), predict(model, x))
})

test_that("an old file is replaced only when asked", {
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(small(), file)
  expect_refused(save_model(small(), file), "exists already; overwrite = TRUE")
  model <- small()
  save_model(model, file, overwrite = TRUE)
  expect_identical(predict(load_model(file), x), predict(model, x))
})

test_that("saving that fails leaves the old file whole and no other behind", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "model.keras")
  save_model(small(), file)
  before <- readBin(file, "raw", file.size(file))
  py_run_string("
import keras
class Unsavable(keras.layers.Layer):
    def save_own_variables(self, store):
        raise RuntimeError('no room')
    def call(self, x):
        return x
", local = FALSE)
  model <- small()
  model$add(py$Unsavable())
  expect_error(save_model(model, file, overwrite = TRUE), "no room")
  expect_identical(readBin(file, "raw", file.size(file)), before)
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), "model.keras")
})

test_that("what cannot be saved or loaded is named", {
  expect_refused(save_model(1, "a.keras"), "`model` must be a Keras model")
  expect_refused(save_model(small(), "model.rds"), "`filepath` must end in .keras")
  expect_refused(save_model(small(), "/no/such/folder/a.keras"), "no folder")
  expect_refused(load_model("/no/such.keras"), "there is no file")
})
