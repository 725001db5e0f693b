skip_if_not(py_module_available("pandas"), "no pandas")
py_run_string("
import pandas as pd, numpy as np, datetime as dt
def floats():
    values = np.array([1.5, np.nan, 2, np.inf, -0.0])
    return pd.arrays.FloatingArray(values, np.array([False, False, True, False, False]))
")

moments <- function(x, zone) structure(x, class = c("POSIXct", "POSIXt"), tzone = zone)

test_that("extension arrays are vectors", {
  rows <- list(
    list("pd.array([1, None], dtype='Int8')", c(1L, NA)),
    list("pd.array([1, None], dtype='Int32')", c(1L, NA)),
    list("pd.array([-2**31, None], dtype='Int32')", c(-2^31, NA)),
    list("pd.array([1, None, 2**32 - 1], dtype='UInt32')", c(1, NA, 2^32 - 1)),
    list("pd.array([], dtype='Int64')", integer()),
    list("floats()", c(1.5, NaN, NA, Inf, 0)),
    list("pd.array([True, None], dtype='boolean')", c(TRUE, NA)),
    list("pd.array(['a', None], dtype='string')", c("a", NA)),
    list("pd.array(['a', None], dtype=pd.StringDtype('python'))", c("a", NA)),
    list("pd.Series([1.5]).array", 1.5),
    list("pd.Series(['a'], dtype=object).array", "a"),
    list("pd.array(np.array(['2024-01-31T12'], dtype='M8[s]'))", moments(1706702400, "UTC")),
    list("pd.array([pd.Timestamp(0, tz='Asia/Tokyo')])", moments(0, "Asia/Tokyo")),
    list("pd.to_timedelta(['1 day', None]).array", as.difftime(c(86400, NA), units = "secs")),
    list("pd.arrays.SparseArray([0, 0, 5])", c(0L, 0L, 5L)),
    list("pd.arrays.IntervalArray.from_tuples([(0, 1), (1, 2)])", c("(0, 1]", "(1, 2]")),
    list("pd.Categorical(['b', 'a'])", factor(c("b", "a")))
  )
  for (row in rows) {
    expect_gives(row[[1]], row[[2]])
    expect_gives(sprintf("pd.Series(%s)", row[[1]]), row[[2]])
  }
})

test_that("missing values among objects are NA of their type, however marked", {
  py_run_string("from decimal import Decimal; import uuid, pathlib")
  values <- list(
    "True" = TRUE, "np.True_" = TRUE, "1" = 1L, "np.int64(1)" = 1L, "np.uint8(1)" = 1L,
    "np.float32(1.5)" = 1.5, "1j" = 1i, "np.complex64(1j)" = 1i, "'a'" = "a", "np.str_('a')" = "a",
    "Decimal('1.5')" = 1.5, "dt.date(2024, 1, 31)" = as.Date("2024-01-31"),
    "dt.datetime(2024, 1, 31, tzinfo=dt.timezone.utc)" = moments(1706659200, "UTC"),
    "pd.Timestamp(0, tz='Asia/Tokyo')" = moments(0, "Asia/Tokyo"),
    "dt.timedelta(seconds=90)" = as.difftime(90, units = "secs"),
    "pd.Timedelta('90s')" = as.difftime(90, units = "secs"),
    "dt.time(0, 1)" = as.difftime(60, units = "secs"),
    "pd.Period('2024-01')" = as.Date("2024-01-01"), "pathlib.PurePosixPath('a')" = "a"
  )
  for (code in names(values)) {
    for (mark in c("None", "pd.NA", "pd.NaT", "np.nan")) {
      value <- values[[code]][c(1L, NA)]
      if (is.double(value) && !is.object(value) && mark == "np.nan" && code != "Decimal('1.5')") {
        value[[2]] <- NaN
      }
      items <- sprintf("[%s, %s], dtype=object", code, mark)
      expect_gives(sprintf("pd.Series(%s)", items), value)
      expect_gives(sprintf("np.array(%s)", items), structure(value, dim = 2L))
    }
  }
  expect_gives("pd.Series([np.int64(1), 'a', np.nan], dtype=object)", list(1L, "a", NaN))
  expect_gives("pd.Series([b'a', pd.NA], dtype=object)", list(as.raw(0x61), NULL))
})

test_that("-0 and the kinds of missing numbers are told apart", {
  expect_identical(1 / py_eval("floats()")[[5]], -Inf)
  x <- py_eval("floats()")
  expect_identical(is.nan(x), c(FALSE, TRUE, FALSE, FALSE, FALSE))
})

test_that("a period is its first day, or its first moment where it is shorter than a day", {
  rows <- list(
    list("'2024-01', periods=2, freq='M'", as.Date(c("2024-01-01", "2024-02-01"))),
    list("'2024-01', periods=2, freq='2Q'", as.Date(c("2024-01-01", "2024-07-01"))),
    list("'2024', periods=1, freq='Y'", as.Date("2024-01-01")),
    list("'2024-01-03', periods=1, freq='W'", as.Date("2024-01-01")),
    list("'2024-01-03', periods=2, freq='3D'", as.Date(c("2024-01-03", "2024-01-06"))),
    list("'2024-01-31 12:00', periods=2, freq='h'", moments(c(1706702400, 1706706000), "UTC")),
    list("'2024-01-31', periods=1, freq='min'", moments(1706659200, "UTC"))
  )
  for (row in rows) expect_gives(sprintf("pd.Series(pd.period_range(%s))", row[[1]]), row[[2]])
  missing <- "pd.Series(pd.PeriodIndex(['2024-01', None], freq='M'))"
  expect_gives(missing, as.Date(c("2024-01-01", NA)))
})

test_that("intervals are their text, as the levels of a cut are", {
  intervals <- "pd.Series(pd.IntervalIndex.from_tuples([(0.5, 1), None]))"
  expect_gives(intervals, c("(0.5, 1.0]", NA))
  expect_gives(
    "pd.cut(pd.Series([1, 5, 9]), [0, 2, 6])",
    factor(c("(0, 2]", "(2, 6]", NA), c("(0, 2]", "(2, 6]"), ordered = TRUE)
  )
})

test_that("a number that R cannot hold is named with its column and its row", {
  expect_no_value(
    "pd.DataFrame({'a': [1, 2], 'u': pd.Series([1, 2**64 - 1], dtype='uint64')})",
    "Column 2 (\"u\")", "Element 2", "18446744073709551615", "py_str()"
  )
  expect_no_value("pd.Series([None, 1, 2**64 - 1], dtype='UInt64')", "Element 3")
  expect_no_value("pd.Series([2**53 + 1, -2**63])", "Element 2", "-9223372036854775808")
  expect_no_value("pd.Series([2**53 + 1, None, -2**63], dtype='Int64')", "Element 3")
})

test_that("what is no column stays a handle", {
  for (code in c("pd.DataFrame({'a': [1]}).groupby('a')", "pd.Series([1]).rolling(1)")) {
    expect_true(is_py_object(py_eval(code)), label = code)
  }
})

test_that("methods of the user's own convert the objects of a column, and columns of a class", {
  py_run_string("
class Money:
    def __init__(self, n): self.n = n
wallet = pd.DataFrame({'m': [Money(1), Money(2), None]})
")
  local_method("py_to_r.__main__.Money", function(x) paste0(py_to_r(x$n), " EUR"))
  expect_identical(py_eval("wallet")$m, list("1 EUR", "2 EUR", NULL))

  local_method("r_to_py.euros", function(x, convert = FALSE) r_to_py(unclass(x) * 100))
  x <- data.frame(a = 1:2)
  x$e <- structure(c(1.5, 2), class = "euros")
  expect_identical(py_to_r(r_to_py(x)), data.frame(a = 1:2, e = c(150, 200)))
})
