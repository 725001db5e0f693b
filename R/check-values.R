# Checks of common kinds of arguments, and the description of a wrong value in an error.

`%||%` <- function(x, y) if (is.null(x)) y else x

# Describes a value of the wrong kind for an error.
describe <- function(x) {
  if (is.null(x)) return("NULL")
  if (is.data.frame(x)) return("a data frame")
  if (is.array(x)) return(sprintf("an array of shape (%s)", toString(dim(x))))
  if (is.character(x) && length(x) == 1L) return(encodeString(x, quote = "\""))
  if (is.atomic(x) && length(x) == 1L) return(format(x))
  sprintf("an object of class `%s`", class(x)[[1]])
}

in_ticks <- function(names) toString(paste0("`", names, "`"))

is_string <- function(x) is.character(x) && length(x) == 1L && !is.na(x)

# An error unless the argument is one string.
as_string <- function(x, argument, call = sys.call(sys.parent())) {
  if (!is_string(x)) {
    abort(sprintf("`%s` must be one string, not %s.", argument, describe(x)), call = call)
  }
  x
}

# As as_string(), for names and paths, which must not be empty.
check_string <- function(x, argument, call = sys.call(-1)) {
  if (!nzchar(as_string(x, argument, call))) {
    abort(sprintf("`%s` must not be an empty string.", argument), call = call)
  }
}

# For functions whose `...` only separates arguments that must be named.
check_no_dots <- function(..., call = sys.call(-1)) {
  if (...length()) abort("`...` must be empty. Name all further arguments.", call = call)
}

check_logical <- function(x, argument, call = sys.call(-1)) {
  if (!isTRUE(x) && !isFALSE(x)) {
    abort(sprintf("`%s` must be TRUE or FALSE, not %s.", argument, describe(x)), call = call)
  }
}

are_whole <- function(x) {
  is.numeric(x) && length(x) > 0L && all(is.finite(x)) && all(x == trunc(x)) &&
    all(abs(x) <= .Machine$integer.max)
}

# An error unless a suggested package is installed. `user` begins the message: "f() needs".
need_package <- function(package, user, call, installs = package) {
  if (!requireNamespace(package, quietly = TRUE)) {
    abort(sprintf("%s the package %s: install.packages(\"%s\").", user, package, installs),
          "module", call = call)
  }
}

drop_null <- function(x) x[!vapply(x, is.null, NA)]

check_function <- function(x, argument, call = sys.call(-1)) {
  if (missing(x) || !is.function(x)) {
    found <- if (missing(x)) "but it is missing" else paste("not", describe(x))
    abort(sprintf("`%s` must be a function, %s.", argument, found), call = call)
  }
}
