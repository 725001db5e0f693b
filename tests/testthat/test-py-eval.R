test_that("py_run_string() runs in the main module and returns its namespace", {
  namespace <- py_run_string("run_x = 1\nrun_y = [run_x, 2]")
  expect_identical(namespace$run_y, 1:2)
  expect_identical(py$run_x, 1L)
  expect_identical(py_eval("run_x"), 1L)
  expect_false(withVisible(py_run_string("pass"))$visible)
  py_run_string(c("run_z = 0", "for i in range(3):", "  run_z += i"))
  expect_identical(py$run_z, 3L)
})

test_that("local code leaves the main module alone", {
  namespace <- py_run_string("local_x = 1\ndef f(): return local_x", local = TRUE)
  expect_identical(namespace$local_x, 1L)
  expect_identical(namespace$f(), 1L)
  expect_false(py_has_attr(import_main(), "local_x"))
})

test_that("convert = FALSE leaves variables in Python", {
  expect_s3_class(py_run_string("x = 1", local = TRUE, convert = FALSE)$x, "python.builtin.int")
  expect_s3_class(py_eval("1", convert = FALSE), "python.builtin.int")
  expect_s3_class(py_eval("None", convert = FALSE), "python.builtin.NoneType")
})

test_that("py_eval() gives the value of an expression", {
  py_run_string("eval_x = 2")
  expect_identical(py_eval("eval_x * 2"), 4L)
  expect_identical(py_eval("  eval_x "), 2L)
  expect_identical(py_eval("[\n1,\n2]"), 1:2)
  expect_null(py_eval("None"))
  expect_identical(py_eval("'\u00e4'"), "\u00e4")
  expect_error(py_eval("x = 1"), class = "python.builtin.SyntaxError")
  expect_error(py_eval(""), class = "python.builtin.SyntaxError")
})

test_that("code must be code", {
  for (code in list(NULL, 1, NA_character_, character())) {
    expect_refused(py_eval(code), "code")
  }
})

test_that("errors in code are Python's, with the line", {
  error <- expect_error(py_run_string("ok = 1\nok ="), class = "python.builtin.SyntaxError")
  expect_match(conditionMessage(error), "line 2")
  expect_error(py_run_string("no_such_name"), "no_such_name", class = "python.builtin.NameError")
  expect_error(py_run_string("def f():\nreturn 1"), class = "python.builtin.IndentationError")
  # What ran before the error has run.
  expect_error(
    py_run_string("before_error = 1\nraise ValueError('x')"), class = "python.builtin.ValueError"
  )
  expect_identical(py$before_error, 1L)
})

test_that("py_run_file() runs a file", {
  dir <- withr::local_tempdir()
  file <- file.path(dir, "script.py")
  writeLines(
    enc2utf8(c("file_x = 'gr\u00fc\u00df'", "def file_f(): return file_x")), file, useBytes = TRUE
  )
  expect_identical(py_run_file(file)$file_f(), "gr\u00fc\u00df")
  expect_identical(py$file_x, "gr\u00fc\u00df")
  expect_false(withVisible(py_run_file(file))$visible)
  writeLines("file_local = 1", file)
  expect_identical(py_run_file(file, local = TRUE)$file_local, 1L)
  expect_false(py_has_attr(import_main(), "file_local"))
  expect_s3_class(py_run_file(file, local = TRUE, convert = FALSE)$file_local, "python.builtin.int")
})

test_that("a file finds its neighbours, and the path is left as it was", {
  dir <- withr::local_tempdir()
  writeLines("n = 5", file.path(dir, "rkeras_neighbour.py"))
  file <- file.path(dir, "script.py")
  writeLines("import rkeras_neighbour\nx = rkeras_neighbour.n", file)
  before <- import("sys")$path
  expect_error(
    py_run_file(file, prepend_path = FALSE), class = "python.builtin.ModuleNotFoundError"
  )
  expect_identical(py_run_file(file, local = TRUE)$x, 5L)
  expect_identical(import("sys")$path, before)
})

