test_that("strings are converted both ways", {
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

test_that("text beyond ASCII is converted from any declared encoding", {
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

test_that("a string of undeclared encoding that is not UTF-8 is an error that says what to do", {
  file <- withr::local_tempfile()
  writeBin(as.raw(c(0x63, 0x61, 0x66, 0xe9, 0x0a)), file)
  unmarked <- readLines(file)
  # Doors by which a string goes to Python, and what the error calls it.
  doors <- list(
    function(x) r_to_py(x), function(x) r_to_py(c("a", x)), function(x) r_to_py(list(x)),
    function(x) r_to_py(list(a = list(b = x))), function(x) r_to_py(matrix(x)),
    function(x) r_to_py(data.frame(a = x)), function(x) r_to_py(factor(x)),
    function(x) r_to_py(data.frame(a = factor(x))),
    function(x) r_to_py(stats::setNames(list(1), x)),
    function(x) r_to_py(stats::setNames(data.frame(1), x)), function(x) py_eval("len")(x),
    function(x) r_to_py(data.frame(a = 1, row.names = x))
  )
  for (door in doors) {
    error <- expect_error(door(unmarked), class = "rkeras_error_convert")
    expect_match(conditionMessage(error), "(\"caf\\xe9\")", fixed = TRUE, label = deparse(door))
    expect_match(conditionMessage(error), "Encoding(x) <- \"latin1\"", fixed = TRUE)
    expect_match(conditionMessage(error), "readLines(encoding = \"latin1\")", fixed = TRUE)
  }
  Encoding(unmarked) <- "latin1"
  expect_identical(py_repr(r_to_py(unmarked)), "'caf\u00e9'")
  expect_identical(py_repr(r_to_py(readLines(file, encoding = "latin1"))), "'caf\u00e9'")
})

test_that("names and code of undeclared encoding are refused in the same words", {
  unmarked <- "caf\xe9"
  doors <- list(
    "`name`" = function(x) import_main()[[x]],
    "`name`" = function(x) py_has_attr(import_main(), x),
    "`code`" = function(x) py_eval(x), "`code`" = function(x) py_run_string(x),
    "`module`" = function(x) import(x),
    "The name of argument 1" = function(x) do.call(py_eval("dict"), stats::setNames(list(1), x))
  )
  for (i in seq_along(doors)) {
    expect_refused(
      doors[[i]](unmarked),
      paste(names(doors)[[i]], "(\"caf\\xe9\") is not valid UTF-8"),
      fixed = TRUE
    )
  }
})

test_that("latin1 is Windows-1252, as R takes it", {
  bytes <- rawToChar(as.raw(c(0x80, 0x9f, 0xa0, 0xff)))
  Encoding(bytes) <- "latin1"
  expect_identical(py_to_r(r_to_py(bytes)), enc2utf8(bytes))
  expect_identical(py_repr(r_to_py(bytes)), "'\u20ac\u0178\\xa0\u00ff'")
})

test_that("in a locale without UTF-8, strings are converted exactly or are an error", {
  out <- in_new_session(function(path, python) {
    Sys.setlocale("LC_ALL", "C")
    Sys.setenv(RKERAS_PYTHON = python)
    of_bytes <- function(...) rawToChar(as.raw(c(...)))
    declared <- of_bytes(0xe9)
    Encoding(declared) <- "latin1"
    refused <- function(x) inherits(try(rkeras::r_to_py(x), silent = TRUE), "try-error")
    list(
      utf8 = rkeras::py_eval("ascii")(of_bytes(0xc3, 0xa9)),
      declared = rkeras::py_eval("ascii")(declared), refused = refused(of_bytes(0xe9)),
      refused_in_names = refused(stats::setNames(list(1), of_bytes(0xe9)))
    )
  }, NULL, py_exe())$value
  expect_identical(out, list(
    utf8 = "'\\xe9'", declared = "'\\xe9'", refused = TRUE, refused_in_names = TRUE
  ))
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
  expect_no_value("'ab\\0c'", "character 3", "convert = FALSE")
  expect_no_value("['a', 'b\\0']", "String 2", "character 2")
  expect_no_value("('a\\0',)", "character 2")
  expect_no_value("{'k': 'a\\0'}", "character 2")
  expect_no_value("{'a\\0': 1}", "character 2")
  expect_no_value("{'\u00e4\u00e4\\0': 1}", "character 3")
  # A position is counted in characters, not in bytes.
  expect_no_value("'\u00e4\u00e4\\0'", "character 3")
  expect_identical(py_eval("len('a\\0')"), 2L)
})

test_that("half of a surrogate pair is an error", {
  expect_no_value("'\\udc80'", "udc80", "convert = FALSE")
  expect_no_value("['x', 'y\\udc80']", "udc80")
  expect_no_value("{'k': '\\ud800'}", "ud800")
  expect_no_value("{'\\udc80': 1}", "udc80")
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
