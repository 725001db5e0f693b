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
    value_range = as_integer,
    epsilon = number_from_0,
    output_dtype = one_string
  ))
}

#' @eval rd_keras("keras.quantizers.Int8QuantizationConfig")
#' @export
quantization_config_int8 <- function(weight_quantizer = NULL, activation_quantizer = "default") {
  create_keras("keras.quantizers.Int8QuantizationConfig", capture_args(
    activation_quantizer = one_string
  ))
}

#' @eval rd_keras("keras.quantizers.Int4QuantizationConfig")
#' @export
quantization_config_int4 <- function(
    weight_quantizer = NULL,
    activation_quantizer = "default",
    block_size = 128L
) {
  create_keras("keras.quantizers.Int4QuantizationConfig", capture_args(
    activation_quantizer = one_string,
    block_size = as_integer
  ))
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
    per_channel = as_flag,
    sequence_length = as_integer,
    hessian_damping = number,
    group_size = as_integer,
    symmetric = as_flag,
    activation_order = as_flag
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

#' @eval rd_keras("keras.quantizers.abs_max_quantize")
#' @export
quantizer_abs_max_quantize <- function(
    inputs,
    axis,
    value_range = c(-127L, 127L),
    dtype = "int8",
    epsilon = 1e-07,
    to_numpy = FALSE
) {
  call_keras(
    "keras.quantizers.abs_max_quantize",
    as_float_array(inputs, "inputs"),
    as_axis(axis),
    value_range = as_integer(value_range, "value_range"),
    dtype = dtype,
    epsilon = number_from_0(epsilon, "epsilon"),
    to_numpy = as_flag(to_numpy, "to_numpy")
  )
}

#' @eval rd_keras("keras.quantizers.abs_max_quantize_grouped_with_zero_point")
#' @export
quantizer_abs_max_quantize_grouped_with_zero_point <- function(
    inputs,
    block_size,
    value_range = c(-8L, 7L),
    dtype = "int8",
    epsilon = 1e-07,
    to_numpy = FALSE
) {
  call_keras(
    "keras.quantizers.abs_max_quantize_grouped_with_zero_point",
    as_float_array(inputs, "inputs"),
    as_integer(block_size, "block_size"),
    value_range = as_integer(value_range, "value_range"),
    dtype = dtype,
    epsilon = number_from_0(epsilon, "epsilon"),
    to_numpy = as_flag(to_numpy, "to_numpy")
  )
}

#' @eval rd_keras("keras.quantizers.fake_quant_with_min_max_vars")
#' @export
quantizer_fake_quant_with_min_max_vars <- function(
    inputs,
    min_vals,
    max_vals,
    num_bits = 8L,
    narrow_range = FALSE,
    axis = NULL
) {
  call_keras(
    "keras.quantizers.fake_quant_with_min_max_vars",
    as_float_array(inputs, "inputs"),
    min_vals,
    max_vals,
    num_bits = as_integer(num_bits, "num_bits"),
    narrow_range = as_flag(narrow_range, "narrow_range"),
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.quantizers.compute_float8_scale")
#' @export
quantizer_compute_float8_scale <- function(amax, scale, dtype_max, margin = 0L) {
  call_keras(
    "keras.quantizers.compute_float8_scale",
    amax,
    scale,
    dtype_max,
    margin = as_integer(margin, "margin")
  )
}

#' @eval rd_keras("keras.quantizers.compute_float8_amax_history")
#' @export
quantizer_compute_float8_amax_history <- function(x, amax_history) {
  call_keras(
    "keras.quantizers.compute_float8_amax_history",
    as_float_array(x),
    as_float_array(amax_history, "amax_history")
  )
}

#' @eval rd_keras("keras.quantizers.quantize_and_dequantize")
#' @export
quantizer_quantize_and_dequantize <- function(inputs, scale, quantized_dtype, compute_dtype) {
  call_keras(
    "keras.quantizers.quantize_and_dequantize",
    as_float_array(inputs, "inputs"),
    scale,
    quantized_dtype,
    compute_dtype
  )
}
