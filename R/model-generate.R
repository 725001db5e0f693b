# generate() for models that have this method.

#' Generate text with a language model
#'
#' Calls the method `generate` of a model. Language models of the Python package keras_hub have this
#' method: it continues a text, the prompt, token by token. Models that you define with [Model()]
#' can have it too. Keras's own model classes do not have such a method.
#'
#' @param x A Keras model with a method `generate`.
#' @param ... Arguments of its method, for example the prompt and `max_length`.
#' @return The result of the method, converted to R.
#' @aliases generate
#' @concept text generation
#' @concept language model
#' @concept LLM
#' @concept keras_hub
#' @seealso [Model()] defines a class of models, [predict()][predict.keras.src.models.model.Model]
#'   computes the outputs for given inputs.
#' @examplesIf is_keras_available()
#' Counter <- Model("Counter", generate = function(start, n) {
#'   start + seq_len(n)
#' })
#' generate(Counter(), 10, n = 3)
#' @exportS3Method generics::generate keras.src.models.model.Model
generate.keras.src.models.model.Model <- function(x, ...) {
  if (!py_has_attr(x, "generate")) {
    abort("%s has no method `generate`.", describe(x))
  }
  call_python(get_attr(x, "generate", FALSE), list(...), TRUE)
}
