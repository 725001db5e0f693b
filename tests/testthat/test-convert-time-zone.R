py_run_string("import datetime as dt, zoneinfo, copy, pickle")

test_that("a moment without a zone is local time in Python, and comes back without one", {
  for (tz in list(NULL, "")) {
    moment <- .POSIXct(1706702400.25, tz = tz)
    expect_identical(py_to_r(r_to_py(moment)), moment)
    expect_identical(
      py_eval("lambda x: x + dt.timedelta(1)")(moment), .POSIXct(1706788800.25, tz = tz)
    )
    expect_identical(
      py_eval("lambda x: (x + dt.timedelta(1)) - x")(moment), as.difftime(86400, units = "secs")
    )
    # A copy has the zone by its name.
    for (same in c("copy.deepcopy", "lambda x: pickle.loads(pickle.dumps(x))")) {
      expect_equal(as.double(py_eval(same)(moment)), as.double(moment))
    }
    expect_true(
      py_eval("lambda a, b: a == b and a < b + dt.timedelta(1)")(moment, as.POSIXct(
        moment, tz = "UTC"
      ))
    )
  }
})

test_that("of several zones the first counts", {
  moment <- .POSIXct(1706702400, tz = c("", "CET", "CEST"))
  expect_identical(py_to_r(r_to_py(moment)), .POSIXct(1706702400, tz = ""))
})

test_that("local time follows R's", {
  code <- "lambda x: [x.isoformat(), x.tzname(), repr(x.tzinfo)]"
  for (row in list(
    list(
      "America/New_York", "2024-07-31T08:00:00-04:00", "EDT",
      "zoneinfo.ZoneInfo(key='America/New_York')"
    ),
    list(
      "Asia/Kolkata", "2024-07-31T17:30:00+05:30", "IST", "zoneinfo.ZoneInfo(key='Asia/Kolkata')"
    ),
    list(
      ":Europe/London", "2024-07-31T13:00:00+01:00", "BST",
      "zoneinfo.ZoneInfo(key='Europe/London')"
    ),
    list(
      "EST5EDT,M3.2.0,M11.1.0", "2024-07-31T08:00:00-04:00", "EDT",
      "rkeras.zone.Local('EST5EDT,M3.2.0,M11.1.0')"
    ),
    list("UTC", "2024-07-31T12:00:00+00:00", "UTC", "zoneinfo.ZoneInfo(key='UTC')")
  )) {
    withr::local_envvar(TZ = row[[1]])
    moment <- .POSIXct(1722427200)
    shown <- py_eval(code)(moment)
    expect_identical(shown, c(row[[2]], row[[3]], row[[4]]))
    expect_identical(py_to_r(r_to_py(moment)), moment)
    # What Python calls naive.
    naive <- sub("[+-]..:..$", "", row[[2]])
    expect_identical(py_eval(sprintf("dt.datetime.fromisoformat('%s')", naive)), moment)
  }
})

test_that("a column of local times is one that pandas can show", {
  for (tz in c("Asia/Kolkata", "", "EST5EDT,M3.2.0,M11.1.0")) {
    withr::local_envvar(TZ = tz)
    frame <- data.frame(x = .POSIXct(c(1706702400, NA)))
    object <- r_to_py(frame)
    expect_match(py_str(object), "2024-01-31 1[27]:[03]0:00")
    expect_identical(py_to_r(object), frame)
  }
})

# In an R of its own, whose Python starts in that zone.
test_that("clocks that are put forward and back show each moment once", {
  rows <- list(
    c(tz = "America/New_York", from = "2024-03-10 05:00:00", to = "2024-11-03 04:00:00"),
    c(tz = "Europe/London", from = "2024-03-30 23:00:00", to = "2024-10-26 23:00:00"),
    c(tz = "Asia/Kolkata", from = "2024-03-10 05:00:00", to = "2024-11-03 04:00:00")
  )
  for (row in rows) {
    result <- in_new_session(function(row) {
      Sys.setenv(TZ = row[["tz"]])
      library(rkeras)
      start <- as.POSIXct(c(row[["from"]], row[["to"]]), tz = "UTC")
      moments <- .POSIXct(as.double(rep(start, each = 9)) + rep((0:8) * 1800, 2))
      single <- vapply(as.list(moments), function(x) identical(py_to_r(r_to_py(x)), x), NA)
      alone <- as.list(moments)
      joined <- function(code) do.call(c, py_eval(code)(alone))
      items <- joined("lambda x: list(x)")
      naive <- joined("lambda x: [y.replace(tzinfo=None) for y in x]")
      shown <- py_eval("lambda x: [str(y)[:19] for y in x]")(alone)
      own <- py_eval("lambda x: [y.timestamp() == y.replace(tzinfo=None).timestamp() for y in x]")
      list(
        single = all(single), items = identical(items, moments), naive = identical(naive, moments),
        shown = identical(shown, format(moments, "%Y-%m-%d %H:%M:%S")), own = all(own(alone))
      )
    }, row)
    expect_true(all(unlist(result$value)), label = paste(row[["tz"]], deparse(result$value)))
  }
})

