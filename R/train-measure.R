# Losses and metrics that the generator does not support.

#' @eval rd_keras("keras.losses.CategoricalGeneralizedCrossEntropy")
#' @export
loss_categorical_generalized_cross_entropy <- function( # nolint: object_length_linter.
    y_true,
    y_pred,
    q = 0.5,
    ...,
    reduction = "sum_over_batch_size",
    name = "categorical_generalized_cross_entropy",
    dtype = NULL
) {
  create_or_call(
    "keras.losses.CategoricalGeneralizedCrossEntropy",
    "keras.losses.categorical_generalized_cross_entropy",
    # Keras's function has no default for `q`.
    set_argument(capture_args(y_true = as_observed, y_pred = as_observed), q = q)
  )
}

set_argument <- function(args, ...) {
  args[...names()] <- list(...)
  args
}

#' @eval rd_keras("keras.metrics.MeanMetricWrapper")
#' @export
metric_mean_wrapper <- function(..., fn, name = NULL, dtype = NULL) {
  check_function(fn, "fn")
  args <- drop_null(list(fn = fn, name = name, dtype = dtype))
  create_keras("keras.metrics.MeanMetricWrapper", keras_functions(c(args, list(...))))
}

#' Metric with a name, from a function
#'
#' Gives an R function the name under which the training history shows it, so that it can be one of
#' the `metrics` of [compile()].
#'
#' @param name The metric's name, one string.
#' @param metric_fn A function of `y_true` and `y_pred`, which are tensors, that gives a value for
#'   each observation or one for the batch.
#' @return A function of `y_true` and `y_pred` in Python, for [compile()].
#' @family general metrics
#' @seealso [metric_mean_wrapper()] makes an object of such a function, [Metric()] a class.
#' @examplesIf is_keras_available()
#' metric_distance <- custom_metric("distance", function(y_true, y_pred) (y_true - y_pred)^2)
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
#' model |> compile(loss = "mse", metrics = list(metric_distance))
#' model |> evaluate(as.matrix(iris[1:4]), iris$Sepal.Length)
#' @export
custom_metric <- function(name, metric_fn) {
  name <- as_string(name, "name")
  check_function(metric_fn, "metric_fn")
  metric <- py_func(metric_fn)
  metric$`__name__` <- name
  metric
}
