# Axes and positions, which start at 1 in R and at 0 in Python.

# Axes start at 1 in R, where axis 1 is the batch; negative numbers count from the end. Several axes
# become a tuple, because JAX accepts no list.
as_axis <- function(x, argument = "axis") {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(several_as_tuple(lapply(x, as_axis, argument = argument)))
  }
  if (length(dim(x)) > 1L) {
    abort(
      c("`%s` must be a whole number (or several), not %s. If it is another tensor, supply a list",
        "of tensors as the first argument."), argument, describe(x)
    )
  }
  axis <- as_integer(x, argument)
  if (any(axis == 0L)) {
    abort("`%s` counts from 1 (or back from -1, the last axis); there is no axis 0.", argument)
  }
  several_as_tuple(axis - (axis > 0L))
}

# For arguments that require a list, even for one axis.
as_axes <- function(x, argument = "axes") {
  as_sequence(as_axis(x, argument))
}

# Positions start at 1 in R; negative positions count from the end in both languages.
as_index <- function(x, argument = "indices") {
  if (is.null(x)) {
    return(x)
  }
  if (is_py_object(x)) {
    return(in_python("rkeras.tensors.positions.from_one", x, .convert = FALSE))
  }
  if (is.list(x)) {
    return(lapply(x, as_index, argument = argument))
  }
  if (!is.numeric(x)) x <- as_integer(x, argument)
  x <- as_whole(x, argument)
  if (any(x == 0L)) {
    abort("`%s` counts from 1 (or back from -1, the last one); there is no position 0.", argument)
  }
  x - (x > 0L)
}

# One position, as a Python int.
as_py_index <- function(x, argument = "index") {
  must_be(x, "one position", is_py_object(x) || length(x) == 1L, argument)
  as_index(x, argument)
}
