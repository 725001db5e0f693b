# Environment variables of R and of a running Python.

# Sets variables for R, and for a running Python, which has its own copy of the environment.
set_environment <- function(...) {
  Sys.setenv(...)
  if (python_state$started) {
    call_python(import("os", convert = FALSE)$environ$update, list(...))
  }
  invisible()
}
