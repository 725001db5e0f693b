# generate() for models that have this method.

#' Let a model generate
#'
#' Calls the model's method `generate`: language models of the Python package keras_hub have one,
#' and models of yours may ([Model()]).
#'
#' @param x A Keras model.
#' @param ... The arguments of its method, for example the beginning of a text.
#' @return What the method gives, as R values.
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
