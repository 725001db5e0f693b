test_that("lists are converted both ways", {
  expect_crosses(list(1L, "a"), "[1, 'a']")
  expect_crosses(list(), "[]")
  expect_crosses(list(list()), "[[]]")
  expect_crosses(list(1L, list("a", TRUE)), "[1, ['a', True]]")
  expect_crosses(list(NULL, "a", 1L), "[None, 'a', 1]")
  expect_crosses(list(1:2, c("a", "b")), "[[1, 2], ['a', 'b']]")
  expect_crosses(list(1L, list(a = 1L, b = list())), "[1, {'a': 1, 'b': []}]")
})

test_that("a list of scalars of one type comes back as a vector", {
  expect_crosses(list(1L, 2L), "[1, 2]", 1:2)
  expect_crosses(list("a", NULL), "['a', None]", c("a", NA))
  expect_crosses(list(1.5), "[1.5]", 1.5)
  expect_gives("[1]", 1L)
  expect_gives("[[1], [2]]", list(1L, 2L))
})

test_that("lists of mixed types come as lists", {
  expect_gives("[]", list())
  expect_gives("[1, 'a']", list(1L, "a"))
  expect_gives("[1, 1.5]", list(1L, 1.5))
  expect_gives("[True, 1, 1.0, 'a', None]", list(TRUE, 1L, 1, "a", NULL))
  expect_gives("[[1, 2], [3]]", list(1:2, 3L))
  expect_gives("[{'a': 1}]", list(list(a = 1L)))
})

test_that("tuples come as lists", {
  expect_gives("()", list())
  expect_gives("(1,)", list(1L))
  expect_gives("(1, 2)", list(1L, 2L))
  expect_gives("((1, 2), [3, 4])", list(list(1L, 2L), 3:4))
})

test_that("what has no R type stays a Python object inside", {
  x <- py_eval("[object(), 1]")
  expect_s3_class(x[[1]], "python.builtin.object")
  expect_identical(x[[2]], 1L)
})

test_that("a Python object in an R list is the same object in Python", {
  object <- in_python("[1]")
  inner <- py_get_item(r_to_py(list("a", object)), 1L)
  expect_identical(py_id(inner), py_id(object))
})

test_that("deeply nested values are converted, and too deep nesting is an error", {
  nested <- function(depth) Reduce(function(inner, i) list(inner), seq_len(depth), "x")
  expect_identical(py_to_r(r_to_py(nested(100))), Reduce(function(x, i) list(x), 1:99, "x"))
  for (depth in c(600, 1e5)) {
    expect_error(r_to_py(nested(depth)), "500 levels", class = "rkeras_error_convert")
  }
  py_run_string("deep = 1\nfor i in range(100000): deep = [deep]")
  expect_error(py_eval("deep"), "500 levels", class = "rkeras_error_convert")
  py_run_string("deep = 1\nfor i in range(100000): deep = (deep,)")
  expect_error(py_eval("deep"), "500 levels", class = "rkeras_error_convert")
  py_run_string("del deep")
})

test_that("a container that holds itself is an error", {
  py_run_string("a = [1]; a.append(a)\nd = {}; d['d'] = d\nt = ([],); t[0].append(t)
import numpy as np\no = np.empty(1, object); o[0] = o")
  for (name in c("a", "d", "t", "o", "[a]", "{'x': d}")) {
    expect_error(py_eval(name), "holds itself", class = "rkeras_error_convert")
    expect_true(is_py_object(py_eval(name, convert = FALSE)))
  }
  py_run_string("a.clear(); d.clear(); t[0].clear(); o[0] = None")
})

test_that("an element's name cannot be lost silently", {
  expect_error(r_to_py(list(a = 1, 2, 3)), "Element 3", class = "rkeras_error_convert")
})

test_that("a list is what its items are, wherever the odd one stands", {
  expect_gives("[1, 2, None]", c(1L, 2L, NA))
  expect_gives("[1, 2, True]", list(1L, 2L, TRUE))
  expect_gives("[1, 2, 2.5]", list(1L, 2L, 2.5))
  expect_gives("[1, None, 2**31]", c(1, NA, 2^31))
  expect_gives("[1, -2**31]", c(1, -2^31))
  expect_gives("[None, 1]", c(NA, 1L))
  expect_gives("[0.5, None, float('inf')]", c(0.5, NA, Inf))
  expect_gives("[0.5, 'a']", list(0.5, "a"))
  expect_gives("['a', None, '\u00e9']", c("a", NA, "\u00e9"))
  expect_gives("['a', 1]", list("a", 1L))
  expect_no_value("['a', 'b\\0']", "String 2", "NUL at character 2")
  expect_no_value("['a', '\\udc80']", "not valid Unicode")
})

test_that("a long vector with repeated strings keeps each in its place", {
  x <- c(sample(c(letters, NA, "\u00e9", "e\u0301"), 2000, replace = TRUE), paste("key", 1:2000))
  x <- x[sample(length(x))]
  expect_identical(py_to_r(r_to_py(x)), x)
  latin <- iconv(rep("\u00e9", 3), "UTF-8", "latin1")
  expect_crosses(c(latin, "\u00e9"), "['\u00e9', '\u00e9', '\u00e9', '\u00e9']")
})

test_that("named tuples come as named lists", {
  py_run_string("
import collections
Point = collections.namedtuple('Point', 'x y')
Nothing = collections.namedtuple('Nothing', '')")
  expect_gives("Point(1, [2, 3])", list(x = 1L, y = 2:3))
  expect_gives("[Point(1, 2)]", list(list(x = 1L, y = 2L)))
  expect_gives("Nothing()", stats::setNames(list(), character()))
  expect_identical(py_eval("__import__('sys').version_info")$major, 3L)
  # Has more fields than items.
  expect_identical(py_eval("__import__('time').gmtime(0)")$tm_year, 1970L)
  expect_gt(py_eval("__import__('os').stat('/')")$st_mtime, 0)
})

test_that("sets and deques come as lists do", {
  expect_gives("{3}", 3L)
  expect_setequal(py_eval("{'a', 'b'}"), c("a", "b"))
  expect_gives("frozenset([2, 2])", 2L)
  expect_gives("set()", list())
  expect_gives("__import__('collections').deque([1, None, 3])", c(1L, NA, 3L))
  expect_gives("__import__('collections').deque([1, 'a'])", list(1L, "a"))
})

test_that("lists of classes that keep their items elsewhere have them", {
  module <- tf$Module()
  module$parts <- list(1, "a")
  expect_identical(module$parts, list(1, "a"))
})
