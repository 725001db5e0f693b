triple <- function() {
  factor <- 3
  r_operator(function(x) x * factor, "float32", function(x) x, function(x, y, dy) 3 * dy, "triple")
}

saved_module <- function(op, folder) {
  module <- tf$Module()
  module$f <- tf$`function`(
    function(x) op(x), input_signature = list(tf$TensorSpec(shape(NA), "float32"))
  )
  tf$saved_model$save(module, folder)
}

test_that("a SavedModel has the R code, which runs on request only", {
  folder <- withr::local_tempfile()
  saved_module(triple(), folder)
  found <- in_new_session(function(folder) {
    library(rkeras)
    x <- tf$ones(2L)
    list(
      without = tryCatch(tf$saved_model$load(folder)$f(x), error = conditionMessage),
      safe = tryCatch(load_operators(folder), error = identity),
      names = load_operators(folder, safe_mode = FALSE),
      value = as.array(tf$saved_model$load(folder)$f(x))
    )
  }, folder)$value
  expect_match(found$without, "contains R functions as operators.*load_operators\\(\\)")
  expect_s3_class(found$safe, "rkeras_error_unsafe")
  expect_match(conditionMessage(found$safe), "`triple`.*safe_mode = FALSE")
  expect_identical(found$names, "triple")
  expect_identical(found$value, array(c(3, 3)))
})

test_that("Python without R says that it needs R", {
  folder <- withr::local_tempfile()
  saved_module(triple(), folder)
  code <- sprintf("import tensorflow as tf; tf.saved_model.load('%s')", folder)
  output <- suppressWarnings(
    system2(py_config()$python, c("-c", shQuote(code)), stdout = TRUE, stderr = TRUE)
  )
  expect_match(paste(output, collapse = "\n"), "RFunctionNeedsRkeras")
})

test_that("an operator with much data is left out of the file, and can be supplied", {
  folder <- withr::local_tempfile()
  data <- runif(2e5)
  saved_module(r_operator(function(x) x * length(data), "float32", name = "large"), folder)
  expect_error(load_operators(folder, safe_mode = FALSE), "no code of the operator `large`")
  op <- r_operator(function(x) x * 2, "float32")
  expect_identical(load_operators(folder, list(large = op)), "large")
  # The end of the operator that was saved is not that of the one loaded under its number.
  py_gc()
  expect_identical(as.array(tf$saved_model$load(folder)$f(tf$ones(1L))), array(2))
  expect_refused(load_operators(folder, list(large = 1)))
  expect_error(load_operators(tempfile()), class = "rkeras_error_file")
})

test_that("a .keras file has the R code of its operators", {
  op <- triple()
  model <- keras_model_sequential(input_shape = 2) |> layer_lambda(f = function(x) op(x))
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  found <- in_new_session(function(path) {
    library(rkeras)
    list(
      safe = tryCatch(load_model(path), error = identity),
      value = predict(load_model(path, safe_mode = FALSE), matrix(1, 1, 2), verbose = 0)
    )
  }, path)$value
  expect_s3_class(found$safe, "rkeras_error_unsafe")
  expect_identical(found$value, matrix(3, 1, 2))
})

test_that("the code of an operator makes it again", {
  nested <- r_operator(
    function(x) x^3, c("float32"), NULL,
    r_operator(function(x, y, dy) 3 * x^2 * dy, gradient = "numeric"), "cube", FALSE
  )
  again <- eval(str2lang(source_of(nested)))
  expect_identical(
    utils::capture.output(print(again)), utils::capture.output(print(nested))
  )
  x <- tf$constant(2)
  with(tf$GradientTape() %as% tape, {
    tape$watch(x)
    y <- again(x)
  })
  expect_identical(as.numeric(tape$gradient(y, x)), 12)
  path <- withr::local_tempfile(fileext = ".rds")
  nested(x)
  saveRDS(nested, path)
  expect_identical(as.numeric(readRDS(path)(x)), 8)
})

test_that("TensorFlow's C API is found in the library of each system", {
  library_of <- import("rkeras.tensorflow.operators")$library
  folder <- withr::local_tempdir()
  expect_identical(library_of(folder), file.path(folder, "libtensorflow_framework.so.2"))
  file.create(file.path(folder, paste0("libtensorflow_framework", c(".2.21.0", ".2"), ".dylib")))
  expect_identical(library_of(folder), file.path(folder, "libtensorflow_framework.2.dylib"))
  dir.create(file.path(folder, "python"))
  file.create(file.path(folder, "python", "_pywrap_tensorflow_common.dll"))
  expect_identical(library_of(folder),
                   file.path(folder, "python", "_pywrap_tensorflow_common.dll"))
})
