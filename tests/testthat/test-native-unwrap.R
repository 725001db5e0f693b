test_that("values pass, errors that travelled as values are raised", {
  for (value in list(1L, NULL, "a", list(1), list(a = NULL), mtcars, sum)) {
    expect_identical(unwrap(value), value)
  }
  expect_error(unwrap(rs_eval("1 / 0", TRUE)), class = "python.builtin.ZeroDivisionError")
  expect_refused(unwrap(rs_eval(1, TRUE)))
})

test_that("a list that looks like an error is a list", {
  fake <- list(value = 1L, class = "extendr_error")
  expect_identical(py_to_r(r_to_py(fake)), fake)
  expect_identical(py_eval("lambda x: x")(fake), fake)
})

test_that("an R error as a value is not raised", {
  condition <- simpleError("not raised")
  identity <- py_eval("lambda x: x")
  expect_no_error(back <- identity(condition))
  expect_identical(back, condition)
})

test_that("the last error is kept, whichever way it came", {
  py_clear_last_error()
  try(unwrap(rs_eval("{}['a']", TRUE)), silent = TRUE)
  expect_identical(py_last_error()$type, "KeyError")
  try(py_eval("lambda: 1 / 0")(), silent = TRUE)
  expect_identical(py_last_error()$type, "ZeroDivisionError")
})

test_that("an error of ours does not replace the last Python error", {
  py_clear_last_error()
  try(py_eval(1), silent = TRUE)
  expect_null(py_last_error())
})

test_that("destructors run before an error is raised: nothing is left locked", {
  for (i in 1:200) tryCatch(py_eval("{}['a']"), error = function(e) NULL)
  thread <- python_function_of("f", "
def f():
  import threading
  out = []
  t = threading.Thread(target = lambda: out.append('ran')); t.start(); t.join(10)
  return out")
  expect_identical(thread(), "ran")
})

test_that("an error for whose condition there was no memory is still an error", {
  expect_error(raise(NULL), "no memory left", class = "rkeras_error_memory")
})

test_that("an interrupt that nobody handles ends what runs, and is no error", {
  code <- paste(
    "interrupt <- structure(list(message = '', call = NULL), class = c('interrupt', 'condition'))",
    "tryCatch(rkeras:::raise(interrupt), error = function(e) cat('an error'))",
    "cat('went on')", sep = "\n"
  )
  script <- withr::local_tempfile(lines = code)
  rscript <- file.path(R.home("bin"), "Rscript")
  said <- suppressWarnings(system2(rscript, c("--vanilla", script), stdout = TRUE, stderr = FALSE))
  expect_identical(as.character(said), character())
})
