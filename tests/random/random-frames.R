# Random columns of pandas: the same values in any form that pandas has for them are the same R
# vector.

# A value in R and in Python, of each kind of column.
values_of <- function(kind) {
  moments <- c(0, 1711846800, 1.5e9, -1e9)
  switch(kind,
    logical = list(c(TRUE, FALSE), c("True", "False")),
    integer = list(c(0L, -7L, 2147483647L), c("0", "-7", "2147483647")),
    whole = list(c(1099511627776, -3e9), c("2**40", "-3 * 10**9")),
    double = list(c(0, 1.5, Inf, -1e300), c("0.0", "1.5", "math.inf", "-1e300")),
    complex = list(c(1 + 2i, 0i), c("1+2j", "0j")),
    decimal = list(c(1.5, -20), c("Decimal('1.5')", "Decimal('-20')")),
    character = list(c("a", "", "NA", "nan", "\u00e4\u4e2d"),
                     c("'a'", "''", "'NA'", "'nan'", "'\u00e4\u4e2d'")),
    Date = list(as.Date(c("2024-02-29", "1900-01-01", "2500-12-31")),
                c("date(2024, 2, 29)", "date(1900, 1, 1)", "date(2500, 12, 31)")),
    POSIXct = list(.POSIXct(moments, "UTC"), in_zone(moments, "")),
    zoned = list(.POSIXct(moments, "Asia/Kolkata"), in_zone(moments, "ZoneInfo('Asia/Kolkata')")),
    difftime = list(as.difftime(c(90, 0.25, -86400), units = "secs"),
                    sprintf("timedelta(seconds=%s)", c("90", "0.25", "-86400"))),
    factor = list(factor(c("u", "v", "w")), c("'u'", "'v'", "'w'")),
    raw = list(list(as.raw(0:1), raw(), as.raw(255)), c("b'\\0\\1'", "b''", "b'\\xff'"))
  )
}

in_zone <- function(moments, zone) {
  form <- if (nzchar(zone)) {
    paste0("datetime.fromtimestamp(%s, ", zone, ")")
  } else {
    "datetime.fromtimestamp(%s, timezone.utc).replace(tzinfo=None)"
  }
  sprintf(form, format(moments, scientific = FALSE, trim = TRUE))
}

# The forms of a column: its dtype, the missing value in it ("" if it has none), and what makes each
# item.
# `some`: at least one value must be present, or the form does not tell the kind.
forms_of <- function(kind) {
  form <- function(dtype, missing = "None", each = "%s", some = FALSE) {
    list(dtype = dtype, missing = missing, each = each, some = some)
  }
  objects <- lapply(c("None", "np.nan", "pd.NA"), form, dtype = "object", some = TRUE)
  not_a_time <- list(form("object", "pd.NaT", some = TRUE))
  arrow <- function(type) list(form(sprintf("pd.ArrowDtype(pa.%s)", type)))
  scalars <- function(class) {
    lapply(c("None", "np.nan"), form, dtype = "object", each = paste0("np.", class, "(%s)"),
           some = TRUE)
  }
  units <- c("s", "ms", "us", "ns")
  switch(kind,
    logical = c(objects, scalars("bool_"), arrow("bool_()"),
                list(form("'bool'", ""), form("'boolean'"))),
    integer = c(objects, scalars("int64"), scalars("int32"), arrow("int64()"), arrow("int32()"),
                list(form("'int64'", ""), form("'int32'", ""), form("'Int64'"), form("'Int32'"))),
    whole = c(objects, scalars("int64"), list(form("pd.ArrowDtype(pa.int64())", some = TRUE)),
              list(form("'int64'", "", some = TRUE), form("'Int64'", some = TRUE))),
    double = c(objects[c(1, 3)], scalars("float64")[1], arrow("float64()"),
               list(form("'float64'", ""), form("'Float64'"))),
    complex = c(objects, scalars("complex128"), list(form("'complex128'", ""))),
    decimal = c(objects, arrow("decimal128(12, 4)")),
    character = c(objects, scalars("str_"), arrow("string()"), arrow("large_string()"), list(
      # In pandas 2, 'str' is 'object'.
      form("'str'", some = TRUE), form("'string'"), form("'string[pyarrow]'"),
      form("'string[python]'")
    )),
    Date = c(objects, not_a_time, arrow("date32()")),
    POSIXct = c(lapply(sprintf("'datetime64[%s]'", units[-1]), form), list(form(
      "object", "pd.NaT", "pd.Timestamp(%s, tz='UTC')", some = TRUE
    )), arrow("timestamp('us')")),
    zoned = c(lapply(sprintf("'datetime64[%s, Asia/Kolkata]'", units), form), objects, not_a_time,
              arrow("timestamp('ns', tz='Asia/Kolkata')")),
    difftime = c(lapply(sprintf("'timedelta64[%s]'", units[-1]), form), objects, not_a_time,
                 list(form("object", "np.nan", "pd.Timedelta(%s)", some = TRUE)),
                 arrow("duration('us')")),
    factor = list(form("pd.CategoricalDtype(['u', 'v', 'w'])")),
    raw = c(list(form("object", some = TRUE)), arrow("binary()"))
  )
}

