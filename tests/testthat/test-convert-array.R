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
  expect_crosses(matrix(as.raw(1:2), 1), "array([[1, 2]], dtype=uint8)", matrix(1:2, 1))
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
  expect_crosses(matrix(c(1L, NA), 1), "array([[ 1., nan]])", matrix(c(1, NA), 1))
  expect_crosses(matrix(c(1, NA, NaN), 1), "array([[ 1., nan, nan]])")
  expect_crosses(matrix(c(TRUE, NA), 1), "array([[True, None]], dtype=object)")
  expect_crosses(matrix(c("a", NA), 1), "array([['a', None]], dtype=object)")
  expect_crosses(matrix(c(1i, NA), 1), "array([[ 0. +1.j, nan+nanj]])")
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
  expect_refused("np.array([1, 2**64 - 1], 'u8')", "18446744073709551615")
  expect_refused("np.array([2**53 + 1, -2**63])", "-9223372036854775808")
  expect_refused("np.array([2**63, 2**53 + 1], 'u8')", "fits no R number")
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

test_that("strings of every kind come as character", {
  expect_gives("np.array([['a', 'bc'], ['', '\u20ac']])", rbind(c("a", "bc"), c("", "\u20ac")))
  expect_gives("np.array(['a', 'b'], '>U4')", array(c("a", "b")))
  expect_gives("np.array([b'ab', b'c'])", array(c("ab", "c")))
  expect_gives("np.array(['a', None], object)", array(c("a", NA)))
  expect_gives("np.array(['a', 'long enough for the heap'], np.dtypes.StringDType())", array(
    c("a", "long enough for the heap")
  ))
  expect_gives("np.array(['a', None], np.dtypes.StringDType(na_object=None))", array(c("a", NA)))
  expect_refused("np.array(['a', 'b\\0'], object)", "string 2", "character 2")
  expect_refused("np.array(['a\\0b'])", "character 2")
  expect_error(py_eval("np.array([b'\\xff'])"), class = "error")
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
  expect_refused("np.array([1], 'm8[M]')", "\"M\"", "astype")
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
  expect_s3_class(py_eval("np.array([(1, 2.5)], dtype='i4,f8')"), "numpy.ndarray")
  expect_s3_class(py_eval("np.zeros(2, 'V4')"), "numpy.ndarray")
  expect_s3_class(py_eval("np.array([(1, 2.5)], dtype='i4,f8')[0]"), "numpy.void")
  expect_s3_class(py_eval("np.ma.array([1, 2], mask=[0, 1])"), "python.builtin.object")
  expect_identical(py_eval("[np.array([(1, 2)], dtype='i4,i4'), 1]")[[2]], 1L)
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

test_that("a change in R after crossing is not seen in Python", {
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

test_that("dimnames are dropped, the values not", {
  x <- matrix(1:4, 2, dimnames = list(c("a", "b"), NULL))
  expect_identical(py_to_r(r_to_py(x)), unname(x))
})

test_that("arrays in containers and arguments cross alike", {
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
