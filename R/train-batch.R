# One batch at a time: train_on_batch(), test_on_batch(), predict_on_batch().

#' Train, test or predict on one batch
#'
#' One step each, for loops of one's own. Data frames and factors are matched to the data that the
#' model was trained on, or else to its first batch: see [fit()][fit.keras.src.models.model.Model].
#'
#' @inheritParams fit.keras.src.models.model.Model
#' @param ... Not used; must be empty.
#' @return `train_on_batch()` and `test_on_batch()` a named list of the loss and the metrics so far,
#'   since [reset_state()] or the beginning of an epoch; `predict_on_batch()` an array, or a list of
#'   them.
#' @family training
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' train_on_batch(model, as.matrix(cars["speed"]), cars$dist)
#' predict_on_batch(model, matrix(1:3))
#' @export
train_on_batch <- function(object, x, y = NULL, sample_weight = NULL, class_weight = NULL) {
  facts <- if (is.null(sample_weight) && is.null(class_weight)) {
    facts_if_alike(object, "train_on_batch", x, y)
  }
  if (!is.null(facts)) {
    return(repeat_step(object, "train_on_batch", x, y, facts))
  }
  call <- sys.call()
  check_compiled(object, "train_on_batch", call)
  known <- trained_on(object)
  is_first <- knows_nothing(known)
  if (is_first) known <- learn(object, x, y, NULL, call)$known
  data <- training_data(object, x, y, sample_weight, known, call = call)
  result <- on_batch(object$train_on_batch, c(data, list(
    class_weight = as_class_weight(class_weight, known$y$levels, call)
  )))
  if (is_first && !knows_nothing(known)) remember_training(object, known)
  remember_kind(object, "train_on_batch", x, y)
  result
}

#' @rdname train_on_batch
#' @export
test_on_batch <- function(object, x, y = NULL, sample_weight = NULL, ...) {
  check_dots_empty("test_on_batch", ...)
  facts <- if (is.null(sample_weight)) facts_if_alike(object, "test_on_batch", x, y)
  if (!is.null(facts)) {
    return(repeat_step(object, "test_on_batch", x, y, facts))
  }
  call <- sys.call()
  check_compiled(object, "test_on_batch", call)
  data <- training_data(object, x, y, sample_weight, call = call)
  result <- on_batch(object$test_on_batch, data)
  remember_kind(object, "test_on_batch", x, y)
  result
}

#' @rdname train_on_batch
#' @export
predict_on_batch <- function(object, x) {
  facts <- facts_if_alike(object, "predict_on_batch", x)
  if (!is.null(facts)) {
    return(run_alike(object, "predict_on_batch", list(x), facts))
  }
  call <- sys.call()
  inputs <- prediction_inputs(object, x, call)
  outputs <- call_blocking(object$predict_on_batch, list(inputs), convert = TRUE)
  remember_kind(object, "predict_on_batch", x)
  with_missing_rows(outputs, inputs, object)
}

on_batch <- function(step, args) {
  result <- call_blocking(step, drop_null(c(args, list(return_dict = TRUE))), convert = TRUE)
  loss_first(lapply(result, as.double))
}

# ---- Batches that are alike ----------------------------------------------------------------------

# The facts of the model, or NULL for a batch that needs all checks. Training loops use thousands of
# batches of the same type and shape. After one of them has passed the checks, only the values of
# later ones are checked, as long as the model's graph and loss are unchanged. All checks take half
# as long as a small step.
facts_if_alike <- function(model, step, x, y = NULL) {
  facts <- facts_of(model)
  known <- facts[[step]]
  is_alike <- !is.null(known) && identical(kind_of(x), known$x) && identical(kind_of(y), known$y) &&
    identical(facts$target_axes, known$target_axes) && unwrap(rs_is_finite(x)) &&
    (is.null(y) || are_labels(y, known$loss, known$classes))
  if (is_alike) facts
}

# Numeric arrays and vectors without names and classes: their meaning depends on position alone.
remember_kind <- function(model, step, x, y = NULL) {
  facts <- facts_of(model)
  if (is.null(facts) || !is_plain_array(x) || !(is.null(y) || is_plain_array(y))) {
    return(invisible())
  }
  known <- list(
    x = kind_of(x), y = kind_of(y), target_axes = facts$target_axes, loss = loss_name(model),
    classes = n_classes(model)
  )
  assign(step, known, envir = facts)
}

kind_of <- function(x) list(typeof(x), length(x), attributes(x))

is_plain_array <- function(x) {
  typeof(x) %in% c("double", "integer", "logical") && length(x) > 0L &&
    length(setdiff(names(attributes(x)), "dim")) == 0L
}

# Targets that check_labels() accepts.
are_labels <- function(y, loss, classes) {
  if (is.null(classes)) loss <- ""
  switch(
    loss,
    sparse_categorical_crossentropy =
      is_within(y, classes - 1) && (is.integer(y) || all(y == trunc(y))),
    binary_crossentropy = is_within(y, 1),
    unwrap(rs_is_finite(y))
  )
}

is_within <- function(y, upper) isTRUE(min(y) >= 0 && max(y) <= upper)

repeat_step <- function(model, step, x, y, facts) {
  if (!is.null(y) && is.null(dim(y))) dim(y) <- length(y)
  lapply(run_alike(model, step, list(x, y), facts), as.double)
}

# Runs on the main thread if the step is short and its graph is self-contained, because a worker
# thread adds a tenth to a small step. A worker thread is needed if other threads call R functions,
# and so that the user can interrupt a long call.
run_alike <- function(model, step, data, facts) {
  args <- c(list(model, step), data)
  if (isTRUE(facts[[step]]$is_direct)) {
    result <- call_python(python_function("rkeras.batch", "run_if_self_contained"), args, TRUE)
    if (!is.null(result)) {
      return(result)
    }
  }
  start <- proc.time()[["elapsed"]]
  result <- call_blocking(python_function("rkeras.batch", "run"), args, TRUE)
  is_short <- proc.time()[["elapsed"]] - start < 0.02
  if (is_short && !isFALSE(facts[[step]]$is_direct)) note_step(model, step, facts)
  result
}

note_step <- function(model, step, facts) {
  known <- facts[[step]]
  known$is_direct <- call_python(python_function("rkeras.batch", "note"), list(model, step), TRUE)
  assign(step, known, envir = facts)
}
