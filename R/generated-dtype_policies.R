# keras.dtype_policies, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.dtype_policies.DTypePolicy")
#' @export
dtype_policy <- function(name = NULL) {
  create_keras("keras.dtype_policies.DTypePolicy", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.FloatDTypePolicy")
#' @export
dtype_policy_float <- function(name = NULL) {
  create_keras("keras.dtype_policies.FloatDTypePolicy", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.DTypePolicyMap")
#' @export
dtype_policy_map <- function(default_policy = NULL, policy_map = NULL) {
  create_keras("keras.dtype_policies.DTypePolicyMap", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.QuantizedDTypePolicy")
#' @export
dtype_policy_quantized <- function(mode, source_name = NULL) {
  create_keras("keras.dtype_policies.QuantizedDTypePolicy", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.QuantizedFloat8DTypePolicy")
#' @export
dtype_policy_quantized_float8 <- function(mode, source_name = NULL, amax_history_length = 1024L) {
  create_keras("keras.dtype_policies.QuantizedFloat8DTypePolicy", capture_args(
    amax_history_length = as_integer
  ))
}

#' @eval rd_keras("keras.dtype_policies.Int4DTypePolicy")
#' @export
dtype_policy_int4 <- function(mode, source_name = NULL) {
  create_keras("keras.dtype_policies.Int4DTypePolicy", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.GPTQDTypePolicy")
#' @export
dtype_policy_gptq <- function(mode, source_name = NULL) {
  create_keras("keras.dtype_policies.GPTQDTypePolicy", capture_args())
}

#' @eval rd_keras("keras.dtype_policies.AWQDTypePolicy")
#' @export
dtype_policy_awq <- function(mode, source_name = NULL) {
  create_keras("keras.dtype_policies.AWQDTypePolicy", capture_args())
}
