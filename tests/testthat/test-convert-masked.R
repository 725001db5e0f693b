py_run_string("import numpy as np, ml_dtypes")

test_that("what is masked is NA of the array's type", {
  masked <- function(values, value, type = NULL) {
    type <- if (is.null(type)) "" else sprintf(", dtype='%s'", type)
    expect_gives(sprintf("np.ma.array(%s, mask=[0, 1]%s)", values, type), value)
  }
  masked("[True, True]", array(c(TRUE, NA)))
  masked("[1, 2]", array(c(1L, NA)))
  for (type in c("i1", "i2", "i4", ">i4", "i8", "u1", "u2", "u4", "u8")) {
    masked("[1, 2]", array(c(1L, NA)), type)
  }
  for (type in c("f2", "f4", "f8", ">f8", "g")) {
    masked("[1.5, 2]", array(c(1.5, NA)), type)
  }
  masked("[1j, 2]", array(c(1i, NA_complex_)))
  masked("['a', 'b']", array(c("a", NA)))
  masked("[b'a', b'b']", array(c("a", NA)))
  masked("['a', 1]", array(c("a", NA)), "O")
  day <- structure(c(19753, NA), class = "Date", dim = 2L)
  expect_equal(py_eval("np.ma.array(['2024-01-31', 'NaT'], mask=[0, 1], dtype='M8[D]')"), day)
  masked("[2**53 + 1, 2]", {
    big <- bit64::as.integer64(c("9007199254740993", NA))
    dim(big) <- 2L
    big
  })
  moment <- py_eval("np.ma.array(['2024-01-31', '2024-01-31'], mask=[0, 1], dtype='M8[s]')")
  expect_identical(as.vector(unclass(moment)), c(1706659200, NA))
  span <- py_eval("np.ma.array([1, 2], mask=[0, 1], dtype='m8[s]')")
  expect_identical(as.vector(unclass(span)), c(1, NA))
  expect_gives("np.ma.array(np.array([1, 2], ml_dtypes.bfloat16), mask=[0, 1])", array(c(1, NA)))
})

test_that("a masked double is NA, an unmasked nan stays NaN", {
  x <- py_eval("np.ma.array([np.nan, np.nan, 1], mask=[0, 1, 0])")
  expect_identical(is.nan(x), array(c(TRUE, FALSE, FALSE)))
  expect_identical(is.na(x), array(c(TRUE, TRUE, FALSE)))
})

test_that("values under the mask do not decide about the type", {
  expect_gives("np.ma.array([1, -2**31], mask=[0, 1], dtype='i4')", array(c(1L, NA)))
  expect_gives("np.ma.array([1, -2**31], mask=[0, 1])", array(c(1L, NA)))
  expect_gives("np.ma.array([1, 2**63 - 1], mask=[0, 1])", array(c(1L, NA)))
  expect_gives("np.ma.array([1, 2**64 - 1], mask=[0, 1], dtype='u8')", array(c(1L, NA)))
  expect_gives("np.ma.array(['a', 'b\\0c'], mask=[0, 1])", array(c("a", NA)))
})

test_that("the shape is kept, in any layout and with any mask", {
  expect_gives(
    "np.ma.array([[1, 2, 3], [4, 5, 6]], mask=[[0, 0, 1], [1, 0, 0]])",
    rbind(c(1L, 2L, NA), c(NA, 5L, 6L))
  )
  expect_gives(
    "np.ma.array([[1, 2, 3], [4, 5, 6]], mask=[[0, 0, 1], [1, 0, 0]]).T[::-1]",
    rbind(c(NA, 6L), c(2L, 5L), c(1L, NA))
  )
  expect_gives("np.ma.array([1, 2])", array(1:2))
  expect_gives("np.ma.array([1, 2], mask=True)", array(c(NA_integer_, NA)))
  expect_gives("np.ma.array([1., 2.], mask=[0, 0])", array(c(1, 2)))
  expect_gives("np.ma.zeros((0, 2))", matrix(0, 0, 2))
  expect_gives("np.ma.array(1.5, mask=False)", 1.5)
  expect_gives("np.ma.array(1.5, mask=True)", NA_real_)
  expect_gives("np.ma.masked", NA)
  expect_gives("np.ma.array([1, 2], mask=[0, 1])[1]", NA)
  expect_gives("np.ma.masked_invalid([1, np.inf])", array(c(1, NA)))
})

test_that("masked records are a data frame with NA", {
  expect_gives(
    "np.ma.array([(1, 'a'), (2, 'b')], mask=[(0, 1), (1, 0)], dtype='i4,U1')",
    data.frame(f0 = c(1L, NA), f1 = c(NA, "b"))
  )
  expect_gives(
    "np.ma.array([(1, 'a'), (2, 'b')], mask=[(0, 1), (1, 0)], dtype='i4,U1')[0]",
    list(f0 = 1L, f1 = NA)
  )
})

test_that("a mask does not keep an array of its own from NumPy's side", {
  py_run_string("m = np.ma.array([1, 2, 3], mask=[0, 1, 0])")
  x <- py_eval("m")
  py_run_string("m[0] = 9; m.mask[2] = True")
  expect_identical(x, array(c(1L, NA, 3L)))
})
