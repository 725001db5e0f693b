# Functional and sequential models.

#' Model from inputs to outputs
#'
#' Makes a model of any graph of layers: several inputs or outputs, branches, shared layers.
#'
#' @param inputs A tensor from [keras_input()], or a list of them. A list with names takes its data
#'   by these names; an element without a name has that of its tensor.
#' @param outputs The tensor that the layers lead to, or a list of them. With names, predictions are
#'   a list with these names; an element without a name has that of its layer.
#' @param ... Further arguments of Keras's `Model` class, such as `name`.
#' @return A Keras model.
#' @family models
#' @examplesIf is_keras_available()
#' input <- keras_input(shape = 4)
#' output <- input |> layer_dense(units = 3, activation = "softmax")
#' model <- keras_model(input, output)
#' dim(predict(model, as.matrix(iris[1:4])))
#' @export
keras_model <- function(inputs = NULL, outputs = NULL, ...) {
  check_ends(inputs, outputs, sys.call())
  inputs <- complete_names(inputs, function(input) input$name)
  outputs <- complete_names(outputs, function(output) layer_of(output)$name)
  args <- c(drop_null(list(inputs = inputs, outputs = outputs)), dots_list(...))
  call_python(keras_endpoint("keras.Model"), args, convert = TRUE)
}

# Adds names to the unnamed elements of a list with `name_of()`, a function of the element.
complete_names <- function(x, name_of) {
  if (is.list(x) && !is.null(names(x))) {
    unnamed <- !nzchar(names(x))
    names(x)[unnamed] <- vapply(x[unnamed], name_of, "")
  }
  x
}

# The layer whose output is a symbolic tensor.
layer_of <- function(tensor) {
  history <- attr_or_null(tensor, borrowed_names("history"))
  if (is.null(history)) {
    abort("`outputs`: Keras does not tell which layer made one that has no name. Name all of them.")
  }
  history$operation
}

check_ends <- function(inputs, outputs, call) {
  if (is.null(inputs) != is.null(outputs)) {
    abort(sprintf(
      "`%s` is missing: a model leads from `inputs` to `outputs`.",
      if (is.null(inputs)) "inputs" else "outputs"
    ), call = call)
  }
}

#' Model of layers one after another
#'
#' Makes an empty model; layers are added with the pipe. The model is changed in place: what the
#' pipe returns is the same model.
#'
#' @param input_shape Shape of one observation, without the batch: `784`, or `c(28, 28, 1)`; `NA`
#'   for an axis of any length. Without it, the model takes its shape from the first data it sees.
#' @param name A name for the model.
#' @param ... Arguments of [keras_input()] by their own names: `batch_size`, `dtype`, `sparse`,
#'   `ragged`, `batch_shape`, `tensor` and `optional`.
#' @param input_dtype,input_batch_size,input_sparse,input_ragged,input_batch_shape,input_name
#'   The arguments of [keras_input()] with these names.
#' @param input_tensor,input_optional The arguments of [keras_input()] with these names.
#' @param trainable Whether training changes the model's weights.
#' @param layers A list of layers to start with.
#' @return A Keras model.
#' @family models
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = c(28, 28, 1)) |>
#'   layer_conv_2d(filters = 8, kernel_size = 3, activation = "relu") |>
#'   layer_flatten() |>
#'   layer_dense(units = 10, activation = "softmax")
#' model
#' @export
keras_model_sequential <- function(input_shape = NULL, name = NULL, ..., input_dtype = NULL,
                                   input_batch_size = NULL, input_sparse = NULL,
                                   input_ragged = NULL, input_batch_shape = NULL,
                                   input_name = NULL, input_tensor = NULL, input_optional = FALSE,
                                   trainable = TRUE, layers = list()) {
  if (is_list_of_layers(input_shape)) {
    layers <- input_shape
    input_shape <- NULL
  }
  input <- sequential_input(drop_null(list(
    shape = input_shape, batch_size = input_batch_size, dtype = input_dtype,
    sparse = input_sparse, ragged = input_ragged, batch_shape = input_batch_shape,
    name = input_name, tensor = input_tensor, optional = if (isTRUE(input_optional)) TRUE
  )), dots_list(...), sys.call())
  model <- call_python(
    keras_endpoint("keras.Sequential"), drop_null(list(trainable = trainable, name = name)),
    convert = TRUE
  )
  if (!is.null(input)) model$add(input)
  for (layer in if (is.list(layers)) layers else list(layers)) {
    model$add(layer)
  }
  model
}

# The input of a sequential model, or NULL without a shape. `args` are the arguments named
# `input_*`, `dots` the same arguments under their names in keras_input().
sequential_input <- function(args, dots, call) {
  check_sequential_dots(args, dots, call)
  args <- c(args, drop_null(dots))
  if (any(c("shape", "batch_shape", "tensor") %in% names(args))) {
    return(do.call(keras_input, args))
  }
  if (length(args) > 0L) {
    warn(sprintf(
      "`%s` has no effect: without `input_shape`, the model has no input until it sees data.",
      names(args)[[1]]
    ), call = call)
  }
  NULL
}

check_sequential_dots <- function(args, dots, call) {
  given <- names(dots) %||% character(length(dots))
  of_input <- setdiff(names(formals(keras_input)), c("shape", "name"))
  if (!all(nzchar(given))) {
    abort("Too many arguments without a name for `keras_model_sequential()`: name them.",
          call = call)
  }
  unknown <- setdiff(given, of_input)
  if (length(unknown) > 0L) {
    known <- c(setdiff(names(formals(keras_model_sequential)), "..."), of_input)
    call[[1]] <- quote(keras_model_sequential)
    abort_unknown_argument(unknown[[1]], known, call)
  }
  twice <- intersect(given, names(args))
  if (length(twice) > 0L) {
    abort(sprintf("`%s` and `input_%1$s` are the same argument: give one of them.", twice[[1]]),
          call = call)
  }
}

# In earlier versions the layers were the first argument.
is_list_of_layers <- function(x) {
  is.list(x) && length(x) > 0L &&
    all(vapply(x, inherits, NA, what = "keras.src.layers.layer.Layer"))
}
