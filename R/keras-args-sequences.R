# Vectors and lists for arguments that require lists or tuples.

# For arguments that require a list, even for one item. All items of a vector have one type: int if
# all are whole, otherwise float.
as_sequence <- function(x, argument = "x") {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  x <- without_integer64(x)
  if (is.double(x) && !are_whole(x)) lapply(x, as_float) else as.list(x)
}

# A list of lists: sequences of different lengths.
as_sequences <- function(x, argument = "sequences") {
  if (is_py_object(x)) {
    return(x)
  }
  must_be(x, "a list of vectors", is.list(x), argument)
  lapply(unname(x), function(part) as_sequence(if (is.integer(part)) with_nan(part) else part))
}

# Integers with NA as doubles, which have NaN.
with_nan <- function(x) if (anyNA(x)) as.double(x) else x

# The boundaries of bins, in ascending order.
as_boundaries <- function(x, argument = "bin_boundaries") {
  if (is.numeric(x) && (anyNA(x) || is.unsorted(x))) {
    abort("`%s` must be numbers in ascending order without NA, not %s.", argument, shown_numbers(x))
  }
  as_sequence(x)
}

# For arguments that require a list of ints, even for one.
as_integers <- function(x, argument = "x") {
  as_sequence(as_integer(x, argument))
}

# A list of whole numbers, or the path of a file that contains them.
as_int_vocabulary <- function(x, argument = "vocabulary") {
  if (is.character(x)) x else as_integers(x, argument)
}

as_tuple <- function(x, argument = "x") {
  if (is.null(x) || is_py_object(x)) x else python_tuple(as.list(x))
}

several_as_tuple <- function(x) if (is_py_object(x) || length(x) < 2L) x else as_tuple(x)

# One int, or several as a tuple, because Keras accepts no list.
as_int_tuple <- function(x, argument = "x") {
  several_as_tuple(as_integer(x, argument))
}
