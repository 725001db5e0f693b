# Capturing Python output.

#' Capture what Python prints
#'
#' Python's `stdout` and `stderr` go to R's console, in order with R's own output.
#' `py_capture_output()` returns the text instead.
#'
#' @param expr Code that runs Python.
#' @param type `"stdout"`, `"stderr"`, or both.
#' @return One string.
#' @examplesIf py_available()
#' text <- py_capture_output(py_run_string("print('hello')"))
#' text
#' @family output
#' @export
py_capture_output <- function(expr, type = c("stdout", "stderr")) {
  type <- match.arg(type, several.ok = TRUE)
  capture <- import("rkeras.output", convert = FALSE)$Capture(as.list(type))
  capture$start()
  tryCatch(force(expr), finally = text <- py_to_r(capture$stop()))
  text
}

#' Silence Python's warnings
#'
#' Runs code while Python ignores what its `warnings` module is given. Warnings of R are not
#' touched.
#'
#' @param expr Code that runs Python.
#' @return The value of `expr`.
#' @examplesIf py_available()
#' py_suppress_warnings(py_run_string("import warnings; warnings.warn('never mind')"))
#' @family output
#' @export
py_suppress_warnings <- function(expr) {
  silence <- import("warnings", convert = FALSE)$catch_warnings()
  silence$`__enter__`()
  on.exit(silence$`__exit__`(NULL, NULL, NULL))
  import("warnings", convert = FALSE)$simplefilter("ignore")
  force(expr)
}
