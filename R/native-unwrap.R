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
  # R errors that passed through Python have its classes, too.
  if (is.list(cause) && inherits(cause$exception, "python.builtin.object")) {
    python_state$last_error <- cause
    cause <- through_hooks("python error", cause)
  }
  if (inherits(cause, "error")) stop(cause)
  signalCondition(cause)
  # An interrupt that nobody handles: to the prompt, or the end of a script.
  invokeRestart("abort")
}
