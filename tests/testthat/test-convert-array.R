py_run_string("import numpy as np, ml_dtypes")
int64 <- bit64::as.integer64
int64_array <- function(x, dim) {
  x <- int64(x)
  dim(x) <- dim
  x
}
np <- import("numpy", convert = FALSE)

test_that("matrices and arrays are NumPy arrays and come back", {
  expect_crosses(matrix(1:6, 2), "array([[1, 3, 5],\n       [2, 4, 6]], dtype=int32)")
  expect_crosses(matrix(c(1, 2.5), 1), "array([[1. , 2.5]])")
  expect_crosses(array(1:3), "array([1, 2, 3], dtype=int32)")
  expect_crosses(array(1), "array([1.])")
  expect_crosses(matrix(c(TRUE, FALSE), 1), "array([[ True, False]])")
  expect_crosses(matrix(c(1i, 2), 1), "array([[0.+1.j, 2.+0.j]])")
  expect_crosses(matrix(c("a", "bc"), 1), "array([['a', 'bc']], dtype=object)")
  expect_crosses(matrix(as.raw(1:2), 1), "array([[1, 2]], dtype=uint8)")
  expect_crosses(array(list(1, "a"), 2), "array([1.0, 'a'], dtype=object)")
  expect_crosses(
    int64_array(c("1", "9007199254740993"), c(1, 2)),
    "array([[               1, 9007199254740993]])"
  )
})

test_that("any number of dimensions keeps each element in its place", {
  for (dim in list(4, c(2, 3), c(2, 3, 4), c(2, 1, 3), c(2, 3, 2, 2), c(2, 1, 3, 2, 2))) {
    x <- array(seq_len(prod(dim)) / 8, dim)
    object <- r_to_py(x)
    expect_identical(py_to_r(object$shape), as.list(as.integer(dim)))
    expect_identical(py_to_r(object), x)
    last <- do.call(tuple, as.list(as.integer(dim) - 1L))
    expect_identical(py_to_r(py_get_item(object, last)), prod(dim) / 8)
  }
  x <- array(1:24, 2:4)
  expect_identical(py_to_r(py_get_item(r_to_py(x), tuple(1L, 0L, 2L))), x[2, 1, 3])
})

test_that("missing values are nan or None", {
  expect_crosses(matrix(c(1L, NA), 1), "array([[ 1., nan]])")
  expect_crosses(matrix(c(1, NA, NaN), 1), "array([[ 1., nan, nan]])")
  expect_crosses(matrix(c(TRUE, NA), 1), "array([[True, None]], dtype=object)")
  expect_crosses(matrix(c("a", NA), 1), "array([['a', None]], dtype=object)")
  expect_crosses(matrix(c(1i, NA_complex_), 1), "array([[ 0. +1.j, nan+nanj]])")
  expect_crosses(
    int64_array(c("9007199254740993", NA), 2), "array([9007199254740993, None], dtype=object)"
  )
})

test_that("arrays without elements keep type and shape", {
  expect_crosses(array(0L, c(0, 3)), "array([], shape=(0, 3), dtype=int32)")
  expect_crosses(array(0, c(2, 0, 3)), "array([], shape=(2, 0, 3), dtype=float64)")
  expect_crosses(array(0, 0), "array([], dtype=float64)")
  expect_crosses(matrix(NA, 0, 2), "array([], shape=(0, 2), dtype=bool)")
  expect_crosses(matrix(0i, 2, 0), "array([], shape=(2, 0), dtype=complex128)")
  expect_gives("np.zeros((0, 2), 'f4')", matrix(0, 0, 2))
  expect_gives("np.zeros(0, 'U3')", array("", 0))
  expect_gives("np.zeros((0, 2), 'i8')", matrix(0L, 0, 2))
  expect_gives("np.zeros((2, 0), '?')", matrix(NA, 2, 0))
})

test_that("an array without dimensions is a scalar", {
  expect_gives("np.array(5)", 5L)
  expect_gives("np.array(2.5, 'f4')", 2.5)
  expect_gives("np.array(True)", TRUE)
  expect_gives("np.array('a')", "a")
  expect_gives("np.array(1j)", 1i)
})

