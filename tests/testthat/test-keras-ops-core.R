numbers <- function(x) op_convert_to_array(x)

test_that("positions and blocks count from 1, in tensors too", {
  x <- matrix(as.double(1:9), 3)
  expect_identical(numbers(op_slice(x, c(2, 1), c(2, 2))), x[2:3, 1:2])
  second <- op_convert_to_tensor(2L)
  expect_identical(numbers(op_slice(x, list(second, 1), c(1, 3))), x[2, , drop = FALSE])
  expect_identical(numbers(op_slice(c(5, 6, 7), 2, 2)), array(c(6, 7)))
  expect_identical(numbers(op_slice_update(x, c(3, 3), matrix(0L))), replace(x, 9, 0))
  expect_error(op_slice(x, c(0, 1), c(1, 1)), "`start_indices` counts from 1",
               class = "rkeras_error_argument")
})

test_that("elements are addressed as by a matrix in `[`", {
  x <- matrix(as.double(1:6), 3)
  index <- rbind(c(1, 2), c(3, 1))
  expected <- x
  expected[index] <- c(10, 20)
  expect_identical(numbers(op_scatter_update(x, index, c(10, 20))), expected)
  expect_identical(numbers(op_scatter_update(x, 2, rbind(c(1, 1)), "add")), x + c(0, 1, 0))
  expect_identical(numbers(op_scatter(c(1, 4, 1), c(1, 2, 3), 4)), array(c(4, 0, 0, 2)))
  expect_identical(numbers(op_scatter(c(1, 3), rbind(c(1L, 2L), c(3L, 4L)), c(3, 2))),
                   rbind(1:2, 0L, 3:4))
})

test_that("arrays come back from tensors, as R's or NumPy's", {
  x <- op_convert_to_tensor(matrix(1:4, 2))
  expect_identical(op_convert_to_array(x), matrix(1:4, 2))
  expect_s3_class(op_convert_to_numpy(x), "numpy.ndarray")
  expect_identical(op_dtype(c(1, 2)), "float32")
  if (on_tensorflow()) expect_identical(op_dtype(matrix(1)), "float64")
})

if (on_tensorflow()) test_that("op_arange() counts in ints where they are asked for, up to any length", {
  expect_identical(as.array(op_arange(0, 3, dtype = "int32", include_end = FALSE)), array(0:2))
  n <- tf$constant(2L)
  expect_identical(as.array(op_arange(0, n, dtype = "int32", include_end = FALSE)), array(0:1))
  expect_error(op_arange(0.5, 3, dtype = "int32"), "`start`", class = "rkeras_error_argument")
})
