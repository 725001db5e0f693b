test_that("objects are registered under a name", {
  before <- get_custom_objects()
  withr::defer(set_custom_objects(before))
  layer_own <- Layer("Own", call = function(inputs) inputs)
  expect_identical(register_keras_serializable(layer_own, package = "mine"), layer_own)
  expect_identical(get_registered_name(layer_own), "mine>Own")
  expect_identical(py_id(get_registered_object("mine>Own")), py_id(r_to_py(layer_own)))
  expect_true("mine>Own" %in% names(get_custom_objects()))
  register_keras_serializable(layer_own, name = "Other", package = "mine")
  expect_identical(get_registered_name(layer_own), "mine>Other")
  config <- serialize_keras_object(layer_own())
  expect_identical(config$registered_name, "mine>Other")
  expect_s3_class(deserialize_keras_object(config), "Own")
  expect_null(get_registered_object("nothing"))
  f <- function(x) x
  expect_identical(get_registered_object("f", custom_objects = list(f = f)), f)
})

test_that("custom objects are set, and forgotten", {
  before <- set_custom_objects(list(a = keras$layers$Dense))
  withr::defer(set_custom_objects(before))
  expect_named(get_custom_objects(), "a")
  set_custom_objects(list(b = keras$layers$Dense), clear = FALSE)
  expect_named(get_custom_objects(), c("a", "b"))
  set_custom_objects()
  expect_length(get_custom_objects(), 0)
})

test_that("objects are known within a scope", {
  layer_scoped <- Layer("Scoped", call = function(inputs) inputs)
  found <- with_custom_object_scope(list(Thing = layer_scoped), get_registered_object("Thing"))
  expect_identical(py_id(found), py_id(r_to_py(layer_scoped)))
  expect_null(get_registered_object("Thing"))
  expect_refused(with_custom_object_scope(list(function(x) x), 1), "Give a name")
})

test_that("Keras's own objects are written and read", {
  config <- serialize_keras_object(layer_dense(units = 3, name = "d"))
  expect_identical(config$class_name, "Dense")
  layer <- deserialize_keras_object(config)
  expect_identical(layer$units, 3L)
})

# A package with code, in a library of its own.
install_package <- function(name, code, library) {
  source <- file.path(library, paste0(name, "-source"))
  dir.create(file.path(source, "R"), recursive = TRUE)
  writeLines(c(
    paste("Package:", name), "Version: 1.0", "Title: T", "Description: D.", "License: MIT",
    "Author: A", "Maintainer: A <a@b.c>", "Imports: rkeras"
  ), file.path(source, "DESCRIPTION"))
  writeLines("import(rkeras)\nexportPattern(\"^layer_|^metric_\")", file.path(source, "NAMESPACE"))
  writeLines(code, file.path(source, "R", "layers.R"))
  options <- c("--no-docs", "--no-test-load", paste0("--library=", library))
  out <- callr::rcmd("INSTALL", c(options, source))
  stopifnot(out$status == 0)
}

test_that("a package's own layers are known once it is loaded, which starts no Python", {
  library <- withr::local_tempdir()
  install_package("rkeraspkg", library = library, code = '
    layer_twice <- register_keras_serializable(
      Layer("Twice", call = function(inputs) inputs * two())
    )
    two <- function() 2
    layer_plain <- Layer("Plain", call = function(inputs) inputs + 1)
    metric_own <- custom_metric_of <- function() custom_metric("own", own)
    own <- function(y_true, y_pred) y_pred
    .onLoad <- function(libname, pkgname) register_keras_serializable(own, name = "own")
  ')
  file <- withr::local_tempfile(fileext = ".keras")
  in_session <- function(code, ...) {
    paths <- c(library, .libPaths())
    callr::r(code, list(...), libpath = paths, env = c(RKERAS_PYTHON = py_config()$python))
  }
  registered <- in_session(function(file) {
    attachNamespace("rkeraspkg")
    started <- rkeras:::python_state$started
    model <- rkeras::keras_model_sequential(input_shape = 1) |> layer_twice() |> layer_plain()
    rkeras::save_model(model, file)
    c(list(started), lapply(list(layer_twice, layer_plain), rkeras::get_registered_name))
  }, file)
  expect_identical(registered[-1], list("rkeraspkg>Twice", "R>Plain"))
  expect_false(isTRUE(registered[[1]]))
  loaded <- in_session(function(file) {
    attachNamespace("rkeraspkg")
    model <- rkeras::load_model(file)
    known <- names(rkeras::get_custom_objects())
    list(predict(model, matrix(3), verbose = 0), known,
         inherits(model$layers[[1]], class(layer_twice())[[1]]))
  }, file)
  expect_equal(loaded[[1]], matrix(7))
  expect_true(all(c("rkeraspkg>Twice", "rkeraspkg>own") %in% loaded[[2]]))
  expect_true(loaded[[3]])
  # Without the package its layers are code, which is asked about.
  expect_error(
    in_session(function(file) rkeras::load_model(file), file), "rkeraspkg>Twice"
  )
})

test_that("optimizers that PyTorch has trained with are those of every backend", {
  config <- list(
    module = "keras.src.backend.torch.optimizers.torch_adam", class_name = "Adam",
    config = list(learning_rate = 0.25), registered_name = "Adam"
  )
  optimizer <- deserialize_keras_object(config)
  expect_equal(as.numeric(optimizer$learning_rate), 0.25)
  expect_identical(serialize_keras_object(optimizer)$class_name, "Adam")
})