test_that("every number type of NumPy comes as the R type that holds it", {
  for (type in c("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")) {
    expect_gives(sprintf("np.array([[1, 2], [3, 100]], '%s')", type), rbind(1:2, c(3L, 100L)))
    expect_gives(sprintf("np.array([1, 2], '>%s')", type), array(1:2))
  }
  expect_gives("np.array([-128, 127], 'i1')", array(c(-128L, 127L)))
  expect_gives("np.array([-2**15, 2**15 - 1], 'i2')", array(c(-32768L, 32767L)))
  expect_gives("np.array([255], 'u1')", array(255L))
  expect_gives("np.array([65535], 'u2')", array(65535L))
  for (type in c("f2", "f4", "f8", "g")) {
    expect_gives(
      sprintf("np.array([1.5, np.nan, -np.inf], '%s')", type), array(c(1.5, NaN, -Inf))
    )
  }
  expect_gives("np.array([0.1], 'f8')", array(0.1))
  expect_gives("np.array([65504, 6e-8], 'f2')", array(c(65504, 2^-24)))
  expect_gives("np.array([0.1], 'f4')", array(13421773 / 2^27))
  for (type in c("F", "D", "G")) {
    expect_gives(sprintf("np.array([1 + 2j, 0.5], '%s')", type), array(c(1 + 2i, 0.5 + 0i)))
  }
  expect_gives("np.array([True, False])", array(c(TRUE, FALSE)))
})

