two <- as_tensor(matrix(0, 2, 3))$shape
open <- tf$TensorShape(list(NULL, 3L))
unknown <- tf$TensorShape(NULL)

test_that("shapes of TensorFlow are used as vectors are", {
  expect_output(print(two), "TensorShape([2, 3])", fixed = TRUE)
  expect_identical(format(two), "(2, 3)")
  expect_identical(length(two), 2L)
  expect_identical(length(tf$TensorShape(list())), 0L)
  expect_identical(as.integer(two), 2:3)
  expect_identical(as.double(two), c(2, 3))
  expect_identical(as.integer(open), c(NA, 3L))
  expect_identical(as.list(open), list(NULL, 3L))
  expect_identical(two[[1]], 2L)
  expect_null(open[[1]])
  expect_identical(as.integer(two[2]), 3L)
  expect_identical(as.integer(c(two, NA, 5)), c(2L, 3L, NA, 5L))
  expect_identical(prod(as.integer(two)), 6)
})

test_that("parts of them are set", {
  changed <- two
  changed[1] <- NA
  expect_identical(as.integer(changed), c(NA, 3L))
  changed[[2]] <- 7
  expect_identical(as.integer(changed), c(NA, 7L))
  expect_identical(as.integer(two), 2:3)
})

test_that("they are compared with shapes, vectors and each other", {
  expect_true(two == c(2, 3))
  expect_true(c(2, 3) == two)
  expect_true(two == shape(2, 3))
  expect_true(shape(2, 3) == two)
  expect_true(open == shape(NA, 3))
  expect_true(two != open)
  expect_true(two != c(2, 3, 4))
  expect_true(unknown == tf$TensorShape(NULL))
  expect_false(unknown == two)
  expect_refused(two + 1, "as.integer")
})

test_that("they are shapes, save where the number of axes is unknown", {
  expect_identical(shape(two), shape(2, 3))
  expect_identical(shape(open, 4), shape(NA, 3, 4))
  expect_identical(length(unknown), NA_integer_)
  expect_refused(as.integer(unknown), "The number of axes")
})

test_that("shapes become tensors, with -1 for what is unknown", {
  for (one in list(shape(NA, 3), open)) {
    made <- as_tensor(one)
    expect_identical(as.vector(made), c(-1L, 3L))
    expect_identical(made$dtype$name, "int32")
  }
  expect_identical(as_tensor(two, "int64")$dtype$name, "int64")
  expect_identical(length(as_tensor(shape())), 0L)
  expect_identical(dim(tf$reshape(tf$zeros(shape(8)), as_tensor(shape(NA, 4)))), c(2L, 4L))
  expect_refused(as_tensor(unknown), "The number of axes")
})

test_that("shapes are merged", {
  expect_identical(merge(shape(NA, 2), shape(1, NA)), shape(1, 2))
  expect_true(merge(open, shape(7, 3)) == shape(7, 3))
  expect_s3_class(merge(open, c(7, 3)), "tensorflow.python.framework.tensor_shape.TensorShape")
  expect_identical(merge(shape(NA, 2), c(1, 2)), shape(1, 2))
  expect_identical(merge(shape(NA, 2), tf$TensorShape(NULL)), shape(NA, 2))
  for (other in list(shape(1, 2), 2)) {
    expect_refused(merge(shape(2, 2), other), "shapes of different tensors")
  }
})

test_that("shape() has what TensorShape has, and makes one whose axes are not known", {
  expect_identical(shape(2, 3)$rank, 2L)
  expect_identical(shape(2, NA)$as_list(), c(2L, NA))
  expect_true(shape(2, 3)$is_fully_defined())
  expect_identical(shape(2, 3)$num_elements(), 6L)
  expect_identical(shape(dims = c(NA, 4)), shape(NA, 4))
  expect_identical(shape(dims = list(3L, 5L)), shape(3, 5))
  expect_identical(shape(dims = shape(3)), shape(3))
  expect_identical(length(shape(dims = NULL)), NA_integer_)
  expect_true(shape(dims = NULL) == unknown)
  expect_false(shape(dims = NULL) == shape(NULL))
})

skip_if_not(on_tensorflow())
withr::local_options(tensorflow.extract.style = "R")

test_that("ragged tensors have dimensions and parts", {
  x <- tf$ragged$constant(list(list(1, 2, 3), list(4), list(5, 6)))
  expect_identical(dim(x), c(3L, NA))
  expect_identical(length(x), 3L)
  expect_identical(as.vector(x[1]), c(1, 2, 3))
  expect_identical(as.vector(x[-1]), c(5, 6))
  expect_identical(as.vector(x[3, 2]), 6)
  expect_identical(as.list(x[2:3]), list(4, c(5, 6)))
  expect_identical(as.list(x[, 1:2]), list(c(1, 2), 4, c(5, 6)))
  expect_identical(as.list(x[c(3, 1)]), list(c(5, 6), c(1, 2, 3)))
  expect_identical(as.list(x[c(TRUE, FALSE, TRUE)]), list(c(1, 2, 3), c(5, 6)))
  expect_identical(as.vector(x[0, style = "python"]), c(1, 2, 3))
  expect_error(x[4], "axis 1 has length 3", class = "python.builtin.IndexError")
  expect_error(x[, c(1, 2)], "first axis", class = "python.builtin.IndexError")
  expect_identical(as.list(x + 1), list(c(2, 3, 4), 5, c(6, 7)))
})

test_that("sparse tensors have dimensions", {
  x <- tf$sparse$eye(2L, 3L)
  expect_identical(dim(x), 2:3)
  expect_identical(length(x), 6L)
  expect_identical(as.array(x * 2), cbind(diag(2, 2), 0))
})
