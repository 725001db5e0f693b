test_that("whole numbers become integers and nothing is truncated", {
  expect_identical(as_integer(32), 32L)
  expect_identical(as_integer(32L), 32L)
  expect_identical(as_integer(c(3, 3)), c(3L, 3L))
  expect_identical(as_integer(list(3, 5)), list(3L, 5L))
  expect_null(as_integer(NULL))
  for (bad in list(3.7, NA, NA_integer_, "3", TRUE, Inf, 2^31, numeric())) {
    expect_refused(as_integer(bad, "units"), "`units` must be a whole number")
  }
  expect_error(as_integer(3.7, "units"), "not 3.7", fixed = TRUE)
})

test_that("whole numbers keep their shape; what is no R number is Python's to judge", {
  expect_identical(as_whole(rbind(c(1, 2), c(3, 4))), rbind(1:2, 3:4))
  expect_identical(as_whole(5), 5L)
  expect_identical(as_whole(TRUE), TRUE)
  expect_refused(as_whole(c(1, 2.5), "y"), "`y` must be whole numbers")
})

test_that("borders are a number, a pair, or a pair for each axis", {
  expect_identical(as_pad_width(1), 1L)
  expect_identical(as_pad_width(list(c(1, 0), c(0, 2))), list(c(1L, 0L), c(0L, 2L)))
  expect_identical(as_pad_width(rbind(c(1, 0), c(0, 2))), list(c(1L, 0L), c(0L, 2L)))
})

test_that("TRUE and FALSE are levels of verbosity", {
  expect_identical(as_verbosity(TRUE), 1L)
  expect_identical(as_verbosity(2), 2L)
  expect_refused(as_verbosity(NA, "verbose"), "`verbose`")
})
