# Layers: created from the arguments of a wrapper and composed with `object`, the model or tensor.

#' Create a layer, and compose it with a model or tensor
#'
#' What the `layer_*()` functions do, for other layer classes. Packages with layers of their own, of
#' Python or of R ([Layer()]), build their functions for pipes on it.
#'
#' @param layer_class Layer class: a Python class, or the name of one of Keras, such as
#'   `"keras.layers.Dense"`.
#' @param object Sequential model, to which the layer is added; tensor (`keras_input()` or the
#'   output of a layer), to which it is applied; or missing or `NULL`.
#' @param args Named list. Arguments of the class; `input_shape` is the shape of the first layer's
#'   input.
#' @return The layer; with a model as `object` the model, with a tensor the output of the layer.
#' @seealso [Layer()], whose value is such a function for a class of R.
#' @examplesIf is_keras_available()
#' layer_doubled <- function(object, units, ...) {
#'   create_layer(keras$layers$Dense, object, list(units = as.integer(2 * units), ...))
#' }
#' keras_model_sequential(input_shape = 3) |> layer_doubled(units = 4)
#' @export
create_layer <- function(layer_class, object, args = list()) {
  force(args) # check the arguments before Python starts
  must_be(args, "a list", is.list(args))
  force(layer_class)
  object <- if (!missing(object)) object # in a pipe, evaluates the preceding layers first
  # In a sequential model, compose_layer() uses the shape; otherwise the layer stores it.
  made <- args
  if (!is.null(args$input_shape)) made$input_shape <- shape_tuple(args$input_shape, "input_shape")
  layer <- tryCatch(
    call_python(class_of_layer(layer_class), made, convert = TRUE),
    python.builtin.ValueError = function(e) explain_parts(e, args)
  )
  if (is.null(object)) layer else compose_layer(object, layer, args)
}

# For the package's own code, whose arguments need no checks: a layer or an operation of Keras that
# is called in one crossing.
call_layer <- function(x, kind, ...) {
  call_python(python_function("rkeras.keras.layers.called"), list(kind, list(...), x), TRUE)
}

call_op <- function(name, ...) {
  call_python(keras_endpoint(paste0("keras.ops.", name)), list(...), TRUE)
}

class_of_layer <- function(x) {
  if (is.character(x)) return(keras_endpoint(x))
  must_be(x, "a class of layers, such as keras$layers$Dense", is.function(x), "layer_class")
  x
}

# Creates a merging layer and applies it to the elements of `inputs` and the unnamed arguments.
# Without inputs, returns the layer.
merge_layers <- function(endpoint, inputs, args) {
  force(args)
  inputs <- all_inputs(c(if (!missing(inputs)) list(inputs), attr(args, "inputs")))
  layer <- call_python(keras_endpoint(endpoint), args, convert = TRUE)
  if (length(inputs) == 0L) layer else call_python(layer, list(lapply(inputs, as_layer_input)))
}

# Merging layers take their inputs by position: lists are spliced, and names are ignored.
all_inputs <- function(x) {
  inputs <- lapply(x, function(input) if (is.list(input)) all_inputs(input) else list(input))
  unname(drop_null(unlist(inputs, recursive = FALSE) %||% list()))
}

# Adds `layer` to a sequential model, or calls it on tensors.
compose_layer <- function(object, layer, args) {
  check_object(object)
  if (!is_sequential(object)) {
    return(call_python(layer, list(as_layer_input(whole_for(layer, object)))))
  }
  # Keras warns about a layer's own `input_shape`, so an empty model gets an input layer instead.
  if (!is.null(args$input_shape) && length(object$layers) == 0L) {
    object$add(keras_input(shape = args$input_shape))
  }
  add_layer(object, layer)
  invisible(object)
}

# If the layer does not fit, Keras does not remove it, and the model would be unusable.
add_layer <- function(model, layer) {
  withCallingHandlers(model$add(layer), error = function(e) {
    layers <- model$layers
    if (length(layers) > 0L && is_same(layers[[length(layers)]], layer)) model$pop()
  })
}

is_layer <- function(x) inherits(x, "keras.src.layers.layer.Layer")

is_sequential <- function(x) inherits(x, "keras.src.models.sequential.Sequential")

check_object <- function(object) {
  if (!is_sequential(object) && !is_layer_input(object)) {
    abort(paste0(
      "`object` must be a sequential model, a Keras tensor, a list of them or an array, not ",
      describe(object), if (is.data.frame(object)) " (as.matrix() converts it)",
      ". To leave it out, name the other arguments."
    ))
  }
}

is_layer_input <- function(x) {
  if (is.data.frame(x)) {
    return(FALSE)
  }
  if (is.list(x)) {
    return(length(x) > 0L && all(vapply(x, is_layer_input, NA)))
  }
  if (is_py_object(x)) {
    return(!is_layer(x))
  }
  # A single number belongs to another argument: layer_dense(10) means layer_dense(units = 10).
  is.atomic(x) && (is.array(x) || length(x) > 1L)
}

# Integer lookup accepts only ints.
whole_for <- function(layer, x) {
  x <- without_integer64(x)
  looks_up <- inherits(layer, "keras.src.layers.preprocessing.integer_lookup.IntegerLookup")
  if (looks_up && is.double(x) && are_whole(x)) storage.mode(x) <- "integer"
  x
}

as_layer_input <- function(x) {
  if (is.list(x)) {
    return(lapply(x, as_layer_input))
  }
  if (is_py_object(x)) x else as_keras_array(x, "object")
}
