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

# ---- Numbers of 4 bits ---------------------------------------------------------------------------

#' @eval rd_keras("keras.quantizers.pack_int4")
#' @export
quantizer_pack_int4 <- function(arr, axis = 1L, dtype = "int8") {
  range <- if (identical(dtype, "uint8")) c(0L, 15L) else c(-8L, 7L)
  arr <- as_small_ints(arr, "arr", dtype, range)
  call_keras("keras.quantizers.pack_int4", arr, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.quantizers.unpack_int4")
#' @export
quantizer_unpack_int4 <- function(packed, orig_len, axis = 1L, dtype = "int8") {
  range <- if (identical(dtype, "uint8")) c(0L, 255L) else c(-128L, 127L)
  packed <- as_small_ints(packed, "packed", dtype, range)
  orig_len <- as_integer(orig_len, "orig_len")
  call_keras("keras.quantizers.unpack_int4", packed, orig_len, axis = as_axis(axis), dtype = dtype)
}

as_small_ints <- function(x, argument, dtype, range) {
  if (!is.numeric(x)) {
    return(x)
  }
  x <- as_whole(x, argument)
  outside <- x[x < range[[1]] | x > range[[2]]]
  if (length(outside) > 0L) {
    abort("`%s` must be whole numbers from %d to %d, not %d.", argument, range[[1]], range[[2]],
          outside[[1]])
  }
  numpy_array(if (is.null(dim(x))) array(x) else x, dtype = dtype)
}
