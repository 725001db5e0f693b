py_run_string("import pandas as pd, numpy as np, datetime as dt")

# The names of the columns' pandas dtypes.
dtypes <- function(x) {
  object <- r_to_py(x)
  expect_match(class(object)[[1]], "^pandas.*DataFrame$")
  vapply(py_to_r(object$dtypes$astype("str")$tolist()), identity, "", USE.NAMES = FALSE)
}

expect_column <- function(column, dtype, back = column) {
  x <- data.frame(a = seq_along(column))
  x$b <- column
  expect_match(dtypes(x)[[2]], dtype)
  y <- py_to_r(r_to_py(x))
  expect_identical(y$b, back)
  expect_identical(y$a, x$a)
  expect_identical(dim(y), dim(x))
}

test_that("a column without missing values has a plain dtype and comes back", {
  expect_column(c(TRUE, FALSE), "^bool$")
  expect_column(1:2, "^int32$")
  expect_column(c(1.5, -2), "^float64$")
  expect_column(c(1i, 2), "^complex128$")
  expect_column(c("a", "\u00e4"), "^(str|object|string)$")
  expect_column(bit64::as.integer64(c("1", "9007199254740993")), "^int64$")
  expect_column(factor(c("b", "a")), "^category$")
  expect_column(factor(c("l", "h"), levels = c("l", "h"), ordered = TRUE), "^category$")
  expect_column(as.Date(c("2024-01-31", "1969-12-31")), "^datetime64\\[s\\]$")
  expect_column(list(1, "a"), "^object$")
  expect_column(list(1:2, NULL), "^object$")
  expect_column(as.raw(1:2), "^uint8$")
  expect_column(bit64::as.integer64(1:2), "^int64$")
  expect_column(list("a", "b"), "^object$")
  expect_column(list(NULL, NULL), "^object$")
})

test_that("a missing value in a column is NA of its type again, whatever the type", {
  expect_column(c(TRUE, NA, FALSE), "^boolean$")
  expect_column(c(1L, NA), "^Int32$")
  expect_column(c(1.5, NA), "^float64$")
  expect_column(c(1i, NA_complex_), "^complex128$")
  expect_column(c("a", NA), "^(str|object|string)$")
  expect_column(bit64::as.integer64(c("9007199254740993", NA)), "^Int64$")
  expect_column(factor(c("b", NA)), "^category$")
  expect_column(factor(c(NA, "h"), levels = c("l", "h"), ordered = TRUE), "^category$")
  expect_column(as.Date(c("2024-01-31", NA)), "^datetime64")
})

test_that("a column of nothing but missing values keeps its type", {
  expect_column(c(NA, NA), "^boolean$")
  expect_column(c(NA_integer_, NA), "^Int32$")
  expect_column(c(NA_real_, NA), "^float64$")
  expect_column(c(NA_character_, NA), "^(str|object|string)$")
  expect_column(factor(c(NA, NA), levels = "a"), "^category$")
  expect_column(as.Date(c(NA, NA)), "^datetime64")
})

test_that("all columns are nullable if the option is set", {
  withr::local_options(reticulate.pandas_use_nullable_dtypes = TRUE)
  expect_column(c(TRUE, FALSE), "^boolean$")
  expect_column(1:2, "^Int32$")
  expect_column(c(1.5, NaN), "^Float64$")
  expect_column(c("a", "\u00e4"), "^string$")
  expect_column(bit64::as.integer64(c("1", "9007199254740993")), "^Int64$")
  expect_column(c(1.5, NA), "^Float64$")
  expect_column(c("a", NA), "^string$")
  expect_column(c(TRUE, NA), "^boolean$")
  expect_column(factor(c("b", NA)), "^category$")
  expect_column(as.Date(c("2024-01-31", NA)), "^datetime64")
  expect_identical(dtypes(data.frame(a = character(), b = double())), c("string", "Float64"))
  missing <- r_to_py(data.frame(a = c(1, NA)))$isna()
  expect_identical(py_to_r(missing), data.frame(a = c(FALSE, TRUE)))
})

