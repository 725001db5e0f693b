# compile(): the optimizer, loss and metrics for training.

#' Configure a model for training
#'
#' Sets the optimizer, the loss and the metrics of a model, in place. The loss is the number that
#' training minimizes; the optimizer says how the weights are updated to that end; metrics are
#' computed for the user and do not influence training.
#'
#' Which loss goes with which output:
#'
#' | task | targets | activation of the last layer | loss |
#' |---|---|---|---|
#' | regression | numbers | none | `"mse"`, `"mae"`, `loss_huber` |
#' | two classes | 0 or 1, or a factor | `"sigmoid"`, 1 unit | `"binary_crossentropy"` |
#' | classes | labels from 0, or a factor | `"softmax"` | `"sparse_categorical_crossentropy"` |
#' | classes | one-hot matrix | `"softmax"` | `"categorical_crossentropy"` |
#' | several labels per sample | matrix of 0 and 1 | `"sigmoid"` | `"binary_crossentropy"` |
#' | counts | non-negative numbers | `"exponential"` | `"poisson"` |
#'
#' The last layer has one unit per class, label or number to predict.
#'
#' Losses of layers without an activation take `from_logits = TRUE`, which is numerically more
#' stable: `loss_binary_crossentropy(from_logits = TRUE)`.
#'
#' A loss that is an R function gets targets and predictions as tensors: a vector of targets as
#' `(n)` or `(n, 1)`, whichever the function computes with row by row. See the section Shapes of
#' [Loss()].
#'
#' Compiling again resets the optimizer's state but keeps the weights.
#'
#' @section Metrics:
#' Targets have the axes of the outputs when a loss or a metric sees them: a vector of targets is a
#' column for a model with one output unit. What the loss takes is known to the metrics of its
#' output:
#' * If the loss takes logits (`from_logits = TRUE`), metrics of probabilities, such as
#'   `"accuracy"`, [metric_auc()] and [metric_precision()], get probabilities. Metrics with
#'   `from_logits = TRUE` or a threshold of 0 get the logits.
#' * If the loss is `"sparse_categorical_crossentropy"`, metrics of one-hot targets, such as
#'   [metric_f1_score()], get one-hot targets.
#' * If the loss is `"binary_crossentropy"` and the last activation not a softmax, `"accuracy"` is
#'   the share of right labels, also for several labels in each row.
#'
#' Keras in Python gives metrics the outputs and targets as they are, so a model that Python loads
#' may show other values there. Metrics with a value for each class, such as [metric_f1_score()]
#' without `average`, are one metric for each class, `f1_score_setosa` and so on, or `f1_score_1`
#' where the names of the classes are not known.
#'
#' @param object A Keras model.
#' @param optimizer String: the name of an optimizer (`"adam"`, `"rmsprop"`, `"sgd"`, ...); or an
#'   optimizer (`optimizer_adam(learning_rate = 0.01)`, or `optimizer_adam` for its defaults).
#' @param loss String: the name of a loss (`"mse"`, `"sparse_categorical_crossentropy"`, ...); or a
#'   loss (`loss_huber(delta = 2)`, or `loss_huber` for its defaults); or a function of `(y_true,
#'   y_pred)` that computes with tensors. A list of these for a model with several outputs.
#' @param metrics String such as `"accuracy"`, a metric such as [metric_auc()], a function of
#'   `(y_true, y_pred)` (see [custom_metric()]), or a vector or list of these. For a model with
#'   several outputs, a list with their names, or as long as there are outputs, has the metrics of
#'   each; other metrics are those of all outputs. See the section Metrics.
#' @param ... Must be empty, except for models of a class that defines its own `compile()`, which is
#'   called with all arguments.
#' @param loss_weights Numeric vector or list. Weight of each output in the total loss, matched by
#'   names if it has some; 1 for others.
#' @param weighted_metrics Like `metrics`. Metrics to which sample weights and class weights apply.
#' @param run_eagerly Logical. Whether to run each step without compiling a graph. This is slow, but
#'   values can be inspected and errors show where they occur.
#' @param steps_per_execution Positive integer. Number of batches per call of the compiled graph.
#'   Larger values reduce the overhead for small models.
#' @param jit_compile Logical or `"auto"`. Whether to compile with XLA.
#' @param auto_scale_loss Logical. Whether to scale the loss if the dtype policy is
#'   `"mixed_float16"`, so that small gradients do not underflow.
#' @return The model, invisibly.
#' @aliases compile
#' @concept slow training
#' @concept speed
#' @concept loss function
#' @concept optimizer
#' @concept metrics
#' @concept training configuration
#' @concept XLA
#' @seealso [fit()], [optimizer_adam()], [loss_sparse_categorical_crossentropy()],
#'   [metric_auc()]; [rkeras-checks] lists what is checked.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(
#'   optimizer = optimizer_adam(learning_rate = 0.01),
#'   loss = "sparse_categorical_crossentropy", metrics = "accuracy"
#' )
#' model |> evaluate(iris[1:4], iris$Species, verbose = 0)
#' @export
compile.keras.src.models.model.Model <- function(object, optimizer = "rmsprop", loss = NULL,
                                                 metrics = NULL, ..., loss_weights = NULL,
                                                 weighted_metrics = NULL, run_eagerly = FALSE,
                                                 steps_per_execution = 1, jit_compile = "auto",
                                                 auto_scale_loss = TRUE) {
  check_flags()
  own <- get_attr(object, "compile", TRUE)
  if (identical(get_attr(own, "__module__", TRUE), "R")) {
    return(compile_own(object, as.list(sys.call())[-1], parent.frame()))
  }
  check_dots_empty(...)
  loss <- with_own_names(loss, substitute(loss), named_loss)
  metrics <- with_metric_names(metrics, substitute(metrics))
  weighted_metrics <- with_metric_names(weighted_metrics, substitute(weighted_metrics))
  check_part_kinds(list(
    optimizer = optimizer, loss = loss, metrics = metrics, weighted_metrics = weighted_metrics
  ))
  if (!identical(jit_compile, "auto")) as_flag(jit_compile, "jit_compile")
  check_identifier(optimizer, "optimizers", "optimizer")
  check_identifier(unlist_strings(loss), "losses", "loss")
  check_loss_functions(loss)
  facts <- facts_of(object)
  if (facts$is_plain) check_parts(facts, as_loss(loss), "loss")
  check_identifier(unlist_strings(metrics), "metrics", "metrics")
  check_identifier(unlist_strings(weighted_metrics), "metrics", "weighted_metrics")
  metrics <- metrics_by_output(metrics, facts, "metrics")
  weighted_metrics <- metrics_by_output(weighted_metrics, facts, "weighted_metrics")
  loss <- by_output(as_loss(loss), facts, "loss")
  loss_weights <- weights_of_losses(loss_weights, loss, facts)
  loss <- losses_with_weights(loss, loss_weights, facts)
  args <- compile_args(drop_null(list(
    optimizer = if (is.function(optimizer)) as_optimizer(optimizer) else optimizer,
    loss = loss, metrics = metrics, loss_weights = loss_weights,
    weighted_metrics = weighted_metrics, run_eagerly = run_eagerly,
    steps_per_execution = as_count(steps_per_execution, "steps_per_execution"),
    jit_compile = jit_compile, auto_scale_loss = auto_scale_loss
  )))
  with_undo(object, call_python(object$compile, args), is_new = TRUE)
  check_loss_and_outputs(facts_of(object), metrics)
  invisible(object)
}

