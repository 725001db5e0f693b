# Shapes, in which `NA`, `NULL` and -1 stand for axes of unknown length, and vectors and lists for
# arguments that require lists or tuples.

# A shape as a list of ints and NULLs: `NA`, `NULL` and -1 stand for axes of unknown length. A
# tensor is a length that is known only when the graph runs.
as_shape <- function(x, argument = "shape") {
  if (is.null(x) || is_py_object(x) && !is_vector_of_tensor(x)) {
    return(x)
  }
  lengths <- if (is_py_object(x)) {
    lengths_in(x)
  } else if (is.atomic(x) || is.list(x)) {
    as.list(short_numbers(x, argument))
  } else {
    list(x)
  }
  lapply(lengths, length_of_axis, argument = argument)
}

# c() makes a tensor of several.
is_vector_of_tensor <- function(x) is_tensor(x) && length(dim(x)) == 1L && !is.na(dim(x))

lengths_in <- function(x) {
  if (is_symbolic(x)) call_keras("keras.ops.unstack", x) else as.list(as.vector(x))
}

length_of_axis <- function(length, argument) {
  if (is_py_object(length)) {
    return(length)
  }
  if (is_open_length(length)) {
    return(NULL)
  }
  length <- without_integer64(length)
  if (!is_whole(length, 0L)) {
    abort("`%s` must contain whole numbers, or NA for an axis of any length, not %s.", argument,
          describe(length))
  }
  as.integer(length)
}

is_open_length <- function(length) {
  is.null(length) || is.atomic(length) && identical(length %in% c(NA, -1), TRUE)
}

# For arguments that require a tuple, even for one axis.
shape_tuple <- function(x, argument = "shape") {
  shape <- as_shape(x, argument)
  expect_keras()
  if (is.null(shape) || is_py_object(shape)) shape else python_tuple(shape)
}

# A shape with at most one unknown length: `NA`, `NULL` or -1.
as_new_shape <- function(x, argument = "newshape") {
  if (is_py_object(x)) {
    return(x)
  }
  shape <- as_shape(x, argument)
  shape[vapply(shape, is.null, NA)] <- list(-1L)
  as.list(shape)
}

# ---- Lists and tuples ----------------------------------------------------------------------------

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
