# Attention layers: inputs are query, value and key, by position or name.

#' @eval rd_keras("keras.layers.MultiHeadAttention")
#' @export
layer_multi_head_attention <- function(inputs, num_heads, key_dim, value_dim = NULL, dropout = 0,
                                       use_bias = TRUE, output_shape = NULL,
                                       attention_axes = NULL, sliding_window = NULL,
                                       flash_attention = NULL,
                                       kernel_initializer = "glorot_uniform",
                                       bias_initializer = "zeros", kernel_regularizer = NULL,
                                       bias_regularizer = NULL, activity_regularizer = NULL,
                                       kernel_constraint = NULL, bias_constraint = NULL,
                                       use_gate = FALSE, seed = NULL, ...) {
  attend_layer("keras.layers.MultiHeadAttention", inputs, capture_args(
    num_heads = positive_whole,
    key_dim = positive_whole,
    value_dim = positive_whole,
    dropout = share,
    output_shape = as_shape,
    attention_axes = as_axis,
    sliding_window = as_integer,
    use_bias = as_flag,
    use_gate = as_flag,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.layers.GroupQueryAttention")
#' @export
layer_group_query_attention <- function(object, head_dim, num_query_heads, num_key_value_heads,
                                        dropout = 0, use_bias = TRUE, sliding_window = NULL,
                                        flash_attention = NULL,
                                        kernel_initializer = "glorot_uniform",
                                        bias_initializer = "zeros", kernel_regularizer = NULL,
                                        bias_regularizer = NULL, activity_regularizer = NULL,
                                        kernel_constraint = NULL, bias_constraint = NULL,
                                        use_gate = FALSE, seed = NULL, ...) {
  attend_layer("keras.layers.GroupQueryAttention", object, capture_args(
    head_dim = positive_whole,
    num_query_heads = positive_whole,
    num_key_value_heads = positive_whole,
    dropout = share,
    sliding_window = as_integer,
    use_bias = as_flag,
    use_gate = as_flag,
    seed = as_integer
  ))
}

# The inputs are arguments of the call, by position (query, value, key) or by name. A single tensor
# is query and value (self-attention).
attend_layer <- function(endpoint, inputs, args) {
  force(args)
  inputs <- if (!missing(inputs) && !is.null(inputs)) as_inputs(inputs)
  layer <- call_python(keras_endpoint(endpoint), args, convert = TRUE)
  if (is.null(inputs)) {
    return(layer)
  }
  if (!is_layer_input(unname(inputs))) {
    abort("The inputs must be a Keras tensor or array, or a list of query, value and key.")
  }
  inputs <- lapply(inputs, as_layer_input)
  call_python(layer, if (length(inputs) == 1L) rep(unname(inputs), 2L) else inputs)
}
