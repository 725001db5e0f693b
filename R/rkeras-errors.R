# The page of errors. `make document` adds the classes of conditions, frequent problems and messages
# (dev/document/errors.R).

#' Errors and what to do
#'
#' Every error of rkeras is a classed R condition whose message says what is wrong, what was
#' expected, and what to do. This page lists the classes of errors and warnings, shows how to catch
#' them, explains frequent problems by their symptom, and collects messages with the call that
#' causes each. [rkeras-checks] lists the checks before and during training with their messages.
#'
#' @section How errors travel:
#' A Python exception becomes an R error that has the class of the exception and the classes it
#' inherits from: `KeyError` has the R classes `python.builtin.KeyError`,
#' `python.builtin.LookupError`, `python.builtin.Exception`, `python.builtin.BaseException`,
#' `rkeras_error` and `error`. Where rkeras knows the mistake, the message is reworded for R, with
#' axes and positions that count from 1. The condition has these elements:
#'
#' * `message` The message, reworded for R where possible.
#' * `python_message` Python's message.
#' * `exception` The Python exception, a Python object.
#' * `call` The function that you called.
#'
#' [py_last_error()] returns the last exception with Python's traceback.
#'
#' An R error in an R function that Python called is the same R condition when it reaches R
#' again, with its classes. Python code sees it as an exception of the class `rpycall.RError`.
#'
#' @section Catch an error:
#' `tryCatch()` takes a handler for each class. `rkeras_error` matches every error of rkeras and of
#' Python:
#'
#' ```r
#' value <- tryCatch(
#'   py_eval("settings['rate']"),
#'   python.builtin.KeyError = function(cnd) 0.1,
#'   rkeras_error = function(cnd) stop("cannot read the settings: ", conditionMessage(cnd))
#' )
#' ```
#'
#' A warning is silenced by its class: `suppressWarnings(fit(model, x, y), classes =
#' "rkeras_warning_infinite")`. Python code catches an R error with `except Exception`.
#' Ctrl-C (an interrupt) is not an error: `tryCatch(interrupt = )` catches it.
#'
#' @eval rd_errors()
#' @examplesIf py_available()
#' # A Python exception has the classes of the exception
#' cnd <- tryCatch(py_eval("1 / 0"), error = identity)
#' class(cnd)
#' conditionMessage(cnd)
#'
#' # Handle one class of error, and let others pass
#' tryCatch(
#'   py_eval("{'a': 1}['b']"),
#'   python.builtin.KeyError = function(cnd) NA
#' )
#' @seealso [rkeras-checks], [rkeras-missing], [py_last_error()], [py_config()],
#'   [py_suppress_warnings()]
#' @concept error message
#' @concept exception
#' @concept traceback
#' @concept troubleshooting
#' @concept tryCatch
#' @concept interrupt
#' @concept out of memory
#' @concept GPU
#' @concept CUDA
#' @name rkeras-errors
NULL
