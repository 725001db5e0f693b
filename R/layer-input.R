# Inputs of models and layers: keras_input(), and inputs of a call by position or name.

#' Define an input of a functional model
#'
#' Creates a symbolic tensor that represents a batch of data with a shape and a dtype but no values.
#' Apply layers to it, usually with the pipe, and pass the input and the resulting output to
#' [keras_model()]. A model with several inputs has one `keras_input()` for each.
#'
#' Calling layers on it computes shapes, so that errors of shape are found before training.
#' `layer_input()` is the same function.
#'
#' @param shape Shape of one sample, without the batch axis: an integer or a vector of integers,
#'   with `NA` for an axis of any length. `shape = 784` is a vector of 784 values, `c(28, 28, 1)` an
#'   image with one channel, `c(NA, 10)` a sequence of any length with 10 features.
#' @param batch_size Positive integer. Fixed number of samples per batch. `NULL` means any number;
#'   fixed sizes are needed only for a few layers, such as stateful recurrent layers.
#' @param dtype String. Data type, such as `"float32"`, `"int32"` or `"string"`. `NULL` means
#'   Keras's default, `"float32"`.
#' @param sparse Logical. Whether the data are sparse tensors.
#' @param ragged Logical. Whether the data are ragged tensors.
#' @param batch_shape Shape including the batch axis, as an alternative to `shape` and `batch_size`.
#' @param name String. Name of the input. Models with several inputs match data by these names.
#' @param tensor Existing tensor to use as the input, instead of a new one.
#' @param optional Logical. Whether the input accepts `NULL`.
#' @return A symbolic Keras tensor (`KerasTensor`).
#' @concept functional API
#' @concept input layer
#' @concept placeholder
#' @concept KerasTensor
#' @seealso [keras_model()] creates the model, [keras_model_sequential()] for a stack of layers with
#'   one input, [shape()].
#' @examplesIf is_keras_available()
#' input <- keras_input(shape = c(NA, 10))
#' output <- input |>
#'   layer_lstm(units = 8) |>
#'   layer_dense(units = 1)
#' shape(output) # a batch of any size
#' keras_model(input, output)
#' @export
keras_input <- function(shape = NULL, batch_size = NULL, dtype = NULL, sparse = NULL,
                        ragged = NULL, batch_shape = NULL, name = NULL, tensor = NULL,
                        optional = FALSE) {
  check_flags()
  args <- list(
    shape = shape_tuple(shape, "shape"),
    batch_size = as_integer(batch_size, "batch_size"),
    dtype = dtype,
    sparse = sparse,
    ragged = ragged,
    batch_shape = shape_tuple(batch_shape, "batch_shape"),
    name = name,
    tensor = tensor,
    optional = if (optional) TRUE
  )
  call_python(keras_endpoint("keras.Input"), drop_null(args), convert = TRUE)
}

#' @rdname keras_input
#' @export
layer_input <- keras_input

# ---- Attention layers ----------------------------------------------------------------------------

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

# ---- Inputs of which only some have names --------------------------------------------------------

# Inputs of a layer call of which only some have names: `model(list(a, b = c))`.

# ---- Methods of py-call.R ------------------------------------------------------------------------

# A functional model matches the unnamed inputs by position, as fit() does.
parts_of_call.keras.src.models.functional.Functional <- function(callable, x) { # nolint
  facts <- facts_of(callable)
  inputs <- facts$named_inputs %||% facts$input_names
  name_by_position(x, inputs, "inputs")
}

# Merging layers take their inputs by position (inst/classes.tsv).
parts_of_call.keras.src.layers.merging.base_merge.Merge <- function(callable, x) { # nolint
  unname(x)
}
