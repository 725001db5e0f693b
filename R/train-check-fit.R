# Checks of training settings, before and after training, and of what is trained.

# `levels` are those of a factor `y`, whose codes are in `data`.
check_split <- function(data, split, levels = NULL) {
  n <- n_observations(data$x, "x")
  if (is.na(n)) {
    return(invisible())
  }
  trained <- floor(n * (1 - split))
  if (trained == 0) tell("validation_split", format(split), n)
  check_split_classes(data$y, trained, n, levels)
}

# If rows are sorted by class, the validation split may contain classes that training does not.
# `levels` are those of a single output.
check_split_classes <- function(y, trained, n, levels) {
  if (is.list(y)) {
    for (part in y) check_split_classes(part, trained, n, NULL)
    return(invisible())
  }
  if (are_indicators(y)) y <- max.col(y, "first") - 1L
  if (trained >= n || !are_labels(y, n)) return(invisible())
  unseen <- sort(setdiff(y[(trained + 1):n], y[seq_len(trained)]))
  if (length(unseen)) {
    names <- if (is.null(levels)) toString(unseen) else in_quotes(levels[unseen + 1])
    tell("unseen_classes", n - trained, names)
  }
}

are_labels <- function(y, n) {
  is.numeric(y) && length(y) == n && !anyNA(y) && all(y == trunc(y)) &&
    length(unique(as.vector(y))) <= n / 3
}

# Columns of zeros and ones, a single one in each row.
are_indicators <- function(y) {
  is.numeric(y) && is.matrix(y) && ncol(y) > 1L && all(y %in% 0:1) && all(rowSums(y) == 1)
}

# A batch of a generator: inputs, or list(inputs, targets[, weights]).
check_batch <- function(batch, argument) {
  if (length(batch) < 2L) {
    return(invisible())
  }
  counts <- lapply(batch[1:2], n_observations, argument = argument)
  if (!anyNA(counts) && counts[[1]] != counts[[2]]) {
    tell("batch_observations", argument, counts[[1]], counts[[2]])
  }
}

# Members of tabular() have a loss of validation without such data.
check_monitors <- function(callbacks, has_validation) {
  has_validation <- has_validation ||
    any(vapply(callbacks, inherits, NA, "rkeras.keras.members.BestOfEach"))
  for (callback in if (!has_validation) callbacks) {
    monitor <- attr_or_null(callback, "monitor", TRUE)
    if (is.character(monitor) && startsWith(monitor, "val_")) tell("monitor", monitor)
  }
}

# Checked once after training, for any epoch and backend.
check_loss_after <- function(history) {
  loss <- history$metrics$loss
  bad <- which(!is.finite(loss))
  if (length(bad) > 0L) {
    epoch <- history$epochs$loss[bad[[1]]]
    tell("nan_loss", if (is.nan(loss[[bad[[1]]]])) "NaN" else "infinite",
         if (length(epoch) && !is.na(epoch)) epoch else bad[[1]])
  }
}

# ---- What cannot be trained ----------------------------------------------------------------------

# Errors of compile(), fit(), evaluate() and predict() for a layer or a history, which have no such
# methods.

abort_untrainable <- function(object, ...) {
  abort(
    c("%s() takes a model, but `object` is a layer. Put the layer into a model:",
      "keras_model_sequential(input_shape = ...) or keras_model(inputs, outputs)."), .Generic
  )
}

#' @export
compile.keras.src.layers.layer.Layer <- abort_untrainable

#' @export
fit.keras.src.layers.layer.Layer <- abort_untrainable

#' @export
evaluate.keras.src.layers.layer.Layer <- abort_untrainable

#' @exportS3Method stats::predict keras.src.layers.layer.Layer
predict.keras.src.layers.layer.Layer <- abort_untrainable

# ---- Histories -----------------------------------------------------------------------------------

# After `model <- fit(model, ...)`.
abort_history <- function(object, ...) {
  abort(
    c("%s() takes a model, but this is the history that fit() returned. fit() changes the model",
      "itself, so call it without assigning its result to the model."), .Generic
  )
}

#' @export
compile.keras_training_history <- abort_history

#' @export
fit.keras_training_history <- abort_history

#' @export
evaluate.keras_training_history <- abort_history

#' @exportS3Method stats::predict keras_training_history
predict.keras_training_history <- abort_history
