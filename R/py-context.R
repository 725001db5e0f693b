# `with()` on Python context managers.

#' Evaluate code in a Python context
#'
#' `with()` on a Python object is Python's `with` statement: it calls the object's `__enter__()`,
#' evaluates the code, and calls `__exit__()` however the code ends. `__exit__()` learns of an error
#' and may suppress it, as in Python.
#'
#' @param data A Python context manager, or one named by `%as%`.
#' @param expr Code to evaluate in the context.
#' @param as The name of a variable for what `__enter__()` gives. As in Python the variable stays
#'   when the code has run, so that a gradient tape, say, can be asked afterwards.
#' @param ... Ignored.
#' @param object A Python context manager.
#' @param name The name of the variable, without quotes.
#' @return The value of `expr`; `NULL`, invisibly, if the context suppressed an error. `%as%` gives
#'   an object for `with()`.
#' @family objects
#' @export
#' @examplesIf py_available()
#' path <- tempfile()
#' with(import_builtins()$open(path, "w") %as% file, {
#'   file$write("written in R")
#' })
#' readLines(path, warn = FALSE)
with.python.builtin.object <- function(data, expr, as = NULL, ...) {
  as <- substitute(as)
  evaluate_in_context(data, expr, if (!is.null(as)) as.character(as), parent.frame())
}

#' @rdname with.python.builtin.object
#' @export
`%as%` <- function(object, name) {
  structure(
    list(object = object, name = as.character(substitute(name))),
    class = "rkeras_named_context"
  )
}

#' @export
with.rkeras_named_context <- function(data, expr, ...) {
  evaluate_in_context(data$object, expr, data$name, parent.frame())
}

# `expr` is a promise: forcing it evaluates the code in the caller's frame, where `name` is bound.
evaluate_in_context <- function(context, expr, name, frame) {
  exit <- unwrap(rs_get_attr(context, "__exit__", FALSE))
  enter <- unwrap(rs_get_attr(context, "__enter__", FALSE))
  entered <- call_python(enter, list(), py_has_convert(context))

  left <- FALSE
  leave <- function(error = NULL) {
    left <<- TRUE
    call_python(exit, exception_details(error), FALSE)
  }
  # Python gets no exception if R jumps out of the code (`return()`, `break`, an interrupt).
  on.exit(if (!left) leave())
  if (!is.null(name)) assign(name, entered, frame)

  failure <- NULL
  value <- tryCatch(force(expr), error = function(error) failure <<- error)
  suppressed <- py_bool(leave(failure))
  if (is.null(failure)) {
    return(value)
  }
  if (!suppressed) stop(failure)
  invisible(NULL)
}

# The three arguments of `__exit__()`: class, exception, traceback. An R error becomes a
# RuntimeError.
exception_details <- function(error) {
  if (is.null(error)) {
    return(list(NULL, NULL, NULL))
  }
  exception <- error$exception
  if (!is_py_object(exception)) {
    exception <- call_python(python_builtin("RuntimeError"), list(conditionMessage(error)), FALSE)
  }
  list(
    unwrap(rs_get_attr(exception, "__class__", FALSE)),
    exception,
    unwrap(rs_get_attr(exception, "__traceback__", FALSE))
  )
}
