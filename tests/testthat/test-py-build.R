test_that("dict() makes a dict of named items", {
  expect_identical(py_repr(dict(a = 1L, b = "two", c = NULL)), "{'a': 1, 'b': 'two', 'c': None}")
  expect_identical(py_repr(dict()), "{}")
  expect_identical(py_repr(dict(`a b` = list(1L), d = dict(e = 1L))), "{'a b': [1], 'd': {'e': 1}}")
  expect_s3_class(dict(a = 1L)[["a"]], "python.builtin.int")
  expect_identical(dict(a = 1L, convert = TRUE)[["a"]], 1L)
  expect_refused(dict(1), "name")
  expect_refused(dict(a = 1, 2), "py_dict")
})

test_that("variables are keys for arguments only, not for the names of a list or data frame", {
  age <- tuple(1L, 2L)
  expect_identical(py_repr(dict(age = 3L)), "{(1, 2): 3}")
  expect_identical(py_repr(dict(list(age = 3L, `1` = 2L))), "{'age': 3, 1: 2}")
  expect_identical(py_repr(dict(data.frame(age = 3:4))), "{'age': [3, 4]}")
})

test_that("a name given twice to dict() is not lost silently", {
  expect_error(dict(a = 1, a = 2), "a", class = "rkeras_error")
})

test_that("py_dict() takes keys of any kind", {
  expect_identical(py_repr(py_dict(c("a", "b"), c(1L, 2L))), "{'a': 1, 'b': 2}")
  expect_identical(py_repr(py_dict(list(1L, "x"), list("one", NULL))), "{1: 'one', 'x': None}")
  expect_identical(py_repr(py_dict(list(tuple(1L, 2L)), list(3L))), "{(1, 2): 3}")
  expect_identical(py_repr(py_dict(list(), list())), "{}")
  expect_identical(py_repr(py_dict("a", list(1:2))), "{'a': [1, 2]}")
  expect_identical(py_dict("a", 1L, convert = TRUE)[["a"]], 1L)
  expect_refused(py_dict(c("a", "b"), 1), "2 and 1")
  expect_error(py_dict(list(list(1L)), 1), "unhashable", class = "python.builtin.TypeError")
  dates <- as.Date(c("2024-01-31", "2024-02-01"))
  expect_identical(
    py_repr(py_dict(dates, 1:2)), "{datetime.date(2024, 1, 31): 1, datetime.date(2024, 2, 1): 2}"
  )
})

test_that("tuple() makes a tuple of its arguments, or of one list or vector", {
  expect_identical(py_repr(tuple(1L, "two", NULL)), "(1, 'two', None)")
  expect_identical(py_repr(tuple()), "()")
  expect_identical(py_repr(tuple(1L)), "(1,)")
  expect_identical(py_repr(tuple("a")), "('a',)")
  expect_identical(py_repr(tuple(c(1L, 2L))), "(1, 2)")
  expect_identical(py_repr(tuple(list(1L, "a"))), "(1, 'a')")
  expect_identical(py_repr(tuple(list())), "()")
  expect_identical(py_repr(tuple(list(1L))), "(1,)")
  expect_identical(py_repr(tuple(1L, c(2L, 3L))), "(1, [2, 3])")
  expect_identical(py_repr(tuple(tuple(1L), list())), "((1,), [])")
  expect_identical(py_repr(tuple(NULL)), "(None,)")
  expect_s3_class(tuple(1L)[[0]], "python.builtin.int")
  expect_identical(tuple(1L, convert = TRUE)[[0]], 1L)
  expect_identical(py_to_r(tuple(1L, "a")), list(1L, "a"))
  object <- in_python("[1]")
  expect_identical(py_id(py_get_item(tuple(object), 0L)), py_id(object))
})

test_that("np_array() makes an array of memory of its own", {
  x <- np_array(c(1, 2, 3))
  expect_identical(py_repr(x), "array([1., 2., 3.])")
  expect_true(py_to_r(x$flags$writeable))
  expect_identical(py_repr(np_array(1:3)), "array([1, 2, 3], dtype=int32)")
  expect_identical(py_repr(np_array(c(TRUE, FALSE))), "array([ True, False])")
  expect_identical(py_str(np_array(matrix(1:4, 2), dtype = "float32")$dtype), "float32")
  expect_identical(py_to_r(np_array(matrix(1:4, 2))), matrix(1:4, 2))
  expect_identical(py_to_r(np_array(list(1L, 2L))), array(1:2))
  expect_identical(py_to_r(np_array(1:3, "float64")), array(c(1, 2, 3)))
  expect_identical(py_to_r(np_array(in_python("[[1, 2], [3, 4]]"))), rbind(1:2, 3:4))
  expect_identical(py_str(np_array(c("a", "b"), "str")$dtype$kind), "U")
})

