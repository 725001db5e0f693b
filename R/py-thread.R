# Blocking Python calls.

#' Python calls that may block
#'
#' R code runs on one thread only, the main thread. Python may call an R function from any thread: the
#' main thread runs it, and the caller waits. For that the main thread must be free: at the prompt
#' and in `Sys.sleep()` it is; where Python itself waits for its threads, it is interrupted. Where
#' Python code runs or holds a lock, R functions that other threads call wait until it gets no
#' further without them. Threads that wait for one another for ever are reported after some seconds,
#' with their stacks and locks.
#'
#' Inside the compiled code of a library it cannot be. `py_call_blocking()` makes a call on another
#' thread, while the main thread serves R functions that Python calls, shows what Python prints,
#' draws plots and looks for interrupts. [fit()], [evaluate()], [predict()] and the iteration over Python
#' objects do so by themselves.
#'
#' `py_main_thread_func()` makes a Python function that runs on the main thread, whatever thread
#' calls it.
#'
#' An interrupt (Ctrl-C) becomes a KeyboardInterrupt in Python. A call that does not react to it is
#' given up by a second one, and goes on in the background. During the import of a module the
#' interrupt waits until the import has ended, unless there is a second one. [setTimeLimit()] and
#' [setSessionTimeLimit()] stop Python code in the same way, with R's error.
#'
#' @param x,f A Python object that can be called; for `py_main_thread_func()` also an R function.
#' @param ... Arguments for `x`; those with names are keyword arguments.
#' @return `py_call_blocking()` gives what the call gives; `py_main_thread_func()` a Python
#'   function.
#' @examplesIf py_available()
#' py_run_string("
#' import concurrent.futures
#' def in_parallel(f, items):
#'   with concurrent.futures.ThreadPoolExecutor() as pool:
#'     return list(pool.map(f, items))
#' ")
#' py_call_blocking(py$in_parallel, function(x) x^2, 1:3)
#' @family calls
#' @export
py_call_blocking <- function(x, ...) {
  call_blocking(x, list(...))
}

#' @rdname py_call_blocking
#' @export
py_main_thread_func <- function(f) {
  rpycall <- import("rpycall", convert = FALSE)
  import("functools")$partial(rpycall$call_python_function_on_main_thread, f)
}
