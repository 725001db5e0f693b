# Every result of Rust passes unwrap(): it returns values, and raises errors that travel as values.

unwrap <- function(x) {
  # Python objects are environments or functions, so only lists can be errors.
  if (is.list(x) && inherits(x, "extendr_error")) raise(x$value)
  x
}

# Signals a Python exception or an R condition. Any other cause is the token of a jump that
# src/unwind.c stopped, and resumes the jump.
raise <- function(cause) {
  if (!inherits(cause, "condition")) {
    .Call(.native$continue_unwind, cause)
  }
  # R errors that passed through Python have Python's classes too, but no `exception`.
  if (is.list(cause) && inherits(cause$exception, "python.builtin.object")) {
    python_state$last_error <- cause
    cause <- through_hooks("python error", cause)
  }
  if (inherits(cause, "error")) stop(cause)
  signalCondition(cause)
  # No handler took the interrupt: end the training, or return to the prompt or end the script.
  for (restart in computeRestarts()) {
    if (restart$name == "rkeras_interrupted") invokeRestart(restart)
  }
  invokeRestart("abort")
}
