py_run_string("import datetime as dt, zoneinfo")

# The result is converted from the items; it is not the vector that R sent.
from_items <- function(x) {
  py_to_r(in_python("lambda x: list(x)")(x))
}

test_that("Dates are converted both ways", {
  expect_crosses(as.Date("2024-01-31"), "datetime.date(2024, 1, 31)")
  expect_crosses(as.Date("1969-12-31"), "datetime.date(1969, 12, 31)")
  expect_crosses(as.Date("0001-01-01"), "datetime.date(1, 1, 1)")
  expect_crosses(as.Date("9999-12-31"), "datetime.date(9999, 12, 31)")
  expect_crosses(
    structure(19753L, class = "Date"), "datetime.date(2024, 1, 31)", as.Date("2024-01-31")
  )
  expect_crosses(
    structure(-0.5, class = "Date"), "datetime.date(1969, 12, 31)", as.Date("1969-12-31")
  )
  expect_crosses(structure(0.5, class = "Date"), "datetime.date(1970, 1, 1)", as.Date("1970-01-01"))
  expect_crosses(as.Date(c("2024-01-31", NA)), "[datetime.date(2024, 1, 31), None]")
})

test_that("vectors of times come back identical", {
  days <- as.Date("2024-01-31") + c(0, NA, 1e5)
  moments <- as.POSIXct("2024-03-31 12:00:00", tz = "Europe/Berlin") + c(-1e10, 0, 0.000001, NA)
  local <- as.POSIXct("2024-03-31 12:00:00") + c(0, 86400)
  rows <- list(
    days, moments, local, unclass(1:3), as.POSIXct(moments, tz = "GMT"),
    .POSIXct(c(0, 1)), .POSIXct(c(0, 1), tz = ""),
    as.difftime(c(1 / 3, NA, -5), units = "weeks"), as.difftime(c(1.5, 1e-7), units = "secs"),
    as.difftime(c(1, 2), units = "days"), structure(
      c(45, NA), units = "secs", class = c("hms", "difftime")
    )
  )
  for (x in rows) {
    expect_identical(py_to_r(r_to_py(x)), x)
  }
  remembered <- list(
    days[0], moments[0], as.difftime(double(), units = "mins"), as.Date(c(NA, NA)),
    stats::setNames(days, c("a", "b", "c")), structure(1:2, class = "Date"),
    .POSIXct(c(1 / 3, 2 / 3), tz = "UTC"), structure(moments, tzone = c("", "CET", "CEST"))
  )
  for (x in remembered) expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("POSIXct is converted with its zone", {
  utc <- as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  expect_crosses(utc, "datetime.datetime(2024, 1, 31, 12, 0, tzinfo=datetime.timezone.utc)")
  berlin <- as.POSIXct("2024-07-31 12:00:00", tz = "Europe/Berlin")
  expect_crosses(
    berlin, "datetime.datetime(2024, 7, 31, 12, 0, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))"
  )
  expect_crosses(
    as.POSIXct("2024-07-31 12:00:00", tz = "GMT"),
    "datetime.datetime(2024, 7, 31, 12, 0, tzinfo=zoneinfo.ZoneInfo(key='GMT'))"
  )
  expect_identical(py_to_r(r_to_py(berlin)$utcoffset()), as.difftime(7200, units = "secs"))
  expect_crosses(
    utc + 0.25, "datetime.datetime(2024, 1, 31, 12, 0, 0, 250000, tzinfo=datetime.timezone.utc)"
  )
  expect_crosses(
    utc - 86400 * 365 * 100, "datetime.datetime(1924, 2, 25, 12, 0, tzinfo=datetime.timezone.utc)"
  )
  first <- as.POSIXct(-62135596800, origin = "1970-01-01", tz = "UTC")
  expect_crosses(first, "datetime.datetime(1, 1, 1, 0, 0, tzinfo=datetime.timezone.utc)")
})

test_that("what is finer than a microsecond is rounded, a half to the even neighbour", {
  micros <- function(x) py_to_r(r_to_py(.POSIXct(x, tz = "UTC"))$microsecond)
  for (row in list(
    list(2^-20, 1L), list(1 / 3, 333333L), list(2 / 3, 666667L), list(0.5^7, 7812L)
  )) {
    expect_identical(micros(row[[1]]), row[[2]])
  }
  expect_identical(as.double(py_to_r(r_to_py(.POSIXct(-1 / 3, tz = "UTC")))), -0.333333)
  expect_identical(as.double(py_to_r(r_to_py(.POSIXct(0.9999999, tz = "UTC")))), 1)
})

test_that("difftimes keep their unit and their number", {
  rows <- list(
    list(as.difftime(90, units = "mins"), "rkeras.duration.Difftime(90.0, 'mins')", "1:30:00"),
    list(
      as.difftime(1 / 3, units = "weeks"), "rkeras.duration.Difftime(0.3333333333333333, 'weeks')",
      NULL
    ),
    list(
      as.difftime(2, units = "days"), "rkeras.duration.Difftime(2.0, 'days')", "2 days, 0:00:00"
    ),
    list(as.difftime(-1, units = "secs"), "datetime.timedelta(days=-1, seconds=86399)", NULL),
    list(
      as.difftime(0.5, units = "secs"), "datetime.timedelta(microseconds=500000)", "0:00:00.500000"
    ),
    list(as.difftime(1e-7, units = "secs"), "rkeras.duration.Difftime(1e-07, 'secs')", "0:00:00"),
    list(
      structure(45, units = "secs", class = c("hms", "difftime")),
      "rkeras.duration.Difftime(45.0, 'secs')", "0:00:45"
    )
  )
  for (row in rows) {
    expect_crosses(row[[1]], row[[2]])
    if (!is.null(row[[3]])) expect_identical(py_str(r_to_py(row[[1]])), row[[3]])
  }
  expect_crosses(
    as.difftime(1L, units = "hours"), "rkeras.duration.Difftime(1.0, 'hours')", as.difftime(
      1, units = "hours"
    )
  )
})

test_that("to Python a difftime is a timedelta", {
  x <- as.difftime(1 / 3, units = "weeks")
  expect_true(py_eval("lambda x: isinstance(x, dt.timedelta)")(x))
  expect_identical(py_eval("lambda x: type(x + x).__name__")(x), "timedelta")
  expect_identical(
    py_eval("lambda x: repr(dt.date(2024, 1, 31) + x)")(x), "datetime.date(2024, 2, 2)"
  )
  expect_identical(py_eval("lambda x: x == dt.timedelta(weeks=1) / 3")(x), TRUE)
  py_run_string("import copy, pickle")
  for (copy in c("copy.copy", "copy.deepcopy", "lambda x: pickle.loads(pickle.dumps(x))")) {
    expect_identical(py_eval(copy)(x), x)
  }
  mixed <- py_eval("lambda a, b: [a, b, None]")(x, as.difftime(1, units = "days"))
  expect_identical(mixed, list(x, as.difftime(1, units = "days"), NULL))
})

test_that("a missing time is None", {
  expect_crosses(as.Date(NA), "None", NULL)
  expect_crosses(as.POSIXct(NA), "None", NULL)
  expect_crosses(as.difftime(NA_real_, units = "secs"), "None", NULL)
  expect_crosses(structure(NA_integer_, class = "Date"), "None", NULL)
  moments <- as.POSIXct(c(0, NA), origin = "1970-01-01", tz = "UTC")
  expect_identical(py_eval("lambda x: x.tolist()[1]")(moments), NULL)
})

test_that("a vector of POSIXct is a datetime64 array that stores R's vector", {
  moments <- as.POSIXct(c("2024-07-01 12:00", NA), tz = "Asia/Tokyo")
  object <- r_to_py(moments)
  expect_s3_class(object, "numpy.ndarray")
  expect_identical(py_str(object$dtype), "datetime64[us]")
  expect_identical(py_to_r(object), moments)
  expect_identical(py_eval("lambda x: x")(structure(moments, note = "kept")),
                   structure(moments, note = "kept"))
  later <- py_eval("lambda x: x + __import__('numpy').timedelta64(1, 'h')")(moments)
  expect_equal(as.double(later), as.double(moments) + 3600)
  expect_identical(attr(later, "tzone"), "UTC")
  expect_identical(py_str(r_to_py(.POSIXct(c(0, 1e-8), "UTC"))$dtype), "datetime64[ns]")
  expect_s3_class(r_to_py(moments[0]), "numpy.ndarray")
  expect_s3_class(r_to_py(moments[1]), "datetime.datetime")
  series <- import("pandas", convert = FALSE)$Series(moments)
  expect_match(py_str(series$dtype), "^datetime64")
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
  expect_gives("dt.timedelta(days=1, seconds=1)", as.difftime(86401, units = "secs"))
  expect_gives("dt.timedelta(microseconds=-1)", as.difftime(-1e-6, units = "secs"))
  expect_gives("dt.time(12, 30, 1, 5)", as.difftime(45001.000005, units = "secs"))
  expect_gives("dt.time.min", as.difftime(0, units = "secs"))
  expect_s3_class(py_eval("dt.time(12, tzinfo=dt.timezone.utc)"), "datetime.time")
})

test_that("lists of times stay lists, as R's do", {
  day <- as.Date("2024-01-31")
  expect_gives("[dt.date(2024, 1, 31), None]", list(day, NULL))
  expect_gives("[dt.date(2024, 1, 31)]", list(day))
  expect_gives("{dt.date(2024, 1, 31)}", list(day))
  for (times in list(list(day, day + 1), list(.POSIXct(0.5), .POSIXct(1)), list(day, 1L))) {
    expect_identical(py_to_r(r_to_py(times)), times)
  }
  expect_gives("(dt.date(2024, 1, 31), dt.date(2024, 1, 31))", list(day, day))
  expect_gives("{'a': [dt.date(2024, 1, 31)] * 2}", list(a = list(day, day)))
  expect_gives("[dt.timedelta(1), None]", list(as.difftime(86400, units = "secs"), NULL))
  expect_gives("[dt.time(1), None]", list(as.difftime(3600, units = "secs"), NULL))
  utc <- "dt.datetime(2024, 1, 31, 12, tzinfo=dt.timezone.utc)"
  berlin <- "dt.datetime(2024, 1, 31, 12, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))"
  noon <- as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  expect_gives(sprintf("[None, %s]", utc), list(NULL, noon))
  expect_gives(
    sprintf("[%s, %s]", berlin, utc),
    list(.POSIXct(as.double(noon) - 3600, tz = "Europe/Berlin"), noon)
  )
})

test_that("times in an array or an R vector that Python changed are a vector", {
  day <- as.Date("2024-01-31")
  add <- py_eval("lambda x: x.append(x[0]) or x")
  expect_identical(add(c(day, NA)), c(day, NA, day))
  array <- "__import__('numpy').array([%s], dtype=object)"
  expect_gives(sprintf(array, "dt.date(2024, 1, 31), None"), structure(c(day, NA), dim = 2L))
  zones <- paste("dt.datetime(2024, 1, 31, 12, tzinfo=zoneinfo.ZoneInfo('Japan')),",
                 "dt.datetime(2024, 1, 31, 12, tzinfo=zoneinfo.ZoneInfo('CET'))")
  noon <- as.POSIXct("2024-01-31 12:00:00", tz = "UTC")
  expect_gives(sprintf(array, zones), structure(noon - c(9, 1) * 3600, dim = 2L))
})

test_that("what does not go together stays a list", {
  with_and_without <- py_eval(
    "[dt.datetime(2024, 1, 31), dt.datetime(2024, 1, 31, tzinfo=dt.timezone.utc)]"
  )
  expect_identical(lengths(lapply(with_and_without, attr, "tzone")), 0:1)
  expect_type(with_and_without, "list")
  expect_type(py_eval("[dt.date(2024, 1, 31), dt.datetime(2024, 1, 31)]"), "list")
  expect_type(py_eval("[dt.date(2024, 1, 31), 1]"), "list")
  expect_type(py_eval("[dt.time(1), dt.time(1, tzinfo=dt.timezone.utc)]"), "list")
})

test_that("a method of the user's is used for the items of a list too", {
  method <- function(x) "mine"
  assign("py_to_r.datetime.date", method, globalenv())
  withr::defer(rm("py_to_r.datetime.date", envir = globalenv()))
  expect_identical(py_eval("dt.date(2024, 1, 31)"), "mine")
  expect_identical(py_eval("[dt.date(2024, 1, 31)] * 2"), list("mine", "mine"))
})

test_that("a broken-down time is the moment it shows", {
  moment <- as.POSIXct("2024-07-31 12:00:00", tz = "Europe/Berlin")
  object <- r_to_py(as.POSIXlt(moment))
  expect_s3_class(object, "datetime.datetime")
  expect_identical(py_to_r(object), moment)
  expect_identical(py_to_r(r_to_py(as.POSIXlt(moment + 0:1))), moment + 0:1)
})

test_that("what Python's times do not reach is an error that tells the element", {
  rows <- list(
    list(structure(c(0, 1e7), class = "Date"), "Element 2 is 10000000 days", "year from 1 to 9999"),
    list(structure(Inf, class = "Date"), "Element 1 is Inf days", "as.numeric()"),
    list(as.Date("0001-01-01") - 1, "Element 1", "year"),
    list(as.Date("9999-12-31") + 1, "Element 1", "year"),
    list(structure(1e300, class = "Date"), "Element 1", "year"),
    list(.POSIXct(-Inf), "Element 1 is -Inf seconds", "year"),
    list(.POSIXct(c(NA, -Inf)), "Element 2 is a time that", "64 bits"),
    list(.POSIXct(-62135596801, tz = "UTC"), "-62135596801 seconds", "year"),
    list(.POSIXct(253402300800, tz = "UTC"), "253402300800 seconds", "year"),
    list(.POSIXct(253402300799, tz = "Asia/Tokyo"), "253402300799 seconds", "year"),
    list(as.difftime(Inf, units = "mins"), "Element 1 is Inf mins", "999999999 days"),
    list(as.difftime(1e10, units = "days"), "10000000000 days", "999999999 days")
  )
  for (row in rows) {
    error <- expect_error(r_to_py(row[[1]]), class = "rkeras_error_convert")
    for (text in row[-1]) expect_match(conditionMessage(error), text, fixed = TRUE)
  }
})