test_that("one element, and none, make arrays of one dimension", {
  expect_identical(py_to_r(np_array(array(5))$shape), list(1L))
  expect_identical(py_to_r(np_array(double())$shape), list(0L))
  expect_identical(py_to_r(np_array(integer(), "int32")), array(integer(), 0))
})

test_that("np_array() lays memory out as asked", {
  expect_true(py_to_r(np_array(matrix(1:6, 2))$flags$c_contiguous))
  expect_true(py_to_r(np_array(matrix(1:6, 2), order = "F")$flags$f_contiguous))
  expect_false(py_to_r(np_array(matrix(1:6, 2), order = "F")$flags$c_contiguous))
  expect_refused(np_array(1, order = "X"), "`order`")
  expect_error(np_array(1, dtype = "no_type"), class = "python.builtin.TypeError")
})

test_that("a missing value does not become a number in np_array()", {
  expect_identical(py_to_r(np_array(c(1, NA))), array(c(1, NA)))
  expect_identical(py_repr(np_array(c(1L, NA))), "array([ 1., nan])")
  expect_identical(py_to_r(np_array(c(TRUE, NA))), array(c(TRUE, NA)))
  expect_identical(py_to_r(np_array(c("a", NA))), array(c("a", NA)))
})

test_that("array_reshape() reads and writes row by row, as NumPy does", {
  x <- array(1:24, c(2, 3, 4))
  numpy <- import("numpy")
  for (dim in list(c(6, 4), 24, c(4, 3, 2), c(1, 24), c(2, 2, 2, 3))) {
    for (order in c("C", "F")) {
      expected <- numpy$reshape(x, as.integer(dim), order = order)
      expect_identical(array_reshape(x, dim, order), expected)
      expect_identical(py_to_r(array_reshape(r_to_py(x), dim, order)), expected)
    }
  }
  expect_identical(array_reshape(x, c(NA, 4)), array_reshape(x, c(6, 4)))
  nested <- array_reshape(r_to_py(list(1:2, 3:4)), c(NA, 1))
  expect_identical(py_to_r(nested$shape), list(4L, 1L))
  expect_identical(array_reshape(1:6, c(2, -1)), matrix(1:6, 2, byrow = TRUE))
  expect_identical(array_reshape(letters[1:4], list(2, 2)), matrix(letters[1:4], 2, byrow = TRUE))
})

test_that("array_reshape() refuses a shape that does not fit", {
  expect_error(array_reshape(1:6, c(2.5, 3)), "`dim` must be whole numbers", class = "rkeras_error")
  expect_error(array_reshape(np_array(1:6), c(2.5, 3)), "`dim` must be whole numbers")
  expect_refused(array_reshape(1:6, c(4, 2)), "`dim`.*6 elements")
  expect_refused(array_reshape(1:6, c(NA, NA)), "`dim`")
  expect_refused(array_reshape(1:7, c(2, NA)), "`dim`")
})

test_that("dict() takes keys that are not strings", {
  expect_identical(py_repr(dict(`1` = "a", b = 2L)), "{1: 'a', 'b': 2}")
  key <- tuple(1L, 2L)
  expect_identical(py_repr(dict(key = "x")), "{(1, 2): 'x'}")
  # Python objects that cannot be keys, modules and functions do not count.
  a <- r_to_py(list(1L))
  np <- import("numpy")
  expect_identical(py_repr(dict(a = 1L, np = 2L)), "{'a': 1, 'np': 2}")
})

test_that("dict() takes one named list, and tuple() a tuple as it is", {
  expect_identical(py_repr(dict(list(a = 1L, b = "x"))), "{'a': 1, 'b': 'x'}")
  expect_refused(dict(list(1)), "needs a name")
  expect_identical(py_repr(dict(a = list(b = 1L))), "{'a': {'b': 1}}")
  expect_identical(py_repr(tuple(tuple(1L, 2L))), "(1, 2)")
  expect_identical(tuple(tuple(1L, 2L), convert = TRUE)[[0]], 1L)
  expect_identical(py_repr(tuple(tuple(1L), 2L)), "((1,), 2)")
})

test_that("np_array() of one value has one dimension", {
  expect_identical(dim(np_array(5)), 1L)
  expect_identical(dim(np_array("a")), 1L)
  expect_identical(dim(np_array(r_to_py(5))), integer())
})