# A class defined in R may have its own `compile()` with its own arguments.
compile_own <- function(object, written, frame) {
  model <- match("object", names(written), nomatch = which(!nzchar(names(written) %||% ""))[[1]])
  args <- eval(as.call(c(dots_list, written[-model])), frame)
  call_python(object$compile, compile_args(args))
  invisible(object)
}

# Converts arguments for Keras. A method in R receives a list of one string as a string, so it is
# converted back to a list.
compile_args <- function(args) {
  rules <- list(loss = as_loss, metrics = as_metrics, weighted_metrics = as_metrics,
                loss_weights = as_loss_weights)
  for (name in intersect(names(rules), names(args))) {
    args[name] <- list(rules[[name]](args[[name]]))
  }
  keras_functions(args)
}

unlist_strings <- function(x) {
  if (!is.list(x)) return(if (is.character(x)) x)
  unlist(lapply(x, unlist_strings), use.names = FALSE)
}

# Keras calls the function only in fit(), where the error is one of the function's own call.
check_loss_functions <- function(loss) {
  for (f in if (is.list(loss)) loss else list(loss)) {
    is_plain <- is_r_function(f) && !inherits(f, "python_class_maker")
    names <- if (is_plain) names(formals(args(f)))
    if (is_plain && length(names) < 2L && !"..." %in% names) {
      abort("`loss` must be a function of (y_true, y_pred), not of (%s).", toString(names))
    }
  }
}

