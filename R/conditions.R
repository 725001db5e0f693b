# Errors and warnings of rkeras itself. Rust creates the conditions for Python exceptions.

# Raise an error of class `rkeras_error_<kind>`. The message names the argument and the remedy. It
# is a template of sprintf() if there are values for it in `...`; several strings are one text.
# Named elements of `...` are fields of the condition. `call` is the one that the user wrote.
abort <- function(message, ..., kind = "argument", call = users_call()) {
  stop(new_condition("error", message, list(...), kind, call))
}

# Give a warning of class `rkeras_warning_<kind>`; the message follows the rules for errors.
warn <- function(message, ..., kind = "argument", call = users_call()) {
  warning(new_condition("warning", message, list(...), kind, call))
}

new_condition <- function(type, message, given, kind, call) {
  is_field <- nzchar(names(given) %||% character(length(given)))
  message <- paste(message, collapse = " ")
  if (!all(is_field)) message <- do.call(sprintf, c(list(message), given[!is_field]))
  structure(
    class = c(paste0("rkeras_", type, "_", kind), paste0("rkeras_", type), type, "condition"),
    c(list(message = message, call = call), given[is_field])
  )
}
