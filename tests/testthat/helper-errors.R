# A mistake of the user's in an argument, and words of its message.
expect_refused <- function(object, regexp = NULL, ...) {
  expect_error({{ object }}, regexp, class = "rkeras_error_argument", ...)
}
