test_that("tensors and variables have the classes that other packages' methods are written for", {
  x <- op_array(c(1, 2))
  expect_s3_class(x, "keras.src.backend.Tensor")
  expect_s3_class(keras$Variable(1), "keras.src.backend.common.variables.KerasVariable")
  expect_identical(utils::tail(class(x), 1), "python.builtin.object")
  expect_false(inherits(r_to_py(1), "keras.src.backend.Tensor"))
  expect_identical(add_tensor_classes("python.builtin.object"), "python.builtin.object")
  expect_false(inherits(keras_input(2), "tensorflow.tensor"))
})

if (on_tensorflow()) test_that("TensorFlow's have the class of the package tensorflow first", {
  makers <- expression(
    tf$constant(1), tf$Variable(1), keras$Variable(1), tf$sparse$eye(2L),
    tf$ragged$constant(list(list(1, 2), list(3))), tf$constant("a")
  )
  for (make in makers) expect_identical(class(eval(make))[[1]], "tensorflow.tensor")
  traced <- NULL
  tf$`function`(function(x) {
    traced <<- class(x)
    x
  })(tf$constant(1))
  expect_identical(traced[[1]], "tensorflow.tensor")
})

if (on_tensorflow()) test_that("methods for that class are used", {
  registerS3method("scale", "tensorflow.tensor", function(x, ...) "scaled", asNamespace("base"))
  withr::defer(rm("scale.tensorflow.tensor", envir = asNamespace("base")[[".__S3MethodsTable__."]]))
  expect_identical(scale(tf$constant(1)), "scaled")
})
