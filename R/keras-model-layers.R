# The layers of a model: found, taken off, frozen.

#' Layers of a model
#'
#' `get_layer()` finds a layer of a model. `pop_layer()` takes the last layer off a sequential
#' model, in place.
#'
#' @param object A Keras model.
#' @param name The name of a layer.
#' @param index The position of a layer: the first is 1, the last -1. A model of one input counts
#'   its input among the layers, unless it is sequential.
#' @param rebuild Whether to put the model together again without the layer.
#' @return `get_layer()` the layer; `pop_layer()` the layer that was taken off, invisibly.
#' @family model parts
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, name = "hidden") |>
#'   layer_dense(units = 3)
#' get_layer(model, "hidden")
#' get_layer(model, index = -1)
#' pop_layer(model)
#' length(model$layers)
#' @export
get_layer <- function(object, name = NULL, index = NULL) {
  check_layers(object)
  if (is.null(name) == is.null(index)) {
    abort("Give `name` or `index`, the name or the position of a layer.")
  }
  layers <- as.list(object$layers)
  if (!is.null(name)) {
    return(layers[[layer_position(object, as_string(name, "name"), "name")]])
  }
  layers[[layer_position(object, index, "index")]]
}

#' @rdname get_layer
#' @export
pop_layer <- function(object, rebuild = TRUE) {
  if (!inherits(object, "keras.src.models.sequential.Sequential")) {
    abort(sprintf("`object` must be a sequential model, not %s.", describe(object)))
  }
  if (length(object$layers) == 0L) abort("The model has no layer to take off.")
  invisible(object$pop(rebuild = isTRUE(rebuild)))
}

check_layers <- function(object, call = sys.call(-1)) {
  if (!is_py_object(object) || !py_has_attr(object, "layers")) {
    abort(sprintf("`object` must be a Keras model, not %s.", describe(object)), call = call)
  }
}

layer_names <- function(model) vapply(as.list(model$layers), function(layer) layer$name, "")

# A name or a number as a position among the layers, from 1 up.
layer_position <- function(model, which, argument, call = sys.call(-1)) {
  names <- layer_names(model)
  if (is.character(which)) {
    if (!which %in% names) {
      abort(sprintf(
        "The model has no layer \"%s\"%s. It has: %s.", which, likely_name(which, names),
        toString(names)
      ), call = call)
    }
    return(match(which, names))
  }
  index <- as_integer(which, argument, call)
  n <- length(names)
  if (length(index) != 1L || index == 0L || abs(index) > n) {
    abort(sprintf(
      "`%s` counts layers from 1 to %d, or back from -1, not %s.", argument, n, describe(which)
    ), call = call)
  }
  if (index < 0L) n + 1L + index else index
}

likely_name <- function(word, known) {
  guess <- closest(word, known)
  if (length(guess)) sprintf(" (did you mean \"%s\"?)", guess) else ""
}

#' Freeze and unfreeze weights
#'
#' `freeze_weights()` lets training leave weights as they are, `unfreeze_weights()` lets it change
#' them again. A compiled model has to be compiled again to take notice.
#'
#' @param object A Keras model or layer.
#' @param from,to The first and the last of the model's layers to change: names, or positions from 1
#'   up, or back from -1. Layers outside these are set the other way.
#' @param which The layers to change: names, or positions, or a function of a layer that says
#'   whether it is one of them. The others are set the other way.
#' @return The model or layer, changed in place, invisibly.
#' @family model parts
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, name = "first") |>
#'   layer_dense(units = 8, name = "second") |>
#'   layer_dense(units = 3, name = "third")
#' freeze_weights(model, to = "second")
#' length(model$trainable_weights)
#' unfreeze_weights(model, from = -2)
#' length(model$trainable_weights)
#' freeze_weights(model, which = function(layer) layer$units == 3)
#' length(model$trainable_weights)
#' @export
freeze_weights <- function(object, from = NULL, to = NULL, which = NULL) {
  set_trainable(object, from, to, which, FALSE)
}

#' @rdname freeze_weights
#' @export
unfreeze_weights <- function(object, from = NULL, to = NULL, which = NULL) {
  set_trainable(object, from, to, which, TRUE)
}

set_trainable <- function(object, from, to, which, trainable, call = sys.call(-1)) {
  object$trainable <- trainable
  if (is.null(from) && is.null(to) && is.null(which)) {
    return(invisible(object))
  }
  check_layers(object, call)
  object$trainable <- TRUE
  chosen <- chosen_layers(object, from, to, which, call)
  layers <- as.list(object$layers)
  for (i in seq_along(layers)) {
    py_set_attr(layers[[i]], "trainable", if (i %in% chosen) trainable else !trainable)
  }
  invisible(object)
}

chosen_layers <- function(model, from, to, which, call) {
  layers <- as.list(model$layers)
  if (is.null(which)) {
    first <- if (is.null(from)) 1L else layer_position(model, from, "from", call)
    last <- if (is.null(to)) length(layers) else layer_position(model, to, "to", call)
    if (first > last) abort("`from` is after `to`.", call = call)
    return(first:last)
  }
  if (!is.null(from) || !is.null(to)) abort("Give `which`, or `from` and `to`.", call = call)
  if (is.function(which)) {
    return(base::which(vapply(layers, function(layer) isTRUE(which(layer)), NA)))
  }
  if (is.logical(which)) which <- base::which(which)
  vapply(as.list(which), layer_position, 0L, model = model, argument = "which", call = call)
}
