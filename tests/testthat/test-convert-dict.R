test_that("named lists are dicts", {
  expect_crosses(list(a = 1L, b = "x"), "{'a': 1, 'b': 'x'}")
  expect_crosses(stats::setNames(list(), character()), "{}")
  expect_crosses(list(a = list(b = list(c = 1.5))), "{'a': {'b': {'c': 1.5}}}")
  expect_crosses(stats::setNames(list(1L, 2L), c("a b", "\u00e4")), "{'a b': 1, '\u00e4': 2}")
  expect_crosses(list(z = 1L, a = 2L), "{'z': 1, 'a': 2}")
  expect_crosses(list(a = NULL, b = NA), "{'a': None, 'b': None}", list(a = NULL, b = NULL))
  expect_crosses(list(a = 1:3, b = list()), "{'a': [1, 2, 3], 'b': []}")
})

test_that("one element without a name has the key \"\"", {
  expect_crosses(list(a = 1L, 2L), "{'a': 1, '': 2}")
  expect_crosses(list(1L, b = list(2L, c = "x")), "{'': 1, 'b': {'': 2, 'c': 'x'}}")
})

test_that("names that a dict cannot hold are an error that says which", {
  expect_error(r_to_py(list(a = 1, a = 2)), "\"a\"", class = "rkeras_error_convert")
  expect_error(r_to_py(list(a = 1, 2, 3)), "Element 3", class = "rkeras_error_convert")
  expect_error(r_to_py(stats::setNames(list(1), "")), "Element 1", class = "rkeras_error_convert")
  expect_error(
    r_to_py(stats::setNames(list(1, 2), c("a", NA))), "Element 2", class = "rkeras_error_convert"
  )
  expect_error(r_to_py(list(x = list(a = 1, a = 2))), "\"a\"", class = "rkeras_error_convert")
  expect_error(py_eval("len")(list(a = 1, a = 2)), class = "rkeras_error_convert")
})

test_that("a name of latin1 is the same key as that of UTF-8", {
  latin1 <- "\xe4"
  Encoding(latin1) <- "latin1"
  expect_identical(names(py_to_r(r_to_py(stats::setNames(list(1), latin1)))), "\u00e4")
  twice <- stats::setNames(list(1, 2), c(latin1, "\u00e4"))
  expect_error(r_to_py(twice), class = "rkeras_error_convert")
})

test_that("dicts are named lists, their keys as text", {
  expect_gives("{'a': 1, 'b': [1, 2]}", list(a = 1L, b = 1:2))
  expect_gives("{}", stats::setNames(list(), character()))
  expect_gives("{1: 'x', 2.5: 'y'}", list(`1` = "x", `2.5` = "y"))
  expect_gives(
    "{(1, 2): 'x', None: 'y', True: 'z'}", list(`(1, 2)` = "x", None = "y", `True` = "z")
  )
  expect_gives("{'': 1}", stats::setNames(list(1L), ""))
  # Both are there, under the same name.
  expect_gives("{1: 'a', '1': 'b'}", list(`1` = "a", `1` = "b"))
  expect_gives("{'a': {'b': None}}", list(a = list(b = NULL)))
})

test_that("dicts of derived types are named lists", {
  py_run_string("import collections")
  expect_gives("collections.OrderedDict(b=1, a=2)", list(b = 1L, a = 2L))
  expect_gives("collections.Counter('aab')", list(a = 2L, b = 1L))
  expect_gives("collections.defaultdict(int, a=1)", list(a = 1L))
})

test_that("a key that fails to show itself is its error, not a crash", {
  py_run_string("class Odd:\n  def __str__(self): raise RuntimeError('no text')")
  expect_error(py_eval("{Odd(): 1}"), "no text", class = "python.builtin.RuntimeError")
})

test_that("a dict that is changed by its own keys does not crash", {
  py_run_string("
bad = {}
class Grow:
  def __str__(self):
    bad[len(bad) + 1000] = 0
    return 'grow'
bad[Grow()] = 1
bad[Grow()] = 2")
  result <- tryCatch(py_eval("bad"), error = function(e) e)
  expect_true(inherits(result, "rkeras_error") || !inherits(result, "error"))
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("subclasses of dict are named lists", {
  expect_gives("__import__('collections').Counter('aab')", list(a = 2L, b = 1L))
  expect_gives("__import__('collections').defaultdict(list, a=[1, 2])", list(a = 1:2))
  expect_gives("__import__('collections').OrderedDict(b=1, a='x')", list(b = 1L, a = "x"))
})

test_that("a name that is no text is an error, as a value is", {
  x <- "\xff"
  Encoding(x) <- "bytes"
  expect_error(r_to_py(stats::setNames(list(1), x)), "Name 1", class = "rkeras_error_convert")
})

test_that("a dict of its own order keeps that", {
  py_run_string("
import collections
ordered = collections.OrderedDict(a=1, b=2, c=3)
ordered.move_to_end('a')")
  expect_gives("ordered", list(b = 2L, c = 3L, a = 1L))
})
