# Operations that take or return positions, which start at 1 in R: of elements, and of blocks.

# ---- that give positions ------------------------------------------------------------------------

# Positions from Keras, converted to start at 1.
as_positions <- function(x, zero_indexed = FALSE) {
  if (zero_indexed) x else call_positions("to_one", x)
}

call_positions <- function(name, ...) {
  require_keras()
  in_python(paste0("rkeras.tensors.positions.", name), ...)
}

#' @eval rd_keras("keras.ops.nanargmax")
#' @export
op_nanargmax <- function(x, axis = NULL, keepdims = FALSE, zero_indexed = FALSE) {
  check_flags()
  found <- call_keras("keras.ops.nanargmax", x, axis = as_axis(axis), keepdims = keepdims)
  if (zero_indexed) found else call_positions("to_one_if_found", found)
}

#' @eval rd_keras("keras.ops.nanargmin")
#' @export
op_nanargmin <- function(x, axis = NULL, keepdims = FALSE, zero_indexed = FALSE) {
  check_flags()
  found <- call_keras("keras.ops.nanargmin", x, axis = as_axis(axis), keepdims = keepdims)
  if (zero_indexed) found else call_positions("to_one_if_found", found)
}

#' @eval rd_keras("keras.ops.nonzero")
#' @export
op_nonzero <- function(x) call_positions("nonzero", to_tensor(x))

#' @eval rd_keras("keras.ops.where")
#' @export
op_where <- function(condition, x1 = NULL, x2 = NULL) {
  if (is.null(x1) != is.null(x2)) abort("`x1` and `x2` go together: give both, or neither.")
  if (is.null(x1)) {
    return(op_nonzero(condition))
  }
  call_keras("keras.ops.where", vector_as_tensor(condition), several_as_tensor(x1),
             several_as_tensor(x2))
}

#' @eval rd_keras("keras.ops.top_k")
#' @export
op_top_k <- function(x, k, sorted = TRUE, zero_indexed = FALSE) {
  check_flags()
  found <- call_keras("keras.ops.top_k", vector_as_tensor(x), as_integer(k, "k"), sorted = sorted)
  list(values = found[[1L]], indices = as_positions(found[[2L]], zero_indexed))
}

#' @eval rd_keras("keras.ops.unique")
#' @export
op_unique <- function(x, sorted = TRUE, return_index = FALSE, return_inverse = FALSE,
                      return_counts = FALSE, axis = NULL, size = NULL, fill_value = NULL,
                      zero_indexed = FALSE) {
  check_flags()
  found <- call_keras(
    "keras.ops.unique", vector_as_tensor(x), sorted = sorted, return_index = return_index,
    return_inverse = return_inverse, return_counts = return_counts, axis = as_axis(axis),
    size = as_integer(size, "size"), fill_value = as_weak_number(fill_value)
  )
  more <- c("index", "inverse", "counts")[c(return_index, return_inverse, return_counts)]
  if (length(more) == 0L) {
    return(found)
  }
  names(found) <- c("values", more)
  positions <- intersect(more, c("index", "inverse"))
  found[positions] <- lapply(found[positions], as_positions, zero_indexed)
  found
}

#' @eval rd_keras("keras.ops.unravel_index")
#' @export
op_unravel_index <- function(indices, shape) {
  indices <- op_convert_to_tensor(as_index(indices))
  # Keras 3.15 on TensorFlow reverses the axes of `shape` unless the indices have one axis.
  flat <- op_reshape(indices, -1L)
  found <- as_positions(call_keras("keras.ops.unravel_index", flat, as_shape(shape)))
  lapply(as.list(found), op_reshape, op_shape(indices))
}

# ---- that take positions ------------------------------------------------------------------------

