# Shapes, in which `NA`, `NULL` and -1 stand for axes of unknown length.

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
