# One batch at a time: train_on_batch(), test_on_batch(), predict_on_batch().

#' Train, evaluate or predict on a single batch
#'
#' `train_on_batch()` takes one optimizer step on a batch, `test_on_batch()` computes the loss and
#' metrics of a batch, and `predict_on_batch()` its predictions. Use them for training loops of your
#' own, for example reinforcement learning, adversarial training or data that arrive one batch at a
#' time. [fit()] is faster for ordinary training.
#'
#' Data frames and factors are matched to the data that the model was trained on, or else to its
#' first batch: see [fit()][fit.keras.src.models.model.Model].
#'
#' @inheritParams fit.keras.src.models.model.Model
#' @param ... Must be empty.
#' @return `train_on_batch()` and `test_on_batch()`: a named list of the loss and the metrics,
#'   accumulated over all batches since [reset_state()] or the beginning of an epoch.
#'   `predict_on_batch()`: an array, or a list of arrays for several outputs.
#' @concept custom training loop
#' @concept online learning
#' @concept gradient step
#' @concept mini-batch
#' @seealso [fit()], [evaluate()] and [predict()][predict.keras.src.models.model.Model] for whole
#'   datasets, [reset_state()] resets the metrics, [Model()] for a training step with gradients of
#'   your own.
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- keras_model_sequential(input_shape = 1) |>
#'   layer_dense(units = 1)
#' model |> compile(loss = "mse", optimizer = optimizer_adam(0.1))
#' x <- as.matrix(cars["speed"])
#' for (step in 1:3) {
#'   reset_state(model)
#'   result <- train_on_batch(model, x, cars$dist)
#'   cat("step", step, "loss", result$loss, "\n")
#' }
#' predict_on_batch(model, matrix(c(10, 20)))
#' @export
train_on_batch <- function(object, x, y = NULL, sample_weight = NULL, class_weight = NULL) {
  check_given(if (!missing(x)) x, "x")
  if (is.null(sample_weight) && is.null(class_weight)) {
    result <- repeated(object, "train_on_batch", x, y)
    if (!is.null(result)) {
      return(result)
    }
  }
  check_compiled(object, "train_on_batch")
  check_adapted(object, "train_on_batch")
  check_weights_together(class_weight, sample_weight)
  known <- trained_on(object)
  is_first <- knows_nothing(known)
  if (is_first) known <- learn(object, x, y, NULL)$known
  data <- training_data(object, x, y, sample_weight, known)
  data$x <- as_feature_column(object, data$x)
  data$class_weight <- as_class_weight(class_weight, object, data, known$y$levels)
  result <- with_undo(object, on_batch(object$train_on_batch, data))
  if (is_first && !knows_nothing(known)) remember_training(object, known)
  remember_kind(object, "train_on_batch", x, y)
  result
}

#' @rdname train_on_batch
#' @export
test_on_batch <- function(object, x, y = NULL, sample_weight = NULL, ...) {
  check_given(if (!missing(x)) x, "x")
  check_dots_empty(...)
  result <- if (is.null(sample_weight)) repeated(object, "test_on_batch", x, y)
  if (!is.null(result)) {
    return(result)
  }
  check_compiled(object, "test_on_batch")
  data <- training_data(object, x, y, sample_weight, step = "test_function")
  data$x <- as_feature_column(object, data$x)
  result <- with_undo(object, on_batch(object$test_on_batch, data))
  remember_kind(object, "test_on_batch", x, y)
  result
}

#' @rdname train_on_batch
#' @export
predict_on_batch <- function(object, x) {
  check_given(if (!missing(x)) x, "x")
  result <- repeated(object, "predict_on_batch", x)
  if (!is.null(result)) {
    return(result)
  }
  inputs <- prediction_inputs(object, x)
  inputs <- as_feature_column(object, inputs)
  outputs <- with_undo(object, {
    call_blocking(object$predict_on_batch, list(inputs), convert = TRUE)
  })
  remember_kind(object, "predict_on_batch", x)
  with_missing_rows(outputs, inputs, object)
}

# A vector is a column for a model with one feature, as in fit(). TensorFlow's graph of a step does
# not serve both vectors and matrices.
as_feature_column <- function(model, x) {
  x <- as_dense(x) # Keras converts sparse matrices only in fit() and predict()
  is_vector <- is.array(x) && length(dim(x)) == 1L
  if (is_vector && identical(model_shape(model, "input_shape")[-1], 1L)) dim(x) <- c(length(x), 1L)
  x
}

on_batch <- function(step, args) {
  result <- call_blocking(step, drop_null(c(args, list(return_dict = TRUE))), convert = TRUE)
  loss_first(lapply(result, as.double))
}
