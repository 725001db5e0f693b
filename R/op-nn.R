# Operations of neural networks that need more than a call of a Keras function.

#' @eval rd_keras("keras.ops.adaptive_max_pool")
#' @export
op_adaptive_max_pool <- function(inputs, output_size, data_format = NULL) {
  inputs <- to_tensor(inputs, "inputs")
  as_size <- if (length(dim(inputs)) == 5L) as_volume_size else as_integer
  call_keras("keras.ops.adaptive_max_pool", inputs, as_size(output_size, "output_size"),
             data_format = data_format)
}

#' @eval rd_keras("keras.ops.average_pool")
#' @export
op_average_pool <- function(inputs, pool_size, strides = NULL, padding = "valid",
                            data_format = NULL) {
  pool("keras.ops.average_pool", inputs, pool_size, strides, padding, data_format)
}

#' @eval rd_keras("keras.ops.max_pool")
#' @export
op_max_pool <- function(inputs, pool_size, strides = NULL, padding = "valid", data_format = NULL) {
  pool("keras.ops.max_pool", inputs, pool_size, strides, padding, data_format)
}

# Keras's default of `strides` fails on JAX.
pool <- function(endpoint, inputs, pool_size, strides, padding, data_format) {
  call_keras(
    endpoint, inputs, as_int_tuple(pool_size, "pool_size"),
    strides = as_int_tuple(strides %||% pool_size, "strides"), padding = padding,
    data_format = data_format
  )
}

# One whole number for each observation, as a list even for one observation.
as_lengths <- function(x, argument) {
  if (is_py_object(x)) x else as.list(as_integer(x, argument))
}

#' @eval rd_keras("keras.ops.multi_hot")
#' @export
op_multi_hot <- function(inputs, num_classes = NULL, axis = -1L, dtype = NULL, sparse = FALSE, ...,
                         zero_indexed = TRUE) {
  check_flags()
  # Keras ignores names other than this earlier one.
  check_extra(names(list(...)), names(formals()), "num_tokens")
  if (is.factor(inputs)) {
    num_classes <- num_classes %||% nlevels(inputs)
  } else if (!zero_indexed) {
    inputs <- as_index(inputs, "inputs")
  }
  call_keras(
    "keras.ops.multi_hot", as_labels(inputs, "inputs"), as_integer(num_classes, "num_classes"),
    axis = as_axis(axis), dtype = dtype, sparse = sparse, ...
  )
}