as_loss <- function(loss) {
  if (is.character(loss) && length(loss) > 1L) as.list(loss) else loss
}

as_loss_weights <- function(weights) if (is.numeric(weights)) as.list(weights) else weights

# R functions have no names of their own: `metrics = list(coverage, "mae")` names the first one
# "coverage", which is what the history shows. `written` is the code of `x`, a loss or metrics;
# `name_it(f, name)` gives a function the name, which may be NULL.
with_own_names <- function(x, written, name_it) {
  if (is_plain_metric(x)) {
    # In a function that passes metrics on, the variable's name says nothing about the metric.
    passed_on <- c("metrics", "metric", "weighted_metrics", "loss", "losses", "f", "fn", "fun", "x")
    name <- if (is.symbol(written)) setdiff(as.character(written), passed_on)
    return(name_it(x, if (length(name)) name))
  }
  if (is.list(x) && !is.object(x) && is.call(written) && length(written) == length(x) + 1L) {
    x[] <- Map(with_own_names, x, as.list(written)[-1], list(name_it))
  }
  x
}

# Names of outputs and those that users gave are kept.
with_metric_names <- function(metrics, written) {
  if (is.list(metrics) && !is.null(names(metrics))) return(metrics)
  with_own_names(metrics, written, function(f, name) {
    if (is.null(name)) f else custom_metric(name, f)
  })
}

named_loss <- function(f, name) {
  if (is.primitive(f)) return(f)
  name <- attr(f, "py_function_name") %||% name %||% no_name
  attr(f, "py_function_name") <- c(loss = unname(name))
  f
}

is_plain_metric <- function(metric) {
  is_r_function(metric) && !is.object(metric) && is.null(wrapped_endpoint(metric))
}

# Names in a list of metrics are those of outputs. Other names are for metrics that are R functions.
named_metrics <- function(metrics, facts, argument) {
  names <- names(metrics)
  outputs <- known_outputs(facts)
  if (!is.list(metrics) || is.null(names) || any(names %in% outputs)) {
    return(metrics)
  }
  are_named <- vapply(metrics, is_plain_metric, NA) & nzchar(names)
  if (!is.null(outputs)) check_output_names(names[!are_named & nzchar(names)], outputs, argument)
  metrics[are_named] <- Map(custom_metric, names[are_named], metrics[are_named])
  unname(metrics)
}

# Keras requires a list, even for one metric.
as_metrics <- function(metrics) {
  if (is.null(metrics)) return(NULL)
  if (is.list(metrics) || is.character(metrics)) return(as.list(metrics))
  list(metrics)
}

# ---- Losses and metrics that the generator does not support --------------------------------------

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
