# What the prompt prints for these lines.
entered <- function(...) {
  err <- NULL
  out <- utils::capture.output(err <- py_capture_output(type = "stderr", {
    repl_python(quiet = TRUE, input = c(...))
  }))
  structure(out, stderr = err)
}

test_that("statements run in the main module and values are printed", {
  out <- entered("repl_x = 2", "repl_x * 3", "None", "'text'", "for i in range(2):", "  print(i)",
                 "", "def repl_f():", "  return 7", "", "repl_f()")
  expect_identical(c(out), c("6", "'text'", "0", "1", "7"))
  expect_identical(py$repl_x, 2L)
  # A variable `_` of the main module hides the last value.
  py_run_string("globals().pop('_', None)")
  expect_identical(c(entered("6 + 1", "_ + 1")), c("7", "8"))
})

test_that("a last statement without an empty line is run", {
  expect_identical(c(entered("if True:", "  print('ran')")), "ran")
})

test_that("exit and quit return, with what follows left", {
  for (word in c("exit", "quit()", "import sys; sys.exit(3)")) {
    expect_identical(c(entered("1", word, "2")), "1")
  }
})

test_that("exceptions print a traceback, and the prompt goes on", {
  out <- entered("def repl_g():", "  return 1 / 0", "", "repl_g()", "x = = 1", "5")
  expect_identical(c(out), "5")
  expect_match(attr(out, "stderr"), "Traceback .*in repl_g\n.*ZeroDivisionError: division by zero")
  expect_match(attr(out, "stderr"), "SyntaxError: invalid syntax")
  expect_no_match <- function(x, text) expect_false(grepl(text, x, fixed = TRUE))
  expect_no_match(attr(out, "stderr"), "prompt.py")
})

test_that("commands are not Python code", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  withr::local_envvar(RKERAS_TEST_ENV = "before")
  writeLines("repl_ran = 12", "script.py")
  expect_identical(c(entered("%pwd")), getwd())
  expect_identical(c(entered("%ls")), "script.py")
  expect_identical(c(entered("%env RKERAS_TEST_ENV")), "before")
  entered("%env RKERAS_TEST_ENV=after")
  expect_identical(Sys.getenv("RKERAS_TEST_ENV"), "after")
  expect_identical(py_eval("__import__('os').environ['RKERAS_TEST_ENV']"), "after")
  expect_match(entered("%time sum(range(10))"), "^Wall time: .* (ns|us|ms|s)")
  expect_match(entered("%timeit pass"), "per run")
  entered("%run script.py")
  expect_identical(py$repl_ran, 12L)
  expect_true("repl_ran (int)" %in% entered("%who"))
  expect_identical(c(entered("1 + 1", "%history")), c("2", "1 + 1"))
  dir.create("inner")
  expect_identical(c(entered("%cd inner")), file.path(getwd()))
  expect_message(repl_python(quiet = TRUE, input = "%cd /no/such/dir"), "no directory")
  expect_message(repl_python(quiet = TRUE, input = "%nothing"), "no command `%nothing`")
})

test_that("help is shown by a question mark", {
  expect_match(paste(entered("?len"), collapse = "\n"), "Return the number of items")
  expect_match(paste(entered("os.path.basename?"), collapse = "\n"), "basename")
})

test_that("a script without input gets an error", {
  expect_error(repl_python(), "needs an interactive session", class = "rkeras_error_argument")
  expect_error(repl_python(quiet = NA), "`quiet` must be TRUE or FALSE")
})
