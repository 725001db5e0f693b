# Capturing Python output.

#' Capture Python's output
#'
#' Text that Python code prints to `stdout` and `stderr` appears in R's console, in order with the
#' output of R. `py_capture_output()` evaluates code and returns its output as a string instead, for
#' example to test it, to search it, or to keep it out of a report. R's own [capture.output()] is
#' for the output of R code.
#'
#' @param expr Code that calls Python.
#' @param type Character vector: `"stdout"`, `"stderr"`, or both. Streams to capture.
#' @return String with the captured text.
#' @concept stdout
#' @concept stderr
#' @concept redirect output
#' @seealso [py_suppress_warnings()] for Python's warnings, [capture.output()] for R's output.
#' @examplesIf py_available()
#' text <- py_capture_output(py_run_string("for i in range(3): print(i)"))
#' strsplit(text, "\n")
#' @export
py_capture_output <- function(expr, type = c("stdout", "stderr")) {
  type <- match.arg(type, several.ok = TRUE)
  capture <- import("rkeras.output", convert = FALSE)$Capture(as.list(type))
  capture$start()
  tryCatch(force(expr), finally = text <- py_to_r(capture$stop()))
  text
}

#' Suppress Python's warnings
#'
#' Evaluates code while Python ignores the warnings of its `warnings` module, such as deprecation
#' warnings of libraries. R's own warnings are not affected; use [suppressWarnings()] for these.
#' Messages that compiled libraries write to `stderr` are not warnings of Python either; the
#' environment variable `TF_CPP_MIN_LOG_LEVEL` controls those of TensorFlow (see [rkeras-options]).
#'
#' @param expr Code that calls Python.
#' @return The value of `expr`.
#' @concept deprecation warning
#' @concept silence warnings
#' @seealso [py_capture_output()] for printed text, [suppressWarnings()] for warnings of R.
#' @examplesIf py_available()
#' py_run_string("
#' import warnings
#' def f():
#'   warnings.warn('this function is deprecated')
#'   return 1
#' ")
#' py_suppress_warnings(py$f())
#' @export
py_suppress_warnings <- function(expr) {
  silence <- import("warnings", convert = FALSE)$catch_warnings()
  silence$`__enter__`()
  on.exit(silence$`__exit__`(NULL, NULL, NULL))
  import("warnings", convert = FALSE)$simplefilter("ignore")
  force(expr)
}
