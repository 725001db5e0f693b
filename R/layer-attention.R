# Attention layers: inputs are query, value and key, by position or name.

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
