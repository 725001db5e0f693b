# The conditions rkeras raises itself; Python's exceptions are made conditions in Rust.

# Raise an error of class `rkeras_error_<kind>`. The message names the argument and the remedy;
# `call` is the public function the user called.
abort <- function(message, kind = "argument", call = sys.call(-1), ...) {
  stop(structure(
    class = c(paste0("rkeras_error_", kind), "rkeras_error", "error", "condition"),
    list(message = message, call = call, ...)
  ))
}

# Warn, of class `rkeras_warning_<kind>`, in the words of an error.
warn <- function(message, kind = "argument", call = sys.call(-1)) {
  warning(structure(
    class = c(paste0("rkeras_warning_", kind), "rkeras_warning", "warning", "condition"),
    list(message = message, call = call)
  ))
}
