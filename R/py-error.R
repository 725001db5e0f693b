# The last Python exception, and how it is shown.

#' Handle Python exceptions in R
#'
#' A Python exception is raised in R as a condition with the classes of the exception, from the most
#' specific to the most general: `python.builtin.KeyError`, `python.builtin.LookupError`, ...,
#' `error`. So [tryCatch()] can handle exceptions by their class. `py_last_error()` returns the last
#' exception that reached R, with Python's traceback, which shows where in Python code the error
#' occurred.
#'
#' In a handler, the element `exception` of the condition is the Python exception object.
#'
#' @param exception A condition or Python exception to store as the last error; `NULL` clears it.
#' @return `py_last_error()`: `NULL` if there was no error, else a list of class `py_error` with the
#'   elements `type` and `value` (strings), `traceback` (character vector of lines), `message`, and
#'   `exception` (the Python object). `py_clear_last_error()` clears the last error.
#' @concept traceback
#' @concept exception handling
#' @concept tryCatch
#' @concept debugging
#' @seealso [tryCatch()] and [conditionMessage()] of base R, [py_run_string()] to run Python code.
#' @examplesIf py_available()
#' tryCatch(
#'   py_eval("{}['a']"),
#'   python.builtin.KeyError = function(cnd) conditionMessage(cnd)
#' )
#' py_last_error()
#' py_clear_last_error()
#' py_last_error()
#' @export
py_last_error <- function(exception) {
  if (!missing(exception)) {
    old <- py_last_error()
    python_state$last_error <- exception
    return(invisible(old))
  }
  last <- python_state$last_error
  if (is.null(last)) {
    return(NULL)
  }
  if (!is_py_object(last)) last <- last$exception
  describe_exception(last)
}

#' @rdname py_last_error
#' @export
py_clear_last_error <- function() {
  python_state$last_error <- NULL
  invisible()
}

describe_exception <- function(exception) {
  class <- call_python(python_builtin("type"), list(exception), FALSE)
  type <- unwrap(rs_get_attr(class, "__name__", TRUE))
  value <- unwrap(rs_str(exception))
  lines <- call_python(import("traceback")$format_exception, list(exception), TRUE)
  structure(
    list(
      type = type, value = value, traceback = unlist(lines),
      message = if (nzchar(value)) paste0(type, ": ", value) else type, exception = exception
    ),
    class = "py_error"
  )
}

#' @export
print.py_error <- function(x, ...) {
  cat(x$traceback, sep = "")
  invisible(x)
}
