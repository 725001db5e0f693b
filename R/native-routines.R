# What is compiled, by name, and whether Python runs.

# `started`; `choice`, what choose_python() decided; `last_error`, the last exception as a
# condition.
python_state <- new.env(parent = emptyenv())
python_state$started <- FALSE
python_state$choice <- NULL
python_state$last_error <- NULL

# The compiled routines by name. Until Python runs each is an active binding that starts it: the
# library cannot be loaded before libpython is.
.native <- new.env(parent = emptyenv())

# Those that src/entrypoint.c and src/unwind.c have under the name rkeras_*.
quick_routines <- c(
  "get_attr", "get_kept", "call", "call_as_written", "to_py", "to_r", "continue_unwind"
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
