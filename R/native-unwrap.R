# Every result of Rust passes unwrap(): it returns values, and raises errors that travel as values.

unwrap <- function(x) {
  # Only lists can be errors that are returned as values.
  if (is.list(x) && inherits(x, "extendr_error")) raise(x$value)
  x
}

# Signals a Python exception or an R condition. Any other cause is the token of a jump that
# src/unwind.c stopped, and resumes the jump.
raise <- function(cause) {
  if (!inherits(cause, "condition")) {
    .Call(.native$continue_unwind, cause)
  }
  # R errors that passed through Python have Python's classes too, but are no Python objects.
  if (inherits(cause, "python.builtin.object")) {
    cause <- through_hooks("python error", with_frames(cause, sys.calls(), sys.parents()))
    python_state$last_error <- cause
  }
  if (inherits(cause, "error")) stop(cause)
  signalCondition(cause)
  # No handler took the interrupt: end the training, or return to the prompt or end the script.
  for (restart in computeRestarts()) {
    if (restart$name == "rkeras_interrupted") invokeRestart(restart)
  }
  invokeRestart("abort")
}

# The condition with the R calls that led to it. An exception that passed through R again keeps the
# calls of the first time, which are more.
with_frames <- function(cause, calls, parents) {
  if (!is.null(.subset2(cause, "r_frames"))) {
    return(cause)
  }
  class <- oldClass(cause)
  cause <- unclass(cause)
  cause$r_frames <- list(calls = calls, parents = parents)
  oldClass(cause) <- class
  cause
}
