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

test_that("a block ends with an empty line, and a line with a semicolon shows nothing", {
  out <- entered("def repl_two():", "  a = 1", "  return a + 1", "", "repl_two()", "9;", "  3",
                 "x = 4;")
  expect_identical(c(out), c("2", "3"))
})

test_that("the console's lines keep the spaces at their start, and Ctrl-C their prompt", {
  skip_if_not_installed("processx")
  skip_on_os("windows")
  library_path <- dirname(getNamespaceInfo("rkeras", "path"))
  session <- processx::process$new(
    file.path(R.home("bin"), "R"), c("--vanilla", "--quiet", "--interactive"), pty = TRUE,
    env = c("current", R_LIBS = library_path, RKERAS_PYTHON = py_exe(), TERM = "dumb")
  )
  withr::defer(session$kill())
  # What the session prints from now on, up to the text.
  answer <- function(line, until, end = "\n") {
    session$write_input(paste0(line, end))
    text <- ""
    for (i in 1:100) {
      session$poll_io(100)
      text <- gsub("\r", "", paste0(text, session$read_output()), fixed = TRUE)
      if (grepl(until, text)) break
    }
    text
  }
  answer("rkeras::repl_python(quiet = TRUE)", ">>> $")
  answer("def f(a):", "[.]{3} $")
  answer("  b = a + 1", "[.]{3} $")
  answer("  return b", "[.]{3} $")
  answer("", ">>> $")
  expect_match(answer("f(40)", ">>> $"), "41\n", fixed = TRUE)
  answer("import time; print('wa' + 'it', flush=True); time.sleep(60)", "\nwait")
  expect_match(answer("\003", ">>> $", end = ""), "KeyboardInterrupt")
  expect_match(answer("f(1)", ">>> $"), "2\n", fixed = TRUE)
  answer("quit", "\n> $")
  expect_match(answer("rkeras::py$f(2) * 7", "21"), "21")
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
  expect_identical(c(entered("%env RKERAS_TEST_ENV=after")), "env: RKERAS_TEST_ENV=after")
  expect_identical(Sys.getenv("RKERAS_TEST_ENV"), "after")
  expect_identical(py_eval("__import__('os').environ['RKERAS_TEST_ENV']"), "after")
  expect_match(entered("%time sum(range(10))"), "^Wall time: .* (ns|us|ms|s)")
  expect_match(entered("%timeit pass"), "per run")
  entered("%run script.py")
  expect_identical(py$repl_ran, 12L)
  expect_true("repl_ran (int)" %in% entered("%who"))
  expect_identical(c(entered("1 + 1", "%history")), c("2", "1 + 1"))
  expect_identical(c(entered("%env RKERAS_TEST_ENV be{repl_ran}", "%env RKERAS_TEST_ENV")),
                   c("env: RKERAS_TEST_ENV=be12", "be12"))
  entered("repl_ran = 0", "%load script.py")
  expect_identical(py$repl_ran, 12L)
  expect_identical(
    c(entered("repl_out = !echo a; echo b", "repl_out",
              "one, two = %system echo a; echo b", "two")),
    c("['a', 'b']", "'b'")
  )
  expect_identical(c(entered("!!echo text", "\"!! text\"")), c("['text']", "'!! text'"))
  dir.create("inner")
  start <- getwd()
  inner <- file.path(start, "inner")
  expect_identical(c(entered("%cd inner")), inner)
  expect_identical(c(entered("%cd -")), start)
  expect_identical(c(entered("%cd -inn")), inner)
  expect_identical(c(entered("%cd -2")), start)
  expect_identical(c(entered("%cd -3")), start)
  expect_identical(c(entered("%cd -4", "%cd -1")), c(start, start))
  expect_identical(utils::tail(entered("%dhist"), 3L), rep(start, 3L))
  expect_message(repl_python(quiet = TRUE, input = "%cd -none"), "no such directory")
  expect_message(repl_python(quiet = TRUE, input = "%cd /no/such/dir"), "no directory")
  expect_message(repl_python(quiet = TRUE, input = "%nothing"), "no command `%nothing`")
})

test_that("commands have values, and their paths may be in quotes", {
  folder <- withr::local_tempdir()
  withr::local_dir(folder)
  withr::local_envvar(RKERAS_TEST_ENV = "set")
  dir.create("two words")
  inner <- file.path(getwd(), "two words")
  writeLines("repl_ran = 13", "two words/the script.py")
  py_run_string("globals().pop('_', None)")
  expect_identical(c(entered("%cd \"two words\"")), inner)
  entered("repl_here = %pwd", "repl_env = %env RKERAS_TEST_ENV", "repl_all = %env",
          "repl_lines = %sx echo a; echo b")
  expect_identical(py$repl_here, inner)
  expect_identical(py$repl_env, "set")
  expect_identical(py$repl_all$RKERAS_TEST_ENV, "set")
  expect_identical(py$repl_lines, c("a", "b"))
  expect_identical(utils::tail(entered("%pwd", "_"), 1L), sprintf("'%s'", inner))
  expect_identical(utils::tail(entered("%env RKERAS_TEST_ENV", "_ * 2"), 1L), "'setset'")
  expect_identical(c(entered("%cd -", "%ls 'two words'")), c(dirname(inner), "the script.py"))
  entered("%run 'two words/the script.py'")
  expect_identical(py$repl_ran, 13L)
})

