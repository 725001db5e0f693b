# R data as the components of a dataset's elements: vectors become arrays, lists become tuples or
# dictionaries.

# The structure that tf.data reads: a named list for a dictionary, a Python tuple, an array, or a
# Python object. `argument` names the data in errors.
as_components <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.null(x)) {
    abort("`%s` is NULL. Leave it out, or supply data.", argument)
  }
  if (is_of_matrix_package(x)) {
    return(if (methods::is(x, "sparseMatrix")) as_sparse_tensor(x) else as.matrix(x))
  }
  if (is.list(x) && !is_time(x)) list_components(x, argument)
  else array_component(x, argument)
}

list_components <- function(x, argument) {
  names <- names(x)
  if (length(x) == 0L) {
    abort("`%s` is an empty list. Supply at least one component.", argument)
  }
  check_component_names(names, argument)
  places <- paste0(argument, places_in(x))
  parts <- lapply(seq_along(x), function(i) as_components(x[[i]], places[[i]]))
  if (is.null(names)) python_tuple(parts) else stats::setNames(parts, names)
}

check_component_names <- function(names, argument) {
  if (!all(nzchar(names))) {
    abort("`%s` must have names for all components, or for none.", argument)
  }
  if (anyDuplicated(names)) {
    abort("`%s` has two components with the name `%s`. Rename one of them.", argument,
          names[[anyDuplicated(names)]])
  }
}

# A vector as an array: without dimensions it would become a Python list, with an object for each
# element. Strings take the place of factors, and numbers that of dates.
array_component <- function(x, argument) {
  if (is.factor(x)) x <- stats::setNames(as.character(x), names(x))
  if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
  if (is_time(x)) x <- as.double(x)
  is_known <- is.atomic(x) && (!is.object(x) || inherits(x, c("integer64", "AsIs", "ts", "table")))
  must_be(x, "a vector, array, factor, data frame, tensor or a list of these", is_known, argument)
  check_component_missing(x, argument)
  if (!inherits(x, "integer64")) x <- unclass(x)
  if (length(x) != 1L || !is.null(dim(x))) {
    return(if (is.null(dim(x))) with_one_axis(x) else x)
  }
  # A Python float would become float32, and an int int32.
  if (is.double(x)) as_tensor(x, if (is.object(x)) "int64") else x
}

# array() would drop the class of integer64.
with_one_axis <- function(x) {
  x <- unname(x)
  dim(x) <- length(x)
  x
}

check_component_missing <- function(x, argument) {
  if (anyNA(x) && !is.double(x)) {
    abort("`%s` has %s, but tensors of %s", argument, count_missing(x), no_na_of(x))
  }
}

# ---- Results of functions ------------------------------------------------------------------------

# What a function returns to tf.data: lists become tuples and named lists dictionaries, at any
# depth.
as_element <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.data.frame(x)) x <- as.list(x)
  if (is.list(x) && !is.object(x)) {
    return(list_element(x, argument))
  }
  if (length(x) == 0L) {
    abort(
      "`%s` returned %s. It must return tensors. Does it use a name that the elements do not have?",
      argument, if (is.null(x)) "NULL" else "a vector of length 0"
    )
  }
  if (length(x) == 1L && !is.factor(x) || !is.null(dim(x))) x
  else array_component(x, argument)
}

list_element <- function(x, argument) {
  check_component_names(names(x), paste0("the result of ", argument))
  parts <- lapply(x, function(part) {
    if (is.null(part)) NULL else as_element(part, argument)
  })
  if (is.null(names(x))) python_tuple(parts) else parts
}
