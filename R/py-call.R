# Calling Python objects, also while R goes on.

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
    .Call(.native$call, .pyobj, NULL, NULL)
  }
  # A list can be an error that is returned as a value.
  if (is.list(.result)) .result <- .unwrap(.result)
  # As in Python's console, None is not printed.
  if (is.null(.result)) .(invisible)() else .result
}))

.unwrap <- function(x) unwrap(x)

#' Call a Python object without converting the result
#'
#' A callable Python object is also an R function: `f(1, x = 2)` calls it and converts the result to
#' an R value if `f` was imported with `convert = TRUE`. `py_call()` makes the same call but always
#' returns a Python object. Use it if the result is needed as a Python object, for example to call
#' its methods.
#'
#' @param x A callable Python object: a function, method or class, or an object with a `__call__()`
#'   method.
#' @param ... Arguments of the call. Named arguments are keyword arguments.
#' @return The result as a Python object. Its attributes and items are converted to R values if
#'   those of `x` are.
#' @concept Python function
#' @concept keyword arguments
#' @concept convert = FALSE
#' @seealso [py_call_blocking()] runs the call on a worker thread, [python-objects] describes `$`
#'   and `[`, [import()] has the argument `convert`.
#' @examplesIf py_available()
#' builtins <- import_builtins()
#' builtins$sorted(c(3, 1, 2))
#' py_call(builtins$sorted, c(3, 1, 2))
#' py_call(builtins$sorted, c(3, 1, 2), reverse = TRUE)$index(1)
#' @export
py_call <- function(x, ...) {
  as_handle(call_python(x, dots_list(...), FALSE), py_has_convert(x))
}

# ---- How the rooms above call Python -------------------------------------------------------------

# The result of a function of a Python module, such as "operator.lt".
in_python <- function(.path, ..., .convert = TRUE) {
  call_python(python_function(.path), list(...), .convert)
}

# A function of a Python module, looked up once.
python_function <- function(path) {
  cached("functions", path, {
    get_attr(python_module(sub("[.][^.]*$", "", path)), sub(".*[.]", "", path), FALSE)
  })
}

python_builtin <- function(name) python_function(paste0("builtins.", name))

# Calls with a list of arguments. `convert = NULL` uses the setting of the callable.
call_python <- function(callable, args = list(), convert = NULL) {
  result <- .Call(.native$call, callable, args, convert)
  if (is.list(result)) unwrap(result) else result
}

# With arguments that `prepare()` may replace: functions, lists, and doubles other than single
# numbers. Most arguments are Python objects and single values, which compiled code tells at once.
call_prepared <- function(callable, args, prepare) {
  force(args) # checks the arguments before Python starts
  if (!.Call(.native$are_plain, args)) args <- prepare(args)
  result <- .Call(.native$call, callable, args, NULL)
  if (is.list(result)) unwrap(result) else result
}

# The result is not converted if any of the arguments has `convert = FALSE`.
call_alike <- function(callable, args) unwrap(.Call(.native$call_alike, callable, args))

# As call_python(), on a worker thread, while the main thread runs callbacks.
call_blocking <- function(callable, args = list(), convert = NULL) {
  unwrap(rs_call_blocking(callable, args, convert))
}

# The value, or the error as a value, which failed() recognizes and unwrap() raises.
try_python <- function(callable, args = list(), convert = NULL) {
  .Call(.native$call, callable, args, convert)
}

python_module <- function(name, convert = FALSE) {
  provide_keras(name)
  unwrap(rs_import(name, convert))
}

get_attr <- function(x, name, convert = NULL) unwrap(rs_get_attr(x, name, convert))

has_attr <- function(x, name) unwrap(rs_has_attr(x, name))

set_attr <- function(x, name, value) unwrap(rs_set_attr(x, name, value))

get_item <- function(x, key, convert = NULL) unwrap(rs_get_item(x, key, convert))

set_item <- function(x, key, value) unwrap(rs_set_item(x, key, value))

python_tuple <- function(items) unwrap(rs_tuple(items, FALSE))

python_dict <- function(values, keys = as.list(names(values))) {
  unwrap(rs_dict(keys, unname(as.list(values)), FALSE))
}

# Whether results of `x` are converted to R.
py_has_convert <- function(x) {
  isTRUE(unwrap(rs_has_convert(x)))
}

# The same object with the given `convert`.
as_handle <- function(x, convert) {
  if (convert) r_to_py.default(x, TRUE) else x
}

