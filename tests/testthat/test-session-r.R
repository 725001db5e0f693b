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
