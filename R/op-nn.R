# Operations of neural networks that need more than a call of a Keras function.

# Names results, because Keras returns a tuple without names.
name_results <- function(results, names) {
  if (is.list(results)) stats::setNames(results, names) else results
}

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

#' @eval rd_keras("keras.ops.moments")
#' @export
op_moments <- function(x, axes, keepdims = FALSE, synchronized = FALSE) {
  check_flags()
  moments <- call_keras("keras.ops.moments", x, as_axes(axes), keepdims = keepdims,
                        synchronized = synchronized)
  name_results(moments, c("mean", "variance"))
}

#' @eval rd_keras("keras.ops.ctc_decode")
#' @export
op_ctc_decode <- function(inputs, sequence_lengths, strategy = "greedy", beam_width = 100L,
                          top_paths = 1L, merge_repeated = TRUE, mask_index = 1L) {
  check_flags()
  paths <- call_keras(
    "keras.ops.ctc_decode", inputs, as_lengths(sequence_lengths, "sequence_lengths"),
    strategy = strategy, beam_width = as_integer(beam_width, "beam_width"),
    top_paths = as_integer(top_paths, "top_paths"), merge_repeated = merge_repeated,
    mask_index = as_py_index(mask_index, "mask_index")
  )
  name_results(paths, c("decoded", "scores"))
}

# One whole number for each observation, as a list even for one observation.
as_lengths <- function(x, argument) {
  if (is_py_object(x)) x else as.list(as_integer(x, argument))
}

#' @eval rd_keras("keras.ops.ctc_loss")
#' @export
op_ctc_loss <- function(target, output, target_length, output_length, mask_index = 1L) {
  call_keras(
    "keras.ops.ctc_loss", as_whole(target, "target"), output,
    as_lengths(target_length, "target_length"), as_lengths(output_length, "output_length"),
    mask_index = as_py_index(mask_index, "mask_index")
  )
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
