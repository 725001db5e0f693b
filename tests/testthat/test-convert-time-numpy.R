# Times of NumPy and pandas.
py_run_string("import datetime as dt, numpy as np, pandas as pd, zoneinfo")

utc <- function(x) as.POSIXct(x, tz = "UTC")
arrayed <- function(x) structure(x, dim = length(x))

test_that("a datetime64 of days or longer is a Date, a shorter one POSIXct", {
  expect_gives("np.datetime64('2024-01-31')", as.Date("2024-01-31"))
  expect_gives("np.datetime64('2024-01-31T12:00:00')", utc("2024-01-31 12:00:00"))
  rows <- list(
    Y = as.Date("2024-01-01"), M = as.Date("2024-02-01"), W = as.Date("2024-02-29"),
    D = as.Date("2024-02-29"), h = utc("2024-02-29 17:00:00"), m = utc("2024-02-29 17:45:00"),
    s = utc("2024-02-29 17:45:59"), ms = .POSIXct(1709228759.123, "UTC"),
    us = .POSIXct(1709228759.123456, "UTC"), ns = .POSIXct(1709228759.123456789, "UTC")
  )
  for (unit in names(rows)) {
    expect_gives(
      sprintf("np.datetime64('2024-02-29T17:45:59.123456789').astype('M8[%s]')", unit), rows[[unit]]
    )
  }
  for (row in list(list("ps", 12), list("fs", 15), list("as", 18))) {
    expect_gives(sprintf("np.datetime64(3 * 10**%d, '%s')", row[[2]], row[[1]]), .POSIXct(3, "UTC"))
  }
  for (day in c(
    "1600-02-29", "1900-03-01", "1969-12-31", "2000-02-29", "2100-03-01", "0001-01-01"
  )) {
    month <- as.Date(sub("..$", "01", day))
    expect_gives(sprintf("np.datetime64('%s', 'D')", day), as.Date(day))
    expect_gives(sprintf("np.datetime64('%s', 'M')", day), month)
    expect_gives(sprintf("np.datetime64('%s', 'Y')", day), as.Date(sub("..-..$", "01-01", day)))
  }
})

test_that("steps of several units and counts beyond 64 bits of another do not wrap around", {
  expect_gives("np.array([1, -2], 'M8[25s]')", arrayed(.POSIXct(c(25, -50), "UTC")))
  expect_gives("np.array([1, 2], 'M8[10Y]')", arrayed(as.Date(c("1980-01-01", "1990-01-01"))))
  expect_gives("np.array([1], 'M8[3M]')", arrayed(as.Date("1970-04-01")))
  expect_gives("np.array([2], 'M8[2W]')", arrayed(as.Date("1970-01-29")))
  expect_gives("np.array([3], 'm8[2W]')", arrayed(as.difftime(6, units = "weeks")))
  expect_gives("np.array([3], 'm8[7ns]')", arrayed(as.difftime(21e-9, units = "secs")))
  far <- function(x) arrayed(structure(x, class = "Date"))
  expect_gives("np.array([400 * 2**50], 'M8[Y]')", far(146097 * 2^50))
  expect_gives("np.array([-(2**62)], 'M8[W]')", far(-7 * 2^62))
  expect_gives("np.array([2**62], 'M8[h]')", arrayed(.POSIXct(3600 * 2^62, "UTC")))
  expect_gives("np.array([2**62], 'm8[D]')", arrayed(as.difftime(2^62, units = "days")))
})

test_that("a timedelta64 is a difftime", {
  expect_gives("np.timedelta64(90, 's')", as.difftime(90, units = "secs"))
  expect_gives("np.timedelta64(2, 'h')", as.difftime(7200, units = "secs"))
  expect_gives("np.timedelta64(2, 'm')", as.difftime(120, units = "secs"))
  expect_gives("np.timedelta64(2, 'D')", as.difftime(2, units = "days"))
  expect_gives("np.timedelta64(2, 'W')", as.difftime(2, units = "weeks"))
  expect_gives("np.timedelta64(1, 'as')", as.difftime(1e-18, units = "secs"))
  expect_no_value("np.timedelta64(1, 'Y')", "\"Y\"", "no fixed length", "astype")
  expect_no_value("np.timedelta64(1, 'M')", "\"M\"")
  expect_no_value("np.timedelta64(1)", "\"generic\"")
  expect_no_value("np.array([1]).astype('M8')", "\"generic\"")
})