#' Convert an R function to a Python function
#'
#' Any R function that is passed to Python becomes a Python callable. `py_func()` creates a genuine
#' Python function, for libraries that inspect the signature, name or docstring of a function, or
#' that decorate it. The Python function has the formal arguments of `f` as its signature, with
#' those default values that are constants. If the body of `f` begins with a string, this is the
#' docstring.
#'
#' @param f An R function with a signature that Python can have: no argument without a default after
#'   one with a default, unless `...` is between them, and names that are Python identifiers.
#' @return A Python function that calls `f`. R code runs only on the main thread; calls from other
#'   Python threads wait for it (see [py_call_blocking()]).
#' @concept lambda function
#' @concept callback
#' @concept decorator
#' @concept call R from Python
#' @seealso [py_main_thread_func()] for functions called from other threads, [PyClass()] for
#'   classes, [python-objects].
#' @examplesIf py_available()
#' add <- py_func(function(x, y = 1) {
#'   "Add two numbers."
#'   x + y
#' })
#' import("inspect")$signature(add)
#' import_builtins()$list(import_builtins()$map(add, 1:3))
#'
#' # Apply a Python decorator: the second call uses the cache
#' squares <- import("functools")$lru_cache()(py_func(function(n) {
#'   cat("computing\n")
#'   n^2
#' }))
#' squares(3)
#' squares(3)
#' @export
py_func <- function(f) {
  if (!is.function(f)) abort("`f` must be an R function.")
  name <- substitute(f)
  check_signature(python_formals(f))
  name <- if (is.symbol(name)) as.character(name) else "r_function"
  in_python(
    "rkeras.bridge.classes.function", r_to_py(f, convert = TRUE), name, python_formals(f),
    docstring(body(f))
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

# ---- Blocking calls ------------------------------------------------------------------------------

#' Threads, blocking calls and interrupts
#'
#' R code runs on one thread, the main thread. Python code can call an R function from any thread:
#' the call waits until the main thread runs the function. `py_call_blocking()` makes a Python call
#' on a worker thread, so that during the call the main thread can run R callbacks, show Python's
#' output, draw plots and handle interrupts. Use it for long calls into compiled libraries that use
#' R functions. [fit()], [evaluate()], `predict()` and the iteration over Python objects do so
#' already. `py_main_thread_func()` creates a Python function that always runs on the main thread.
#'
#' @section Callbacks from other threads:
#' R runs callbacks only while the main thread is idle: at the prompt and in `Sys.sleep()`. Where
#' Python code waits for its threads, it is interrupted to run them. Where Python code runs or holds
#' a lock, R functions that other threads call wait until it cannot continue without them. Threads
#' that wait for each other forever (a deadlock) are reported after some seconds, with their stacks
#' and locks. TensorFlow's graphs and datasets that call R functions may be run by Python code, too.
#' Compiled code of other libraries cannot be interrupted to run callbacks; `py_call_blocking()` is
#' for such calls.
#'
#' @section Interrupts:
#' An interrupt (Ctrl-C) raises `KeyboardInterrupt` in Python. If a call does not react, a second
#' interrupt abandons it; it continues in the background. During the import of a module, an
#' interrupt takes effect after the import, unless there is a second one. [setTimeLimit()] and
#' [setSessionTimeLimit()] stop Python code in the same way, with R's error.
#'
#' @param x,f A callable Python object; for `py_main_thread_func()` also an R function.
#' @param ... Arguments of `x`. Named arguments are keyword arguments.
#' @return `py_call_blocking()`: the result of the call. `py_main_thread_func()`: a Python function.
#' @concept thread
#' @concept multithreading
#' @concept interrupt
#' @concept Ctrl-C
#' @concept deadlock
#' @concept timeout
#' @seealso [py_func()] for R functions as Python functions, [Callback()] for callbacks of training,
#'   [py_call()].
#' @examplesIf py_available()
#' py_run_string("
#' import concurrent.futures
#' def in_parallel(f, items):
#'   with concurrent.futures.ThreadPoolExecutor() as pool:
#'     return list(pool.map(f, items))
#' ")
#' py_call_blocking(py$in_parallel, function(x) x^2, 1:3)
#' @export
py_call_blocking <- function(x, ...) {
  call_blocking(x, list(...))
}

#' @rdname py_call_blocking
#' @export
py_main_thread_func <- function(f) {
  check_function(f, "f")
  rpycall <- import("rkeras.rpycall", convert = FALSE)
  import("functools")$partial(rpycall$call_python_function_on_main_thread, f)
}
