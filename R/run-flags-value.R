# The values of flags.

# Converts a value to the type of its flag. Values from the command line are strings.
flag_value <- function(value, flag, where) {
  wrong <- function() {
    abort(sprintf(
      "%s of the flag `%s` must be %s, not %s.", where, flag$name,
      c(numeric = "a number", integer = "a whole number", boolean = "TRUE or FALSE",
        string = "a string")[[flag$type]], describe(value)
    ))
  }
  if (length(value) != 1L || is.list(value) || is.na(value)) wrong()
  switch(flag$type,
    string = as.character(value),
    boolean = as_boolean(value) %||% wrong(),
    numeric = as_number(value) %||% wrong(),
    integer = {
      number <- as_number(value)
      if (is.null(number) || !are_whole(number)) wrong()
      as.integer(number)
    }
  )
}

as_boolean <- function(value) {
  value <- if (is.character(value)) tolower(value) else as.character(value)
  if (value %in% c("true", "TRUE", "yes", "on", "1")) {
    TRUE
  } else if (value %in% c("false", "FALSE", "no", "off", "0")) {
    FALSE
  }
}

as_number <- function(value) {
  number <- if (is.logical(value)) NA else suppressWarnings(as.numeric(value))
  if (!is.na(number)) number
}
