# Errors of compile(), fit(), evaluate() and predict() for a layer or a history, which have no such
# methods.

abort_untrainable <- function(name) {
  abort(
    c("%s() takes a model, but `object` is a layer. Put the layer into a model:",
      "keras_model_sequential(input_shape = ...) or keras_model(inputs, outputs)."), name
  )
}

#' @export
compile.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("compile")
}

#' @export
fit.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("fit")
}

#' @export
evaluate.keras.src.layers.layer.Layer <- function(object, ...) { # nolint: object_length_linter.
  abort_untrainable("evaluate")
}

#' @exportS3Method stats::predict keras.src.layers.layer.Layer
predict.keras.src.layers.layer.Layer <- function(object, ...) {
  abort_untrainable("predict")
}

# ---- Histories -----------------------------------------------------------------------------------

# After `model <- fit(model, ...)`.
abort_history <- function(name) {
  abort(
    c("%s() takes a model, but this is the history that fit() returned. fit() changes the model",
      "itself, so call it without assigning its result to the model."), name
  )
}

#' @export
compile.keras_training_history <- function(object, ...) abort_history("compile")

#' @export
fit.keras_training_history <- function(object, ...) abort_history("fit")

#' @export
evaluate.keras_training_history <- function(object, ...) abort_history("evaluate")

#' @exportS3Method stats::predict keras_training_history
predict.keras_training_history <- function(object, ...) abort_history("predict")
