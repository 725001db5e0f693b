# generate() for models that have this method.

#' Generate output with a model
#'
#' Calls the method `generate` of a model. Language models of the Python package keras_hub have such
#' a method, which continues a text, and so may models that you define with [Model()]. Keras's own
#' model classes have none.
#'
#' @param x A Keras model with a method `generate`.
#' @param ... Arguments of its method, for example the beginning of a text.
#' @return The result of the method, converted to R.
#' @aliases generate
#' @concept text generation
#' @concept language model
#' @seealso [Model()], [predict()][predict.keras.src.models.model.Model]
#' @examplesIf is_keras_available()
#' Counter <- Model("Counter", generate = function(start, n) start + seq_len(n))
#' generate(Counter(), 10, n = 3)
#' @exportS3Method generics::generate keras.src.models.model.Model
generate.keras.src.models.model.Model <- function(x, ...) {
  if (!py_has_attr(x, "generate")) {
    abort(sprintf("%s has no method `generate`.", describe(x)), call = sys.call())
  }
  call_python(unwrap(rs_get_attr(x, "generate", FALSE)), list(...), TRUE)
}
