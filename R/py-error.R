# The last Python exception, and how it is shown.

#' Handle Python exceptions in R
#'
#' A Python exception is raised in R as a condition with the classes of the exception, from the most
#' specific to the most general: `python.builtin.KeyError`, `python.builtin.LookupError`, ...,
#' `error`. So [tryCatch()] can handle exceptions by their class. `py_last_error()` returns the last
#' exception that reached R, with Python's traceback, which shows where in Python code the error
#' occurred. It also returns the last R error that passed through Python code, with the Python calls
#' that it passed.
#'
#' The condition is also the Python object: `e$args` reads an attribute, and `r_to_py(e)` is the
#' exception. `e$message`, `e$call`, `e$parent` and `e$trace` are those of R conditions;
#' `e$exception` is the Python object itself, whose attributes of these names are
#' `e$exception$message` and so on. A name that `e` does not have gives `NULL`. If the package rlang
#' is loaded, `e$trace` is its trace of the R calls.
#'
#' @param exception A condition, a Python exception or a result of `py_last_error()` to store as the
#'   last error; `NULL` clears it.
#' @return `py_last_error()`: `NULL` if there was no error, else a list of class `py_error` with the
#'   elements `type` and `value` (strings), `traceback` (character vector: an entry for each Python
#'   call), `message` (string: all that Python prints for the exception), `r_call` (the call of the
#'   R function that the user called, or `NULL`), `r_class` (the classes of the condition) and
#'   `r_trace` (rlang's trace of the R calls, or `NULL` if rlang is not loaded). Its attribute
#'   `exception` is the Python object. With an argument it returns the error before, invisibly.
#'   `py_clear_last_error()` clears the last error.
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
    python_state$last_error <- stored_error(exception)
    return(invisible(old))
  }
  last <- python_state$last_error
  if (is.null(last)) {
    return(NULL)
  }
  exception <- if (is.list(last)) exception_of(last) else last
  r_side <- list(
    r_call = if (is.list(last)) conditionCall(last), r_class = class(last),
    r_trace = if (is.list(last)) last$trace
  )
  structure(
    c(describe_exception(exception), r_side),
    class = c("rkeras_error_record", "py_error"), exception = exception, condition = last
  )
}

stored_error <- function(x) {
  if (inherits(x, "py_error")) x <- attr(x, "condition")
  if (!is.null(x) && !inherits(x, "python.builtin.BaseException")) {
    abort("`exception` must be a Python exception, a condition of one, or NULL.")
  }
  x
}

#' @rdname py_last_error
#' @export
py_clear_last_error <- function() {
  python_state$last_error <- NULL
  invisible()
}

describe_exception <- function(exception) {
  traceback <- import("traceback")
  list(
    type = exception_type(exception), value = unwrap(rs_str(exception)),
    traceback = as_lines(traceback$format_tb(py_get_attr(exception, "__traceback__"))),
    message = paste(as_lines(traceback$format_exception(exception)), collapse = "")
  )
}

as_lines <- function(x) as.character(unlist(x))

exception_type <- function(exception) {
  class <- call_python(python_builtin("type"), list(exception), FALSE)
  unwrap(rs_get_attr(class, "__name__", TRUE))
}

# One line, as Python shows it last: `KeyError: 'a'`.
exception_line <- function(exception) {
  value <- unwrap(rs_str(exception))
  paste0(exception_type(exception), if (nzchar(value)) ": ", value)
}

#' @export
print.rkeras_error_record <- function(x, ...) {
  cat(x$message)
  if (!is.null(x$r_trace)) {
    cat("R calls:\n")
    print(x$r_trace)
  }
  invisible(x)
}
