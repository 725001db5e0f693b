namespace <- function(convert = TRUE) {
  code <- "from types import SimpleNamespace\nx = SimpleNamespace(a = 1, f = len)"
  py_run_string(code, TRUE, convert)$x
}

test_that("py_get_attr() leaves the attribute in Python, which converts as the object does", {
  x <- namespace()
  expect_s3_class(py_get_attr(x, "a"), "python.builtin.int")
  expect_identical(py_get_attr(x, "f")("abc"), 3L)
  expect_s3_class(py_get_attr(namespace(FALSE), "f")("abc"), "python.builtin.int")
  expect_s3_class(py_get_attr(x, "__class__"), "python.builtin.type")
})

test_that("a missing attribute is Python's error, or NULL if asked", {
  x <- namespace()
  expect_error(py_get_attr(x, "absent"), "absent", class = "python.builtin.AttributeError")
  expect_null(py_get_attr(x, "absent", silent = TRUE))
  expect_s3_class(py_get_attr(x, "a", silent = TRUE), "python.builtin.int")
  expect_true(py_has_attr(x, "a"))
  expect_false(py_has_attr(x, "absent"))
  expect_true(py_has_attr(1L, "bit_length"))
})

test_that("an attribute that fails is its own error, even when asked silently", {
  x <- py_run_string("
class X:
  @property
  def bad(self): raise ValueError('in a property')
x = X()", local = TRUE)$x
  expect_error(py_get_attr(x, "bad"), "in a property", class = "python.builtin.ValueError")
  expect_error(
    py_get_attr(x, "bad", silent = TRUE), "in a property", class = "python.builtin.ValueError"
  )
  expect_error(x$bad, class = "python.builtin.ValueError")
})

test_that("attributes are set and deleted in place", {
  x <- namespace()
  expect_identical(py_id(py_set_attr(x, "b", 2L)), py_id(x))
  expect_false(withVisible(py_set_attr(x, "c", "text"))$visible)
  expect_identical(x$b, 2L)
  expect_identical(x$c, "text")
  py_set_attr(x, "n", NULL)
  expect_true(py_has_attr(x, "n"))
  expect_null(x$n)
  expect_identical(withVisible(py_del_attr(x, "b")), list(value = x, visible = FALSE))
  expect_false(py_has_attr(x, "b"))
  expect_error(py_del_attr(x, "b"), class = "python.builtin.AttributeError")
  expect_error(py_set_attr(r_to_py(1L), "b", 1), class = "python.builtin.AttributeError")
})

test_that("names of any characters reach Python", {
  x <- namespace()
  for (name in c("a b", "\u00e4", "1", "if")) {
    py_set_attr(x, name, name)
    expect_identical(py_to_r(py_get_attr(x, name)), name)
  }
})

test_that("a name must be one string", {
  x <- namespace()
  for (name in list(NULL, 1, NA_character_, character(), c("a", "b"))) {
    expect_refused(py_get_attr(x, name), "`name`")
    expect_refused(py_has_attr(x, name))
    expect_refused(py_set_attr(x, name, 1))
  }
})

test_that("what is no Python object is an error that says so", {
  expect_error(py_set_attr(new.env(), "a", 1), class = "error")
  expect_error(py_get_attr(quote(a), "absent"), class = "error")
})

test_that("py_get_item() leaves the item in Python, which converts as the object does", {
  x <- py_eval("{'a': [1, 2]}", convert = FALSE)
  expect_s3_class(py_get_item(x, "a"), "python.builtin.list")
  expect_s3_class(py_get_item(x, "a")[[0]], "python.builtin.int")
  converting <- r_to_py(list(a = list(1L, 2L)), convert = TRUE)
  expect_identical(py_get_item(converting, "a")[[0]], 1L)
})

test_that("keys are Python's: of any type, positions from 0", {
  x <- in_python("[10, 20, 30]")
  expect_identical(py_to_r(py_get_item(x, 0L)), 10L)
  expect_identical(py_to_r(py_get_item(x, -1L)), 30L)
  expect_identical(py_to_r(py_get_item(x, in_python("slice(1, None)"))), c(20L, 30L))
  d <- in_python("{(1, 2): 'tuple', None: 'none', 1: 'int', 'a': 'str'}")
  expect_identical(py_to_r(py_get_item(d, tuple(1L, 2L))), "tuple")
  expect_identical(py_to_r(py_get_item(d, NULL)), "none")
  expect_identical(py_to_r(py_get_item(d, 1L)), "int")
  expect_identical(py_to_r(py_get_item(d, "a")), "str")
})

test_that("a missing item is Python's error, or NULL if asked", {
  x <- in_python("[1]")
  d <- in_python("{'a': 1}")
  expect_error(py_get_item(x, 5L), class = "python.builtin.IndexError")
  expect_error(py_get_item(d, "b"), "'b'", class = "python.builtin.KeyError")
  expect_null(py_get_item(x, 5L, silent = TRUE))
  expect_null(py_get_item(d, "b", silent = TRUE))
  expect_error(py_get_item(x, "a"), class = "python.builtin.TypeError")
  expect_error(py_get_item(in_python("1"), 0L), class = "python.builtin.TypeError")
  expect_error(py_get_item(d, r_to_py(list())), "unhashable", class = "python.builtin.TypeError")
})

test_that("items are set and deleted in place", {
  d <- in_python("{'a': 1}")
  expect_identical(py_id(py_set_item(d, "b", "two")), py_id(d))
  expect_false(withVisible(py_set_item(d, "c", NULL))$visible)
  expect_identical(py_repr(d), "{'a': 1, 'b': 'two', 'c': None}")
  expect_identical(withVisible(py_del_item(d, "a")), list(value = d, visible = FALSE))
  expect_identical(py_repr(d), "{'b': 'two', 'c': None}")
  expect_error(py_del_item(d, "a"), class = "python.builtin.KeyError")
  x <- in_python("[1, 2]")
  py_set_item(x, 0L, list(1L))
  expect_identical(py_repr(x), "[[1], 2]")
  expect_error(py_set_item(x, 5L, 1L), class = "python.builtin.IndexError")
  expect_error(py_set_item(in_python("(1,)"), 0L, 1L), class = "python.builtin.TypeError")
})
