test_that("endpoints are found once, and are what Python has", {
  expect_identical(py_id(keras_endpoint("keras.layers.Dense")), py_id(keras$layers$Dense))
  expect_identical(keras_endpoint("keras.layers.Dense"), keras_endpoint("keras.layers.Dense"))
  expect_error(
    keras_endpoint("keras.layers.Dens"),
    "Keras 3.* has no `keras.layers.Dens`.*py_install", class = "rkeras_error_module"
  )
})

test_that("a wrapper given to another stands for what it wraps", {
  expect_identical(wrapped_endpoint(layer_dense), "keras.layers.Dense")
  expect_null(wrapped_endpoint(function(x) call_keras("keras.ops.abs", x)))
  expect_null(wrapped_endpoint(fit))
  args <- keras_functions(list(layer_dense, list(layer_flatten, 1), mean))
  expect_identical(py_id(args[[1]]), py_id(keras$layers$Dense))
  expect_identical(py_id(args[[2]][[1]]), py_id(keras$layers$Flatten))
  expect_identical(args[[3]], mean)
})