test_that("every type comes right in every layout", {
  py_run_string("
def layouts(dtype):
    x = np.array([[1, 0, 1], [0, 1, 1]]).astype(dtype)
    wide = np.zeros((4, 6), dtype); wide[::2, ::2] = x
    shifted = np.empty(1 + x.nbytes, 'u1')[1:].view(x.dtype).reshape(x.shape); shifted[:] = x
    frozen = x.copy(); frozen.flags.writeable = False
    return [x, shifted, np.asfortranarray(x), wide[::2, ::2], x[::-1, ::-1][::-1, ::-1], frozen,
            x.T.copy().T]
")
  logical <- rbind(c(TRUE, FALSE, TRUE), c(FALSE, TRUE, TRUE))
  ml <- c(
    "bfloat16", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
    "float8_e5m2", "float8_e5m2fnuz", "float8_e3m4", "float6_e2m3fn", "float6_e3m2fn",
    "float4_e2m1fn", "int4", "uint4", "uint2"
  )
  ml <- Filter(function(type) py_eval(sprintf("hasattr(ml_dtypes, '%s')", type)), ml)
  types <- list(
    list(c("?"), logical),
    list(c("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"), logical + 0L),
    list(c("q", "Q", "l", "L", "p", "P"), logical + 0L),
    list(c(">i2", ">i4", ">i8", ">u2", ">u4", ">u8"), logical + 0L),
    list(c("f2", "f4", "f8", "g", ">f2", ">f4", ">f8", ">g"), logical + 0),
    list(c("F", "D", "G", ">c8", ">c16"), logical + 0i)
  )
  for (row in types) {
    for (type in row[[1]]) {
      for (x in py_eval(sprintf("layouts('%s')", type))) {
        expect_identical(x, row[[2]], label = type)
      }
    }
  }
  for (type in ml) {
    for (x in py_eval(sprintf("layouts(ml_dtypes.%s)", type))) {
      expect_equal(x, logical + 0, label = type)
    }
  }
  for (shape in c("(0,)", "(0, 3)", "(3, 0)", "(2, 0, 4)")) {
    for (type in c("?", "i4", "u8", "f2", "f8", "c16", "U1", "S1", "O", "M8[D]", ">i4")) {
      expect_identical(
        dim(py_eval(sprintf("np.zeros(%s, '%s')", shape, type))),
        as.integer(unlist(py_eval(paste0("list(", shape, ")"))))
      )
    }
  }
})

test_that("what NumPy reads from a file is right after the file is gone", {
  file <- withr::local_tempfile()
  py_run_string(sprintf("
m = np.memmap('%s', 'f8', 'w+', shape=(50, 100)); m[:] = np.arange(5000.).reshape(50, 100)
def take():
    global m
    x = m; m = None
    return x", file))
  x <- py_eval("take()")
  py_run_string("import gc; gc.collect()")
  unlink(file)
  expect_identical(x, matrix(0:4999 + 0, 50, byrow = TRUE))
})

test_that("scalars of NumPy are values", {
  expect_gives("np.bytes_(b'ab')", charToRaw("ab"))
  expect_gives("np.str_('ab')", "ab")
  expect_gives("np.bool_(True)", TRUE)
  expect_gives("np.int8(-3)", -3L)
  expect_gives("np.uint64(2**63)", 2^63)
  expect_gives("np.float16(1.5)", 1.5)
  expect_gives("np.complex64(1 + 2j)", 1 + 2i)
  expect_identical(is.na(py_eval("np.datetime64('NaT')")), TRUE)
  expect_identical(is.na(py_eval("np.timedelta64('NaT', 's')")), TRUE)
})

test_that("R's generics compute on arrays in Python", {
  x <- np_array(c(1, 4, NA))
  expect_identical(sqrt(x), c(1, 2, NA))
  expect_identical(max(x, na.rm = TRUE), 4)
  expect_identical(range(x, na.rm = TRUE), c(1, 4))
  expect_identical(sum(x, na.rm = TRUE), 5)
  expect_identical(mean(x, na.rm = TRUE), 2.5)
  expect_identical(is.na(x), c(FALSE, FALSE, TRUE))
  expect_identical(cumsum(np_array(1:3)), c(1L, 3L, 6L))
})

test_that("wide ints are exact: integer, else double, else integer64, else an error", {
  expect_gives("np.array([2**31 - 1, -2**31 + 1])", array(c(1L, -1L) * .Machine$integer.max))
  expect_gives("np.array([-2**31], 'i4')", array(-2^31))
  expect_gives("np.array([2**31, 1])", array(c(2^31, 1)))
  expect_gives("np.array([2**32 - 1], 'u4')", array(2^32 - 1))
  expect_gives("np.array([2**32 + 1, 2**40])", array(c(2^32 + 1, 2^40)))
  expect_gives("np.array([[2**53 + 1, 1]])", int64_array(c("9007199254740993", "1"), c(1L, 2L)))
  expect_gives("np.array([2**53 + 1], 'u8')", int64_array("9007199254740993", 1L))
  expect_gives("np.array([2**63 - 1])", int64_array("9223372036854775807", 1L))
  expect_gives("np.array([-2**63])", array(-2^63))
  expect_gives("np.array([2**63, 1], 'u8')", array(c(2^63, 1)))
  expect_no_value("np.array([1, 2**64 - 1], 'u8')", "18446744073709551615")
  expect_no_value("np.array([2**53 + 1, -2**63])", "-9223372036854775808")
  expect_no_value("np.array([2**63, 2**53 + 1], 'u8')", "R cannot represent the Python int")
  # Counted as R counts the elements.
  expect_no_value("np.array([[1, 2], [2**64 - 1, 4]], 'u8').T", "Element 3", "18446744073709551615")
})

test_that("the small floats and ints of ml_dtypes come as numbers", {
  types <- c("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "int4", "uint4")
  for (type in types) {
    expect_equal(
      py_eval(sprintf("np.array([[1, 2], [3, 4]], ml_dtypes.%s)", type)), rbind(1:2, 3:4)
    )
  }
  expect_gives("np.array([1.5, -0.25], ml_dtypes.bfloat16)", array(c(1.5, -0.25)))
  expect_identical(is.nan(py_eval("np.array([np.nan], ml_dtypes.bfloat16)")), array(TRUE))
  expect_equal(py_eval("ml_dtypes.bfloat16(1.5)"), 1.5)
})

test_that("strings in arrays of fixed width are converted with their shape and order", {
  expect_gives(
    "np.array(['a', '', '\u00e4\U0001F600', 'longer'])",
    array(c("a", "", "\u00e4\U0001F600", "longer"))
  )
  expect_gives("np.array([['a', 'b'], ['cc', 'd']])", matrix(c("a", "cc", "b", "d"), 2))
  expect_gives("np.array(['a', 'b', 'c'])[::-2]", array(c("c", "a")))
  expect_gives("np.array(['a', 'bc'], '>U2')", array(c("a", "bc")))
  expect_gives("np.array([], 'U3')", array(character()))
  expect_gives("np.array(['', ''], 'U0')", array(c("", "")))
  expect_gives("np.char.array(['a', 'bc'])", array(c("a", "bc")))
  expect_no_value("np.array(['ok', '\\ud800'])", "not valid Unicode")
})

test_that("strings of every kind come as character", {
  expect_gives("np.array([['a', 'bc'], ['', '\u20ac']])", rbind(c("a", "bc"), c("", "\u20ac")))
  expect_gives("np.array(['a', 'b'], '>U4')", array(c("a", "b")))
  expect_gives("np.array([b'ab', b'c'])", array(c("ab", "c")))
  expect_gives("np.array(['a', None], object)", array(c("a", NA)))
  expect_gives("np.array(['a', 'long enough for the heap'], np.dtypes.StringDType())", array(
    c("a", "long enough for the heap")
  ))
  expect_gives("np.array(['a', None], np.dtypes.StringDType(na_object=None))", array(c("a", NA)))
  expect_no_value("np.array(['a', 'b\\0'], object)", "String 2", "character 2")
  expect_no_value("np.array(['a\\0b'])", "character 2")
  expect_gives("np.array([[b'a', b'bc'], [b'', 'caf\u00e9'.encode()]])",
               rbind(c("a", "bc"), c("", "caf\u00e9")))
  expect_gives("np.zeros(2, 'S3')", array(c("", "")))
  expect_gives("np.zeros((0, 2), 'S3')", matrix("", 0, 2))
  expect_no_value("np.array([b'a', b'caf\\xe9'])", "Element 2", "\"caf\\xe9\"",
                  "numpy.char.decode(x, \"latin1\")",
                  "x.astype(object)")
  expect_no_value("np.array([b'a\\0b'])", "Element 1", "NUL at character 2")
  expect_gives("np.char.decode(np.array([b'caf\\xe9']), 'latin1')", array("caf\u00e9"))
  raws <- py_eval("np.array([b'\\xff'], 'S').astype(object)")
  expect_identical(raws[[1]], as.raw(0xff))
})

test_that("missing values of an object array are NA of its type, however marked", {
  skip_if_not(py_module_available("pandas"))
  py_run_string("import pandas as pd, datetime")
  for (mark in c("None", "np.nan", "pd.NA", "pd.NaT")) {
    gives <- function(item, value) {
      expect_gives(sprintf("np.array([%s, %s], object)", item, mark), value)
    }
    gives("True", array(c(TRUE, NA)))
    gives("1", array(c(1L, NA)))
    gives("'a'", array(c("a", NA)))
    gives("1j", array(c(1i, NA_complex_)))
    gives("np.float64(1.5)", array(c(1.5, if (mark == "np.nan") NaN else NA)))
    gives("1.5", array(c(1.5, if (mark == "np.nan") NaN else NA)))
  }
  expect_gives("np.array([np.nan, None, pd.NA], object)", array(c(NaN, NA, NA)))
  expect_gives("np.array([1, 'a', None], object)", array(list(1L, "a", NULL)))
})

test_that("object arrays are what their items are", {
  expect_gives("np.array([[1, 2], [3, 4]], object)", rbind(1:2, 3:4))
  expect_gives("np.array([1, None], object)", array(c(1L, NA)))
  expect_gives("np.array([1.5, None], object)", array(c(1.5, NA)))
  expect_gives("np.array([True, None], object)", array(c(TRUE, NA)))
  expect_gives("np.array([1, 'a'], object)", array(list(1L, "a")))
  expect_gives("np.array([{'a': 1}], object)", array(list(list(a = 1L))))
  expect_gives("np.array([[1, 'a'], [None, 2.5]], object)", matrix(list(1L, NULL, "a", 2.5), 2))
})

test_that("times come as Date, POSIXct and difftime", {
  date <- as.Date(c("2024-01-31", NA))
  expect_equal(c(py_eval("np.array(['2024-01-31', 'NaT'], 'M8[D]')")), date)
  expect_equal(c(py_eval("np.array(['2024-01', 'NaT'], 'M8[M]')")), as.Date(c("2024-01-01", NA)))
  expect_equal(c(py_eval("np.array(['2024'], 'M8[Y]')")), as.Date("2024-01-01"))
  expect_equal(c(py_eval("np.array(['2024-02-01'], 'M8[W]')")), as.Date("2024-02-01"))
  for (unit in c("h", "m", "s", "ms", "us", "ns")) {
    moment <- py_eval(
      sprintf("np.array(['2024-01-31T12', 'NaT', '1969-12-31T23'], 'M8[%s]')", unit)
    )
    expect_s3_class(moment, "POSIXct")
    expect_identical(attr(moment, "tzone"), "UTC")
    expect_identical(as.vector(unclass(moment)), c(1706702400, NA, -3600))
    span <- py_eval(sprintf("np.array([7200, 'NaT', -3600], 'm8[s]').astype('m8[%s]')", unit))
    expect_s3_class(span, "difftime")
    expect_identical(as.vector(as.double(span, units = "secs")), c(7200, NA, -3600))
  }
  expect_identical(as.vector(unclass(py_eval("np.array([2], 'M8[25s]')"))), 50)
  expect_identical(
    as.vector(unclass(py_eval("np.array(['2024-01-31T12:00:00.25'], 'M8[ms]')"))), 1706702400.25
  )
  expect_identical(
    as.vector(as.double(py_eval("np.array([2, 'NaT'], 'm8[D]')"), units = "days")), c(2, NA)
  )
  expect_identical(as.vector(as.double(py_eval("np.array([2], 'm8[W]')"), units = "days")), 14)
  expect_no_value("np.array([1], 'm8[M]')", "\"M\"", "astype")
})

test_that("steps of several units count as such", {
  days <- function(code) as.vector(as.double(py_eval(code), units = "days"))
  expect_identical(days("np.array([3, 'NaT'], 'm8[3D]')"), c(9, NA))
  expect_identical(days("np.array([3], 'm8[2W]')"), 42)
  expect_identical(days("np.array([3], 'm8[12h]')"), 1.5)
  expect_identical(as.vector(unclass(py_eval("np.array([3], 'M8[2W]')"))), 42)
  expect_identical(as.vector(unclass(py_eval("np.array([3], 'M8[10s]')"))), 30)
})

test_that("the layout in memory changes nothing", {
  expect_gives("np.arange(6).reshape(2, 3)", rbind(0:2, 3:5))
  expect_gives("np.asfortranarray(np.arange(6).reshape(2, 3))", rbind(0:2, 3:5))
  expect_gives("np.arange(6).reshape(2, 3).T", cbind(0:2, 3:5))
  expect_gives("np.arange(6)[::-1]", array(5:0))
  expect_gives("np.arange(6)[1::2]", array(c(1L, 3L, 5L)))
  expect_gives("np.arange(6.).reshape(2, 3)[::-1, ::2]", rbind(c(3, 5), c(0, 2)))
  expect_gives("np.arange(24).reshape(2, 3, 4)", aperm(array(0:23, 4:2)))
  expect_gives("np.asfortranarray(np.arange(24).reshape(2, 3, 4))", aperm(array(0:23, 4:2)))
  expect_gives(
    "np.arange(24).reshape(2, 3, 4).transpose(1, 0, 2)", aperm(array(0:23, 4:2), c(2, 3, 1))
  )
  expect_gives(
    "np.arange(24, dtype='u1').reshape(2, 3, 4)[:, ::-1]", aperm(array(0:23, 4:2))[, 3:1, ]
  )
  expect_gives("np.arange(120.).reshape(1, 2, 3, 4, 5)", aperm(array(as.double(0:119), 5:1)))
  expect_gives("np.broadcast_to(np.arange(3), (2, 3))", rbind(0:2, 0:2))
  expect_gives("np.broadcast_to(1.5, (2, 2))", matrix(1.5, 2, 2))
  expect_gives("np.arange(6, dtype='>f8').reshape(2, 3)[:, ::-1]", rbind(c(2, 1, 0), c(5, 4, 3)))
  expect_gives("np.array([['a', 'b'], ['c', 'd']])[::-1]", rbind(c("c", "d"), c("a", "b")))
  expect_gives("np.array([[1, 'x']], object).T", matrix(list(1L, "x"), 2))
})

test_that("unaligned and read-only memory is read", {
  py_run_string(
    "unaligned = np.frombuffer(b'\\0' + np.arange(3.).tobytes(), 'u1')[1:].view('f8')
frozen = np.arange(3.); frozen.flags.writeable = False"
  )
  expect_false(py_eval("unaligned.flags.aligned"))
  expect_gives("unaligned", array(c(0, 1, 2)))
  expect_gives("frozen", array(c(0, 1, 2)))
  expect_gives("np.array([(1, 2.5), (3, 4.5)], dtype='u1,f8')['f1']", array(c(2.5, 4.5)))
})

test_that("large arrays of both orders come whole", {
  expect_identical(
    py_eval("np.arange(10**6).reshape(1000, 1000)"), matrix(0:999999, 1000, byrow = TRUE)
  )
  expect_identical(
    py_eval("np.arange(10**6, dtype='f4').reshape(1000, 1000, order='F')"),
    matrix(0:999999 + 0, 1000)
  )
})

test_that("what R has no type for stays a Python object", {
  expect_s3_class(py_eval("np.zeros(2, 'V4')"), "numpy.ndarray")
  expect_s3_class(py_eval("np.zeros(2, 'V4')[0]"), "numpy.void")
  expect_s3_class(py_eval("np.zeros((2, 2), 'i4,f8')"), "numpy.ndarray")
  expect_s3_class(py_eval("np.zeros(2, 'i4,V3')"), "numpy.ndarray")
  expect_identical(py_eval("[np.zeros(1, 'V4'), 1]")[[2]], 1L)
})

test_that("single opaque bytes are raw", {
  expect_gives("np.array([b'a', b'\\0', b'c'], 'V1')", array(as.raw(c(0x61, 0, 0x63))))
  expect_gives("np.array([[b'a', b'b'], [b'c', b'd']], 'V1')[:, ::-1]",
               matrix(charToRaw("bdac"), 2))
  expect_gives("np.zeros((0, 2), 'V1')", matrix(raw(), 0, 2))
  expect_gives("np.void(b'a')", as.raw(0x61))
  bytes <- r_to_py(as.array(as.raw(0:255)))
  expect_identical(py_to_r(bytes$view("V1")), as.array(as.raw(0:255)))
})

test_that("an empty array of objects is character", {
  expect_gives("np.array([], dtype=object)", array(character(), 0))
  expect_gives("np.empty((0, 2), dtype=object)", matrix(character(), 0, 2))
  expect_identical(py_to_r(r_to_py(matrix(list(), 0, 2))), matrix(list(), 0, 2))
})

test_that("what a call of a NumPy type returns is converted", {
  numpy <- import("numpy")
  values <- list(
    str_ = "a", float32 = 1.5, float64 = 1.5, int64 = 2L, uint8 = 2L, bool_ = TRUE,
    complex128 = 1 + 2i, bytes_ = as.raw(1:2)
  )
  for (type in names(values)) {
    expect_identical(numpy[[type]](values[[type]]), values[[type]], label = type)
  }
  expect_gives("[np.str_('a'), 'b', None]", c("a", "b", NA))
})

test_that("subclasses of arrays are arrays", {
  expect_gives("np.matrix([[1, 2]])", matrix(1:2, 1))
  py_run_string("class Sub(np.ndarray): pass")
  expect_gives("np.arange(3.).view(Sub)", array(c(0, 1, 2)))
})

test_that("NumPy looks at R's memory, and R's vector keeps its value", {
  x <- matrix(c(1, 2, 3, 4), 2)
  object <- r_to_py(x)
  expect_false(py_to_r(object$flags$owndata))
  expect_false(py_to_r(object$flags$writeable))
  expect_error(py_set_item(object, tuple(0L, 0L), 9), class = "python.builtin.ValueError")
  expect_error(object$setflags(write = TRUE), class = "python.builtin.ValueError")
  expect_error(object$sort(), class = "python.builtin.ValueError")
  expect_identical(x, matrix(c(1, 2, 3, 4), 2))
})

test_that("a change in R after the conversion is not seen in Python", {
  for (x in list(matrix(c(1, 2, 3, 4), 2), matrix(1:4, 2), matrix(as.raw(1:4), 2))) {
    object <- r_to_py(x)
    x[[1, 1]] <- as.vector(x[[2, 2]])
    expect_identical(as.integer(py_to_r(object)), 1:4)
    x[] <- x[[2, 2]]
    dim(x) <- NULL
    expect_identical(as.integer(py_to_r(object)), 1:4)
  }
})

test_that("an array that Python keeps is not changed by the function that sent it", {
  keep <- python_function_of("keep", "kept = []\ndef keep(x): kept.append(x); return x")
  send <- function() {
    x <- matrix(c(1, 2), 1)
    keep(x)
    for (i in 1:2) x[[1, i]] <- 100
    x
  }
  expect_identical(send(), matrix(100, 1, 2))
  x <- array(c(1, 2, 3))
  y <- x
  object <- r_to_py(y)
  y[[1]] <- 9
  expect_identical(x, array(c(1, 2, 3)))
  expect_identical(py_to_r(object), x)
})

test_that("R's memory lives as long as Python looks at it", {
  object <- r_to_py(matrix(seq_len(1e5) + 0, 100))
  part <- object$T
  rm(object)
  for (i in 1:3) {
    gc()
    import("gc")$collect()
    trash <- lapply(1:20, function(i) numeric(1e5) + i)
  }
  expect_identical(py_to_r(part$sum()), sum(seq_len(1e5)))
})

test_that("NumPy's memory and R's copy are apart", {
  py_run_string("a = np.arange(3.)")
  x <- py_eval("a")
  py_run_string("a[0] = 100")
  expect_identical(x, array(c(0, 1, 2)))
  x[[2]] <- -1
  expect_identical(py_eval("a.tolist()"), c(100, 1, 2))
  py_run_string("del a")
  gc()
  expect_identical(x, array(c(0, -1, 2)))
})

test_that("a result of Python code on an R array is right", {
  x <- matrix(rnorm(6), 2)
  expect_equal(py_to_r(np$dot(x, t(x))), x %*% t(x))
  expect_identical(py_to_r(np$sum(x, axis = 0L)), array(colSums(x)))
})

# One array of each kind, with what R has around it.
sent <- function() {
  names <- list(c("a", "b"), c("x", "y"))
  arrays <- list(
    logical = c(TRUE, FALSE, TRUE, TRUE), logical_na = c(TRUE, NA, FALSE, NA),
    integer = 1:4, integer_na = c(1L, NA, 3L, 4L), double = c(1, NA, NaN, 4),
    complex = c(1i, NA_complex_, 3, 4), character = c("a", NA, "c", "d"), raw = as.raw(1:4),
    list = list(1L, "a", NULL, NA), nested = list(1:3, list(b = 2), NULL, "q"),
    table = structure(1:4, class = "table"), flagged = structure(1:4, note = "kept")
  )
  arrays <- lapply(arrays, function(x) {
    dim(x) <- c(2L, 2L)
    dimnames(x) <- names
    x
  })
  at <- as.POSIXct(c(0.5, NA, 2, 3), origin = "1970-01-01", tz = "Europe/Berlin")
  classed <- list(
    integer64 = int64_array(c("9007199254740993", "2", "3", "4"), c(2, 2)),
    integer64_na = int64_array(c("9007199254740993", "2", NA, "4"), c(2, 2)),
    date = structure(c(19000.5, NA, 1, 2), dim = c(2L, 2L), class = "Date"),
    datetime = structure(at, dim = c(2L, 2L)),
    duration = structure(c(1, NA, 3, 4), dim = c(2L, 2L), units = "hours", class = "difftime"),
    factor = structure(c(1L, NA, 2L, 1L), dim = c(2L, 2L), levels = c("u", "v"), class = "factor")
  )
  empty <- list(
    array(0, c(0, 3)), array(NA, c(2, 0, 3)), array("", 0), array(list(), c(0, 1)), array(0i, 0)
  )
  c(arrays, classed, empty, list(array(1:3), array(1:24 / 2, 2:4), array("a", c(1, 1, 1))))
}

address <- function(x) {
  sub(" .*", "", trimws(capture.output(.Internal(inspect(x, 0L)))[[1L]]))
}

test_that("an array that comes back untouched is the identical R object", {
  same <- python_function_of("same", "def same(x): return x")
  holder <- python_function_of(
    "hold", "import numpy as np\ndef hold(x): return {'a': [np.asarray(x)]}"
  )
  arrays <- sent()
  for (i in seq_along(arrays)) {
    x <- arrays[[i]]
    expect_identical(same(x), x, info = i)
    expect_identical(py_to_r(r_to_py(x)), x, info = i)
    expect_identical(holder(x)$a[[1]], x, info = i)
    if (!is.list(x)) expect_identical(address(same(x)), address(x), info = i)
  }
})

test_that("what arrays of classes are in Python", {
  shown <- function(x) py_repr(r_to_py(x))
  arrays <- sent()
  expect_identical(shown(arrays$date), paste0(
    "array([['2022-01-08', '1970-01-02'],\n       [       'NaT', '1970-01-03']], ",
    "dtype='datetime64[D]')"
  ))
  expect_match(shown(arrays$datetime), "1970-01-01T00:00:00.500000", fixed = TRUE)
  expect_match(shown(arrays$duration), "dtype='timedelta64[us]'", fixed = TRUE)
  expect_identical(
    shown(arrays$factor), "array([['u', 'v'],\n       [None, 'u']], dtype=object)"
  )
  expect_identical(shown(arrays$table), "array([[1, 3],\n       [2, 4]], dtype=int32)")
})

test_that("another view or a copy is not taken for the original", {
  x <- matrix(c(1, 2, 3, 4), 2, dimnames = list(NULL, c("a", "b")))
  through <- function(code, value = x) python_function_of("f", paste0("def f(x): ", code))(value)
  expect_identical(through("return x.T"), t(unname(x)))
  expect_identical(through("return x[:1]"), unname(x)[1, , drop = FALSE])
  expect_identical(through("return x[::-1]"), unname(x)[2:1, ])
  expect_identical(through("return x.reshape(4, order='F')"), array(c(1, 2, 3, 4)))
  expect_identical(through("return x.reshape(4)"), array(c(1, 3, 2, 4)))
  expect_identical(through("return x.astype('f4')"), unname(x))
  expect_identical(through("return x.view('i8') > 0"), matrix(TRUE, 2, 2))
  expect_identical(through("return x.copy()"), unname(x))
  expect_identical(through("return x.copy('F')"), unname(x))
  expect_identical(through("import copy; return copy.deepcopy(x)"), unname(x))
  expect_identical(through("import pickle; return pickle.loads(pickle.dumps(x))"), unname(x))
  expect_identical(through("x.shape = (2, 1, 2); return x"), array(c(1, 2, 3, 4), c(2, 1, 2)))
  expect_identical(through("import numpy as np; return np.array(x, order='F')"), unname(x))
  expect_identical(through("y = x + 0; return y"), unname(x))
  # A square whose rows and columns are alike is still no transposition.
  one <- matrix(1, 1, 1, dimnames = list("a", "b"))
  expect_identical(through("return x.T", one), matrix(1, 1, 1))
  column <- matrix(c(1, 2), 2, dimnames = list(NULL, "a"))
  expect_identical(through("return x.T", column), matrix(c(1, 2), 1))
  expect_identical(through("return x[0, 0]"), 1)
})

test_that("the kinds that are copied to Python are told apart as well", {
  transposed <- python_function_of("f", "def f(x): return x.T")
  part <- python_function_of("f", "def f(x): return x[:1]")
  arrays <- sent()
  for (name in c("logical", "logical_na", "character", "complex")) {
    x <- unname(arrays[[name]])
    expect_identical(transposed(x), t(x), info = name)
  }
  day <- transposed(structure(c(1, NA, 2, 3), dim = c(2L, 2L), class = "Date"))
  expect_identical(day, structure(c(1, 2, NA, 3), dim = c(2L, 2L), class = "Date"))
  expect_identical(part(arrays$logical), matrix(c(TRUE, TRUE), 1))
  expect_identical(part(arrays$character), matrix(c("a", "c"), 1))
  expect_identical(part(arrays$integer_na), matrix(c(1, 3), 1))
})

test_that("no array from R can be written to", {
  writes <- python_function_of("writes", "
import numpy as np, copy, pickle
def writes(x):
    attempts = [
        lambda: x.__setitem__((0, 0), x[1, 1]), lambda: x.fill(x[1, 1]),
        lambda: np.asarray(x).__setitem__(0, x[1]), lambda: x[:1].__setitem__(0, x[1]),
        lambda: x.T.__setitem__(0, x[1]), lambda: x.setflags(write=True),
        lambda: setattr(x.flags, 'writeable', True), lambda: x.view().setflags(write=True),
        lambda: x.resize(1), lambda: x.itemset(0, x[1, 1]), lambda: np.copyto(x, x[::-1]),
        lambda: x.byteswap(inplace=True), lambda: x.partition(1),
    ]
    if not x.dtype.hasobject and x.dtype.kind not in 'mMc':
        attempts.append(lambda: memoryview(x).__setitem__((0, 0), x[1, 1].item()))
        assert memoryview(x).readonly
    done = []
    for i, attempt in enumerate(attempts):
        try: attempt()
        except (ValueError, TypeError, AttributeError): continue
        done.append(i)
    for y in (copy.copy(x), copy.deepcopy(x), x.copy()):
        assert y.flags.writeable and type(y) is np.ndarray and y.base is None
        y[0, 0] = y[1, 1]
    if not x.dtype.hasobject:
        # With protocol 5, the default of Python 3.14, NumPy's read-only arrays stay read-only.
        y = pickle.loads(pickle.dumps(x, protocol=4))
        assert y.flags.writeable
        y[0, 0] = y[1, 1]
    return done")
  arrays <- sent()
  for (name in names(arrays)[nzchar(names(arrays))]) {
    x <- arrays[[name]]
    before <- unserialize(serialize(x, NULL))
    expect_identical(writes(x), list(), info = name)
    expect_identical(x, before, info = name)
  }
})

test_that("what R writes later is not seen in Python", {
  arrays <- sent()
  for (name in setdiff(names(arrays), c("", "nested"))) {
    x <- arrays[[name]]
    y <- x
    object <- r_to_py(x)
    x[1] <- x[4]
    dimnames(x) <- NULL
    attr(x, "more") <- TRUE
    expect_identical(py_to_r(object), y, info = name)
  }
})

test_that("an item that Python changed is not hidden behind R's original", {
  x <- matrix(list(list(1, "b"), 2), 1, dimnames = list("row", c("a", "b")))
  change <- python_function_of("change", "def change(x): x[0, 0].append('c'); return x")
  seen <- change(x)
  expect_identical(seen[[1, 1]], list(1, "b", "c"))
  expect_identical(dimnames(seen), dimnames(x))
  expect_identical(x[[1, 1]], list(1, "b"))
  # A Python object in a list is the same one on both sides.
  y <- matrix(list(r_to_py(list(1)), 2), 1)
  expect_identical(py_to_r(r_to_py(y)), y)
})

test_that("np_array() gives memory that Python may write to", {
  for (x in sent()[c("logical", "integer", "double", "complex", "character")]) {
    object <- np_array(x)
    expect_true(py_to_r(object$flags$writeable))
    py_set_item(object, tuple(0L, 0L), py_get_item(object, tuple(1L, 1L)))
    expect_identical(py_to_r(object)[[1, 1]], x[[2, 2]])
  }
})

test_that("memory of an array that was copied lives as long as Python looks at it", {
  object <- r_to_py(matrix(as.character(1:1000), 100))
  part <- object$T
  rm(object)
  for (i in 1:3) {
    gc()
    import("gc")$collect()
    trash <- lapply(1:20, function(i) as.character(1e4 + 1:1000))
  }
  expect_identical(py_to_r(part), t(matrix(as.character(1:1000), 100)))
})

test_that("arrays in containers and arguments are converted alike", {
  expect_gives("[np.array([1., 2.]), np.array([3.])]", list(array(c(1, 2)), array(3)))
  expect_gives("{'a': np.eye(2)}", list(a = diag(2)))
  shape <- python_function_of(
    "shape", "def shape(*x, **y): return [a.shape for a in (*x, *y.values())]"
  )
  expect_identical(shape(matrix(1, 2, 3), y = array(1, 1:3)), list(list(2L, 3L), list(1L, 2L, 3L)))
})

test_that("a list with dim holds any values", {
  x <- matrix(list(1L, "a", NULL, list(b = 2)), 2)
  expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("without NumPy an array is an error that says how to install it", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys; sys.modules['numpy'] = None")
    tryCatch(r_to_py(matrix(1, 1)), error = function(e) list(class(e), conditionMessage(e)))
  })$value
  expect_identical(seen[[1]][[1]], "rkeras_error_module")
  expect_match(seen[[2]], "py_install(\"numpy\")", fixed = TRUE)
})

test_that("an array of too many dimensions is an error", {
  expect_no_value("__import__('numpy').zeros((1,) * 40)", "40 dimensions", "Reshape")
  expect_identical(dim(py_eval("__import__('numpy').zeros((1,) * 32)")), rep(1L, 32))
  for (n in c(33, 40, 70)) {
    expect_error(r_to_py(array(1, rep(1, n))), "dimensions", class = "rkeras_error_convert")
  }
})
