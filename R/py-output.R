# Python's output, its warnings, and the logs of its libraries.

#' Capture Python's output
#'
#' Text that Python code prints to `stdout` and `stderr` appears in R's console, in order with the
#' output of R. `py_capture_output()` evaluates code and returns its output as a string instead, for
#' example to test it, to search it, or to keep it out of a report. R's own [capture.output()] is
#' for the output of R code.
#'
#' Processes that Python code forks (`os.fork()`, `multiprocessing` with the start method `"fork"`)
#' print to R's console or, during a capture, to the standard output of the R process. The text that
#' `py_capture_output()` returns is that of R's own process. In a process of
#' [parallel::mclapply()], `py_capture_output()` captures what Python code prints in that process.
#'
#' @param expr Code that calls Python.
#' @param type Character vector: `"stdout"`, `"stderr"`, or both. Streams to capture.
#' @return String with the captured text.
#' @concept stdout
#' @concept stderr
#' @concept redirect output
#' @seealso [py_suppress_warnings()] for Python's warnings, [capture.output()] for R's output.
#' @examplesIf py_available()
#' text <- py_capture_output(py_run_string("for i in range(3): print(i)"))
#' strsplit(text, "\n")
#' @export
py_capture_output <- function(expr, type = c("stdout", "stderr")) {
  captured_output(expr, match_choice(type, several_ok = TRUE))
}

# With `takes_notices = FALSE`, Python's warnings are R warnings and not part of the text.
captured_output <- function(expr, type, takes_notices = TRUE) {
  capture <- import("rkeras.bridge.output", convert = FALSE)$Capture(as.list(type), takes_notices)
  capture$start()
  tryCatch(force(expr), finally = text <- py_to_r(capture$stop()))
  text
}

# For Python code (inst/python/rkeras/bridge/output.py).
number_of_sinks <- function() sink.number()

#' Show or suppress Python's warnings
#'
#' Warnings of Python's `warnings` module are R warnings of class `rkeras_warning_python` and of
#' their Python classes, such as `python.builtin.UserWarning`: [suppressWarnings()], [tryCatch()]
#' and `options(warn =)` work on them. `py_suppress_warnings()` runs code while Python ignores its
#' warnings, which takes effect before they are made; warnings of R itself are not touched.
#'
#' Python decides what it warns of: its filters (`warnings.simplefilter()`) apply, and by default
#' it ignores `DeprecationWarning` outside the main module. A warning from the same line with the
#' same text is given once in a session, unless a filter says `"always"`. Code that collects
#' Python's `stderr`, such as [py_capture_output()], gets the text in place of the R warning.
#'
#' The loggers of TensorFlow, JAX and absl, which Keras uses, are treated in the same way: what they
#' report as a warning or error is an R warning of class `rkeras_warning_python`, and information is
#' a message of class `rkeras_message_python`. `tf$get_logger()$setLevel("ERROR")` silences
#' TensorFlow's. The lines that TensorFlow's compiled code writes to `stderr` while it is imported
#' are left out; they are shown if the import fails, and `options(rkeras.startup_log = TRUE)` shows
#' them always.
#'
#' @param expr Code that calls Python.
#' @return The value of `expr`.
#' @concept warnings
#' @concept logging
#' @concept quiet start
#' @concept absl oneDNN messages
#' @examplesIf py_available()
#' warn <- import("warnings")$warn
#' withCallingHandlers(
#'   warn("the data are small"),
#'   rkeras_warning_python = function(w) {
#'     print(class(w))
#'     invokeRestart("muffleWarning")
#'   }
#' )
#' py_suppress_warnings(warn("never mind"))
#' @seealso [py_capture_output()] for printed text, [suppressWarnings()] for warnings of R.
#' @export
py_suppress_warnings <- function(expr) {
  silence <- import("warnings", convert = FALSE)$catch_warnings()
  silence$`__enter__`()
  on.exit(silence$`__exit__`(NULL, NULL, NULL))
  import("warnings", convert = FALSE)$simplefilter("ignore")
  handlers <- hooks$suppression
  states <- lapply(handlers, function(handler) handler$suppress())
  on.exit(Map(function(handler, state) handler$restore(state), handlers, states), add = TRUE,
          after = FALSE)
  force(expr)
}

#' Suppress the messages of a Python library
#'
#' Registers two functions that [py_suppress_warnings()] calls before and after the code that it
#' runs. Packages use it for libraries that do not report through Python's module `warnings`, such
#' as those with a logger of their own.
#'
#' @param handler List of two functions: `suppress()`, which turns the messages off and returns the
#'   former state, and `restore(state)`, which restores it.
#' @return `NULL`, invisibly.
#' @concept logging
#' @concept silence warnings
#' @seealso [py_suppress_warnings()]
#' @examplesIf py_available()
#' logger <- import("logging")$getLogger("my_library")
#' register_suppress_warnings_handler(list(
#'   suppress = function() {
#'     level <- logger$level
#'     logger$setLevel("CRITICAL")
#'     level
#'   },
#'   restore = function(state) logger$setLevel(state)
#' ))
#' py_suppress_warnings(logger$warning("not shown"))
#' @export
register_suppress_warnings_handler <- function(handler) {
  if (!is.list(handler) || !is.function(handler$suppress) || !is.function(handler$restore)) {
    abort("`handler` must be a list of the functions `suppress` and `restore`.")
  }
  register_hook("suppression", list(handler))
  invisible(NULL)
}

# Before other output; `closes` ends the line.
leave_line <- function(closes) unwrap(rs_leave_line(closes))

# ---- Notices -------------------------------------------------------------------------------------

# Called by Python code (inst/python/rkeras/bridge/notices.py). `kind` is "warning" or "message".
signal_notice <- function(kind, text, classes, file, line) {
  notice <- structure(
    class = c(
      paste0("rkeras_", kind, "_python"), unlist(classes), paste0("rkeras_", kind), kind,
      "condition"
    ),
    list(message = text, call = users_call(), python_message = text, file = file, line = line)
  )
  notice <- through_hooks("python notice", notice)
  if (is.null(notice)) {
    return(invisible())
  }
  if (kind == "warning") {
    return(warning(notice))
  }
  notice$message <- paste0(notice$message, "\n")
  message(notice)
}

collect_notices <- function() {
  in_python("rkeras.bridge.notices.install", .convert = FALSE)
}

# testthat sets the option of rlang.
is_session_interactive <- function() isTRUE(getOption("rlang_interactive", interactive()))
