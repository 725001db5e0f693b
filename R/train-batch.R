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
#' @return `train_on_batch()` and `test_on_batch()`: a named list of the loss and the metrics of the
#'   batch; before Keras 3.15, of all batches since [reset_state()] or the beginning of an epoch.
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
  facts <- facts_of(object, trains = TRUE)
  check_compiled(facts, "train_on_batch")
  check_adapted(facts, "train_on_batch")
  check_weights_together(class_weight, sample_weight)
  record <- trained_on(facts)
  is_first <- is_empty_record(record)
  if (is_first) record <- learn(facts, x, y, NULL)$record
  data <- training_data(facts, x, y, sample_weight, record)
  data <- with_class_weight(data, class_weight, facts, record$y$levels)
  result <- on_batch(facts, "train_on_batch", data, return_dict = TRUE)
  if (is_first && !is_empty_record(record)) remember_training(facts, record)
  lapply(loss_first(result), as.double)
}

#' @rdname train_on_batch
#' @export
test_on_batch <- function(object, x, y = NULL, sample_weight = NULL, ...) {
  check_given(if (!missing(x)) x, "x")
  check_dots_empty(...)
  facts <- facts_of(object)
  check_compiled(facts, "test_on_batch")
  data <- training_data(facts, x, y, sample_weight)
  lapply(loss_first(on_batch(facts, "test_on_batch", data, return_dict = TRUE)), as.double)
}

#' @rdname train_on_batch
#' @export
predict_on_batch <- function(object, x) {
  check_given(if (!missing(x)) x, "x")
  facts <- facts_of(object)
  data <- list(x = prediction_inputs(facts, x))
  outputs <- on_batch(facts, "predict_on_batch", data)
  outputs <- with_missing_rows(outputs, data$x, object)
  by_response(outputs, trained_on(facts)$formula)
}

# The step, after the checks.
on_batch <- function(facts, step, data, ...) {
  data$x <- as_feature_column(facts, data$x)
  args <- c(drop_null(data), ...)
  with_undo(facts$model, run_step(facts, step, args), facts$is_to_be_built)
}

# A vector is a column for a model with one feature, as in fit(). TensorFlow's graph of a step does
# not serve both vectors and matrices.
as_feature_column <- function(facts, x) {
  x <- as_dense(x) # Keras converts sparse matrices only in fit() and predict()
  is_vector <- is.array(x) && length(dim(x)) == 1L
  if (is_vector && identical(facts$input_shape[-1], 1L)) dim(x) <- c(length(x), 1L)
  x
}
