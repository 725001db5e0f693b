skip_if_not(py_module_available("pyarrow"), "no pyarrow")
py_run_string("
import pyarrow as pa, pyarrow.compute as pc, numpy as np, datetime as dt
from decimal import Decimal
noon = dt.datetime(2024, 1, 31, 12)
")

moments <- function(x, zone) structure(x, class = c("POSIXct", "POSIXt"), tzone = zone)
seconds <- function(x) as.difftime(x, units = "secs")
leap <- as.Date(c("2024-01-31", NA))

test_that("arrays of every type are vectors", {
  rows <- list(
    list("[1, None], pa.int8()", c(1L, NA)),
    list("[1, None, 2**31], pa.uint32()", c(1, NA, 2^31)),
    list("[-2**31, None], pa.int32()", c(-2^31, NA)),
    list("[2**53 + 1, None]", bit64::as.integer64(c("9007199254740993", NA))),
    list("[1, 2**63], pa.uint64()", c(1, 2^63)),
    list("[1.5, None, float('nan'), float('inf')]", c(1.5, NA, NaN, Inf)),
    list("[1.5, None], pa.float32()", c(1.5, NA)),
    list("np.array([1.5], dtype='float16')", 1.5),
    list("[Decimal('1.25'), None]", c(1.25, NA)),
    list("[Decimal('1.25'), None], pa.decimal256(40, 2)", c(1.25, NA)),
    list("[True, None, False]", c(TRUE, NA, FALSE)),
    list("['a', None, '\u00e4', '']", c("a", NA, "\u00e4", "")),
    list("['a', None], pa.large_string()", c("a", NA)),
    list("['a', None], pa.string_view()", c("a", NA)),
    list("[b'a', None]", list(as.raw(97), NULL)),
    list("[b'a', None], pa.large_binary()", list(as.raw(97), NULL)),
    list("[b'ab'], pa.binary(2)", list(as.raw(97:98))),
    list("[dt.date(2024, 1, 31), None]", leap),
    list("[dt.date(2024, 1, 31), None], pa.date64()", leap),
    list("[dt.time(1, 2, 3), None], pa.time32('s')", seconds(c(3723, NA))),
    list("[dt.time(1, 2, 3, 500000), None], pa.time32('ms')", seconds(c(3723.5, NA))),
    list("[dt.time(1, 2, 3, 500000), None], pa.time64('us')", seconds(c(3723.5, NA))),
    list("[noon, None]", moments(c(1706702400, NA), "UTC")),
    list(
      "[noon, None], pa.timestamp('ns', 'Asia/Tokyo')", moments(c(1706702400, NA), "Asia/Tokyo")
    ),
    list("[noon, None], pa.timestamp('ns', '+02:00')", moments(c(1706702400, NA), "Etc/GMT-2")),
    list("[], pa.timestamp('s')", moments(double(), "UTC")),
    list("[dt.timedelta(1), None]", seconds(c(86400, NA))),
    list("[None, None]", c(NA, NA)),
    list("[[1, 2], None, [], [None]]", list(1:2, NULL, integer(), NA_integer_)),
    list("[['a'], []], pa.large_list(pa.string())", list("a", character())),
    list("[[1, 2], None, [3, 4]], pa.list_(pa.int64(), 2)", list(1:2, NULL, 3:4)),
    list("[[1, 2], None, []], pa.list_view(pa.int64())", list(1:2, NULL, integer())),
    list("[[[1], [2]], []]", list(list(1L, 2L), list())),
    list("[[dt.date(2024, 1, 31), None]]", list(leap)),
    list("[{'x': 1, 'y': [1]}, None]", list(list(x = 1L, y = 1L), NULL)),
    list("[{'x': None}, {'x': 2}]", list(list(x = NA_integer_), list(x = 2L))),
    list("[[('a', 1)], None], pa.map_(pa.string(), pa.int64())", list(list(list("a", 1L)), NULL)),
    list("[], pa.int64()", integer()),
    list("[], pa.string()", character()),
    list("[], pa.list_(pa.int64())", list())
  )
  for (row in rows) expect_gives(sprintf("pa.array(%s)", row[[1]]), row[[2]])
})

test_that("a dictionary of strings is a factor, any other the values that it encodes", {
  encoded <- "pa.array(['b', 'a', None, 'b']).dictionary_encode()"
  expect_gives(encoded, factor(c("b", "a", NA, "b"), c("b", "a")))
  expect_gives(paste0(encoded, "[2:]"), factor(c(NA, "b"), c("b", "a")))
  expect_gives(
    "pa.DictionaryArray.from_arrays(pa.array([1, 0]), pa.array(['x', 'y']), ordered=True)",
    factor(c("y", "x"), ordered = TRUE)
  )
  expect_gives(
    "pa.DictionaryArray.from_arrays(pa.array([0, 1, 2]), pa.array(['x', None, 'x']))",
    c("x", NA, "x")
  )
  expect_gives("pa.array([5, 6, None, 5]).dictionary_encode()", c(5L, 6L, NA, 5L))
  expect_gives("pc.run_end_encode(pa.array([1, 1, 2]))", c(1L, 1L, 2L))
  parts <- c("pa.array(['b', 'a']).dictionary_encode()", "pa.array(['c']).dictionary_encode()")
  expect_gives(
    sprintf("pa.chunked_array([%s])", paste(parts, collapse = ", ")),
    factor(c("b", "a", "c"), c("b", "a", "c"))
  )
})

test_that("parts and chunks give what belongs to them", {
  expect_gives("pa.array([1, 2, None, 4])[2:]", c(NA, 4L))
  expect_gives("pa.array([1, 2, 3])[1:2]", 2L)
  expect_gives("pa.array([True, None, False, True])[1:]", c(NA, FALSE, TRUE))
  expect_gives("pa.array(['a', 'b', None])[1:]", c("b", NA))
  expect_gives("pa.array([[1], None, [2, 3]])[1:]", list(NULL, 2:3))
  expect_gives("pa.array([{'x': 1}, None, {'x': 3}])[1:]", list(NULL, list(x = 3L)))
  expect_gives("pa.array([noon, None, noon])[1:]", moments(c(NA, 1706702400), "UTC"))
  expect_gives("pa.chunked_array([[1], [2, None], []])", c(1L, 2L, NA))
  expect_gives("pa.chunked_array([['a'], [], ['b', None]])", c("a", "b", NA))
  expect_gives("pa.chunked_array([], pa.int64())", integer())
  expect_gives("pa.chunked_array([], pa.string())", character())
})

test_that("a scalar is its value", {
  rows <- list(
    list("1", 1L), list("'a'", "a"), list("1.5", 1.5), list("True", TRUE), list("None", NA),
    list("None, pa.int64()", NA_integer_), list("None, pa.string()", NA_character_),
    list("dt.date(2024, 1, 31)", leap[1]), list("noon", moments(1706702400, "UTC")),
    list("[1, 2]", 1:2), list("[]", logical()), list("{'x': 1}", list(x = 1L)),
    list("None, pa.list_(pa.int64())", NULL), list("b'a'", as.raw(97))
  )
  for (row in rows) expect_gives(sprintf("pa.scalar(%s)", row[[1]]), row[[2]])
})

test_that("tables and batches are data frames", {
  two <- data.frame(a = c(1L, NA), b = c("x", "y"))
  expect_gives("pa.table({'a': [1, None], 'b': ['x', 'y']})", two)
  expect_gives("pa.record_batch({'a': [1, None], 'b': ['x', 'y']})", two)
  expect_gives("pa.table({'a': [1, 2, 3]})[1:]", data.frame(a = 2:3))
  expect_gives("pa.table({})", data.frame())
  expect_gives("pa.table({'a': pa.array([], pa.string())})", data.frame(a = character()))
  same <- py_eval("pa.Table.from_arrays([pa.array([1]), pa.array(['x'])], ['a', 'a'])")
  expect_identical(as.list(same), list(a = 1L, a = "x"))
  nested <- py_eval("pa.table({'a': [[1, 2], None]})")
  expect_identical(nested$a, list(1:2, NULL))
})

test_that("what R has no type for is an error that says where it is", {
  expect_no_value("pa.array([1, 2**64 - 1], pa.uint64())", "Element 2", "18446744073709551615")
  expect_no_value("pa.array([None, 2**53 + 1, 2**64 - 1], pa.uint64())", "Element 3")
  expect_no_value(
    "pa.table({'a': [1], 'u': pa.array([2**64 - 1], pa.uint64())})", "Column 2 (\"u\")", "Element 1"
  )
  expect_no_value("pa.array([(1, 2, 3)], pa.month_day_nano_interval())", "month_day_nano_interval")
  expect_no_value("pa.array(['x', 'y\\0'])", "String 2", "character 2")
  expect_no_value("pa.table({'a\\0': [1]})", "NUL")
})

test_that("a table is converted where pandas is not installed", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import sys, pyarrow as pa
class NoPandas:
    def find_spec(self, name, path, target=None):
        if name == 'pandas': raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoPandas())
")
    list(
      py_eval("pa.table({'a': [1, None], 'b': ['x', 'y']})"),
      tryCatch(r_to_py(data.frame(a = 1)), error = function(e) class(e)[[1]])
    )
  })$value
  expect_identical(seen, list(data.frame(a = c(1L, NA), b = c("x", "y")), "rkeras_error_module"))
})

