# The state of a model or layer: weights, also in fewer bits, and configuration.

#' Get and set weights of a model or layer
#'
#' `get_weights()` returns the weights (parameters) of a model or layer as R arrays; `set_weights()`
#' replaces them; `count_params()` returns the number of parameters. Use them to inspect what a
#' model has learned, to copy weights between models of the same architecture, or to average models.
#'
#' `get_state_tree()` and `set_state_tree()` do the same for the complete state of a compiled model,
#' which includes the state of its optimizer and its metrics. `reset_state()` resets metrics, and
#' layers with state such as stateful recurrent layers, to their initial values.
#'
#' @param object A Keras model or layer; for `reset_state()` also a metric.
#' @param trainable Logical. `NA` means all weights, `TRUE` the trainable, `FALSE` the non-trainable
#'   weights.
#' @param weights List of arrays, in the order and with the shapes of `get_weights()`.
#' @param value_format String: `"backend_tensor"` for tensors, `"numpy_array"` for R arrays.
#' @param state_tree Nested list, as `get_state_tree()` returns.
#' @return `get_weights()`: a list of arrays. `get_state_tree()`: a nested list. `count_params()`: a
#'   number. The others: the object, invisibly.
#' @concept model parameters
#' @concept coefficients
#' @concept number of parameters
#' @concept copy weights
#' @seealso [save_model_weights()] writes weights to a file, [freeze_weights()] excludes them from
#'   training, [get_layer()] for a layer's weights, [get_config()] for the architecture.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 2) |>
#'   layer_dense(units = 1)
#' count_params(model)
#'
#' # A linear model with known coefficients: 10 + 1 * x1 + 2 * x2
#' set_weights(model, list(matrix(c(1, 2)), 10))
#' get_weights(model)
#' predict(model, rbind(c(0, 0), c(1, 1)))
#' @export
get_weights <- function(object, trainable = NA) {
  check_has(object, "weights")
  weights <- if (is.na(trainable)) {
    object$weights
  } else if (trainable) {
    object$trainable_weights
  } else {
    object$non_trainable_weights
  }
  lapply(as.list(weights), function(weight) py_to_r(weight$numpy()))
}

#' @rdname get_weights
#' @export
set_weights <- function(object, weights) {
  check_has(object, "weights")
  if (!is.list(weights)) abort("`weights` must be a list of arrays.")
  current <- as.list(object$weights)
  if (length(weights) != length(current)) {
    abort("`weights` has %d elements: it must have %d.", length(weights), length(current))
  }
  weights <- Map(as_weight, unname(weights), current, seq_along(weights))
  with_weights_undone(object, call_python(object$set_weights, list(weights)))
  invisible(object)
}

as_weight <- function(weight, current, i) {
  if (is_py_object(weight)) {
    return(weight)
  }
  is_plain <- (is.numeric(weight) || is.logical(weight)) && !is.object(weight)
  must_be(weight, "an array of numbers", is_plain, sprintf("weights[[%d]]", i))
  shape <- dim(current$numpy())
  # A vector becomes an array with one axis, unless the weight has no axes.
  if (is.null(dim(weight)) && length(shape) > 0L) weight <- as.array(weight)
  if (!identical(as.double(dim(weight)), as.double(shape)) || length(weight) != prod(shape)) {
    abort("`weights[[%d]]` has the shape (%s): `%s` has (%s).", i, toString(dim(weight)),
          current$path, toString(shape))
  }
  if (length(shape) == 0L) numpy_array(weight) else weight
}

# A flag of a model or layer, which may be one that does not convert.
has_flag <- function(object, flag) isTRUE(py_to_r(py_get_attr(object, flag)))

#' @rdname get_weights
#' @export
count_params <- function(object) {
  check_has(object, "count_params")
  if (py_has_attr(object, "built") && !has_flag(object, "built")) {
    abort(paste("The weights do not exist yet. They are created when the model or layer is built:",
                "call it with an input first."))
  }
  py_to_r(object$count_params())
}

#' @rdname get_weights
#' @export
reset_state <- function(object) {
  if (is_model(object)) {
    object$reset_metrics()
    for (layer in as.list(object$layers)) try_methods(layer, c("reset_states", "reset_state"))
  } else if (!try_methods(object, c("reset_state", "reset_states", "reset_metrics"))) {
    abort("`object` has no state to reset: it is %s.", describe(object))
  }
  invisible(object)
}

# Calls the first of the methods that the object has, and returns whether there is one.
try_methods <- function(object, methods) {
  has <- vapply(methods, function(name) py_has_attr(object, name), NA)
  if (any(has)) call_python(py_get_attr(object, methods[has][[1]]), list())
  any(has)
}

#' @rdname get_weights
#' @export
get_state_tree <- function(object, value_format = "backend_tensor") {
  if (!py_has_attr(object, "optimizer")) {
    abort("`object` is not compiled, so there is no state of training. Call compile() first.")
  }
  call_python(object$get_state_tree, list(value_format = as_string(value_format, "value_format")))
}

#' @rdname get_weights
#' @export
set_state_tree <- function(object, state_tree) {
  set <- function() {
    check_state_paths(object, state_tree)
    call_python(object$set_state_tree, list(state_tree))
  }
  tryCatch(with_weights_undone(object, set()), python.builtin.AttributeError = function(e) {
    abort("`state_tree` must be a list with the names and levels that get_state_tree() returns.",
          call = quote(set_state_tree()))
  })
  invisible(object)
}

# Keras leaves out values whose path no variable has. Metrics have variables after their first data.
check_state_paths <- function(object, tree) {
  if (!is.list(tree)) return(invisible())
  optimizer <- object$optimizer
  if (length(tree$optimizer_variables) && !is.null(optimizer) && !isTRUE(optimizer$built)) {
    call_python(optimizer$build, list(object$trainable_variables))
  }
  groups <- setdiff(names(tree), "metrics_variables")
  unknown <- setdiff(paths_of(tree[groups]), paths_of(get_state_tree(object)[groups]))
  if (length(unknown) > 0L) {
    abort(c("`state_tree` must be a list with the names and levels that get_state_tree() returns:",
            "the model has no `%s`. set_weights(model, get_weights(other)) copies weights from a",
            "model with other names."), sub("^[^/]*/", "", unknown[[1]]),
          call = quote(set_state_tree()))
  }
}

paths_of <- function(tree) {
  if (!is.list(tree) || is.object(tree)) return("")
  names <- names(tree) %||% rep("", length(tree))
  unlist(Map(function(name, part) {
    paths <- paths_of(part)
    paste0(name, ifelse(nzchar(paths), "/", ""), paths)
  }, names, tree), use.names = FALSE)
}

# ---- Weights in fewer bits -----------------------------------------------------------------------

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
