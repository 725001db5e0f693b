# Blocking Python calls.

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
