skip_if_not(py_module_available("pandas"), "no pandas")
py_run_string("import pandas as pd, numpy as np")

moments <- function(x, zone) structure(x, class = c("POSIXct", "POSIXt"), tzone = zone)

test_that("an index of any kind is a vector", {
  rows <- list(
    list("pd.Index([1, 2])", 1:2),
    list("pd.Index([1.5, float('nan')])", c(1.5, NaN)),
    list("pd.Index([True, False])", c(TRUE, FALSE)),
    list("pd.Index(['a', None])", c("a", NA)),
    list("pd.Index(['a'], name='id')", "a"),
    list("pd.Index([1, 'a'])", list(1L, "a")),
    list("pd.Index([1, None], dtype='Int64')", c(1L, NA)),
    list("pd.Index([])", character()),
    list("pd.RangeIndex(2, 4)", 2:3),
    list("pd.RangeIndex(4, 0, -2)", c(4L, 2L)),
    list("pd.CategoricalIndex(['b', 'a'])", factor(c("b", "a"))),
    list("pd.DatetimeIndex(['2024-01-31 12:00', None])", moments(c(1706702400, NA), "UTC")),
    list("pd.DatetimeIndex(['2024-01-31'], tz='Asia/Tokyo')", moments(1706626800, "Asia/Tokyo")),
    list("pd.TimedeltaIndex(['1 day'])", as.difftime(86400, units = "secs")),
    list("pd.PeriodIndex(['2024-01', None], freq='M')", as.Date(c("2024-01-01", NA))),
    list("pd.interval_range(0, 2)", c("(0, 1]", "(1, 2]")),
    list("pd.DataFrame({'a': [1], 'b': [2]}).columns", c("a", "b"))
  )
  for (row in rows) expect_identical(py_to_r(in_python(row[[1]])), row[[2]], label = row[[1]])
})

test_that("an index that Python returns is a Python object, with its methods", {
  frame <- in_python("pd.DataFrame({'a': [1], 'b': [2]})")
  frame <- r_to_py(frame, convert = TRUE)
  expect_identical(frame$columns$tolist(), c("a", "b"))
  expect_identical(frame$columns[1], "b")
  expect_identical(as.character(frame$columns), c("a", "b"))
  expect_identical(as.vector(frame$index), 0L)
  expect_identical(length(frame$columns), 2L)
  expect_identical(rev(frame$columns), c("b", "a"))
  expect_identical(py_eval("pd.Index([1, 2])")$max(), 2L)
  expect_identical(py_eval("{'a': pd.Index([1, 2])}"), list(a = 1:2))
})

test_that("an index of several levels is a data frame of them", {
  tuples <- "pd.MultiIndex.from_tuples([(1, 'x'), (3, 'y')]%s)"
  to_r <- function(names) py_to_r(in_python(sprintf(tuples, names)))
  expect_identical(to_r(", names=['n', 'c']"), data.frame(n = c(1L, 3L), c = c("x", "y")))
  expect_identical(to_r(""),
                   data.frame(`0` = c(1L, 3L), `1` = c("x", "y"), check.names = FALSE))
})

test_that("times as row names are shown as pandas shows them", {
  rows <- list(
    list("pd.to_datetime(['2024-01-31', '2024-02-01'])", c("2024-01-31", "2024-02-01")),
    list(
      "pd.to_datetime(['2024-01-31 12:00', '2024-02-01 00:00'])",
      c("2024-01-31 12:00:00", "2024-02-01 00:00:00")
    ),
    list(
      "pd.to_datetime(['2024-01-31', '2024-02-01']).tz_localize('Asia/Tokyo')",
      c("2024-01-31 00:00:00+09:00", "2024-02-01 00:00:00+09:00")
    ),
    list("pd.to_timedelta(['1 day', '2 days'])", c("1 days 00:00:00", "2 days 00:00:00")),
    list("pd.Index(['x', None])", c("x", "NA"))
  )
  for (row in rows) {
    x <- py_eval(sprintf("pd.DataFrame({'a': [1, 2]}, index=%s)", row[[1]]))
    expect_identical(attr(x, "row.names"), row[[2]], label = row[[1]])
  }
})

test_that("missing labels are missing names", {
  expect_gives("pd.Series([1, 2], index=['a', None])", structure(1:2, names = c("a", NA)))
  expect_identical(names(py_eval("pd.DataFrame([[1, 2]], columns=['a', None])")), c("a", NA))
})

test_that("the names of the levels of an index are values", {
  of <- "pd.MultiIndex.from_tuples([(1, 'a')], names=['n', 'c'])"
  expect_identical(py_eval(paste0(of, ".names")), c("n", "c"))
})
