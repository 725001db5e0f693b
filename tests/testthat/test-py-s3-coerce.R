python <- function(code) py_eval(code, convert = FALSE)
np <- function() import("numpy", convert = FALSE)

test_that("as.list() takes every iterable", {
  expect_identical(as.list(python("[1, 'a', None]")), list(1L, "a", NULL))
  expect_identical(as.list(python("(1, 2)")), list(1L, 2L))
  expect_identical(as.list(python("{'a': 1, 'b': 'x'}")), list(a = 1L, b = "x"))
  expect_length(as.list(python("(n for n in range(3))")), 3L)
  expect_refused(as.list(python("object()")), "no elements")
  expect_type(as.list(python("lambda a: a")), "list")
})

test_that("the apply family works on Python lists", {
  x <- python("[1, 2, 3]")
  expect_identical(lapply(x, function(i) i + 1L), list(2L, 3L, 4L))
  expect_identical(sapply(x, function(i) i * 2L), c(2L, 4L, 6L))
  expect_identical(vapply(x, function(i) i / 2, 0), c(0.5, 1, 1.5))
})

test_that("scalars become R numbers, texts and logicals", {
  expect_identical(as.integer(python("5")), 5L)
  expect_identical(as.integer(python("5.7")), 5L)
  expect_identical(as.numeric(python("5")), 5)
  expect_identical(as.double(python("'5.5'")), 5.5)
  expect_identical(as.logical(python("1")), TRUE)
  expect_identical(as.complex(python("1j")), 1i)
  expect_identical(as.numeric(python("[1, 2.5]")), c(1, 2.5))
  expect_identical(as.vector(python("[1, 2]")), 1:2)
  expect_identical(as.vector(python("[1, 2]"), "list"), list(1L, 2L))
})

test_that("objects without an R form are asked for a number", {
  half <- python("__import__('fractions').Fraction(7, 2)")
  expect_identical(as.double(half), 3.5)
  expect_identical(as.integer(half), 3L)
  expect_identical(as.logical(half), TRUE)
  expect_error(as.double(python("object()")), class = "python.builtin.TypeError")
  expect_error(as.matrix(python("object()")), "no R form", class = "rkeras_error_convert")
})

test_that("arrays become R arrays", {
  m <- matrix(c(1, 2, 3, 4, 5, 6), 2)
  x <- np_array(m)
  expect_identical(as.array(x), m)
  expect_identical(as.matrix(x), m)
  expect_identical(as.vector(x), as.vector(m))
  expect_identical(as.double(x), as.vector(m))
  expect_identical(as.integer(x), 1:6)
  expect_identical(py_to_r(t(x)), t(m))
  expect_identical(as.character(np()$array(c("a", "b"))), c("a", "b"))
})

