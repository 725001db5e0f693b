test_that("axes count from 1, and from the end with negative numbers", {
  expect_identical(as_axis(1), 0L)
  expect_identical(py_str(as_axis(c(2, -1))), "(1, -1)")
  expect_identical(py_str(as_axis(list(1, 3))), "(0, 2)")
  expect_null(as_axis(NULL))
  expect_refused(as_axis(0), "`axis` counts from 1")
  expect_identical(as_axes(2), list(1L))
  expect_identical(py_str(as_axes(c(2, -1))), "(1, -1)")
  expect_null(as_axes(NULL))
})

test_that("positions count from 1, and from the end with negative numbers", {
  expect_identical(as_index(3), 2L)
  expect_identical(as_index(rbind(c(1, -1), c(2, 4))), rbind(c(0L, -1L), c(1L, 3L)))
  expect_identical(as_index(list(1, 2)), list(0L, 1L))
  for (bad in list(0, c(1, 0), 1.5, NA, "a", TRUE)) {
    expect_refused(as_index(bad, "kth"), "`kth`")
  }
})

test_that("positions in a tensor count from 1; 0 is none that a tensor has", {
  shifted <- as_index(np_array(c(1L, 3L, -1L, 0L)))
  expect_identical(as.integer(shifted[1:2]), c(0L, 2L))
  expect_identical(as.integer(shifted[3]), -1L)
  expect_identical(as.character(shifted[4]), as.character(-2147483648))
  expect_error(as_index(np_array(1.5)), "positions must be integers")
})

test_that("one position is one", {
  expect_identical(as_py_index(2), 1L)
  expect_refused(as_py_index(c(1, 2)), "`index` must be one position")
})
