# Checks of numbers: whole or not, one or several, in a range.

# Whether an array has only whole numbers. It may be empty.
only_whole <- function(x) {
  x <- without_integer64(x)
  is.numeric(x) && all(is.finite(x) & x == trunc(x))
}

# By default those that are integers in R. Doubles represent all whole numbers up to 2^53.
are_whole <- function(x, most = .Machine$integer.max) {
  x <- without_integer64(x)
  if (inherits(x, "integer64")) return(most == Inf)
  length(x) > 0L && is.numeric(x) && all(is.finite(x) & x == trunc(x) & abs(x) <= most)
}

is_whole <- function(x, least = -Inf, most = .Machine$integer.max) {
  x <- without_integer64(x)
  is_one <- length(x) == 1L && is.numeric(x) && !inherits(x, "integer64")
  is_one && is.finite(x) && x == trunc(x) && abs(x) <= most && x >= least
}

# The number as an integer; an error unless it is one whole number of at least `least`.
check_whole <- function(x, argument, least = 1L) {
  if (missing(x)) abort("`%s` is missing. Give a whole number.", argument)
  x <- without_integer64(x)
  if (!is_whole(x, least)) abort_number(x, argument, whole_text(least), integers_end(x))
  as.integer(x)
}

whole_text <- function(least) {
  if (least == 1L) "one positive whole number"
  else if (least == -Inf) "one whole number"
  else sprintf("one whole number from %d up", least)
}

# Accepts `32`, `c(3, 3)` and `list(3, 3)` as ints; never truncates.
as_integer <- function(x, argument = "x") {
  x <- without_integer64(x)
  if (is.double(x) && are_whole(x)) {
    return(as.integer(x))
  }
  if (is.null(x) || is.integer(x) && !anyNA(x) || is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(lapply(x, as_integer, argument = argument))
  }
  abort_number(x, argument, if (length(x) > 1L) "whole numbers" else "a whole number",
               integers_end(x))
}

integers_end <- function(x) {
  if (are_whole(x, Inf) && !are_whole(x)) " Integers end at 2147483647." else ""
}

abort_number <- function(x, argument, expected, remedy = "") {
  abort("`%s` must be %s, not %s.%s", argument, expected, shown_numbers(x), remedy)
}

shown_numbers <- function(x) {
  if (is.numeric(x) && !is.object(x) && is.null(dim(x)) && length(x) %in% 2:8) {
    return(sprintf("c(%s)", toString(format(x, trim = TRUE))))
  }
  describe(x)
}

# Base R reads the bits of bit64's integers as doubles, which are all near 0; so do as.list() and
# unlist(). They become integers or doubles where that is exact; larger ones stay as they are.
without_integer64 <- function(x) {
  if (!is.object(x)) return(x)
  if (is.data.frame(x)) {
    for (i in which(vapply(x, inherits, NA, "integer64"))) x[[i]] <- plain_numbers(x[[i]])
    return(x)
  }
  if (inherits(x, "integer64")) plain_numbers(x) else x
}

plain_numbers <- function(x) {
  need_package("bit64", "Values of class `integer64` need")
  numbers <- suppressWarnings(as.double(x))
  if (any(abs(numbers) >= 2^53, na.rm = TRUE)) return(x)
  if (all(abs(numbers) <= .Machine$integer.max, na.rm = TRUE)) numbers <- as.integer(numbers)
  dim(numbers) <- dim(x)
  numbers
}

# The same for numbers that cannot be so large.
short_numbers <- function(x, argument) {
  x <- without_integer64(x)
  if (inherits(x, "integer64")) abort_number(x, argument, "whole numbers", integers_end(x))
  x
}
