# quantize_weights(): weights of a trained model in fewer bits.

#' Quantize the weights of a model
#'
#' Makes the weights of a model, or of a layer, whole numbers of 8 or 4 bits, or floating point
#' numbers of 8 bits, in place: it needs less memory, at the cost of precision.
#'
#' @param object A Keras model that has its weights, or a layer.
#' @param mode `"int8"`, `"int4"`, `"float8"`, `"gptq"` or `"awq"`.
#' @param ... Further arguments of Keras's `quantize()`: `config`, a quantization config in place of
#'   `mode`; for models `filters`, a regular expression for the names of the layers to quantize, a
#'   list of them, or a function of a layer.
#' @return The model or layer, invisibly.
#' @family quantization
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 8) |> layer_dense(units = 4)
#' quantize_weights(model, "int8")
#' model$layers[[1]]$dtype_policy
#' @export
quantize_weights <- function(object, mode = NULL, ...) {
  if (!is_py_object(object) || !isTRUE(unwrap(rs_has_attr(object, "quantize")))) {
    abort(sprintf("`object` must be a Keras model or layer, not %s.", describe(object)))
  }
  call_python(unwrap(rs_get_attr(object, "quantize", NULL)), list(mode, ...))
  invisible(object)
}