test_that("objects that NumPy can read are arrays", {
  readable <- py_run_string("
class Readable:
  def __init__(self, fail): self.fail = fail
  def __array__(self, dtype = None, copy = None):
    if self.fail: raise ValueError('symbolic')
    import numpy
    return numpy.array([[1.0, 2.0], [3.0, 4.0]])", local = TRUE)$Readable
  expect_identical(as.array(readable(FALSE)), matrix(c(1, 3, 2, 4), 2))
  expect_identical(sum(readable(FALSE)), 10)
  expect_true(all.equal(readable(FALSE), matrix(c(1, 3, 2, 4), 2)))
  expect_error(as.array(readable(TRUE)), "no R form", class = "rkeras_error_convert")
  expect_identical(is.na(readable(TRUE)), FALSE)
})

test_that("bytes become text and raw vectors", {
  x <- python("'é'.encode('utf-8')")
  expect_identical(as.character(x), "\u00e9")
  expect_identical(as.character(x, encoding = "latin-1"), "\u00c3\u00a9")
  expect_identical(as.raw(x), as.raw(c(0xc3, 0xa9)))
  expect_error(as.character(python("b'\\xff'")), class = "python.builtin.UnicodeDecodeError")
})

test_that("pandas objects become data frames and vectors", {
  df <- data.frame(a = 1:3, b = c("x", "y", "z"))
  expect_equal(as.data.frame(r_to_py(df)), df, ignore_attr = "pandas.index")
  expect_identical(as.matrix(r_to_py(data.frame(a = 1:2, b = 3:4)))[, "b"] |> unname(), 3:4)
  series <- import("pandas", convert = FALSE)$Series(c("u", "v"))
  expect_identical(as.character(series), c("u", "v"))
  expect_identical(as.data.frame(python("{'a': [1, 2], 'b': ['x', 'y']}")),
    data.frame(a = 1:2, b = c("x", "y")))
})

test_that("Python's times become R's, alone, in arrays and in pandas", {
  day <- as.Date("2024-02-29")
  expect_identical(as.Date(python("__import__('datetime').date(2024, 2, 29)")), day)
  expect_identical(as.Date(python("[__import__('datetime').date(2024, 2, 29), None]")), c(day, NA))
  py_run_string("import numpy as np, pandas as pd")
  expect_identical(as.Date(python("pd.Series(pd.to_datetime(['2024-02-29', None]))")), c(day, NA))
  expect_identical(c(as.Date(python("np.array(['2024-02-29'], 'M8[D]')"))), day)
  expect_identical(as.POSIXct(python("pd.Timestamp('2024-02-29', tz='UTC')")),
    as.POSIXct("2024-02-29", tz = "UTC"))
  times <- as.POSIXct(python(
    "[(dt := __import__('datetime')).datetime(2024, 2, 29, tzinfo=dt.timezone.utc), None]"
  ))
  expect_identical(as.numeric(times), c(1709164800, NA))
})

test_that("vector functions work on Python lists and arrays", {
  x <- python("[3, 1, 2, 3]")
  expect_identical(rev(x), c(3L, 2L, 1L, 3L))
  expect_identical(head(x, 2), c(3L, 1L))
  expect_identical(tail(x, 1), 3L)
  expect_identical(sort(x), c(1L, 2L, 3L, 3L))
  expect_identical(sort(x, decreasing = TRUE), c(3L, 3L, 2L, 1L))
  expect_identical(unique(x), c(3L, 1L, 2L))
  expect_identical(rep(x, 2), rep(c(3L, 1L, 2L, 3L), 2))
  expect_identical(mean(np()$array(c(1, 2, 6))), 3)
  expect_identical(median(x), 2.5)
  expect_identical(unname(quantile(x, 0.5)), 2.5)
  expect_identical(rev(python("[1, 'a']")), list("a", 1L))
})

test_that("Math and Summary work on numbers and arrays", {
  x <- np()$array(c(1, 4, 9))
  expect_identical(sqrt(x), c(1, 2, 3))
  expect_identical(cumsum(x), c(1, 5, 14))
  expect_identical(round(python("2.567"), 1), 2.6)
  expect_identical(abs(python("-3")), 3L)
  expect_identical(max(x), 9)
  expect_identical(range(python("[3, 1]")), c(1L, 3L))
  expect_identical(sum(x, python("1"), 1), 16)
  expect_identical(sum(np()$array(c(1, NaN)), na.rm = TRUE), 1)
  expect_identical(any(python("[False, True]")), TRUE)
})

test_that("is.na() and its like look inside", {
  expect_identical(is.na(np()$array(c(1, NaN))), c(FALSE, TRUE))
  expect_identical(anyNA(np()$array(c(1, NaN))), TRUE)
  expect_identical(is.nan(python("float('nan')")), TRUE)
  expect_identical(is.finite(np()$array(c(1, Inf))), c(TRUE, FALSE))
  expect_identical(is.infinite(np()$array(c(1, -Inf))), c(FALSE, TRUE))
  expect_identical(is.na(python("object()")), FALSE)
  expect_identical(is.na(import("os")), FALSE)
})

test_that("all.equal() compares values", {
  expect_true(all.equal(r_to_py(1L), r_to_py(1L)))
  expect_type(all.equal(r_to_py(1L), r_to_py(2L)), "character")
  expect_true(all.equal(np()$array(c(1, 2)), c(1, 2)))
  expect_true(all.equal(np()$array(c(1, 2)), np()$array(c(1, 2 + 1e-12))))
  half <- python("__import__('fractions').Fraction(1, 2)")
  expect_true(all.equal(half, python("__import__('fractions').Fraction(2, 4)")))
  expect_match(all.equal(half, python("object()")), "Python objects differ")
  os <- import("os")
  expect_true(all.equal(os, import("os")))
})

test_that("NUL characters of strings and bytes can be replaced", {
  text <- py_eval("'a\\0bc'", convert = FALSE)
  bytes <- py_eval("b'a\\0bc'", convert = FALSE)
  expect_identical(as.character(text, nul = "<NUL>"), "a<NUL>bc")
  expect_identical(as.character(bytes, nul = "<NUL>"), "a<NUL>bc")
  expect_identical(as.character(bytes, nul = ""), "abc")
  expect_error(as.character(text), class = "rkeras_error_convert")
  expect_error(as.character(bytes), class = "rkeras_error_convert")
  expect_identical(as.character(py_eval("b'abc'", convert = FALSE)), "abc")
})
