# keras_input(): the input of a model.

#' Input of a model
#'
#' Makes a symbolic tensor that stands for the data. Put layers onto it with the pipe and hand both
#' ends to [keras_model()].
#'
#' @param shape Shape of one observation, without the batch: whole numbers, `NA` for an axis of any
#'   length. `shape = 784` is a vector of 784 values, `c(28, 28, 1)` an image.
#' @param batch_size The number of observations in each batch, if it is always the same.
#' @param dtype Type of the data, such as `"float32"`, `"int32"` or `"string"`; `NULL` is Keras's
#'   default, `"float32"`.
#' @param sparse Whether the data are sparse tensors.
#' @param ragged Whether the data are ragged tensors.
#' @param batch_shape Shape with the batch as its first number, in place of `shape` and
#'   `batch_size`.
#' @param name A name, by which data can be given to models with several inputs.
#' @param tensor A tensor to use as the input, instead of a new one.
#' @param optional Whether `NULL` may be given for this input.
#' @return A Keras tensor.
#' @family models
#' @examplesIf is_keras_available()
#' input <- keras_input(shape = c(NA, 10))
#' output <- input |> layer_lstm(units = 8) |> layer_dense(units = 1)
#' keras_model(input, output)
#' @export
keras_input <- function(shape = NULL, batch_size = NULL, dtype = NULL, sparse = NULL,
                        ragged = NULL, batch_shape = NULL, name = NULL, tensor = NULL,
                        optional = FALSE) {
  call <- sys.call()
  args <- list(
    shape = shape_tuple(shape, "shape", call),
    batch_size = as_integer(batch_size, "batch_size", call),
    dtype = dtype,
    sparse = sparse,
    ragged = ragged,
    batch_shape = shape_tuple(batch_shape, "batch_shape", call),
    name = name,
    tensor = tensor,
    optional = if (isTRUE(optional)) TRUE
  )
  call_python(keras_endpoint("keras.Input"), drop_null(args), convert = TRUE)
}

#' @rdname keras_input
#' @export
layer_input <- keras_input
