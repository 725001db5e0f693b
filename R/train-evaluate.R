# The loss and the metrics of a model on other data.

#' Evaluate a model
#'
#' Computes the loss and the metrics of a compiled model on data that it was not trained on, batch
#' by batch. The result estimates how well the model generalizes. Layers such as dropout and batch
#' normalization run in inference mode, so the loss can be lower than the one that [fit()] reports
#' for the same data, which is also averaged over the epoch while the weights change.
#'
#' @inheritParams fit.keras.src.models.model.Model
#' @param steps Positive integer. Number of batches to use. `NULL` means all batches.
#' @param verbose `0` is silent, `1` shows a progress bar, `2` prints one line. `"auto"` means 1 at
#'   the prompt and 0 in scripts.
#' @return A named numeric vector: the loss, then the metrics. `$` extracts one of them. A metric
#'   with a value for each class is several: `f1_score_setosa` and so on, or `f1_score_1` where the
#'   names of the classes are not known.
#' @concept sample weights
#' @concept test set
#' @concept test a model
#' @concept accuracy
#' @concept generalization
#' @seealso [fit()], [predict()][predict.keras.src.models.model.Model], [test_on_batch()]
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
#' model |> compile(loss = "mse", metrics = "mae")
#' result <- model |> evaluate(matrix(1, 10, 4), matrix(0, 10, 3))
#' result
#' result$mae
#' @export
evaluate <- function(object, ...) {
  UseMethod("evaluate")
}

# That of the package generics has the argument `x`, which is the data here.
#' @rdname evaluate
#' @export
evaluate.keras.src.models.model.Model <- function(
    object, x = NULL, y = NULL, ..., batch_size = NULL,
    verbose = getOption("keras.fit_verbose", getOption("keras.verbose", "auto")),
    sample_weight = NULL, steps = NULL, callbacks = NULL) {
  check_dots_empty(...)
  facts <- facts_of(object)
  check_compiled(facts, "evaluate")
  data <- training_data(facts, as_table_for(facts, x), y, sample_weight)
  check_steps(data$x, steps, "x", "steps")
  progress <- progress_callback(verbose, 0L)
  args <- drop_null(c(data, list(
    batch_size = batch_size_of(facts, batch_size, data$x),
    verbose = 0L,
    steps = as_count(steps, "steps"),
    callbacks = c(progress, as_callbacks(callbacks)),
    return_dict = TRUE
  )))
  result <- run_shown(facts, "evaluate", args, progress, labels_of_loss(facts))
  result <- metrics_by_response(loss_first(result), trained_on(facts)$formula)
  result <- lapply(result, as.double)
  names <- names_of_values(names(result), lengths(result), output_levels(facts))
  result <- structure(unlist(result, use.names = FALSE), names = names, class = "keras_evaluation")
  run_hooks("evaluated", result)
  result
}

#' @export
`$.keras_evaluation` <- function(x, name) {
  values <- unclass(x)
  if (name %in% names(values)) values[[name]]
}

#' @export
print.keras_evaluation <- function(x, ...) {
  print(unclass(x), ...)
  invisible(x)
}

# Keras sorts metrics by name. Here the loss comes first and validation metrics last.
loss_first <- function(metrics) {
  names <- names(metrics) %||% character()
  metrics[order(startsWith(names, "val_"), !names %in% c("loss", "val_loss"))]
}