#' @eval rd_keras("keras.ops.take")
#' @export
op_take <- function(x, indices, axis = NULL, zero_indexed = FALSE) {
  check_flags()
  indices <- if (zero_indexed) as_whole(indices, "indices") else as_index(indices)
  call_keras("keras.ops.take", x, indices, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.take_along_axis")
#' @export
op_take_along_axis <- function(x, indices, axis = NULL, zero_indexed = FALSE) {
  check_flags()
  indices <- if (zero_indexed) as_whole(indices, "indices") else as_index(indices)
  call_keras("keras.ops.take_along_axis", x, indices, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.get_item")
#' @export
op_get_item <- function(x, key) {
  if (is.list(key)) {
    key <- python_tuple(lapply(key, as_item, argument = "key"))
  }
  call_keras("keras.ops.get_item", as_tensor_argument(x), as_item(key, "key"))
}

# One position in R, or a Python key.
as_item <- function(key, argument) {
  if (!is_py_object(key) && length(key) != 1L) {
    abort("`%s` must be one position, or a list of them: op_subset() takes more.", argument)
  }
  if (is_py_object(key)) key else as_index(key, argument)
}

as_tensor_argument <- function(x) {
  if (is_py_object(x)) x else call_keras("keras.ops.convert_to_tensor", x)
}

#' @eval rd_keras("keras.ops.in_top_k")
#' @export
op_in_top_k <- function(targets, predictions, k, zero_indexed = TRUE) {
  check_flags()
  targets <- class_positions(targets, zero_indexed, "targets")
  call_keras("keras.ops.in_top_k", targets, predictions, as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.one_hot")
#' @export
op_one_hot <- function(x, num_classes, axis = -1L, dtype = NULL, sparse = FALSE,
                       zero_indexed = FALSE) {
  check_flags()
  if (is.factor(x) && missing(num_classes)) num_classes <- nlevels(x)
  num_classes <- as_integer(num_classes, "num_classes")
  check_classes(x, num_classes, zero_indexed)
  classes <- class_positions(x, zero_indexed, "x")
  call_keras(
    "keras.ops.one_hot", classes, num_classes, axis = as_axis(axis), dtype = dtype,
    sparse = sparse
  )
}

# Classes from 0. The levels of a factor are classes; `NA` belongs to no class.
class_positions <- function(x, zero_indexed, argument) {
  if (is.factor(x)) {
    x <- factor_codes(x)
    x[is.na(x)] <- -1L
  } else if (zero_indexed) {
    x <- as_whole(x, argument)
  } else if (is_py_object(x)) {
    x <- call_keras("keras.ops.subtract", x, 1L)
  } else {
    x <- as_index(x, argument)
  }
  # Vectors would become lists, which not every backend accepts.
  if (is.atomic(x) && is.null(dim(x)) && length(x) != 1L) array(x) else x
}

# Keras would silently encode invalid classes as zeros.
check_classes <- function(x, num_classes, zero_indexed) {
  if (is_py_object(x) || is_py_object(num_classes)) {
    return()
  }
  codes <- if (is.factor(x)) nlevels(x) - zero_indexed else x
  first <- as.integer(!zero_indexed)
  outside <- codes[!is.na(codes) & (codes < first | codes >= first + num_classes)]
  if (length(outside) > 0L) {
    abort("`x` must contain classes from %d to %d, not %s.", first, first + num_classes - 1L,
          format(outside[[1L]]))
  }
}

as_segments <- function(x, argument = "segment_ids") vector_as_tensor(as_index(x, argument))

# ---- blocks and elements -------------------------------------------------------------------------

#' @eval rd_keras("keras.ops.slice_update")
#' @export
op_slice_update <- function(inputs, start_indices, updates) {
  inputs <- as_slices(inputs)
  call_keras("keras.ops.slice_update", inputs, as_starts(start_indices),
             as_tensor_like(updates, inputs))
}

# A start for each axis, as a list even for one axis.
as_starts <- function(x, argument = "start_indices") {
  starts <- as_index(x, argument)
  if (is_py_object(starts)) starts else as.list(starts)
}

#' @eval rd_keras("keras.ops.scatter_update")
#' @export
op_scatter_update <- function(inputs, indices, updates, reduction = NULL) {
  inputs <- as_slices(inputs)
  call_keras("keras.ops.scatter_update", inputs, as_index_rows(indices),
             as_tensor_like(updates, inputs), reduction = reduction)
}

# A row of indices for each element, as in matrix indexing with `[`; a vector is positions along the
# first axis.
as_index_rows <- function(x, argument = "indices") {
  index <- as_index(x, argument)
  if (is.atomic(index) && is.null(dim(index))) matrix(index) else index
}
