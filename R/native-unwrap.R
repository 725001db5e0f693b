# The compiled routines. Every result of Rust passes unwrap(): it returns values, and raises errors
# that travel as values.

unwrap <- function(x) {
  # Only lists can be errors that are returned as values.
  if (is.list(x) && inherits(x, "extendr_error")) raise(x$value)
  x
}

# Signals a Python exception or an R condition. Any other cause is the token of a jump that
# src/unwind.c stopped, and resumes the jump.
raise <- function(cause) {
  if (is.null(cause)) {
    abort("There is no memory left to describe the error. Remove objects: rm(), gc().",
          kind = "memory", call = NULL)
  }
  if (!inherits(cause, "condition")) {
    .Call(.native$continue_unwind, cause)
  }
  # R errors that passed through Python have Python's classes too, but are no Python objects.
  if (inherits(cause, "python.builtin.object")) {
    cause <- with_frames(cause)
    cause <- through_error_hooks(cause)
    python_state$last_error <- cause
  }
  if (inherits(cause, "error")) stop(cause)
  signalCondition(cause)
  # No handler took the interrupt: end the training, or return to the prompt or end the script.
  # R's own restart has no names.
  for (restart in computeRestarts()) {
    if (restart[[1L]] == "rkeras_interrupted") invokeRestart(restart)
  }
  invokeRestart("abort")
}

# The hooks call Python, too: an error there, as at Python's limit of recursion, is raised as it is.
through_error_hooks <- function(cause) {
  if (isTRUE(context$in_error_hooks)) return(cause)
  with_context(list(in_error_hooks = TRUE), through_hooks("python error", cause))
}

# The condition with the R calls that led to it. An exception that passed through R again keeps the
# calls of the first time, which are more.
with_frames <- function(cause) {
  if (!is.null(.subset2(cause, "r_frames"))) {
    return(cause)
  }
  n <- sys.nframe() - 1L
  frames <- list(calls = sys.calls()[seq_len(n)], parents = sys.parents()[seq_len(n)])
  # For the trace that rlang shows.
  if (isNamespaceLoaded("rlang")) frames$shown <- shown_frames(n)
  class <- oldClass(cause)
  cause <- unclass(cause)
  cause$r_frames <- frames
  oldClass(cause) <- class
  cause
}

# ---- Routines by name, and the state of Python ---------------------------------------------------

# `started`; `choice`, what choose_python() decided; `last_error`, the last exception as a
# condition.
python_state <- new.env(parent = emptyenv())
python_state$started <- FALSE
python_state$choice <- NULL
python_state$last_error <- NULL

# The compiled routines by name. Until Python runs, each is an active binding that starts it,
# because the compiled library cannot be loaded before libpython.
.native <- new.env(parent = emptyenv())

# Routines defined as rkeras_* in src/entrypoint.c, src/unwind.c and src/console.c.
quick_routines <- c(
  "get_attr", "get_kept", "call", "call_alike", "call_as_written", "are_plain",
  "to_py", "to_r", "continue_unwind", "read_line"
)

defer_native_routines <- function(namespace) {
  for (name in c(quick_routines, paste0("wrap__", ls(namespace, pattern = "^rs_")))) {
    makeActiveBinding(name, local({
      routine <- name
      function() {
        run_hooks("python needed")
        .native[[routine]]
      }
    }), .native)
  }
}
