# The layers of a model: finding, removing and freezing them.

#' Get or remove layers of a model
#'
#' `get_layer()` returns a layer of a model by its name or position, for example to read its weights
#' or to use its output in another model (feature extraction). `pop_layer()` removes the last layer
#' of a sequential model in place, for example to replace the output layer of a trained model.
#'
#' @param object A Keras model.
#' @param name String. Name of a layer.
#' @param index Integer. Position of a layer: 1 is the first, -1 the last. In functional models,
#'   input layers count; in sequential models, the input does not.
#' @param rebuild Logical. Whether to rebuild the model without the layer.
#' @return `get_layer()`: the layer. `pop_layer()`: the removed layer, invisibly.
#' @concept feature extraction
#' @concept intermediate layer output
#' @concept remove a layer
#' @concept transfer learning
#' @seealso [freeze_weights()] excludes layers from training, [get_weights()], [clone_model()],
#'   [summary()][summary.keras.src.models.model.Model] lists layers.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, activation = "relu", name = "hidden") |>
#'   layer_dense(units = 3)
#' get_layer(model, "hidden")
#' get_layer(model, index = -1)$units
#'
#' # The activations of the hidden layer
#' hidden <- keras_model(model$inputs, get_layer(model, "hidden")$output)
#' dim(predict(hidden, as.matrix(iris[1:4])))
#'
#' pop_layer(model)
#' length(model$layers)
#' @export
get_layer <- function(object, name = NULL, index = NULL) {
  check_has(object, "layers", "a Keras model")
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
  check_flags()
  must_be(object, "a sequential model", is_sequential(object))
  if (length(object$layers) == 0L) abort("The model has no layer to remove.")
  invisible(object$pop(rebuild = rebuild))
}

layer_names <- function(model) vapply(as.list(model$layers), function(layer) layer$name, "")

# The position in the model, from 1, of a layer, or of a layer given by name or position.
layer_position <- function(model, which, argument) {
  if (is_py_object(which)) {
    return(position_of_layer(model, which, argument))
  }
  names <- layer_names(model)
  if (is.character(which)) {
    if (!which %in% names) {
      abort("The model has no layer \"%s\"%s. It has: %s.", which, likely_name(which, names),
            toString(names))
    }
    return(match(which, names))
  }
  index <- as_integer(which, argument)
  n <- length(names)
  if (length(index) != 1L || index == 0L || abs(index) > n) {
    abort("`%s` counts layers from 1 to %d, or back from -1, not %s.", argument, n, describe(which))
  }
  if (index < 0L) n + 1L + index else index
}

position_of_layer <- function(model, layer, argument) {
  found <- base::which(vapply(as.list(model$layers), is_same, NA, layer))
  if (length(found) == 0L) {
    abort("`%s` is not a layer of the model, which has: %s.", argument,
          toString(layer_names(model)))
  }
  found[[1]]
}

likely_name <- function(word, known) {
  guess <- closest(word, known)
  if (length(guess)) sprintf(" (did you mean \"%s\"?)", guess) else ""
}

#' Freeze and unfreeze layers for transfer learning
#'
#' `freeze_weights()` makes weights non-trainable, so that [fit()] does not change them;
#' `unfreeze_weights()` makes them trainable again. Both are used to fine-tune pretrained models:
#' freeze the pretrained layers, train the new output layers, then unfreeze some of the last layers
#' and continue with a small learning rate (such as 1e-5).
#'
#' Compile the model again afterwards: a compiled model continues to train the weights that were
#' trainable when it was compiled. Frozen batch normalization layers run in inference mode.
#'
#' @param object A Keras model or layer.
#' @param from,to First and last layer to change: a layer, its name, or its position (1 is the
#'   first, -1 the last). All other layers are set to the opposite.
#' @param which Layers to change, in any order: names, positions, layers, or a list of these; a
#'   logical vector with one element per layer; or a function of a layer that returns `TRUE` or
#'   `FALSE`, also as a formula of `.x`. All other layers are set to the opposite.
#' @return The model or layer, modified in place, invisibly. Without `from`, `to` and `which`, all
#'   weights are changed.
#' @concept transfer learning
#' @concept fine-tuning
#' @concept fine-tune
#' @concept trainable
#' @concept pretrained model
#' @seealso [get_layer()] finds a layer, [application_mobilenet_v2()] for a pretrained model,
#'   [compile()], [summary()][summary.keras.src.models.model.Model] with `show_trainable = TRUE`.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, name = "first") |>
#'   layer_dense(units = 8, name = "second") |>
#'   layer_dense(units = 3, name = "third")
#' freeze_weights(model, to = "second")
#' summary(model, show_trainable = TRUE)
#'
#' # Count the trainable weight arrays: each layer has two
#' unfreeze_weights(model, from = -2)
#' length(model$trainable_weights)
#' freeze_weights(model, which = list(3, "first"))
#' length(model$trainable_weights)
#' freeze_weights(model, which = ~ .x$units == 8)
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

set_trainable <- function(object, from, to, which, trainable) {
  if (is.null(from) && is.null(to) && is.null(which)) {
    check_has(object, "trainable")
    object$trainable <- trainable
    return(invisible(object))
  }
  check_has(object, "layers", "a Keras model")
  chosen <- if (is.null(which)) {
    layer_range(object, from, to)
  } else {
    if (!is.null(from) || !is.null(to)) abort("Give `which`, or `from` and `to`.")
    chosen_layers(object, which)
  }
  object$trainable <- TRUE
  layers <- as.list(object$layers)
  for (i in seq_along(layers)) {
    py_set_attr(layers[[i]], "trainable", if (i %in% chosen) trainable else !trainable)
  }
  invisible(object)
}

layer_range <- function(model, from, to) {
  first <- if (is.null(from)) 1L else layer_position(model, from, "from")
  last <- if (is.null(to)) length(model$layers) else layer_position(model, to, "to")
  if (first > last) abort("`from` is after `to`.")
  first:last
}

# Positions of the layers that `which` selects.
chosen_layers <- function(model, which) {
  if (is_py_object(which)) which <- list(which)
  if (inherits(which, "formula") || is.function(which)) {
    which <- vapply(as.list(model$layers), is_chosen, NA, predicate(which))
  }
  if (is.logical(which)) {
    n <- length(model$layers)
    if (length(which) != n || anyNA(which)) {
      abort("`which` must have TRUE or FALSE for each of the %d layers, not %s.", n,
            if (anyNA(which)) "NA" else sprintf("%d elements", length(which)))
    }
    which <- base::which(which)
  }
  vapply(as.list(which), layer_position, 0L, model = model, argument = "which")
}

# A predicate, given as a function or a formula: `~ .x$units > 3`.
predicate <- function(f) {
  if (is.function(f)) {
    return(f)
  }
  if (length(f) != 2L) {
    abort("`which` must be a formula with one side, such as `~ .x$units > 3`.")
  }
  function(.x) eval(f[[2]], list(.x = .x, . = .x), environment(f))
}

is_chosen <- function(layer, f) {
  chosen <- f(layer)
  if (is_py_object(chosen)) chosen <- py_to_r(chosen)
  if (!is.logical(chosen) || length(chosen) != 1L || is.na(chosen)) {
    abort("`which` must return TRUE or FALSE for each layer, but returned %s for `%s`.",
          describe(chosen), layer$name)
  }
  chosen
}

is_of_graph <- function(model) inherits(model, graph_classes)
