# keras.layers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.layers.Dense")
#' @export
layer_dense <- function(
    object,
    units,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    lora_rank = NULL,
    lora_alpha = NULL,
    quantization_config = NULL,
    ...
) {
  create_layer("keras.layers.Dense", object, capture_args(
    units = as_integer,
    lora_rank = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Embedding")
#' @export
layer_embedding <- function(
    object,
    input_dim,
    output_dim,
    embeddings_initializer = "uniform",
    embeddings_regularizer = NULL,
    embeddings_constraint = NULL,
    mask_zero = FALSE,
    weights = NULL,
    lora_rank = NULL,
    lora_alpha = NULL,
    quantization_config = NULL,
    ...
) {
  create_layer("keras.layers.Embedding", object, capture_args(
    input_dim = as_integer,
    output_dim = as_integer,
    lora_rank = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Activation")
#' @export
layer_activation <- function(object, activation, ...) {
  create_layer("keras.layers.Activation", object, capture_args())
}

#' @eval rd_keras("keras.layers.Conv2D")
#' @export
layer_conv_2d <- function(
    object,
    filters,
    kernel_size,
    strides = c(1L, 1L),
    padding = "valid",
    data_format = NULL,
    dilation_rate = c(1L, 1L),
    groups = 1L,
    activation = NULL,
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    bias_initializer = "zeros",
    kernel_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    bias_constraint = NULL,
    ...
) {
  create_layer("keras.layers.Conv2D", object, capture_args(
    filters = as_integer,
    kernel_size = as_integer,
    strides = as_integer,
    dilation_rate = as_integer,
    groups = as_integer
  ))
}

#' @eval rd_keras("keras.layers.MaxPooling2D")
#' @export
layer_max_pooling_2d <- function(
    object,
    pool_size = c(2L, 2L),
    strides = NULL,
    padding = "valid",
    data_format = NULL,
    name = NULL,
    ...
) {
  create_layer("keras.layers.MaxPooling2D", object, capture_args(
    pool_size = as_integer,
    strides = as_integer
  ))
}

#' @eval rd_keras("keras.layers.GlobalAveragePooling2D")
#' @export
layer_global_average_pooling_2d <- function(object, data_format = NULL, keepdims = FALSE, ...) {
  create_layer("keras.layers.GlobalAveragePooling2D", object, capture_args())
}

#' @eval rd_keras("keras.layers.LSTM")
#' @export
layer_lstm <- function(
    object,
    units,
    activation = "tanh",
    recurrent_activation = "sigmoid",
    use_bias = TRUE,
    kernel_initializer = "glorot_uniform",
    recurrent_initializer = "orthogonal",
    bias_initializer = "zeros",
    unit_forget_bias = TRUE,
    kernel_regularizer = NULL,
    recurrent_regularizer = NULL,
    bias_regularizer = NULL,
    activity_regularizer = NULL,
    kernel_constraint = NULL,
    recurrent_constraint = NULL,
    bias_constraint = NULL,
    dropout = 0,
    recurrent_dropout = 0,
    seed = NULL,
    return_sequences = FALSE,
    return_state = FALSE,
    go_backwards = FALSE,
    stateful = FALSE,
    unroll = FALSE,
    use_cudnn = "auto",
    ...
) {
  create_layer("keras.layers.LSTM", object, capture_args(units = as_integer, seed = as_integer))
}

#' @eval rd_keras("keras.layers.BatchNormalization")
#' @export
layer_batch_normalization <- function(
    object,
    axis = -1L,
    momentum = 0.99,
    epsilon = 0.001,
    center = TRUE,
    scale = TRUE,
    beta_initializer = "zeros",
    gamma_initializer = "ones",
    moving_mean_initializer = "zeros",
    moving_variance_initializer = "ones",
    beta_regularizer = NULL,
    gamma_regularizer = NULL,
    beta_constraint = NULL,
    gamma_constraint = NULL,
    renorm = FALSE,
    renorm_clipping = NULL,
    renorm_momentum = 0.99,
    synchronized = FALSE,
    ...
) {
  create_layer("keras.layers.BatchNormalization", object, capture_args(axis = as_axis))
}

#' @eval rd_keras("keras.layers.Dropout")
#' @export
layer_dropout <- function(object, rate, noise_shape = NULL, seed = NULL, ...) {
  create_layer("keras.layers.Dropout", object, capture_args(
    noise_shape = as_shape,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.Flatten")
#' @export
layer_flatten <- function(object, data_format = NULL, ...) {
  create_layer("keras.layers.Flatten", object, capture_args())
}

#' @eval rd_keras("keras.layers.Rescaling")
#' @export
layer_rescaling <- function(object, scale, offset = 0, ...) {
  create_layer("keras.layers.Rescaling", object, capture_args())
}