test_that("missing values are missing in pandas", {
  x <- data.frame(
    l = c(TRUE, NA), i = c(1L, NA), d = c(1, NA), c = c("a", NA), f = factor(c("a", NA)),
    t = as.Date(c("2024-01-31", NA)), p = as.POSIXct(c(0, NA), origin = "1970-01-01", tz = "UTC"),
    s = as.difftime(c(1, NA), units = "secs")
  )
  missing <- py_to_r(r_to_py(x)$isna()$sum()$tolist())
  expect_identical(missing, rep(1L, 8))
})

test_that("moments and lengths of time keep what a double holds of them", {
  moments <- c(1706702400.1234567, 1.7e9 + 1 / 3, -1.7e9 - 1 / 3, NA)
  expect_column(structure(moments, class = c("POSIXct", "POSIXt"), tzone = "UTC"), "ns, UTC")
  # Beyond the reach of nanoseconds.
  far <- structure(c(1e10, 0.25), class = c("POSIXct", "POSIXt"), tzone = "UTC")
  expect_column(far, "us, UTC")
  for (unit in c("secs", "mins", "hours", "days", "weeks")) {
    expect_column(as.difftime(c(1.5, NA, -2, 0), units = unit), "timedelta64")
  }
  expect_column(as.difftime(c(1 / 3, 2), units = "days"), "timedelta64")
  expect_column(as.difftime(1:2, units = "hours"), "timedelta64")
})

test_that("the unit of a difftime is that of its column, whatever else the frame has become", {
  seconds <- as.difftime(c(1, 2), units = "secs")
  x <- data.frame(h = as.difftime(c(1, 2), units = "hours"), s = seconds)
  object <- r_to_py(x)
  row <- list(as.difftime(7200, units = "secs"), as.difftime(2, units = "secs"))
  expect_identical(py_to_r(object$iloc[[1]]$tolist()), row)
  twice <- py_to_r(python_function_of("twice", "def twice(x): return x * 2", FALSE)(object))
  expect_identical(twice$h, as.difftime(c(2, 4), units = "hours"))
  other <- python_function_of("other", "def other(x): return x.assign(h=[1.5, 2.5])", FALSE)(object)
  expect_identical(py_to_r(other)$h, c(1.5, 2.5))
  expect_identical(py_to_r(other)$s, x$s)
})

test_that("moments keep their zone, lengths of time their length", {
  berlin <- as.POSIXct(c("2024-07-31 12:00:00", NA), tz = "Europe/Berlin")
  expect_column(berlin, "^datetime64\\[us, Europe/Berlin\\]$")
  utc <- as.POSIXct(c(-1.5, 1e10, 0.000001), origin = "1970-01-01", tz = "UTC")
  expect_column(utc, "^datetime64\\[us, UTC\\]$")
  local <- as.POSIXct("2024-01-31 12:00:00", tz = "")
  back <- py_to_r(r_to_py(data.frame(a = local)))$a
  expect_identical(as.double(back), as.double(local))
  span <- as.difftime(c(1.5, NA, -1), units = "hours")
  expect_column(span, "^timedelta64\\[us\\]$")
})

test_that("times that pandas cannot hold are an error that names the column, not another time", {
  times <- list(
    structure(Inf, class = "Date"), structure(1e15, class = c("POSIXct", "POSIXt")),
    structure(-Inf, class = c("POSIXct", "POSIXt"), tzone = "UTC"),
    as.difftime(1e14, units = "secs")
  )
  for (time in times) {
    x <- data.frame(n = 1)
    x$time <- time
    expect_error(r_to_py(x), "time", class = "rkeras_error_convert")
  }
  far <- data.frame(a = as.Date(c("9999-12-31", "0001-01-01")))
  expect_identical(py_to_r(r_to_py(far)), far)
})