test_that("arrays whose parts do not fit each other are errors that say which column it is", {
  py_run_string("
import struct
def array(type, n, *buffers, **more):
  return pa.Array.from_buffers(type, n, [None] + [pa.py_buffer(b) for b in buffers], **more)
def column(array): return pa.Table.from_arrays([pa.nulls(len(array)), array], ['a', 'b'])
def index(i, values):
  return pa.DictionaryArray.from_arrays(pa.array([i], 'int32'), values, safe=False)
view = array(pa.string_view(), 1, struct.pack('=i4sii', 20, b'aaaa', 7, 0), bytes(30))
")
  # pyarrow makes no table of these.
  for (code in c("array(pa.int32(), 2, bytes(8), offset=-2)",
                 "pa.chunked_array([[1], array(pa.int64(), 1, bytes(8), offset=-1)])")) {
    expect_error(py_eval(code), "Arrow array is not valid", class = "rkeras_error_convert")
  }
  wrong <- c(
    "array(pa.int32(), 1, bytes(8), offset=-1)" = "not fit", "view" = "references buffer 7",
    "index(-2**31, ['a'])" = ": -2147483648", "index(-2**31, [1])" = ": -2147483648",
    "index(7, ['a', 'a'])" = ": 7 (",
    "array(pa.binary(), 2, struct.pack('3i', 0, 99, 1), b'a')" = "99",
    "array(pa.string(), 1, struct.pack('2i', 0, 2), bytes([255, 254]))" = "invalid start byte"
  )
  for (code in names(wrong)) {
    error <- expect_error(py_eval(sprintf("column(%s)", code)), class = "rkeras_error_convert")
    expect_match(error$message, "Column 2 (\"b\")", fixed = TRUE)
    expect_match(error$message, wrong[[code]], fixed = TRUE)
  }
  # A buffer may be longer than its numbers.
  expect_gives("array(pa.int64(), 1, bytes(9))", 0L)
  expect_identical(py_to_r(py_eval("array(pa.int64(), 0, bytes(0))", convert = FALSE)), integer())
})
