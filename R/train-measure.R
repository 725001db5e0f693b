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
  args <- capture_args(y_true = as_observed, y_pred = as_observed)
  args$q <- q # Keras's function has no default for it
  create_or_call("keras.losses.CategoricalGeneralizedCrossEntropy",
                 "keras.losses.categorical_generalized_cross_entropy", args)
}

#' @eval rd_keras("keras.metrics.MeanMetricWrapper")
#' @export
metric_mean_wrapper <- function(..., fn, name = NULL, dtype = NULL) {
  check_function(fn, "fn")
  args <- drop_null(list(fn = fn, name = name, dtype = dtype))
  create_keras("keras.metrics.MeanMetricWrapper", keras_functions(c(args, list(...))))
}

#' Name a metric that is an R function
#'
#' Assigns a name to an R function, so that it can be one of the `metrics` of [compile()] and
#' appears under this name in the training history. The metric is the mean of the function's values
#' over all samples. Use [Metric()] for metrics that are not a mean.
#'
#' @param name String. Name of the metric.
#' @param metric_fn Function of `y_true` and `y_pred`, which are tensors, that returns one value per
#'   sample or one for the batch.
#' @return A Python function of `y_true` and `y_pred`, for the `metrics` of [compile()].
#' @concept custom metric
#' @concept metric function
#' @concept evaluation
#' @seealso [metric_mean_wrapper()] creates a metric object from such a function, [Metric()] defines
#'   a class, [metric_mean_squared_error()] and others are predefined.
#' @examplesIf is_keras_available()
#' metric_within_one <- custom_metric("within_one", function(y_true, y_pred) {
#'   op_cast(op_abs(y_true - y_pred) <= 1, "float32")
#' })
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 1, kernel_initializer = "zeros")
#' model |> compile(loss = "mse", metrics = list(metric_within_one))
#'
#' # The share of predictions (here zeros) with an error of at most 1
#' model |> evaluate(matrix(0, 4, 4), c(-2, -1, 0.5, 3))
#' @export
custom_metric <- function(name, metric_fn) {
  name <- as_string(name, "name")
  check_function(metric_fn, "metric_fn")
  metric_fn <- placed(function_for_keras(metric_fn), sprintf("the metric `%s()`", name))
  metric <- py_func(metric_fn)
  metric$`__name__` <- name
  metric
}
