# Calling Python objects.

# Of a body by itself the compiler would say that its `...` is nobody's.
byte_code <- function(expression) {
  compiler::compile(expression, options = list(suppressAll = TRUE))
}

# The body of every Python callable in R. Its formals show the Python signature, but the arguments
# go to Python as they stand in the call: by position or by name, as the user wrote them.
#
# Compiled here once: R would interpret the body of a method that is looked up anew for each call.
# Like `$` it goes to Rust without `unwrap(rs_*())`, for its speed and for the C stack, of which
# each R function takes 10 KB when R and Python call each other.
#
# A parameter may have any name that Python allows. So what the body uses has a dot in its name, or
# is put into it as the function itself.
callable_body <- byte_code(bquote({
  .result <- if (.(nargs)()) {
    .Call(.native$call_as_written, .pyobj, sys.call(), parent.frame())
  } else {
    .Call(.native$call, .pyobj, NULL)
  }
  # A list may be an error that travels as a value.
  if (is.list(.result)) .result <- .unwrap(.result)
  # As in Python's console, None is not printed.
  if (is.null(.result)) .(invisible)() else .result
}))

.unwrap <- function(x) unwrap(x)

#' Call a Python object
#'
#' A Python callable is an R function, so `f(1, x = 2)` calls it and converts the result.
#' `py_call()` is the same call with the result left as a Python object.
#'
#' @param x A Python object that can be called.
#' @param ... Arguments for `x`; those with names are keyword arguments.
#' @return The result, as a Python object. Its own results convert if those of `x` do.
#' @examplesIf py_available()
#' builtins <- import_builtins()
#' builtins$sum(list(1, 2, 3))
#' py_call(builtins$sum, list(1, 2, 3))
#' @family calls
#' @export
py_call <- function(x, ...) {
  as_handle(unwrap(rs_call(x, dots_list(...), FALSE)), py_has_convert(x))
}

# A call with its arguments in a list. `convert = NULL` is what the callable says.
call_python <- function(callable, args = list(), convert = NULL) {
  unwrap(rs_call(callable, args, convert))
}

# The same on another thread, while R's serves what Python asks of R.
call_blocking <- function(callable, args = list(), convert = NULL) {
  unwrap(rs_call_blocking(callable, args, convert))
}

# Does what comes out of `x` convert?
py_has_convert <- function(x) {
  isTRUE(unwrap(rs_has_convert(x)))
}

# The same object with another `convert`.
as_handle <- function(x, convert) {
  if (convert) r_to_py.default(x, TRUE) else x
}

#' An R function as a Python function
#'
#' Any R function becomes a Python callable when it is handed to Python. `py_func()` makes a real
#' Python function of it, which libraries can inspect, name and decorate: it has the formals of `f`
#' as its signature, with the defaults that are constants, and a string that begins the body of `f`
#' as its docstring.
#'
#' @param f An R function.
#' @return A Python function that runs `f` on R's thread.
#' @examplesIf py_available()
#' add_one <- py_func(function(x) x + 1)
#' import_builtins()$list(import_builtins()$map(add_one, list(1, 2, 3)))
#'
#' # A Python decorator
#' squares <- import("functools")$lru_cache()(py_func(function(n) {
#'   cat("computing\n")
#'   n^2
#' }))
#' squares(3)
#' squares(3)
#' @family calls
#' @export
py_func <- function(f) {
  if (!is.function(f)) abort("`f` must be an R function.")
  name <- substitute(f)
  name <- if (is.symbol(name)) as.character(name) else "r_function"
  call_python(
    python_function("rkeras.classes", "function"),
    list(r_to_py(f, convert = TRUE), name, python_formals(f), docstring(body(f))), TRUE
  )
}

# ---- Lists in which only some elements have names ------------------------------------------------

# Python has lists and dicts only, so the object that is called decides what such a list means.
# Called by Rust with the arguments of a call that has one. An R function that is a Python callable
# gives only its pointer.
name_parts <- function(callable, args) {
  if (typeof(callable) == "externalptr") callable <- r_to_py.default(callable, TRUE)
  lapply(args, function(arg) {
    if (is_partly_named(arg)) parts_of_call(callable, arg) else arg
  })
}

is_partly_named <- function(x) {
  has_name <- nzchar(names(x))
  is.list(x) && !is.object(x) && any(has_name) && !all(has_name)
}

# The list with all names or none. As it is, it cannot be converted, and an error says so.
parts_of_call <- function(callable, x) UseMethod("parts_of_call", callable)

parts_of_call.default <- function(callable, x) x
