test_that("strings cross", {
  expect_crosses("a", "'a'")
  expect_crosses("", "''")
  expect_crosses(c("a", "b"), "['a', 'b']")
  expect_crosses(c("a", NA), "['a', None]")
  expect_crosses(c(NA, ""), "[None, '']")
  expect_crosses("NA", "'NA'")
  expect_crosses("it's", "\"it's\"")
  expect_crosses("a\nb\t\\", "'a\\nb\\t\\\\'")
})

test_that("NA_character_ is no text", {
  expect_crosses(NA_character_, "None", NULL)
  expect_identical(py_repr(r_to_py(list(NA_character_, "NA"))), "[None, 'NA']")
})

test_that("text beyond ASCII crosses, of any encoding that says so", {
  expect_crosses("\u00e4\u20ac", "'\u00e4\u20ac'")
  expect_crosses("\U0001f600", "'\U0001f600'")
  expect_identical(py_eval("len")("\U0001f600"), 1L)
  latin1 <- "\xe4"
  Encoding(latin1) <- "latin1"
  expect_identical(py_repr(r_to_py(latin1)), "'\u00e4'")
  expect_identical(py_to_r(r_to_py(latin1)), "\u00e4")
  expect_identical(py_repr(r_to_py(c("a", latin1))), "['a', '\u00e4']")
  expect_identical(Encoding(py_eval("'\u00e4'")), "UTF-8")
  expect_identical(py_eval("'\\u00e4'"), "\u00e4")
  expect_identical(py_repr(r_to_py(stats::setNames(list(1L), latin1))), "{'\u00e4': 1}")
})

test_that("bytes that are no text are an error that says which string", {
  bytes <- "\xff\xfe"
  Encoding(bytes) <- "bytes"
  expect_error(r_to_py(bytes), "String 1 .*charToRaw", class = "rkeras_error_convert")
  expect_error(r_to_py(c("a", bytes)), "String 2 ", class = "rkeras_error_convert")
  invalid <- "a\xff"
  Encoding(invalid) <- "UTF-8"
  expect_error(r_to_py(c("a", "b", invalid)), "String 3 ", class = "rkeras_error_convert")
})

test_that("strs come as character", {
  expect_gives("'a'", "a")
  expect_gives("''", "")
  expect_gives("['a', None, 'b']", c("a", NA, "b"))
  expect_gives("('a', 'b')", list("a", "b"))
  expect_gives("['a', 1]", list("a", 1L))
  expect_gives("'x' * 100000", strrep("x", 1e5))
})

test_that("a NUL in a string is an error that says where", {
  expect_refused("'ab\\0c'", "character 3", "convert = FALSE")
  expect_refused("['a', 'b\\0']", "string 2", "character 2")
  expect_refused("('a\\0',)", "character 2")
  expect_refused("{'k': 'a\\0'}", "character 2")
  expect_refused("{'a\\0': 1}", "character 2")
  expect_refused("{'\u00e4\u00e4\\0': 1}", "character 3")
  # A position is counted in characters, not in bytes.
  expect_refused("'\u00e4\u00e4\\0'", "character 3")
  expect_identical(py_eval("len('a\\0')"), 2L)
})

test_that("half of a surrogate pair is an error", {
  expect_refused("'\\udc80'", "udc80", "convert = FALSE")
  expect_refused("['x', 'y\\udc80']", "udc80")
  expect_refused("{'k': '\\ud800'}", "ud800")
  expect_refused("{'\\udc80': 1}", "udc80")
})

test_that("a string in Python stays what it was when R's is changed", {
  x <- c("a", "b")
  object <- r_to_py(x)
  x[[1]] <- "changed"
  expect_identical(py_repr(object), "['a', 'b']")
})

test_that("paths and UUIDs come as their text", {
  expect_gives("__import__('pathlib').PurePosixPath('a/b')", "a/b")
  expect_gives("[__import__('pathlib').Path('a'), None]", c("a", NA))
  expect_gives("__import__('uuid').UUID(int=10)", "00000000-0000-0000-0000-00000000000a")
})

test_that("subclasses of str are strings", {
  py_run_string("
import enum
class Name(str): pass
class Colour(str, enum.Enum): RED = 'red'")
  expect_gives("Name('x')", "x")
  expect_gives("[Name('x'), 'y']", c("x", "y"))
  expect_gives("Colour.RED", "red")
})
