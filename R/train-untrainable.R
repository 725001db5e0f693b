# Errors of compile(), fit(), evaluate() and predict() for a layer, which has no such methods.

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
