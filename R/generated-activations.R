# keras.activations, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.activations.celu")
#' @export
activation_celu <- function(x, alpha = 1) {
  call_keras("keras.activations.celu", to_tensor(x), alpha = alpha)
}

#' @eval rd_keras("keras.activations.elu")
#' @export
activation_elu <- function(x, alpha = 1) {
  call_keras("keras.activations.elu", to_tensor(x), alpha = alpha)
}

#' @eval rd_keras("keras.activations.exponential")
#' @export
activation_exponential <- function(x) {
  call_keras("keras.activations.exponential", to_tensor(x))
}

#' @eval rd_keras("keras.activations.gelu")
#' @export
activation_gelu <- function(x, approximate = FALSE) {
  call_keras(
    "keras.activations.gelu",
    to_tensor(x),
    approximate = as_flag(approximate, "approximate")
  )
}

#' @eval rd_keras("keras.activations.glu")
#' @export
activation_glu <- function(x, axis = -1L) {
  call_keras("keras.activations.glu", to_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.activations.hard_shrink")
#' @export
activation_hard_shrink <- function(x, threshold = 0.5) {
  call_keras("keras.activations.hard_shrink", to_tensor(x), threshold = threshold)
}

#' @eval rd_keras("keras.activations.hard_sigmoid")
#' @export
activation_hard_sigmoid <- function(x) {
  call_keras("keras.activations.hard_sigmoid", to_tensor(x))
}

#' @eval rd_keras("keras.activations.hard_silu")
#' @export
activation_hard_silu <- function(x) {
  call_keras("keras.activations.hard_silu", to_tensor(x))
}

#' @eval rd_keras("keras.activations.hard_swish")
#' @export
activation_hard_swish <- function(x) {
  call_keras("keras.activations.hard_swish", to_tensor(x))
}

#' @eval rd_keras("keras.activations.hard_tanh")
#' @export
activation_hard_tanh <- function(x) {
  call_keras("keras.activations.hard_tanh", to_tensor(x))
}

#' @eval rd_keras("keras.activations.leaky_relu")
#' @export
activation_leaky_relu <- function(x, negative_slope = 0.2) {
  call_keras("keras.activations.leaky_relu", to_tensor(x), negative_slope = negative_slope)
}

#' @eval rd_keras("keras.activations.linear")
#' @export
activation_linear <- function(x) {
  call_keras("keras.activations.linear", to_tensor(x))
}

#' @eval rd_keras("keras.activations.log_sigmoid")
#' @export
activation_log_sigmoid <- function(x) {
  call_keras("keras.activations.log_sigmoid", to_tensor(x))
}

#' @eval rd_keras("keras.activations.log_softmax")
#' @export
activation_log_softmax <- function(x, axis = -1L) {
  call_keras("keras.activations.log_softmax", to_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.activations.mish")
#' @export
activation_mish <- function(x) {
  call_keras("keras.activations.mish", to_tensor(x))
}

#' @eval rd_keras("keras.activations.relu")
#' @export
activation_relu <- function(x, negative_slope = 0, max_value = NULL, threshold = 0) {
  call_keras(
    "keras.activations.relu",
    to_tensor(x),
    negative_slope = negative_slope,
    max_value = max_value,
    threshold = threshold
  )
}

#' @eval rd_keras("keras.activations.relu6")
#' @export
activation_relu6 <- function(x) {
  call_keras("keras.activations.relu6", to_tensor(x))
}

#' @eval rd_keras("keras.activations.selu")
#' @export
activation_selu <- function(x) {
  call_keras("keras.activations.selu", to_tensor(x))
}

#' @eval rd_keras("keras.activations.sigmoid")
#' @export
activation_sigmoid <- function(x) {
  call_keras("keras.activations.sigmoid", to_tensor(x))
}

#' @eval rd_keras("keras.activations.silu")
#' @export
activation_silu <- function(x) {
  call_keras("keras.activations.silu", to_tensor(x))
}

#' @eval rd_keras("keras.activations.soft_shrink")
#' @export
activation_soft_shrink <- function(x, threshold = 0.5) {
  call_keras("keras.activations.soft_shrink", to_tensor(x), threshold = threshold)
}

#' @eval rd_keras("keras.activations.softmax")
#' @export
activation_softmax <- function(x, axis = -1L) {
  call_keras("keras.activations.softmax", to_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.activations.softplus")
#' @export
activation_softplus <- function(x) {
  call_keras("keras.activations.softplus", to_tensor(x))
}

#' @eval rd_keras("keras.activations.softsign")
#' @export
activation_softsign <- function(x) {
  call_keras("keras.activations.softsign", to_tensor(x))
}

#' @eval rd_keras("keras.activations.sparse_plus")
#' @export
activation_sparse_plus <- function(x) {
  call_keras("keras.activations.sparse_plus", to_tensor(x))
}

#' @eval rd_keras("keras.activations.sparse_sigmoid")
#' @export
activation_sparse_sigmoid <- function(x) {
  call_keras("keras.activations.sparse_sigmoid", to_tensor(x))
}

#' @eval rd_keras("keras.activations.sparsemax")
#' @export
activation_sparsemax <- function(x, axis = -1L) {
  call_keras("keras.activations.sparsemax", to_tensor(x), axis = as_axis(axis))
}

#' @eval rd_keras("keras.activations.squareplus")
#' @export
activation_squareplus <- function(x, b = 4L) {
  call_keras("keras.activations.squareplus", to_tensor(x), b = b)
}

#' @eval rd_keras("keras.activations.swish")
#' @export
activation_swish <- function(x) {
  call_keras("keras.activations.swish", to_tensor(x))
}

#' @eval rd_keras("keras.activations.tanh")
#' @export
activation_tanh <- function(x) {
  call_keras("keras.activations.tanh", to_tensor(x))
}

#' @eval rd_keras("keras.activations.tanh_shrink")
#' @export
activation_tanh_shrink <- function(x) {
  call_keras("keras.activations.tanh_shrink", to_tensor(x))
}

#' @eval rd_keras("keras.activations.threshold")
#' @export
activation_threshold <- function(x, threshold, default_value) {
  call_keras("keras.activations.threshold", to_tensor(x), threshold, default_value)
}
