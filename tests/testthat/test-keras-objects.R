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
  expect_error(with_custom_object_scope(list(function(x) x), 1), "Give a name",
               class = "rkeras_error_argument")
})

test_that("Keras's own objects are written and read", {
  config <- serialize_keras_object(layer_dense(units = 3, name = "d"))
  expect_identical(config$class_name, "Dense")
  layer <- deserialize_keras_object(config)
  expect_identical(layer$units, 3L)
})
