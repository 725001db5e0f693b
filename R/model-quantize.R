# quantize_weights(): weights of a trained model in fewer bits.

#' Quantize the weights of a model
#'
#' Converts the weights of a model, or of a layer, to 8-bit or 4-bit integers, in place. Each weight
#' \eqn{w} is stored as \eqn{\mathrm{round}(w \cdot s)}{round(w * s)} with a scale \eqn{s} for each
#' output channel, so that the model needs about a quarter (`"int8"`) or an eighth (`"int4"`, two
#' weights per byte) of the memory of `float32` weights, at the cost of precision. Quantize a model
#' after training, for inference; integer weights cannot be trained. Compare its predictions with
#' those of the original model on validation data.
#'
#' The mode `"float8"` keeps the weights and computes with values that are rounded to 8-bit
#' floating-point numbers.
#'
#' The modes `"gptq"` and `"awq"` use calibration data to reduce the error, and need a `config`:
#' [quantization_config_gptq()] or [quantization_config_awq()].
#'
#' @param object A Keras model whose weights have been created, or a layer.
#' @param mode String: `"int8"`, `"int4"`, `"float8"`, `"gptq"` or `"awq"`.
#' @param ... Further arguments of Keras's `quantize()`: `config`, a quantization configuration as
#'   an alternative to `mode`; for models `filters`, which selects the layers to quantize: a regular
#'   expression for their names, a list of these, or a function of a layer.
#' @return The model or layer, modified in place, invisibly.
#' @references
#' Frantar, E., Ashkboos, S., Hoefler, T., & Alistarh, D. (2022). GPTQ: Accurate post-training
#' quantization for generative pre-trained transformers. <https://arxiv.org/abs/2210.17323>
#'
#' Lin, J., et al. (2023). AWQ: Activation-aware weight quantization for LLM compression and
#' acceleration. <https://arxiv.org/abs/2306.00978>
#' @concept int8
#' @concept model compression
#' @concept post-training quantization
#' @concept inference
#' @seealso [quantization_config_int8()] and [quantization_config_gptq()] for settings,
#'   [dtype_policy_quantized()], [export_savedmodel()].
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' layer <- layer_dense(units = 4)
#' x <- matrix(runif(16), 2)
#' before <- as.array(layer(x))
#' quantize_weights(layer, "int8")
#' layer$kernel$dtype
#' max(abs(as.array(layer(x)) - before)) # the error of rounding
#' @export
quantize_weights <- function(object, mode = NULL, ...) {
  check_has(object, "quantize")
  call_python(get_attr(object, "quantize", NULL), list(mode, ...))
  invisible(object)
}