test_that("NaT is NA", {
  expect_gives("np.datetime64('NaT', 's')", .POSIXct(NA_real_, "UTC"))
  expect_gives("np.datetime64('NaT', 'Y')", structure(NA_real_, class = "Date"))
  expect_gives("np.datetime64('NaT')", .POSIXct(NA_real_, "UTC"))
  expect_gives("np.timedelta64('NaT', 's')", as.difftime(NA_real_, units = "secs"))
  expect_gives("np.timedelta64('NaT')", as.difftime(NA_real_, units = "secs"))
  expect_gives("pd.NaT", NA)
  expect_gives("pd.Period('NaT', 'D')", NA)
})

test_that("pandas's moments keep their nanoseconds and their zone", {
  expect_gives(
    "pd.Timestamp('2024-01-31', tz='Europe/Berlin')", as.POSIXct("2024-01-31", tz = "Europe/Berlin")
  )
  expect_gives("pd.Timestamp('2024-01-31')", utc("2024-01-31"))
  expect_gives("pd.Timestamp(1000000001)", .POSIXct(1.000000001, "UTC"))
  expect_gives("pd.Timestamp('0001-01-01').as_unit('s')", .POSIXct(-62135596800, "UTC"))
  expect_gives("pd.Timedelta('1D')", as.difftime(86400, units = "secs"))
  expect_gives("pd.Timedelta(-1, 'ns')", as.difftime(-1e-9, units = "secs"))
  expect_gives("[pd.Timestamp('2024-01-31'), pd.NaT]", list(utc("2024-01-31"), NA))
  expect_gives("[pd.Timedelta(1, 's'), None]", list(as.difftime(1, units = "secs"), NULL))
  expect_type(py_eval("[pd.Timestamp(0), pd.Timestamp(0, tz='UTC')]"), "list")
})

test_that("a period is the day on which it starts, or the moment", {
  expect_gives("pd.Period('2024-02', 'M')", as.Date("2024-02-01"))
  expect_gives("pd.Period('2024-02-29', 'D')", as.Date("2024-02-29"))
  expect_gives("pd.Period('2024-02-29', 'W')", as.Date("2024-02-26"))
  expect_gives("pd.Period('2024', 'Y')", as.Date("2024-01-01"))
  expect_gives("pd.Period('2024-02-29 17:00', 'h')", utc("2024-02-29 17:00:00"))
  expect_gives("pd.Period('2024-02-29 00:00', 'h')", utc("2024-02-29"))
  days <- as.Date(c("2024-01-01", "2024-04-01", NA))
  expect_gives("pd.Series(pd.PeriodIndex(['2024Q1', '2024Q2', 'NaT'], freq='Q'))", days)
})

test_that("columns of times come back as they were", {
  moment <- as.POSIXct("2024-03-31 12:00:00", tz = "Europe/Berlin")
  columns <- list(
    as.Date(c("2024-01-31", NA)), as.Date("2024-01-31"), moment + c(0, NA), .POSIXct(c(0, NA)),
    .POSIXct(c(1706702400.3333333, NA), tz = "UTC"), as.difftime(c(1.5, NA), units = "hours"),
    as.difftime(1, units = "days")
  )
  for (column in columns) {
    frame <- data.frame(x = column)
    expect_identical(py_to_r(r_to_py(frame)), frame)
    expect_false(py_to_r(r_to_py(frame)$x$dtype == "object"))
  }
})

test_that("R's times are pandas's, in UTC if they are no columns of a data frame", {
  dtype <- function(x) py_str(in_python("lambda x: pd.Series(x).dtype.kind")(x))
  moments <- utc(c("2024-01-31", "2024-07-31"))
  expect_identical(dtype(moments), "M")
  expect_identical(dtype(as.difftime(1:2, units = "days")), "m")
  expect_identical(py_eval("lambda x: pd.Series(x)")(moments), moments)
  hours <- py_eval("lambda x: pd.Series(x).dt.hour.tolist()")(moments)
  expect_identical(hours, as.POSIXlt(moments)$hour)
  expect_identical(
    py_eval("lambda x: pd.Timedelta(x)")(as.difftime(2, units = "hours")), as.difftime(
      7200, units = "secs"
    )
  )
  expect_identical(
    py_eval("lambda x: np.timedelta64(x)")(as.difftime(2, units = "hours")),
    as.difftime(7200, units = "secs")
  )
})
