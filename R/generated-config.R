# keras.config, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.config.backend")
#' @export
config_backend <- function() {
  call_keras("keras.config.backend")
}

#' @eval rd_keras("keras.config.disable_flash_attention")
#' @export
config_disable_flash_attention <- function() {
  call_keras("keras.config.disable_flash_attention")
}

#' @eval rd_keras("keras.config.disable_interactive_logging")
#' @export
config_disable_interactive_logging <- function() {
  call_keras("keras.config.disable_interactive_logging")
}

#' @eval rd_keras("keras.config.disable_traceback_filtering")
#' @export
config_disable_traceback_filtering <- function() {
  call_keras("keras.config.disable_traceback_filtering")
}

#' @eval rd_keras("keras.config.dtype_policy")
#' @export
config_dtype_policy <- function() {
  call_keras("keras.config.dtype_policy")
}

#' @eval rd_keras("keras.config.enable_flash_attention")
#' @export
config_enable_flash_attention <- function() {
  call_keras("keras.config.enable_flash_attention")
}

#' @eval rd_keras("keras.config.enable_interactive_logging")
#' @export
config_enable_interactive_logging <- function() {
  call_keras("keras.config.enable_interactive_logging")
}

#' @eval rd_keras("keras.config.enable_traceback_filtering")
#' @export
config_enable_traceback_filtering <- function() {
  call_keras("keras.config.enable_traceback_filtering")
}

#' @eval rd_keras("keras.config.enable_unsafe_deserialization")
#' @export
config_enable_unsafe_deserialization <- function() {
  call_keras("keras.config.enable_unsafe_deserialization")
}

#' @eval rd_keras("keras.config.epsilon")
#' @export
config_epsilon <- function() {
  call_keras("keras.config.epsilon")
}

#' @eval rd_keras("keras.config.floatx")
#' @export
config_floatx <- function() {
  call_keras("keras.config.floatx")
}

#' @eval rd_keras("keras.config.image_data_format")
#' @export
config_image_data_format <- function() {
  call_keras("keras.config.image_data_format")
}

#' @eval rd_keras("keras.config.is_flash_attention_enabled")
#' @export
config_is_flash_attention_enabled <- function() {
  call_keras("keras.config.is_flash_attention_enabled")
}

#' @eval rd_keras("keras.config.is_interactive_logging_enabled")
#' @export
config_is_interactive_logging_enabled <- function() {
  call_keras("keras.config.is_interactive_logging_enabled")
}

#' @eval rd_keras("keras.config.is_nnx_enabled")
#' @export
config_is_nnx_enabled <- function() {
  call_keras("keras.config.is_nnx_enabled")
}

#' @eval rd_keras("keras.config.is_traceback_filtering_enabled")
#' @export
config_is_traceback_filtering_enabled <- function() {
  call_keras("keras.config.is_traceback_filtering_enabled")
}

#' @eval rd_keras("keras.config.max_epochs")
#' @export
config_max_epochs <- function() {
  call_keras("keras.config.max_epochs")
}

#' @eval rd_keras("keras.config.max_steps_per_epoch")
#' @export
config_max_steps_per_epoch <- function() {
  call_keras("keras.config.max_steps_per_epoch")
}

#' @eval rd_keras("keras.config.set_dtype_policy")
#' @export
config_set_dtype_policy <- function(policy) {
  call_keras("keras.config.set_dtype_policy", policy)
}

#' @eval rd_keras("keras.config.set_epsilon")
#' @export
config_set_epsilon <- function(value) {
  call_keras("keras.config.set_epsilon", value)
}

#' @eval rd_keras("keras.config.set_floatx")
#' @export
config_set_floatx <- function(value) {
  call_keras("keras.config.set_floatx", value)
}

#' @eval rd_keras("keras.config.set_image_data_format")
#' @export
config_set_image_data_format <- function(data_format) {
  call_keras("keras.config.set_image_data_format", data_format)
}

#' @eval rd_keras("keras.config.set_max_epochs")
#' @export
config_set_max_epochs <- function(max_epochs) {
  call_keras("keras.config.set_max_epochs", as_integer(max_epochs, "max_epochs"))
}

#' @eval rd_keras("keras.config.set_max_steps_per_epoch")
#' @export
config_set_max_steps_per_epoch <- function(max_steps_per_epoch) {
  call_keras(
    "keras.config.set_max_steps_per_epoch",
    as_integer(max_steps_per_epoch, "max_steps_per_epoch")
  )
}