test_that("an error in a file names the file and the line", {
  file <- withr::local_tempfile(fileext = ".py")
  writeLines(c("a = 1", "def f():", "  raise ValueError('in a file')", "f()"), file)
  expect_error(py_run_file(file), "in a file", class = "python.builtin.ValueError")
  traceback <- paste(py_last_error()$traceback, collapse = "")
  expect_match(traceback, basename(file), fixed = TRUE)
  expect_match(traceback, "line 3")
  expect_refused(py_run_file("no-such-file.py"), "no-such-file.py")
  expect_refused(py_run_file(NULL), "`file`")
})

test_that("a file of any line ends runs", {
  file <- withr::local_tempfile(fileext = ".py")
  writeBin(charToRaw("crlf_x = 1\r\nif crlf_x:\r\n  crlf_x = 2"), file)
  expect_identical(py_run_file(file)$crlf_x, 2L)
})

test_that("`py` is the main module", {
  py_run_string("x = 1")
  expect_identical(py$x, 1L)
  py$a <- 1
  expect_identical(py_eval("a + 1"), 2)
  py$l <- list(b = 2L)
  expect_identical(py_eval("l['b']"), 2L)
  expect_error(py$no_such_variable, class = "python.builtin.AttributeError")
  expect_s3_class(py, "python.builtin.module")
  # R functions become callable, and see R's variables.
  factor <- 3
  py$times <- function(x) x * factor
  expect_identical(py_eval("times(2)"), 6)
})

test_that("source_python() copies public variables and functions, and no modules", {
  script <- withr::local_tempfile(fileext = ".py", lines = c(
    "import os", "_hidden = 1", "answer = 42", "def double(x): return 2 * x"
  ))
  env <- new.env()
  source_python(script, envir = env)
  expect_identical(env$answer, 42L)
  expect_identical(env$double(2), 4)
  expect_false(any(c("os", "_hidden") %in% ls(env, all.names = TRUE)))
  source_python(script, envir = env, convert = FALSE)
  expect_s3_class(env$answer, "python.builtin.int")
  expect_refused(source_python("no-such.py"), "no file")
})

test_that("a file sees its own path as `__file__`, in the main module only while it runs", {
  file <- withr::local_tempfile(lines = "seen = __file__", fileext = ".py")
  py_run_file(file)
  expect_identical(py$seen, file)
  expect_false(py_eval("'__file__' in globals()"))
  expect_identical(py_run_file(file, local = TRUE)$seen, file)
  py_run_string("__file__ = 'mine'")
  py_run_file(file)
  expect_identical(py_eval("__file__"), "mine")
  py_run_string("del __file__")
  failing <- withr::local_tempfile(lines = "1 / 0", fileext = ".py")
  expect_error(py_run_file(failing), class = "python.builtin.ZeroDivisionError")
  expect_false(py_eval("'__file__' in globals()"))
})

test_that("py_run_file() and source_python() take a URL", {
  file <- withr::local_tempfile(lines = c("import os", "name = os.path.basename(__file__)"),
                                fileext = ".py")
  url <- paste0("file://", file)
  py_run_file(url)
  expect_identical(py$name, basename(file))
  values <- source_python(url, envir = new.env())
  expect_identical(values$name, basename(file))
  expect_refused(py_run_file("file:///no/such/file.py"), "cannot be downloaded")
})

test_that("local code reads the main module and leaves it alone", {
  py_run_string("base = 41")
  made <- py_run_string("base2 = base + 1\nbase = 0", local = TRUE)
  expect_identical(names(made), c("base2", "base"))
  expect_identical(made$base2, 42L)
  expect_null(made$no_such_name)
  expect_identical(py$base, 41L)
  expect_false(py_has_attr(py, "base2"))
  functions <- py_run_string("
def one(): return base - 40
def two(): return one() + len('x')
class Part: pass", local = TRUE)
  expect_identical(functions$two(), 2L)
  expect_identical(functions$Part$`__module__`, "__main__")
})

test_that("source_python() does not copy `r`", {
  file <- withr::local_tempfile(lines = "sourced = r.nchar('abc')", fileext = ".py")
  target <- new.env()
  source_python(file, envir = target)
  expect_identical(target$sourced, 3L)
  expect_false(exists("r", target, inherits = FALSE))
})
