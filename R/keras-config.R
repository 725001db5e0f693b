# Keras's settings that are more than a call of Keras's.

#' @eval rd_keras("keras.config.set_backend")
#' @export
config_set_backend <- function(backend) use_backend(backend)
