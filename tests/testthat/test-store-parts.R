x <- matrix(c(1, 2, 3, 4), 2)
small <- function(units = 3) keras_model_sequential(input_shape = 2) |> layer_dense(units = units)

test_that("weights are saved and loaded", {
  model <- small()
  file <- withr::local_tempfile(fileext = ".weights.h5")
  expect_identical(save_model_weights(model, file), model)
  other <- small()
  expect_identical(load_model_weights(other, file), other)
  expect_identical(get_weights(other), get_weights(model))
  expect_refused(save_model_weights(model, file), "exists already")
  save_model_weights(model, file, overwrite = TRUE)
  expect_error(load_model_weights(small(units = 4), file))
  expect_refused(save_model_weights(model, "weights.rds"), "must end in .weights.h5")
  expect_refused(load_model_weights(model, "/no/such.weights.h5"), "there is no file")
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
  expect_refused(serialize_model(1), "must be a Keras model")
})

test_that("weights that cannot be loaded leave the model as it was", {
  stack <- function(...) {
    model <- keras_model_sequential(input_shape = 2)
    for (units in c(...)) layer_dense(model, units)
    compile(model, loss = "mse", optimizer = optimizer_sgd(momentum = 0.5))
  }
  folder <- withr::local_tempdir()
  path <- function(name) file.path(folder, name)
  others <- list(wider = c(3, 3), fewer = 3)
  for (name in names(others)) {
    other <- do.call(stack, as.list(others[[name]]))
    save_model_weights(other, path(paste0(name, ".weights.h5")))
    save_model(other, path(paste0(name, ".keras")))
    suppressWarnings(save_model(other, path(paste0(name, ".h5"))))
  }
  right <- path("right.weights.h5")
  saved <- stack(3, 1)
  save_model_weights(saved, right)
  bytes <- readBin(right, "raw", file.size(right))
  half <- length(bytes) %/% 2L
  writeBin(replace(bytes, half + 0:300, as.raw(255)), path("damaged.weights.h5"))
  writeLines("text", path("text.keras"))
  model <- stack(3, 1)
  before <- get_weights(model)
  for (file in setdiff(list.files(folder), "right.weights.h5")) {
    expect_error(load_model_weights(model, path(file)),
                 "weights of another model|does not contain a complete set", label = file)
    expect_identical(get_weights(model), before)
  }
  load_model_weights(model, right)
  expect_identical(get_weights(model), get_weights(saved))
  fit(model, x, c(1, 2), epochs = 1, verbose = 0)
})

test_that("files of other kinds and models without weights are errors that say so", {
  model <- small()
  text <- withr::local_tempfile(fileext = ".txt")
  writeLines("text", text)
  expect_refused(load_model_weights(model, text), "must end in .weights.h5")
  expect_refused(load_model_weights(1, text), "must be a Keras model")
  file <- withr::local_tempfile(fileext = ".weights.h5")
  save_model_weights(model, file)
  new <- keras_model_sequential() |> layer_dense(units = 3)
  expect_refused(load_model_weights(new, file), "no weights yet")
  expect_identical(dim(predict(new, x)), c(2L, 3L))
  load_model_weights(new, file)
  expect_identical(get_weights(new), get_weights(model))
})

test_that("layers whose weights are skipped are named", {
  file <- withr::local_tempfile(fileext = ".weights.h5")
  save_model_weights(small(4), file)
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 3, name = "top")
  expect_warning(load_model_weights(model, file, skip_mismatch = TRUE),
                 "^The weights of `top` were not loaded")
})
