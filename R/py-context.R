# `with()` on Python context managers.

#' Use a Python context manager
#'
#' `with()` on a Python object corresponds to Python's `with` statement. It calls the object's
#' `__enter__()` method, evaluates the code, and calls `__exit__()` when the code ends, also after
#' an error. As in Python, `__exit__()` receives the error and may suppress it. Typical context
#' managers are open files, locks, TensorFlow's gradient tapes and device scopes.
#'
#' @param data A Python context manager, or the result of `%as%`.
#' @param expr Code to evaluate in the context.
#' @param as String. Name of a variable to which the value of `__enter__()` is assigned. As in
#'   Python, the variable exists after the code has run, so that the gradients of a tape, for
#'   example, can be computed afterwards.
#' @param ... Ignored.
#' @param object A Python context manager.
#' @param name Name of the variable, without quotes.
#' @return The value of `expr`; `NULL`, invisibly, if the context manager suppressed an error.
#'   `%as%` returns an object for the first argument of `with()`.
#' @concept context manager
#' @concept with statement
#' @concept gradient tape
#' @concept automatic differentiation
#' @concept GradientTape
#' @seealso [name_scope()] and [device_scope()] for contexts of Keras, [Model()] for a training step
#'   with a gradient tape.
#' @export
#' @examplesIf py_available()
#' path <- tempfile()
#' with(import_builtins()$open(path, "w") %as% file, {
#'   file$write("written by Python")
#' })
#' readLines(path, warn = FALSE)
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#'
#' # The derivative of x^2 at 3
#' x <- tf$Variable(3)
#' with(tf$GradientTape() %as% tape, {
#'   y <- x^2
#' })
#' tape$gradient(y, x)
with.python.builtin.object <- function(data, expr, as = NULL, ...) {
  as <- substitute(as)
  evaluate_in_context(data, expr, if (!is.null(as)) as.character(as), parent.frame())
}

#' @rdname with.python.builtin.object
#' @export
`%as%` <- function(object, name) {
  name <- as.character(substitute(name))
  if (length(name) != 1L || !nzchar(name)) {
    abort("The right side of `%as%` must be a name: with(object %as% name, ...).")
  }
  structure(list(object = object, name = name), class = "rkeras_named_context")
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
  exception <- r_to_py.default(error)
  list(
    unwrap(rs_get_attr(exception, "__class__", FALSE)),
    exception,
    unwrap(rs_get_attr(exception, "__traceback__", FALSE))
  )
}
