test_that("tensors and variables have the classes that other packages' methods are written for", {
  x <- op_array(c(1, 2))
  expect_s3_class(x, "keras.src.backend.Tensor")
  expect_s3_class(keras$Variable(1), "keras.src.backend.common.variables.KerasVariable")
  expect_identical(utils::tail(class(x), 1), "python.builtin.object")
  expect_false(inherits(r_to_py(1), "keras.src.backend.Tensor"))
  expect_identical(with_virtual_classes("python.builtin.object"), "python.builtin.object")
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

test_that("one class is for tensors with and without values, after those of Python", {
  tensors <- list(op_array(1), keras$Variable(1), keras_input(2))
  last <- c("rkeras.tensor", "python.builtin.object")
  for (x in tensors) expect_identical(utils::tail(class(x), 2), last)
  expect_s3_class(keras_input(2), "rkeras.symbolic")
  expect_false(inherits(op_array(1), "rkeras.symbolic"))
  expect_false(inherits(np_array(1), "rkeras.tensor"))
})

test_that("methods that others write for another class of a tensor come first", {
  x <- op_array(c(1, 2))
  generics <- c("mean", "Ops", "[")
  for (class in setdiff(class(x), c("rkeras.tensor", "python.builtin.object"))) {
    for (generic in generics) registerS3method(generic, class, function(...) class, baseenv())
    results <- list(mean(x), x + 1, x[1])
    rm(list = paste0(generics, ".", class), envir = baseenv()[[".__S3MethodsTable__."]])
    expect_identical(results, list(class, class, class))
  }
})
