# The last Python exception, and how it is shown.

#' The last Python error
#'
#' A Python exception is an R condition of the exception's classes (`python.builtin.KeyError`,
#' `python.builtin.LookupError`, ..., `error`), so `tryCatch(python.builtin.KeyError = )` catches
#' it. Its `exception` is the Python object. `py_last_error()` gives the last one that reached R,
#' with Python's traceback.
#'
#' @param exception Set the last error to this condition or Python exception; `NULL` forgets it.
#' @return `NULL` if there was no error, else a list of class `py_error`: `type`, `value` (strings),
#'   `traceback` (lines), `message`, `exception` (the Python object).
#' @examplesIf py_available()
#' tryCatch(
#'   py_eval("{}['a']"),
#'   python.builtin.KeyError = function(cnd) conditionMessage(cnd)
#' )
#' py_last_error()
#' py_clear_last_error()
#' @family errors
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