test_that("pandas has nothing to warn of", {
  warned <- python_function_of("warned", "
def warned(f, x):
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        f(x)
    return [str(w.message) for w in seen]
", FALSE)
  x <- data.frame(
    c = c("a", NA), f = factor(c("a", NA)), i = c(1L, NA), l = c(TRUE, NA),
    t = as.Date(c("2024-01-31", NA)), p = as.POSIXct(c(0, NA), origin = "1970-01-01", tz = "UTC"),
    s = as.difftime(c(1, NA), units = "hours"), row.names = c("u", "v")
  )
  there <- function(...) r_to_py(x)
  back <- function(x) py_to_r(x)
  expect_length(py_to_r(warned(there, 1)), 0)
  expect_length(py_to_r(warned(back, r_to_py(x))), 0)
})

test_that("a Date in a frame of one row is a Date", {
  x <- data.frame(a = as.Date("2024-01-31"))
  expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("a broken-down time is a column as its moment is", {
  moments <- as.POSIXct(c("2024-01-31 12:00:00", "2024-02-01"), tz = "UTC", format = "%Y-%m-%d")
  x <- data.frame(a = 1:2)
  x$b <- as.POSIXlt(moments)
  expect_identical(py_to_r(r_to_py(x))$b, moments)
})

test_that("a column that is no column is an error that names it", {
  x <- data.frame(a = 1:2)
  x$m <- matrix(1:4, 2)
  expect_error(r_to_py(x), "Column 2 (\"m\")", fixed = TRUE, class = "rkeras_error_convert")
  x$m <- data.frame(b = 1:2)
  expect_error(r_to_py(x), "Column 2 (\"m\")", fixed = TRUE, class = "rkeras_error_convert")
  expect_no_value("pd.DataFrame({'a': [1], 'm': ['\\0']})", "Column 2 (\"m\")")
  x <- data.frame(a = c("b", "\xff"))
  Encoding(x$a) <- "bytes"
  expect_error(r_to_py(x), "Column 1 (\"a\")", fixed = TRUE, class = "rkeras_error_convert")
})

test_that("row names come back", {
  frames <- list(
    data.frame(a = 1:2),
    data.frame(a = 1:2, row.names = c("x", "y")),
    data.frame(a = 1:3)[2:3, , drop = FALSE],
    data.frame(a = 1:3)[3:1, , drop = FALSE],
    mtcars[1:3, ]
  )
  for (x in frames) {
    back <- py_to_r(r_to_py(x))
    expect_identical(back, x)
    expect_identical(.row_names_info(back), .row_names_info(x))
  }
  expect_identical(py_to_r(r_to_py(mtcars[1:2, ])$index$tolist()), rownames(mtcars)[1:2])
})

test_that("frames without rows or columns keep the rest", {
  x <- data.frame(
    l = logical(), i = integer(), d = double(), f = factor(character(), levels = "a"),
    t = as.Date(character())
  )
  expect_identical(py_to_r(r_to_py(x)), x)
  expect_identical(py_to_r(r_to_py(data.frame())), data.frame())
  expect_identical(py_to_r(r_to_py(data.frame(a = 1:3)[, FALSE])), data.frame(a = 1:3)[, FALSE])
  expect_identical(py_to_r(r_to_py(mtcars[1:2, FALSE])), mtcars[1:2, FALSE])
})

test_that("a character column without rows is a character column", {
  x <- data.frame(a = character())
  expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("column names are kept, whatever they are", {
  x <- data.frame(1, 2, 3)
  for (names in list(c("a", "a", "b"), c("a b", "", "\u00e4"), c("1", "size", "T"))) {
    names(x) <- names
    expect_identical(py_to_r(r_to_py(x)), x)
  }
})


test_that("a frame of many rows comes back whole", {
  set.seed(1)
  n <- 2e4
  x <- data.frame(
    i = sample(n), d = rnorm(n), c = sample(c("a", "b", NA), n, TRUE),
    l = sample(c(TRUE, FALSE, NA), n, TRUE), f = factor(sample(letters, n, TRUE)),
    t = as.Date("2024-01-01") + sample(n),
    p = as.POSIXct(runif(n) %/% 1e-3, origin = "1970-01-01", tz = "UTC")
  )
  expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("later changes on one side are not seen on the other", {
  x <- data.frame(a = c(1, 2), b = 1:2)
  object <- r_to_py(x)
  py_set_item(object, "a", 9)
  expect_identical(x, data.frame(a = c(1, 2), b = 1:2))
  x$b[[1]] <- 100L
  expect_identical(py_to_r(object$b$tolist()), 1:2)
  back <- py_to_r(object)
  py_set_item(object, "b", 0L)
  expect_identical(back$b, 1:2)
})

test_that("columns of every dtype of pandas come as vectors", {
  int64 <- bit64::as.integer64
  rows <- list(
    list("[1, 2]", 1:2),
    list("[1, None], dtype='Int64'", c(1L, NA)),
    list("[2**53 + 1, None], dtype='Int64'", int64(c("9007199254740993", NA))),
    list("[2**40, None], dtype='Int64'", c(2^40, NA)),
    list("[1, None], dtype='UInt8'", c(1L, NA)),
    list("[2**63, None], dtype='UInt64'", c(2^63, NA)),
    list("[1.5, None], dtype='Float64'", c(1.5, NA)),
    list("[1.5, None], dtype='Float32'", c(1.5, NA)),
    list("[1.5, None]", c(1.5, NaN)),
    list("[1.5], dtype='float16'", 1.5),
    list("[True, None], dtype='boolean'", c(TRUE, NA)),
    list("[True, False]", c(TRUE, FALSE)),
    list("[1j]", 1i),
    list("['a', None]", c("a", NA)),
    list("['a', None], dtype='object'", c("a", NA)),
    list("['a', float('nan')], dtype='object'", c("a", NA)),
    list("['a', None], dtype='string'", c("a", NA)),
    list("['a', None], dtype=pd.StringDtype('python')", c("a", NA)),
    list("[None, None], dtype='string'", c(NA_character_, NA)),
    list("[None, None], dtype='Int64'", c(NA_integer_, NA)),
    list("[None, None], dtype='boolean'", c(NA, NA)),
    list("[1, None], dtype='object'", c(1L, NA)),
    list("[1, 'a'], dtype='object'", list(1L, "a")),
    list("[True, None], dtype='object'", c(TRUE, NA)),
    list("[True, float('nan')], dtype='object'", c(TRUE, NA)),
    list("[1, float('nan'), 'a'], dtype='object'", list(1L, NaN, "a")),
    list("[None, None], dtype='object'", c(NA, NA)),
    list("[float('nan'), 1.5], dtype='object'", c(NaN, 1.5)),
    list("[dt.date(2024, 1, 31), None]", as.Date(c("2024-01-31", NA))),
    list("[dt.date(2024, 1, 31), float('nan')]", as.Date(c("2024-01-31", NA))),
    list("['a', 'b', 'a', 'a', None, 'b']", c("a", "b", "a", "a", NA, "b")),
    list("[-2**31, None], dtype='Int64'", c(-2^31, NA)),
    list("[-2**63, None], dtype='Int64'", c(-2^63, NA)),
    list("[0, 0, 5], dtype='Sparse[int]'", c(0L, 0L, 5L)),
    list("np.arange(6)[::2]", c(0L, 2L, 4L)),
    list("[1, 2], dtype='>i4'", 1:2),
    list("[[1, 2], None]", list(1:2, NULL)),
    list("['b', 'a', None], dtype='category'", factor(c("b", "a", NA))),
    list("[2, 1, None], dtype='category'", factor(c(2, 1, NA))),
    list("[], dtype='float64'", double()),
    list("[], dtype='int64'", integer()),
    list("[], dtype='bool'", logical())
  )
  for (row in rows) {
    expect_gives(sprintf("pd.Series(%s)", row[[1]]), row[[2]])
    frame <- py_eval(sprintf("pd.DataFrame({'a': pd.Series(%s)})", row[[1]]))
    expect_identical(frame$a, row[[2]], label = row[[1]])
    expect_s3_class(frame, "data.frame")
  }
  expect_no_value("pd.Series([2**64 - 1, 1], dtype='UInt64')", "18446744073709551615")
})

test_that("columns in Arrow's memory come as vectors", {
  skip_if_not(py_module_available("pyarrow"), "no pyarrow")
  py_run_string("import pyarrow as pa")
  types <- c("string", "large_string", "string_view")
  for (type in Filter(function(type) py_has_attr(import("pyarrow"), type), types)) {
    code <- "pd.DataFrame({'x': [1]}, index=pd.Index(['a'], dtype=pd.ArrowDtype(pa.%s())))"
    expect_identical(py_eval(sprintf(code, type)), data.frame(x = 1L, row.names = "a"))
  }
  int64 <- bit64::as.integer64
  noon <- as.POSIXct(c("2024-01-31 12:00:00", NA), tz = "UTC")
  berlin <- structure(as.POSIXct(c("2024-07-31 12:00", NA), tz = "Europe/Berlin"))
  rows <- list(
    list("[1, None]", "pa.int64()", c(1L, NA)),
    list("[2**53 + 1, None]", "pa.int64()", int64(c("9007199254740993", NA))),
    list("[1, None]", "pa.uint8()", c(1L, NA)),
    list("[1.5, None]", "pa.float64()", c(1.5, NA)),
    list("[1.5, None]", "pa.float32()", c(1.5, NA)),
    list("[True, None]", "pa.bool_()", c(TRUE, NA)),
    list("['a', None, '\u00e4', '', 'a']", "pa.string()", c("a", NA, "\u00e4", "", "a")),
    list("['a', None, '\u00e4', '', 'a']", "pa.large_string()", c("a", NA, "\u00e4", "", "a")),
    list("[]", "pa.string()", character()),
    list("[dt.datetime(2024, 1, 31, 12), None]", "pa.timestamp('us')", noon),
    list("[dt.datetime(2024, 1, 31, 12), None]", "pa.timestamp('ns')", noon),
    list("[dt.date(2024, 1, 31), None]", "pa.date32()", as.Date(c("2024-01-31", NA))),
    list("[]", "pa.date32()", structure(double(), class = "Date")),
    list("[dt.timedelta(1), None]", "pa.duration('ms')", as.difftime(c(86400, NA), units = "secs")),
    list("['b', None]", "pa.dictionary(pa.int8(), pa.string())", factor(c("b", NA))),
    list("[None, None]", "pa.null()", c(NA, NA)),
    list("[[1, 2], None]", "pa.list_(pa.int64())", list(1:2, NULL)),
    list("[{'x': 1}, None]", "pa.struct({'x': pa.int64()})", list(list(x = 1L), NULL))
  )
  for (row in rows) {
    expect_gives(sprintf("pd.Series(%s, dtype=pd.ArrowDtype(%s))", row[[1]], row[[2]]), row[[3]])
  }
  zoned <- "pd.Series(pd.to_datetime(['2024-07-31T10:00', None])).dt.tz_localize('UTC')"
  arrow <- "astype(pd.ArrowDtype(pa.timestamp('us', 'Europe/Berlin')))"
  expect_gives(paste(zoned, arrow, sep = "."), berlin)
  part <- c(`1` = "b", `2` = "c", `3` = NA)
  expect_gives("pd.Series(['a', 'b', 'c', None], dtype='string[pyarrow]')[1:]", part)
  parts <- "pd.concat([pd.Series(['a', 'b']), pd.Series([None, 'a'])], ignore_index=True)"
  expect_gives(parts, c("a", "b", NA, "a"))
  expect_no_value("pd.Series(['x', 'y\\0'], dtype='string[pyarrow]')", "String 2", "character 2")
})

test_that("empty columns of nullable types keep their type", {
  expect_gives("pd.Series([], dtype='string')", character())
  expect_gives("pd.Series([], dtype='Int64')", integer())
  expect_gives("pd.Series([], dtype='boolean')", logical())
  expect_gives("pd.Series([], dtype='Float64')", double())
})

test_that("columns of times come as times", {
  zoned <- "pd.to_datetime(pd.Series(['2024-07-31T12:00', None]))"
  expect_gives(zoned, as.POSIXct(c("2024-07-31 12:00:00", NA), tz = "UTC"))
  expect_gives(
    paste0(zoned, ".dt.tz_localize('Europe/Berlin')"),
    as.POSIXct(c("2024-07-31 12:00:00", NA), tz = "Europe/Berlin")
  )
  expect_gives(
    paste0(zoned, ".astype('datetime64[ns]').dt.tz_localize('UTC').dt.tz_convert('Asia/Tokyo')"),
    as.POSIXct(c("2024-07-31 21:00:00", NA), tz = "Asia/Tokyo")
  )
  expect_gives(
    "pd.to_timedelta(pd.Series(['1 day', None, '-1 hour']))",
    as.difftime(c(86400, NA, -3600), units = "secs")
  )
})

test_that("times in nanoseconds are the nearest that a double holds", {
  expect_gives(
    "pd.Series(pd.to_datetime(['2024-01-31 12:00:00.1234567', None]).as_unit('ns'))",
    structure(c(1706702400.1234567, NA), class = c("POSIXct", "POSIXt"), tzone = "UTC")
  )
  expect_gives(
    "pd.Series(pd.to_datetime(['1900-01-01 00:00:00.25']).as_unit('ns'))",
    structure(-2208988799.75, class = c("POSIXct", "POSIXt"), tzone = "UTC")
  )
  offset <- "pd.Series(pd.to_datetime(['2024-01-31 12:00'])).dt.tz_localize('+02:00')"
  expect_identical(as.double(py_eval(offset)), 1706702400 - 7200)
})

test_that("the index becomes row names where it is more than a count", {
  expect_identical(attr(py_eval("pd.DataFrame({'a': [1, 2]})"), "row.names"), 1:2)
  shifted <- py_eval("pd.DataFrame({'a': [1, 2, 3]})[1:]")
  expect_identical(rownames(shifted), c("1", "2"))
  expect_identical(shifted["2", "a"], 3L)
  expect_identical(
    rownames(py_eval("pd.DataFrame({'a': [1, 2]}, index=pd.RangeIndex(1, 3))")), c("1", "2")
  )
  expect_identical(rownames(py_eval("pd.DataFrame({'a': [1, 2]}, index=['x', 'y'])")), c("x", "y"))
  expect_identical(
    rownames(py_eval("pd.DataFrame({'a': [1, 2]}, index=[1.5, 2.5])")), c("1.5", "2.5")
  )
  multi <- py_eval(
    "pd.DataFrame({'a': [1, 2]}, index=pd.MultiIndex.from_tuples([(1, 'x'), (3, 'y')]))"
  )
  expect_identical(rownames(multi), c("1.x", "3.y"))
  dates <- py_eval("pd.DataFrame({'a': [1]}, index=pd.to_datetime(['2024-01-31']))")
  expect_match(rownames(dates), "^2024-01-31")
  # R's row names are present.
  missing <- py_eval("pd.DataFrame({'a': [1, 2]}, index=['x', None])")
  expect_false(anyNA(rownames(missing)))
  expect_identical(missing$a, 1:2)
})

test_that("labels of several levels are pasted, or shown as tuples where that is ambiguous", {
  py_run_string("
two = pd.DataFrame({'a': [1, 2], 'b': [3, 4]}).groupby('a').agg({'b': ['min', 'max']})
")
  expect_identical(py_eval("two"), data.frame(b.min = 3:4, b.max = 3:4, row.names = 1:2))
  expect_identical(py_eval("two.reset_index()"), data.frame(a = 1:2, b.min = 3:4, b.max = 3:4))
  columns <- "pd.MultiIndex.from_tuples([('a.b', 'c'), ('a', 'b.c')])"
  expect_named(
    py_eval(sprintf("pd.DataFrame([[1, 2]], columns=%s)", columns)),
    c("('a.b', 'c')", "('a', 'b.c')")
  )
})

test_that("labels of every kind are row names, or left out where R could not tell them apart", {
  rows <- list(
    list("[1, '1']", 1:2),
    list("[10**12, 1]", c("1000000000000", "1")),
    list("pd.Index([5, 6], dtype='int8')", 5:6),
    list("pd.Index([5, 6], dtype='Int64')", 5:6),
    list("pd.Index([0, 1], dtype='int16')", 1:2),
    list("pd.RangeIndex(4, 0, -2)", c(4L, 2L)),
    list("pd.RangeIndex(0, 4, 2)", c(0L, 2L)),
    list("[-2**31, 0]", c("-2147483648", "0")),
    list("[True, False]", c("True", "False")),
    list("pd.CategoricalIndex(['u', 'v'])", c("u", "v")),
    list("pd.period_range('2024-01', periods=2, freq='M')", c("2024-01", "2024-02")),
    list("pd.interval_range(0, 2)", c("(0, 1]", "(1, 2]"))
  )
  for (row in rows) {
    x <- suppressWarnings(
      py_eval(sprintf("pd.DataFrame({'a': [1, 2]}, index=%s)", row[[1]])),
      classes = "rkeras_warning_index"
    )
    expect_identical(attr(x, "row.names"), row[[2]], label = row[[1]])
    expect_identical(x$a, 1:2)
  }
})

test_that("pandas may write to a frame that came from R", {
  object <- r_to_py(data.frame(i = 1:2, d = c(1.5, 2), c = c("x", "y"), l = c(TRUE, FALSE)))
  write <- python_function_of("write", "
def write(x):
    x.loc[0, 'i'] = 9
    x.iloc[1, 1] = 7.0
    x.loc[1, 'c'] = 'zz'
    x.loc[0, 'l'] = False
    return x
")
  back <- data.frame(i = c(9L, 2L), d = c(1.5, 7), c = c("x", "zz"), l = c(FALSE, FALSE))
  expect_identical(write(object), back)
})

test_that("a frame of many columns comes back whole, and pandas does not find it in pieces", {
  x <- as.data.frame(matrix(c(0.5, 1.5), 2, 150))
  x$c <- c("a", NA)
  object <- r_to_py(x)
  expect_identical(py_to_r(object), x)
  warned <- python_function_of("warned", "
def warned(x):
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        x['new'] = 1
    return len(seen)
")
  expect_identical(warned(object), 0L)
})

test_that("strings that repeat, and more of them than are remembered, come back in their places", {
  set.seed(2)
  words <- paste0("w", seq_len(1e5))
  few <- c(letters, NA, "\u00e4")
  x <- data.frame(few = sample(few, 2e5, TRUE), many = sample(words, 2e5, TRUE))
  expect_identical(py_to_r(r_to_py(x)), x)
  expect_identical(py_to_r(r_to_py(x)$many$tolist()), x$many)
})

test_that("a series has its index as names", {
  expect_gives("pd.Series([1, 2], index=['a', 'b'])", c(a = 1L, b = 2L))
  expect_gives("pd.Series([1, 2], index=[3, 4])", c(`3` = 1L, `4` = 2L))
  expect_gives("pd.Series([1, 2], index=['a', 'a'])", c(a = 1L, a = 2L))
  expect_gives("pd.Series(['x', 'y'])", c("x", "y"))
  expect_gives("pd.Series([], dtype='int64', index=pd.Index([], dtype='object'))", integer())
})

test_that("an index with duplicates, which row names cannot have, is dropped with a warning", {
  for (index in c("['a', 'b', 'a']", "[1, 2, 1]", "pd.to_datetime(['2024-01-31'] * 3, utc=True)",
                  "pd.MultiIndex.from_tuples([('a', 1)] * 3)", "['a', None, None]")) {
    code <- sprintf("pd.DataFrame({'x': [1, 2, 3]}, index=%s)", index)
    expect_warning(x <- py_eval(code), "more than once", class = "rkeras_warning_index")
    attr(x, "pandas.index") <- NULL
    expect_identical(x, data.frame(x = 1:3))
  }
  expect_identical(
    py_eval("pd.DataFrame({'x': [1, 2]}, index=['a', 'a']).reset_index()"),
    data.frame(index = c("a", "a"), x = 1:2)
  )
})

test_that("an index that is more than row names goes back to Python, if the rows are the same", {
  for (index in c("pd.date_range('2024-01-30', periods=3, name='day')", "pd.Index([1.5, 2, 4])",
                  "pd.MultiIndex.from_tuples([('a', 1), ('a', 2), ('b', 1)], names=['k', 'i'])",
                  "pd.period_range('2024-01', periods=3, freq='M')",
                  "pd.CategoricalIndex(['u', 'v', 'w'])")) {
    frame <- py_eval(sprintf("pd.DataFrame({'x': [1, 2, 3]}, index=%s)", index), convert = FALSE)
    x <- py_to_r(frame)
    expect_s3_class(attr(x, "pandas.index"), "pandas.Index")
    x$y <- 4:6
    expect_true(py_to_r(r_to_py(x)$index$equals(frame$index)))
    expect_identical(py_str(r_to_py(x)$index), py_str(frame$index))
    # Rows in another order, or others.
    others <- structure(x[3:1, ], pandas.index = attr(x, "pandas.index"))
    expect_identical(py_to_r(r_to_py(others)$index$tolist()), rev(rownames(x)))
    file <- withr::local_tempfile()
    saveRDS(x, file)
    expect_identical(py_to_r(r_to_py(readRDS(file))$index$tolist()), rownames(x))
  }
  for (index in c("['a', 'b', 'c']", "[3, 1, 2]", "pd.RangeIndex(3)")) {
    x <- py_eval(sprintf("pd.DataFrame({'x': [1, 2, 3]}, index=%s)", index))
    expect_named(attributes(x), c("names", "row.names", "class"), ignore.order = TRUE)
  }
})

test_that("column labels that are no strings, or not unique, are kept as text", {
  expect_identical(
    names(py_eval("pd.DataFrame([[1, 2]], columns=[1, ('a', 'b')])")), c("1", "('a', 'b')")
  )
  expect_named(
    py_eval("pd.DataFrame([[1, 2]], columns=pd.to_datetime(['2024-01-30', '2024-01-31']))"),
    c("2024-01-30", "2024-01-31")
  )
  same <- py_eval("pd.DataFrame([[1, 2]], columns=['a', 'a'])")
  expect_identical(as.list(same), list(a = 1L, a = 2L))
})

test_that("a text that R cannot hold is an error", {
  expect_no_value("pd.DataFrame({'a': ['x', 'y\\0']})", "String 2", "character 2")
  expect_no_value("pd.DataFrame({'a\\0': [1]})", "NUL")
  expect_no_value("pd.DataFrame({'a': [1]}, index=['x\\0'])", "NUL")
  expect_no_value("pd.DataFrame([[1]], columns=pd.Index(['\\udc80'], dtype='object'))", "udc80")
})

test_that("frames without rows or columns come as such", {
  expect_identical(py_eval("pd.DataFrame()"), data.frame())
  expect_identical(dim(py_eval("pd.DataFrame(index=[0, 1, 2])")), c(3L, 0L))
  empty <- py_eval("pd.DataFrame({'a': pd.Series([], dtype='int64')})")
  expect_identical(empty, data.frame(a = integer()))
  text <- py_eval("pd.DataFrame({'a': pd.Series(['x'], dtype=object)}).iloc[:0]")
  expect_identical(text, data.frame(a = character()))
})

test_that("convert = FALSE leaves a frame in Python", {
  x <- in_python("pd.DataFrame({'a': [1, 2]})")
  expect_match(class(x)[[1]], "^pandas.*DataFrame$")
  expect_match(class(x$a)[[1]], "^pandas.*Series$")
  expect_identical(py_to_r(x), data.frame(a = 1:2))
})

test_that("without pandas a data frame is an error that says how to install it", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys; sys.modules['pandas'] = None")
    lapply(list(data.frame(a = 1), factor("a")), function(x) {
      tryCatch(r_to_py(x), error = function(e) list(class(e), conditionMessage(e)))
    })
  })$value
  for (error in seen) {
    expect_identical(error[[1]][[1]], "rkeras_error_module")
    expect_match(error[[2]], "py_install(\"pandas\")", fixed = TRUE)
  }
})
