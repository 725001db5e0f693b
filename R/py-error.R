# The last Python exception, and how it is shown.

#' Handle Python exceptions in R
#'
#' A Python exception is raised in R as a condition with the classes of the exception, from the most
#' specific to the most general: `python.builtin.KeyError`, `python.builtin.LookupError`, ...,
#' `error`. So [tryCatch()] can handle exceptions by their class. `py_last_error()` returns the last
#' exception that reached R, with Python's traceback, which shows where in Python code the error
#' occurred.
#'
#' The condition is also the Python object: `e$args` reads an attribute, and `r_to_py(e)` is the
#' exception. `e$message`, `e$call`, `e$parent` and `e$trace` are those of R conditions;
#' `e$exception` is the Python object itself, whose attributes of these names are
#' `e$exception$message` and so on. A name that `e` does not have gives `NULL`. If the package rlang
#' is loaded, `e$trace` is its trace of the R calls.
#'
#' @param exception A condition or Python exception to store as the last error; `NULL` clears it.
#' @return `py_last_error()`: `NULL` if there was no error, else a list of class `py_error` with the
#'   elements `type` and `value` (strings), `traceback` (character vector of lines), `message`,
#'   `exception` (the Python object), `r_call` (the call of the R function that the user called, or
#'   `NULL`), `r_class` (the classes of the condition) and `r_trace` (rlang's trace of the R calls,
#'   or `NULL` if rlang is not loaded). `py_clear_last_error()` clears the last error.
#' @concept traceback
#' @concept exception handling
#' @concept tryCatch
#' @concept debugging
#' @seealso [tryCatch()] and [conditionMessage()] of base R, [py_run_string()] to run Python code.
#' @examplesIf py_available()
#' tryCatch(
#'   py_eval("{}['a']"),
#'   python.builtin.KeyError = function(e) list(conditionMessage(e), e$args)
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
  structure(
    c(
      describe_exception(if (is.list(last)) last$exception else last),
      list(
        r_call = if (is.list(last)) conditionCall(last), r_class = class(last),
        r_trace = if (is.list(last)) last$trace
      )
    ),
    class = "py_error"
  )
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
  list(
    type = type, value = value, traceback = unlist(lines),
    message = if (nzchar(value)) paste0(type, ": ", value) else type, exception = exception
  )
}

#' @export
print.py_error <- function(x, ...) {
  cat(x$traceback, sep = "")
  if (!is.null(x$r_trace)) {
    cat("R calls:\n")
    print(x$r_trace)
  }
  invisible(x)
}
