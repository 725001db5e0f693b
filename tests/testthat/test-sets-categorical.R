test_that("labels become rows with a one", {
  expect_identical(to_categorical(c(0, 2, 1)), diag(3)[c(1, 3, 2), ])
  expect_identical(to_categorical(0:1, 3), diag(3)[1:2, ])
  expect_identical(to_categorical(factor(c("b", "a"), c("a", "b", "c"))), diag(3)[2:1, ])
  expect_identical(to_categorical(matrix(0:1)), diag(2))
  expect_identical(dim(to_categorical(matrix(0:3, 2))), c(2L, 2L, 4L))
  expect_identical(to_categorical(matrix(0:3, 2))[2, 1, ], c(0, 1, 0, 0))
})

test_that("the result is Keras's", {
  labels <- matrix(c(0, 2, 1, 1, 0, 2), 2)
  expect_equal(to_categorical(labels), keras$utils$to_categorical(labels, 3L))
})

test_that("tensors give tensors, NumPy arrays arrays", {
  labels <- op_convert_to_tensor(c(0L, 2L, 1L))
  expect_true(op_is_tensor(to_categorical(labels)))
  expect_equal(as.array(to_categorical(labels)), diag(3)[c(1, 3, 2), ])
  expect_equal(as.array(to_categorical(op_cast(labels, "float32"), 4)), diag(4)[c(1, 3, 2), ])
  expect_equal(as.array(to_categorical(op_convert_to_tensor(matrix(0:1)))), diag(2))
  expect_identical(to_categorical(np_array(c(0L, 2L, 1L))), diag(3)[c(1, 3, 2), ])
  expect_identical(to_categorical(c(TRUE, FALSE)), diag(2)[2:1, ])
  input <- keras_input(shape = shape(), dtype = "int32")
  expect_identical(to_categorical(input, 3)$shape, list(NULL, 3L))
  expect_refused(to_categorical(input), "`num_classes` is missing")
  expect_refused(to_categorical(labels, 2), "at least 3")
})

test_that("what is not a label is an error", {
  expect_refused(to_categorical(c(0, 3), 3), "`num_classes` is 3.*at least 4")
  for (bad in list(c(0, NA), 0.5, -1, "a")) {
    expect_refused(to_categorical(bad), "^`x` (must contain labels|has 1 missing value)")
  }
})
