# Calling Python objects.

# Compiled on its own, the body has no `...` in scope, and the compiler would warn.
byte_code <- function(expression) {
  compiler::compile(expression, options = list(suppressAll = TRUE))
}

# The body of every Python callable in R. The formals show the Python signature, for display only:
# arguments are passed to Python as the user wrote them, by position or by name.
#
# It is byte-compiled here once. Otherwise R would interpret the body of each method, because
# methods are looked up anew for each call. Like `$` it calls Rust without `unwrap(rs_*())`: this is
# faster, and each R function uses 10 KB of C stack when R and Python call each other.
#
# A parameter may have any name that Python allows. So every variable of the body has a dot in its
# name, and functions are inserted by value.
callable_body <- byte_code(bquote({
  .result <- if (.(nargs)()) {
    .Call(.native$call_as_written, .pyobj, sys.call(), parent.frame())
  } else {
    .Call(.native$call, .pyobj, NULL)
  }
  # A list can be an error that is returned as a value.
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

# Calls with a list of arguments. `convert = NULL` uses the setting of the callable.
call_python <- function(callable, args = list(), convert = NULL) {
  unwrap(rs_call(callable, args, convert))
}

# The same on a worker thread, while the main thread runs callbacks.
call_blocking <- function(callable, args = list(), convert = NULL) {
  unwrap(rs_call_blocking(callable, args, convert))
}

# Whether results of `x` are converted to R.
py_has_convert <- function(x) {
  isTRUE(unwrap(rs_has_convert(x)))
}

# The same object with the given `convert`.
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
#' @param f An R function with a signature that Python can have: no argument without a default after
#'   one with a default, unless `...` is between them, and names that are Python identifiers.
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
  check_signature(python_formals(f))
  name <- if (is.symbol(name)) as.character(name) else "r_function"
  call_python(
    python_function("rkeras.classes", "function"),
    list(r_to_py(f, convert = TRUE), name, python_formals(f), docstring(body(f))), TRUE
  )
}

# ---- Lists in which only some elements have names ------------------------------------------------

# Python has only lists and dicts, so the called object decides how to convert such a list. Rust
# calls this function with the arguments of the call. If the callable is an R function in R, only
# its external pointer is passed.
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

# The list with all names or none. An unchanged list cannot be converted and is an error.
parts_of_call <- function(callable, x) UseMethod("parts_of_call", callable)

parts_of_call.default <- function(callable, x) x
