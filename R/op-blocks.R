# Operations on blocks and elements of tensors, with positions from 1.

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
