py_run_string("import datetime as dt, zoneinfo")

test_that("Dates cross", {
  expect_crosses(as.Date("2024-01-31"), "datetime.date(2024, 1, 31)")
  expect_crosses(as.Date("1969-12-31"), "datetime.date(1969, 12, 31)")
  expect_crosses(as.Date("0001-01-01"), "datetime.date(1, 1, 1)")
  expect_crosses(as.Date("9999-12-31"), "datetime.date(9999, 12, 31)")
  expect_crosses(
    structure(19753L, class = "Date"), "datetime.date(2024, 1, 31)", as.Date("2024-01-31")
  )
  expect_identical(py_repr(r_to_py(structure(-0.5, class = "Date"))), "datetime.date(1969, 12, 31)")
  expect_identical(
    py_repr(r_to_py(as.Date(c("2024-01-31", NA)))), "[datetime.date(2024, 1, 31), None]"
  )
})

test_that("POSIXct crosses with its zone", {
  utc <- as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  expect_crosses(utc, "datetime.datetime(2024, 1, 31, 12, 0, tzinfo=datetime.timezone.utc)")
  berlin <- as.POSIXct("2024-07-31 12:00:00", tz = "Europe/Berlin")
  expect_crosses(
    berlin, "datetime.datetime(2024, 7, 31, 12, 0, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))"
  )
  expect_identical(py_to_r(r_to_py(berlin)$utcoffset()), as.difftime(7200, units = "secs"))
  expect_crosses(
    utc + 0.25, "datetime.datetime(2024, 1, 31, 12, 0, 0, 250000, tzinfo=datetime.timezone.utc)"
  )
  expect_crosses(
    utc - 86400 * 365 * 100, "datetime.datetime(1924, 2, 25, 12, 0, tzinfo=datetime.timezone.utc)"
  )
})

test_that("a moment without a zone is the same moment", {
  withr::local_timezone("America/New_York")
  moment <- as.POSIXct("2024-01-31 12:00:00")
  object <- r_to_py(moment)
  expect_identical(py_to_r(object$timestamp()), as.double(moment))
  expect_identical(as.double(py_to_r(object)), as.double(moment))
})

test_that("difftimes cross as the same length of time", {
  rows <- list(
    list(as.difftime(90, units = "mins"), "datetime.timedelta(seconds=5400)", 5400),
    list(as.difftime(1.5, units = "days"), "datetime.timedelta(days=1, seconds=43200)", 129600),
    list(as.difftime(2, units = "weeks"), "datetime.timedelta(days=14)", 1209600),
    list(as.difftime(-1, units = "secs"), "datetime.timedelta(days=-1, seconds=86399)", -1),
    list(as.difftime(0.5, units = "secs"), "datetime.timedelta(microseconds=500000)", 0.5),
    list(as.difftime(1L, units = "hours"), "datetime.timedelta(seconds=3600)", 3600)
  )
  for (row in rows) {
    expect_crosses(row[[1]], row[[2]], as.difftime(row[[3]], units = "secs"))
  }
})

test_that("a missing time is None", {
  expect_crosses(as.Date(NA), "None", NULL)
  expect_crosses(as.POSIXct(NA), "None", NULL)
  expect_crosses(as.difftime(NA_real_, units = "secs"), "None", NULL)
  expect_crosses(structure(NA_integer_, class = "Date"), "None", NULL)
  moments <- as.POSIXct(c(0, NA), origin = "1970-01-01", tz = "UTC")
  expect_identical(
    py_repr(r_to_py(moments)),
    "[datetime.datetime(1970, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), None]"
  )
})

test_that("Python's times come as R's", {
  expect_gives("dt.date(2024, 1, 31)", as.Date("2024-01-31"))
  utc <- as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  expect_gives("dt.datetime(2024, 1, 31, 12, tzinfo=dt.timezone.utc)", utc)
  expect_gives("dt.datetime(2024, 1, 31, 12, 0, 0, 500000, dt.timezone.utc)", utc + 0.5)
  expect_gives(
    "dt.datetime(2024, 7, 31, 12, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))",
    as.POSIXct("2024-07-31 12:00:00", tz = "Europe/Berlin")
  )
  # A fixed offset has no name that R knows: the moment stays.
  offset <- py_eval("dt.datetime(2024, 1, 31, 12, tzinfo=dt.timezone(dt.timedelta(hours=2)))")
  expect_identical(as.double(offset), as.double(utc) - 7200)
  expect_gives("dt.timedelta(days=1, seconds=1)", as.difftime(86401, units = "secs"))
  expect_gives("dt.timedelta(microseconds=-1)", as.difftime(-1e-6, units = "secs"))
  expect_s3_class(py_eval("dt.time(12)"), "datetime.time")
})

test_that("a datetime without a zone is local time", {
  naive <- py_eval("dt.datetime(2024, 1, 31, 12)")
  expect_identical(as.double(naive), py_eval("dt.datetime(2024, 1, 31, 12).timestamp()"))
})

test_that("pandas's and NumPy's scalars come as R's", {
  py_run_string("import pandas as pd, numpy as np")
  expect_gives(
    "pd.Timestamp('2024-01-31', tz='Europe/Berlin')", as.POSIXct("2024-01-31", tz = "Europe/Berlin")
  )
  expect_gives("pd.Timedelta('1D')", as.difftime(86400, units = "secs"))
  expect_gives("np.datetime64('2024-01-31')", as.Date("2024-01-31"))
  expect_gives(
    "np.datetime64('2024-01-31T12:00:00')", as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  )
  expect_gives("np.timedelta64(90, 's')", as.difftime(90, units = "secs"))
  expect_true(is.na(py_eval("np.datetime64('NaT', 's')")))
  expect_true(is.na(py_eval("np.timedelta64('NaT', 's')")))
})

test_that("a broken-down time is the moment it shows", {
  moment <- as.POSIXct("2024-07-31 12:00:00", tz = "Europe/Berlin")
  object <- r_to_py(as.POSIXlt(moment))
  expect_s3_class(object, "datetime.datetime")
  expect_identical(py_to_r(object), moment)
})

test_that("a zone that is none is an error", {
  nowhere <- structure(0, class = c("POSIXct", "POSIXt"), tzone = "No/Where")
  expect_error(r_to_py(nowhere), "No/Where", class = "error")
})

test_that("years that Python's dates do not have are an error", {
  expect_error(r_to_py(structure(1e7, class = "Date")), class = "error")
  expect_error(r_to_py(structure(Inf, class = "Date")), class = "error")
})
