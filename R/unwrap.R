# The one door from Rust: a value is returned, an error that travelled as a value is raised.

unwrap <- function(x) {
  # Handles are environments and functions; the class is looked at only where it can matter.
  if (is.list(x) && inherits(x, "extendr_error")) raise(x$value)
  x
}

# A Python exception or an R condition is signalled; any other jump goes on to where it was heading
# when src/unwind.c stopped it.
raise <- function(cause) {
  if (!inherits(cause, "condition")) {
    .Call(.native$continue_unwind, cause)
  }
  if (inherits(cause, "python.builtin.BaseException")) {
    python_state$last_error <- cause
    cause$message <- without_files(cause$message)
  }
  if (inherits(cause, "python.builtin.ModuleNotFoundError")) cause <- with_remedy(cause)
  if (inherits(cause, "error")) stop(cause)
  signalCondition(cause)
  # An interrupt that nobody handles: to the prompt, or the end of a script.
  invokeRestart("abort")
}

# Errors of TensorFlow's graphs list all files of Python on the way, and end with what is wrong.
without_files <- function(message) {
  if (!grepl("defined at (most recent call last)", message, fixed = TRUE)) {
    return(message)
  }
  message <- gsub("(?m)^  File \".*\n(    .*\n)?\n*", "", message, perl = TRUE)
  gsub(" defined at (most recent call last):\n", ":\n\n", message, fixed = TRUE)
}
