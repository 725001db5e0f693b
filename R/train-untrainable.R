# Errors of compile(), fit(), evaluate() and predict() for a layer or a history, which have no such
# methods.

abort_untrainable <- function(name, call) {
  abort(sprintf(
    paste(
      "%s() takes a model, but `object` is a layer. Put the layer into a model:",
      "keras_model_sequential(input_shape = ...) or keras_model(inputs, outputs)."
    ),
    name
  ), call = call)
}

#' @export
compile.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("compile", sys.call(-1))
}

#' @export
fit.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("fit", sys.call(-1))
}

#' @export
evaluate.keras.src.layers.layer.Layer <- function(object, ...) { # nolint: object_length_linter.
  abort_untrainable("evaluate", sys.call(-1))
}

#' @exportS3Method stats::predict keras.src.layers.layer.Layer
predict.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("predict", sys.call(-1))
}

# ---- Histories -----------------------------------------------------------------------------------

# After `model <- fit(model, ...)`.
abort_history <- function(name, call) {
  abort(sprintf(
    paste(
      "%s() takes a model, but this is the history that fit() returned. fit() changes the model",
      "itself, so call it without assigning its result to the model."
    ),
    name
  ), call = call)
}

#' @export
compile.keras_training_history <- function(object, ...) abort_history("compile", sys.call(-1))

#' @export
fit.keras_training_history <- function(object, ...) abort_history("fit", sys.call(-1))

#' @export
evaluate.keras_training_history <- function(object, ...) abort_history("evaluate", sys.call(-1))

#' @exportS3Method stats::predict keras_training_history
predict.keras_training_history <- function(object, ...) abort_history("predict", sys.call(-1))
