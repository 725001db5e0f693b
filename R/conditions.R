# Errors and warnings of rkeras itself. Rust creates the conditions for Python exceptions.

# Raise an error of class `rkeras_error_<kind>`. The message names the argument and the remedy;
# `call` is the one that the user wrote.
abort <- function(message, kind = "argument", call = users_call(), ...) {
  stop(structure(
    class = c(paste0("rkeras_error_", kind), "rkeras_error", "error", "condition"),
    list(message = message, call = call, ...)
  ))
}

# Give a warning of class `rkeras_warning_<kind>`; the message follows the rules for errors.
warn <- function(message, kind = "argument", call = users_call()) {
  warning(structure(
    class = c(paste0("rkeras_warning_", kind), "rkeras_warning", "warning", "condition"),
    list(message = message, call = call)
  ))
}