test_that("what is not supported says so", {
  said <- function(line) {
    text <- NULL
    withCallingHandlers(repl_python(quiet = TRUE, input = line), message = function(cnd) {
      text <<- c(text, conditionMessage(cnd))
      invokeRestart("muffleMessage")
    })
    paste(text, collapse = "")
  }
  expect_match(said("%%time x = 1"), "`%%time`: commands for several lines", fixed = TRUE)
  expect_match(said("%matplotlib inline"), "no command `%matplotlib`", fixed = TRUE)
  expect_match(said("x = %time 1"), "`%time` has no value", fixed = TRUE)
  expect_match(said("%run missing.py"), "no file 'missing.py'", fixed = TRUE)
  expect_match(said("%run"), "needs a Python file", fixed = TRUE)
  expect_match(said("%pwd x"), "takes no arguments", fixed = TRUE)
  expect_match(said("%env RKERAS_NOT_SET"), "'RKERAS_NOT_SET' is not set", fixed = TRUE)
  withr::local_options(reticulate.repl.use_magics = FALSE)
  expect_match(attr(entered("%pwd"), "stderr"), "SyntaxError", fixed = TRUE)
})

test_that("help is shown by a question mark", {
  expect_match(paste(entered("?len"), collapse = "\n"), "Return the number of items")
  expect_match(paste(entered("os.path.basename?"), collapse = "\n"), "basename")
})

test_that("a script without input gets an error", {
  expect_refused(repl_python(), "needs an interactive session")
  expect_error(repl_python(quiet = NA), "`quiet` must be TRUE or FALSE")
})

# `r` in Python's main module. The variables are those of the code that calls rkeras.

test_that("Python reads, writes, calls and removes R variables", {
  x <- 41
  add <- function(a, b = 2) a + b
  expect_identical(py_eval("r.x"), 41)
  expect_identical(py_eval("r['x']"), 41)
  expect_identical(py_eval("r.add(1, b = 3)"), 4L)
  py_run_string("r.made = 7\nr['listed'] = [1, 2]")
  expect_identical(made, 7L)
  expect_identical(listed, 1:2)
  py_run_string("del r.made\ndel r['listed']")
  expect_false(exists("made", inherits = FALSE) || exists("listed", inherits = FALSE))
  expect_identical(py_eval("['x' in r, 'no_such' in r, 5 in r]"), c(TRUE, FALSE, FALSE))
  expect_true(all(c("x", "add") %in% py_eval("dir(r)")))
})

test_that("the variables are those of the calling function", {
  inner <- "test"
  f <- function() {
    inner <- "function"
    tryCatch(py_eval("r.inner"), error = identity)
  }
  expect_identical(f(), "function")
  expect_identical(vapply(1:3, function(i) py_eval("r.i * 2"), 0L), c(2L, 4L, 6L))
  set <- function() {
    py_run_string("r.made = 1")
    made
  }
  expect_identical(set(), 1L)
  expect_false(exists("made", inherits = FALSE))
})

test_that("NULL is a value; a missing variable is an AttributeError or KeyError", {
  nothing <- NULL
  expect_true(py_eval("r.nothing is None"))
  expect_error(py_eval("r.no_such_variable"), "R has no variable `no_such_variable`",
               class = "python.builtin.AttributeError")
  expect_error(py_eval("r['no_such_variable']"), class = "python.builtin.KeyError")
  expect_error(py_run_string("del r.no_such_variable"), class = "python.builtin.AttributeError")
  expect_error(py_eval("r[1]"), class = "python.builtin.TypeError")
})

test_that("other threads have the global environment", {
  assign("rkeras_in_global", 5, globalenv())
  withr::defer(rm("rkeras_in_global", envir = globalenv()))
  py_run_string("
import threading
found = []
thread = threading.Thread(target = lambda: found.append(r.rkeras_in_global))
thread.start(); thread.join()")
  expect_identical(py$found, 5)
})

test_that("a variable `r` of the main module is kept", {
  value <- in_new_session(function() {
    library(rkeras)
    py$r
    py_run_string("r = 3")
    py$r
  })$value
  expect_identical(value, 3L)
})
