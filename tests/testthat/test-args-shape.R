test_that("shapes are made of lengths, and NA is an axis of any length", {
  expect_identical(as.integer(shape(28, 28)), c(28L, 28L))
  expect_identical(as.integer(shape(NULL, c(2, NA))), c(NA, 2L, NA))
  expect_identical(as.integer(shape(shape(1), list(2, NULL))), c(1L, 2L, NA))
  expect_identical(as.list(shape(NA, 3)), list(NULL, 3L))
  expect_length(shape(), 0L)
  expect_refused(shape(2.5))
})

test_that("an axis of unknown length is NULL", {
  expected <- structure(list(NULL, 28L), class = "keras_shape")
  expect_identical(shape(NULL, 28), expected)
  expect_identical(shape(NA, 28), expected)
  expect_identical(shape(-1, 28L), expected)
  expect_identical(shape(c(NA, 28)), expected)
  expect_identical(shape(list(NULL, 28)), expected)
  expect_identical(as.list(expected), list(NULL, 28L))
  expect_null(expected[[1]])
  expect_identical(format(expected), "shape(NA, 28)")
  expect_identical(format(expected, prefix = FALSE), "(NA, 28)")
  expect_identical(format(expected, prefix = "s"), "s(NA, 28)")
})

test_that("shapes are joined and changed", {
  expect_identical(c(shape(NULL, 2), 3), shape(NULL, 2, 3))
  x <- shape(1, 2, 3)
  x[2] <- list(NULL)
  expect_identical(x, shape(1, NULL, 3))
  x[[1]] <- 7
  expect_identical(x, shape(7, NULL, 3))
  x[[1]] <- NULL
  expect_identical(x, shape(NULL, NULL, 3))
})

test_that("a tensor stands for its axes, a scalar integer for its value", {
  x <- op_ones(c(2, 3))
  expect_identical(shape(x, 4), shape(2, 3, 4))
  expect_identical(shape(5, x, NULL), shape(5, 2, 3, NULL))
  expect_identical(shape(keras_input(3), 4), shape(NULL, 3, 4))
  expect_identical(shape(op_convert_to_tensor(5L), 4), shape(5, 4))
  expect_identical(shape(op_convert_to_tensor(5L)), shape(5))
  expect_identical(shape(keras_variable(5L, dtype = "int32", trainable = FALSE)), shape(5))
  expect_identical(shape(op_convert_to_tensor(0.5)), shape())
  expect_identical(shape(np_array(matrix(0, 2, 3))), shape(2, 3))
  expect_identical(shape(I(7), I(8L)), shape(7, 8))
  expect_identical(shape(py_eval("(2, None)", convert = FALSE), 3), shape(2, NULL, 3))
  expect_identical(shape(py_eval("2", convert = FALSE), 3), shape(2, 3))
  expect_refused(shape("a"))
})

test_that("unknown lengths reach Python and return", {
  expect_identical(py_to_r(r_to_py(shape(NULL, 28))), list(NULL, 28L))
  for (unknown in list(NA, NULL, -1)) {
    expect_identical(keras_input(shape = shape(unknown, 4))$shape, list(NULL, NULL, 4L))
    expect_identical(keras_input(batch_shape = list(unknown, 4))$shape, list(NULL, 4L))
  }
  expect_identical(keras_input(shape = c(-1, 4))$shape, list(NULL, NULL, 4L))
})

test_that("shapes compare, multiply, print and lose axes", {
  expect_true(shape(2, 3) == c(2, 3))
  expect_true(shape(2, NA) != list(2, 4))
  expect_identical(prod(shape(2, 3)), 6)
  expect_identical(max(shape(2, NA), na.rm = TRUE), 2)
  expect_identical(shape(2, 3, 4)[-1], shape(3, 4))
  expect_identical(shape(2, 3)[[1]], 2L)
  expect_output(print(shape(2, NULL)), "shape(2, NA)", fixed = TRUE)
  expect_error(shape(2) + 1, "as.integer")
})

test_that("shapes are tuples in Python, and tensors have them", {
  expect_identical(py_repr(r_to_py(shape(2, NA))), "(2, None)")
  expect_identical(shape(tf$ones(shape(2, 3))), shape(2, 3))
  expect_identical(op_shape(keras_input(c(28, 1))), shape(NA, 28, 1))
  expect_identical(op_shape(matrix(0, 2, 3)), shape(2, 3))
  expect_identical(shape(keras_input(shape = shape(28, NA))), shape(NA, 28, NA))
})

if (on_tensorflow()) test_that("lengths that only the running graph knows are used there", {
  seen <- NULL
  sized <- tf$`function`(function(x) {
    seen <<- op_shape(x)
    rows <- seen[[1]]
    list(random_normal(seen), op_ones(seen), op_zeros(shape(rows, 3)),
         op_reshape(x, list(rows * 2L)), op_broadcast_to(op_ones(shape(1, 2)), seen))
  }, input_signature = list(tf$TensorSpec(shape(NA, 2), "float32")))
  shapes <- lapply(sized(op_ones(shape(5, 2))), shape)
  expect_identical(shapes, list(shape(5, 2), shape(5, 2), shape(5, 3), shape(10), shape(5, 2)))
  expect_true(is_py_object(seen[[1]]))
  expect_identical(seen[[2]], 2L)
})
