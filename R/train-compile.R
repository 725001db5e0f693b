# compile(): the optimizer, loss and metrics for training.

#' Say how a model is to be trained
#'
#' Sets the optimizer, the loss and the metrics of a model, in place.
#'
#' @param object A Keras model.
#' @param optimizer The name of an optimizer (`"adam"`, `"rmsprop"`, `"sgd"`, ...) or a Keras
#'   optimizer (`optimizer_adam(learning_rate = 0.01)`, or `optimizer_adam` for its defaults).
#' @param loss What training makes small: the name of a loss (`"mse"`,
#'   `"sparse_categorical_crossentropy"`, ...), a Keras loss (`loss_huber(delta = 2)`, or
#'   `loss_huber` for its defaults), or a function of `(y_true, y_pred)` that computes with
#'   tensors. A list of these for models with several outputs.
#' @param metrics What is watched besides: a name such as `"accuracy"`, a Keras metric
#'   (`metric_auc()`), a function of `(y_true, y_pred)` (see [custom_metric()]), or several in a
#'   vector or list. A named list gives the metrics of each
#'   output.
#' @param ... Must be empty, but for a model of a class that has its own `compile()`: that gets all
#'   arguments as they are given.
#' @param loss_weights The share of each output in the loss: a vector or list.
#' @param weighted_metrics Metrics that sample and class weights apply to.
#' @param run_eagerly Whether to run step by step, without compiling a graph: slow, but errors show
#'   where they come from.
#' @param steps_per_execution How many batches to run at a time.
#' @param jit_compile Whether to compile with XLA: `TRUE`, `FALSE` or `"auto"`.
#' @param auto_scale_loss Whether to scale the loss for `float16` training.
#' @return The model, invisibly.
#' @family training
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(
#'   optimizer = "adam", loss = "sparse_categorical_crossentropy", metrics = "accuracy"
#' )
#' @export
compile.keras.src.models.model.Model <- function(object, optimizer = "rmsprop", loss = NULL,
                                                 metrics = NULL, ..., loss_weights = NULL,
                                                 weighted_metrics = NULL, run_eagerly = FALSE,
                                                 steps_per_execution = 1, jit_compile = "auto",
                                                 auto_scale_loss = TRUE) {
  if (is_r_method(object, "compile")) {
    return(compile_own(object, as.list(sys.call())[-1], parent.frame()))
  }
  check_dots_empty("compile", ...)
  call <- sys.call(-1)
  check_no_number(list(optimizer = optimizer, loss = loss, metrics = metrics), call)
  check_flag(run_eagerly, "run_eagerly", call)
  if (!identical(jit_compile, "auto")) check_flag(jit_compile, "jit_compile", call)
  check_identifier(optimizer, "optimizers", "optimizer", call)
  check_identifier(unlist_strings(loss), "losses", "loss", call)
  if (is_plain_model(object)) check_parts(object, as_loss(loss), "loss", call)
  check_identifier(unlist_strings(metrics), "metrics", "metrics", call)
  check_identifier(unlist_strings(weighted_metrics), "metrics", "weighted_metrics", call)
  call_python(object$compile, keras_functions(drop_null(list(
    optimizer = if (is.function(optimizer)) as_optimizer(optimizer) else optimizer,
    loss = as_loss(loss),
    metrics = as_metrics(metrics),
    loss_weights = as_loss_weights(loss_weights),
    weighted_metrics = as_metrics(weighted_metrics),
    run_eagerly = run_eagerly,
    steps_per_execution = as_count(steps_per_execution, "steps_per_execution", call),
    jit_compile = jit_compile,
    auto_scale_loss = auto_scale_loss
  ))))
  check_loss_and_outputs(object, metrics, call)
  invisible(object)
}

check_no_number <- function(args, call) {
  for (name in names(Filter(is.numeric, args))) {
    abort(sprintf(
      "`%s` must be a name, a function or an object of Keras, not %s.", name, describe(args[[name]])
    ), call = call)
  }
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

is_r_method <- function(object, name) {
  identical(unwrap(rs_get_attr(unwrap(rs_get_attr(object, name, TRUE)), "__module__", TRUE)), "R")
}

unlist_strings <- function(x) {
  if (!is.list(x)) return(if (is.character(x)) x)
  unlist(lapply(x, unlist_strings), use.names = FALSE)
}

as_loss <- function(loss) {
  if (is.character(loss) && length(loss) > 1L) as.list(loss) else loss
}

as_loss_weights <- function(weights) if (is.numeric(weights)) as.list(weights) else weights

# Keras requires a list, even for one metric.
as_metrics <- function(metrics) {
  if (is.null(metrics)) return(NULL)
  if (is.list(metrics) || is.character(metrics)) return(as.list(metrics))
  list(metrics)
}
