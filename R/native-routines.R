# The compiled routines by name, and the state of Python.

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
