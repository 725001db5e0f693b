x <- matrix(c(1, 2, 3, 4), 2)
small <- function(units = 3) keras_model_sequential(input_shape = 2) |> layer_dense(units = units)

test_that("weights are saved and loaded", {
  model <- small()
  file <- withr::local_tempfile(fileext = ".weights.h5")
  expect_identical(save_model_weights(model, file), model)
  other <- small()
  expect_identical(load_model_weights(other, file), other)
  expect_identical(get_weights(other), get_weights(model))
  expect_error(save_model_weights(model, file), "exists already", class = "rkeras_error_argument")
  save_model_weights(model, file, overwrite = TRUE)
  expect_error(load_model_weights(small(units = 4), file))
  expect_error(save_model_weights(model, "weights.rds"), "must end in .weights.h5",
               class = "rkeras_error_argument")
  expect_error(load_model_weights(model, "/no/such.weights.h5"), "there is no file",
               class = "rkeras_error_argument")
})

test_that("saving weights that fails leaves the old file whole", {
  folder <- withr::local_tempdir()
  file <- file.path(folder, "m.weights.h5")
  save_model_weights(small(), file)
  before <- readBin(file, "raw", file.size(file))
  layer_failing <- Layer("Unsavable",
    call = function(inputs) inputs, save_own_variables = function(store) stop("no room")
  )
  model <- small() |> layer_failing()
  expect_error(save_model_weights(model, file, overwrite = TRUE), "no room")
  expect_identical(readBin(file, "raw", file.size(file)), before)
  expect_identical(list.files(folder, all.files = TRUE, no.. = TRUE), "m.weights.h5")
})

test_that("the architecture is saved and loaded", {
  model <- small(units = 5)
  file <- withr::local_tempfile(fileext = ".json")
  expect_identical(save_model_config(model, file), file)
  expect_identical(dim(predict(load_model_config(file), x)), c(2L, 5L))
  layer_own <- Layer("InConfig", call = function(inputs) inputs * 2)
  json <- save_model_config(small() |> layer_own())
  expect_match(json, "inputs * 2", fixed = TRUE)
  connection <- textConnection(json)
  withr::defer(close(connection))
  expect_identical(dim(predict(load_model_config(connection), x)), c(2L, 3L))
})

test_that("models in lists survive saveRDS() as bytes", {
  model <- small()
  kept <- serialize_model(list(a = 1, nested = list(model = model), table = iris))
  expect_s3_class(kept$nested$model, "keras_model_bytes")
  expect_output(print(kept$nested$model), "<Keras model, [0-9,]+ bytes")
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(kept, file)
  again <- unserialize_model(readRDS(file))
  expect_identical(predict(again$nested$model, x), predict(model, x))
  expect_identical(again[c("a", "table")], list(a = 1, table = iris))
  expect_identical(predict(unserialize_model(serialize_model(model)), x), predict(model, x))
  expect_error(serialize_model(1), "must be a Keras model", class = "rkeras_error_argument")
})
