# Errors and warnings of rkeras itself. Rust creates the conditions for Python exceptions.

# Raise an error of class `rkeras_error_<kind>`. The message names the argument and the remedy;
# `call` is the public function the user called.
abort <- function(message, kind = "argument", call = sys.call(-1), ...) {
  stop(structure(
    class = c(paste0("rkeras_error_", kind), "rkeras_error", "error", "condition"),
    list(message = message, call = users_call(call), ...)
  ))
}

# Give a warning of class `rkeras_warning_<kind>`; the message follows the rules for errors.
warn <- function(message, kind = "argument", call = sys.call(-1)) {
  warning(structure(
    class = c(paste0("rkeras_warning_", kind), "rkeras_warning", "warning", "condition"),
    list(message = message, call = users_call(call))
  ))
}

# As the user wrote it: code that autograph() rewrites calls `.ag_rep(x)` for `rep(x)`.
users_call <- function(call) {
  if (!is_rewritten(call)) return(call)
  call[[1]] <- as.name(sub(".ag_", "", as.character(call[[1]]), fixed = TRUE))
  call
}

is_rewritten <- function(call) {
  is.call(call) && is.name(call[[1]]) && startsWith(as.character(call[[1]]), ".ag_")
}
