# keras.quantizers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.quantizers.AbsMaxQuantizer")
#' @export
quantizer_abs_max <- function(
    axis = NULL,
    value_range = c(-127L, 127L),
    epsilon = 1e-07,
    output_dtype = "int8"
) {
  create_keras("keras.quantizers.AbsMaxQuantizer", capture_args(
    axis = as_axis,
    value_range = as_integer
  ))
}

#' @eval rd_keras("keras.quantizers.Int8QuantizationConfig")
#' @export
quantization_config_int8 <- function(weight_quantizer = NULL, activation_quantizer = "default") {
  create_keras("keras.quantizers.Int8QuantizationConfig", capture_args())
}

#' @eval rd_keras("keras.quantizers.Int4QuantizationConfig")
#' @export
quantization_config_int4 <- function(
    weight_quantizer = NULL,
    activation_quantizer = "default",
    block_size = 128L
) {
  create_keras("keras.quantizers.Int4QuantizationConfig", capture_args(block_size = as_integer))
}

#' @eval rd_keras("keras.quantizers.Float8QuantizationConfig")
#' @export
quantization_config_float8 <- function() {
  create_keras("keras.quantizers.Float8QuantizationConfig", capture_args())
}

#' @eval rd_keras("keras.quantizers.GPTQConfig")
#' @export
quantization_config_gptq <- function(
    dataset,
    tokenizer,
    weight_bits = 4L,
    num_samples = 128L,
    per_channel = TRUE,
    sequence_length = 512L,
    hessian_damping = 0.01,
    group_size = 128L,
    symmetric = FALSE,
    activation_order = FALSE,
    quantization_layer_structure = NULL
) {
  create_keras("keras.quantizers.GPTQConfig", capture_args(
    weight_bits = as_integer,
    num_samples = as_integer,
    sequence_length = as_integer,
    hessian_damping = as_float,
    group_size = as_integer
  ))
}

#' @eval rd_keras("keras.quantizers.AWQConfig")
#' @export
quantization_config_awq <- function(
    dataset,
    tokenizer,
    weight_bits = 4L,
    num_samples = 128L,
    sequence_length = 512L,
    group_size = 128L,
    num_grid_points = 20L,
    quantization_layer_structure = NULL
) {
  create_keras("keras.quantizers.AWQConfig", capture_args(
    weight_bits = as_integer,
    num_samples = as_integer,
    sequence_length = as_integer,
    group_size = as_integer,
    num_grid_points = as_integer
  ))
}
