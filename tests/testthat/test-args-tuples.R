test_that("NA in a shape is an axis of any length", {
  expect_identical(as_shape(784), list(784L))
  expect_identical(as_shape(c(NA, 10)), list(NULL, 10L))
  expect_identical(as_shape(list(NULL, 10)), list(NULL, 10L))
  expect_identical(as_shape(c(28L, 28L)), list(28L, 28L))
  expect_refused(as_shape(c(2.5, 1)), "`shape` must contain whole numbers")
  expect_identical(as_shape(c(-1, 10)), list(NULL, 10L))
  expect_refused(as_shape(-2))
})

test_that("a length may be a tensor, which only the running graph knows", {
  n <- tf$constant(2L)
  expect_identical(as_shape(list(n, 3)), list(n, 3L))
  expect_identical(as_shape(c(n, 3)), list(2L, 3L))
  expect_identical(as_new_shape(c(n, NA)), list(n, -1L))
  rows <- tf_function(function(x) op_reshape(x, c(op_shape(x)[[2]], NA)))
  expect_identical(dim(rows(tf$zeros(shape(2, 3)))), 3:2)
  rows <- tf_function(function(x) op_reshape(x, c(op_shape(x)[[2]] * 2L, 1)),
                      input_signature = list(tf$TensorSpec(shape(NA, NA))))
  expect_identical(dim(rows(tf$zeros(shape(2, 3)))), c(6L, 1L))
  layer_noise <- Layer("Noise", call = function(inputs) {
    inputs + random_normal(c(op_shape(inputs)[[1]], 1)) + op_zeros(shape(shape(inputs)[[1]], 2))
  })
  model <- keras_model_sequential(input_shape = 2) |> layer_noise()
  expect_identical(dim(predict(model, matrix(0, 3, 2))), c(3L, 2L))
})

test_that("a shape of one number is a tuple", {
  expect_identical(py_str(shape_tuple(784)), "(784,)")
  expect_identical(py_str(shape_tuple(c(NA, 10))), "(None, 10)")
})

test_that("one length of a new shape may be open", {
  for (open in list(NA, -1, NULL)) expect_identical(as_new_shape(list(3, open)), list(3L, -1L))
  expect_identical(as_new_shape(c(2, -1)), list(2L, -1L))
  expect_refused(as_new_shape(c(2, -3)))
})

test_that("one whole number or several, as Keras wants them", {
  expect_identical(as_int_tuple(2), 2L)
  expect_identical(py_str(as_int_tuple(c(1, 3))), "(1, 3)")
  expect_null(as_int_tuple(NULL))
  expect_identical(as_int_vocabulary(c(7, 14)), list(7L, 14L))
  expect_identical(as_int_vocabulary("file.txt"), "file.txt")
  expect_refused(as_int_tuple(1.5, "ngrams"), "`ngrams` must be a whole number")
})
