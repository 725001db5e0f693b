# Converts values of every kind while R collects garbage every few allocations, in a separate
# session: an unprotected value would crash it.

# The rows of both tables with wrong results; `wrong` is empty if all are correct.
cross_under_torture <- function(step) {
  library(rkeras)
  folder <- system.file("crossing", package = "rkeras")
  rows_of <- function(name) {
    read.delim(file.path(folder, name), colClasses = "character", quote = "",
      na.strings = character(), encoding = "UTF-8"
    )
  }
  py_run_string(readLines(file.path(folder, "imports.py")))
  call <- py_eval("lambda f, x: f(x)")
  wrong <- character()
  # What tells values apart that have Python objects in them.
  converted <- function(x) {
    if (is_py_object(x)) py_id(x) else if (is.factor(x)) c(as.character(x), levels(x)) else x
  }
  tortured <- function(what, cross) {
    # Once without, so that what is loaded and compiled at first use is there.
    expected <- cross()
    gctorture2(step)
    actual <- cross()
    gctorture2(0)
    if (!identical(actual, expected)) wrong <<- c(wrong, what)
  }
  for (code in rows_of("to-python.tsv")$r) {
    value <- eval(parse(text = code, keep.source = FALSE), globalenv())
    tortured(code, function() list(py_to_r(r_to_py(list(a = value))), call(identity, value)))
  }
  for (code in rows_of("to-r.tsv")$python) {
    object <- py_eval(code, convert = FALSE)
    tortured(code, function() {
      list(converted(py_to_r(object)), call(function(x) converted(x), object))
    })
  }
  list(wrong = wrong, rows = nrow(rows_of("to-python.tsv")) + nrow(rows_of("to-r.tsv")))
}

test_that("values of every kind are converted correctly while R collects garbage all the time", {
  step <- if (Sys.getenv("RKERAS_TEST_ROUNDS", "1") == "1") 29L else 1L
  seen <- in_new_session(cross_under_torture, step, max_time = 3600)$value
  expect_identical(seen$wrong, character())
  expect_gt(seen$rows, 100)
})