test_that("Python's zones have a name in R, or are shown in UTC", {
  noon <- as.POSIXct("2024-07-31 12:00:00", tz = "UTC")
  hours <- function(x) sprintf("dt.timezone(dt.timedelta(hours=%s))", x)
  rows <- list(
    list("zoneinfo.ZoneInfo('Europe/Berlin')", "Europe/Berlin", 2),
    list("dt.timezone.utc", "UTC", 0),
    list("dt.timezone(dt.timedelta(0), 'Z')", "UTC", 0),
    list(hours(2), "Etc/GMT-2", 2), list(hours(-5), "Etc/GMT+5", -5), list(
      hours(14), "Etc/GMT-14", 14
    ),
    list(hours(-13), "UTC", -13), list(hours(5.5), "UTC", 5.5)
  )
  if (py_module_available("dateutil")) {
    py_run_string("import dateutil.tz")
    rows <- c(rows, list(
      list("dateutil.tz.gettz('Europe/Berlin')", "Europe/Berlin", 2),
      list("dateutil.tz.tzoffset(None, 7200)", "Etc/GMT-2", 2), list(
        "dateutil.tz.tzutc()", "UTC", 0
      )
    ))
  }
  for (row in rows) {
    expect_gives(
      sprintf("dt.datetime(2024, 7, 31, 12, tzinfo=%s)", row[[1]]),
      .POSIXct(as.double(noon) - row[[3]] * 3600, tz = row[[2]])
    )
  }
  # As pytz has it.
  py_run_string("
class Tokyo(dt.tzinfo):
    zone = 'Asia/Tokyo'
    def utcoffset(self, moment):
        return dt.timedelta(hours=9)
")
  expect_gives(
    "dt.datetime(2024, 7, 31, 21, tzinfo=Tokyo())", .POSIXct(as.double(noon), tz = "Asia/Tokyo")
  )
})

test_that("a zone that is none is an error that says what to do", {
  for (zone in c("No/Where", "Europe", "../UTC", "a\\b")) {
    nowhere <- .POSIXct(0, tz = zone)
    error <- expect_error(r_to_py(nowhere), class = "rkeras_error_convert")
    expect_match(conditionMessage(error), paste0("no time zone \"", zone, "\""), fixed = TRUE)
    expect_match(conditionMessage(error), "tzdata", fixed = TRUE)
    expect_error(r_to_py(data.frame(x = nowhere)), "no time zone", class = "rkeras_error_convert")
  }
})

test_that("where the system has no file of its zone, R tells its name", {
  zone <- import("rkeras.zone")
  withr::defer({
    zone$system <- "/etc/localtime"
    zone$local$cache_clear()
  })
  tell_time_zone("Linux", "Asia/Tokyo")
  expect_identical(zone$system, "/etc/localtime")
  tell_time_zone("Windows", NA_character_)
  expect_identical(zone$system, "/etc/localtime")
  tell_time_zone("Windows", "Asia/Tokyo")
  zone$local$cache_clear()
  expect_identical(py_str(zone$local(NULL, "")), "Asia/Tokyo")
})

test_that("a Python without time zones, as on Windows without tzdata, is no reason for UTC", {
  found <- in_new_session(function() {
    library(rkeras)
    # Neither files of the system nor the package that has them.
    py_run_string("
import sys, zoneinfo
sys.modules['tzdata'] = None
zoneinfo.reset_tzpath([])
")
    Sys.setenv(TZ = "Europe/Berlin")
    tryCatch(r_to_py(Sys.time()), error = conditionMessage)
  })
  expect_match(found$value, "no time zones here.*py_install\\('tzdata'\\)")
})
