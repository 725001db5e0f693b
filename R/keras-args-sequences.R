# Vectors and lists where Keras wants lists or tuples.

# Where Keras wants a list, also of one item. All items of a vector have one type: ints where all
# are whole, otherwise floats.
as_sequence <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.double(x) && !are_whole(x)) lapply(x, as_float) else as.list(x)
}

# A list of lists: sequences of different lengths.
as_sequences <- function(x, argument = "sequences", call = sys.call(sys.parent())) {
  if (is_py_object(x)) {
    return(x)
  }
  if (!is.list(x)) {
    abort(sprintf("`%s` must be a list of vectors, not %s.", argument, describe(x)), call = call)
  }
  lapply(unname(x), as_sequence)
}

# Where Keras wants a list of ints, also of one.
as_integers <- function(x, argument = "x", call = sys.call(sys.parent())) {
  as_sequence(as_integer(x, argument, call))
}

# Whole numbers in a list, or the path of a file that has them.
as_int_vocabulary <- function(x, argument = "vocabulary", call = sys.call(sys.parent())) {
  if (is.character(x)) x else as_integers(x, argument, call)
}

as_tuple <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) x else unwrap(rs_tuple(as.list(x), FALSE))
}

several_as_tuple <- function(x) if (is_py_object(x) || length(x) < 2L) x else as_tuple(x)

# One int, or several as a tuple: Keras takes no list.
as_int_tuple <- function(x, argument = "x", call = sys.call(sys.parent())) {
  several_as_tuple(as_integer(x, argument, call))
}
