# Errors of compile(), fit(), evaluate() and predict() for a layer or a history, which have no such
# methods.

abort_untrainable <- function(object, ...) {
  abort(
    c("%s() takes a model, but `object` is a layer. Put the layer into a model:",
      "keras_model_sequential(input_shape = ...) or keras_model(inputs, outputs)."), .Generic
  )
}

#' @export
compile.keras.src.layers.layer.Layer <- abort_untrainable

#' @export
fit.keras.src.layers.layer.Layer <- abort_untrainable

#' @export
evaluate.keras.src.layers.layer.Layer <- abort_untrainable

#' @exportS3Method stats::predict keras.src.layers.layer.Layer
predict.keras.src.layers.layer.Layer <- abort_untrainable

# ---- Histories -----------------------------------------------------------------------------------

# After `model <- fit(model, ...)`.
abort_history <- function(object, ...) {
  abort(
    c("%s() takes a model, but this is the history that fit() returned. fit() changes the model",
      "itself, so call it without assigning its result to the model."), .Generic
  )
}

#' @export
compile.keras_training_history <- abort_history

#' @export
fit.keras_training_history <- abort_history

#' @export
evaluate.keras_training_history <- abort_history

#' @exportS3Method stats::predict keras_training_history
predict.keras_training_history <- abort_history