# What happens to a column: Python code, and the same in R.
ways <- list(
  list("%s", identity),
  list("%s.array", identity),
  list("%s.copy()", identity),
  list("%s.iloc[::-1].reset_index(drop=True)", rev),
  list("pd.concat([%1$s, %1$s], ignore_index=True)", function(x) c(x, x)),
  list("pd.DataFrame({'x': %s})['x']", identity),
  list("list({'x': %s}.values())[0]", identity),
  list("pd.DataFrame({'n': 1, 'x': %s}).set_index('n').reset_index()['x']", identity),
  list("pd.DataFrame({'x': %s}).set_index('x').index", identity),
  list("pd.DataFrame({'x': %s}).drop_duplicates(ignore_index=True)['x']",
       function(x) x[!duplicated(x)])
)

random_case <- function() {
  kind <- sample(c("logical", "integer", "whole", "double", "complex", "decimal", "character",
                   "Date", "POSIXct", "zoned", "difftime", "factor", "raw"), 1L)
  form <- sample(forms_of(kind), 1L)[[1]]
  n <- if (form$some) sample(1:5, 1L) else sample(0:5, 1L)
  at <- sample(length(values_of(kind)[[1]]), n, TRUE)
  if (nzchar(form$missing)) at[stats::runif(n) < 0.4] <- NA
  if (form$some && all(is.na(at))) at[[1]] <- 1L
  list(kind = kind, form = form, at = at, way = sample(ways, 1L)[[1]])
}

code_of <- function(case) {
  items <- sprintf(case$form$each, values_of(case$kind)[[2]][case$at])
  items[is.na(case$at)] <- case$form$missing
  series <- sprintf("pd.Series([%s], dtype=%s)", paste(items, collapse = ", "), case$form$dtype)
  sprintf(case$way[[1]], series)
}

wrong_in <- function(case) {
  expected <- case$way[[2]](values_of(case$kind)[[1]][case$at])
  found <- outcome({
    py_run_string(paste(
      "import math, numpy as np, pandas as pd, pyarrow as pa", "from decimal import Decimal",
      "from datetime import date, datetime, timedelta, timezone", "from zoneinfo import ZoneInfo",
      sep = "\n"
    ))
    py_to_r(py_eval(code_of(case), convert = FALSE))
  })
  if (inherits(found, "error")) return(conditionMessage(found))
  if (!identical(found, expected)) {
    sprintf("%s instead of %s", shown(found), shown(expected))
  }
}

smaller <- function(case) {
  shorter <- lapply(seq_along(case$at)[length(case$at) > 1L], function(i) {
    case$at <- case$at[-i]
    case
  })
  tells <- Filter(function(case) !case$form$some || !all(is.na(case$at)), shorter)
  if (identical(case$way, ways[[1]])) return(tells)
  case$way <- ways[[1]]
  c(list(case), tells)
}

function(seed) {
  list(case = random_case(), wrong = wrong_in, smaller = smaller, shown = code_of)
}
