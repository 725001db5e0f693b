# The table of checks of models, data and arguments: an error if the result would be wrong, a
# warning if it is valid but doubtful. The manual page shows this table (dev/document/checks.R).

#' Checks of data and arguments in training
#'
#' [compile()], [fit()], [evaluate()] and `predict()` check their arguments, and report problems in
#' R's terms: the argument, the rows, the labels or the shapes. Mistakes that would give a wrong
#' result are errors of class `rkeras_error_argument`. Settings that Keras allows but that are
#' rarely intended are warnings, so that working scripts still run.
#'
#' Each warning has a class of its own, by which [suppressWarnings()] silences it and [tryCatch()]
#' handles it:
#'
#' ```r
#' suppressWarnings(fit(model, x, y), classes = "rkeras_warning_infinite")
#' suppressWarnings(fit(model, x, y), classes = "rkeras_warning") # all of them
#' ```
#'
#' So are arguments, of these functions as of layers, optimizers and others, that are not of the
#' kind or in the range that they can have: "`units` must be one positive whole number, not 0."
#'
#' In the messages below `...` represents arguments and values.
#'
#' @eval rd_checks()
#' @name rkeras-checks
#' @concept error message
#' @concept warning
#' @concept debugging
#' @concept wrong labels
#' @concept shape mismatch
#' @seealso [rkeras-missing] for missing values, [compile()], [fit()], [suppressWarnings()].
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy")
#'
#' # 150 rows but 149 labels
#' try(fit(model, iris[1:4], iris$Species[-1]))
#'
#' # Labels count from 0: with 3 outputs, 3 is not a class
#' try(fit(model, iris[1:4], as.integer(iris$Species)))
NULL

# Raises the error or warning of the row `id`. `...` are the values for its message.
tell <- function(id, ...) {
  row <- checks[[id]]
  message <- sprintf(row[["message"]], ...)
  if (row[["outcome"]] == "error") abort(message) else warn(message, kind = id)
}

check_row <- function(where, outcome, when, message) {
  c(where = where, outcome = outcome, when = when, message = message)
}

checks <- list(
  # ---- Datasets ----------------------------------------------------------------------------------
  endless_data = check_row(
    "fit, evaluate, predict, adapt", "error", "An endless dataset without a number of steps.",
    paste("`%s` is an endless dataset. Supply `%s`, the number of batches to use, or take some",
          "with dataset_take().")
  ),
  too_few_batches = check_row(
    "fit, evaluate, predict", "warning", "More steps than the dataset has batches.",
    paste("`%s` is %s, but `%s` has only %s. All of them are used. Repeat the data with",
          "dataset_repeat(), or leave out `%1$s`.")
  ),
  not_batched = check_row(
    "fit, evaluate, predict", "error", "A dataset whose elements are single observations.",
    paste("The elements of `%s` have shape %s, which is one observation, but the model takes",
          "batches of shape %s. Use dataset_batch().")
  ),
  # ---- Models ------------------------------------------------------------------------------------
  not_compiled = check_row(
    "fit, evaluate", "error", "The model is not compiled.",
    "The model is not compiled. Call compile(model, loss = ...) before %s()."
  ),
  not_adapted = check_row(
    "fit", "error", "A layer that needs `adapt()`, which has no vocabulary or statistics yet.",
    "Layer `%s` has learned nothing yet. Call adapt(layer, x) before %s()."
  ),
  not_normalized = check_row(
    "fit", "warning", "A `layer_normalization()` that passes on its inputs unchanged.",
    paste("Layer `%s` passes on its inputs unchanged, as it was not adapted. Call adapt(layer, x)",
          "before %s(), or supply `mean` and `variance`.")
  ),
  one_softmax = check_row(
    "compile", "warning", "The last layer has one unit and the activation \"softmax\".",
    paste("The output is always 1, as \"softmax\" of one unit is. Use `activation = \"sigmoid\"`",
          "for a probability.")
  ),
  one_class = check_row(
    "compile", "warning", "A categorical cross-entropy with one output unit.",
    paste("`loss` = \"%s\" of one output is always 0. Use a unit for each class, or",
          "\"binary_crossentropy\" for two classes.")
  ),
  exclusive_sigmoid = check_row(
    "compile", "warning", "A categorical cross-entropy of several \"sigmoid\" outputs.",
    paste("`loss` = \"%s\" compares probabilities that sum to 1, but \"sigmoid\" outputs do not.",
          "Use `activation = \"softmax\"`, or \"binary_crossentropy\" if several classes may",
          "apply.")
  ),
  no_probability = check_row(
    "compile", "warning",
    "A cross-entropy of probabilities (`from_logits = FALSE`) of a layer without activation.",
    paste("`loss` = \"%s\" needs probabilities, but the last layer has no activation. Give it",
          "`activation = \"%s\"`, or use a loss object with `from_logits = TRUE`.")
  ),
  no_logits = check_row(
    "compile", "warning", "A loss with `from_logits = TRUE` of \"softmax\" or \"sigmoid\" outputs.",
    paste("`loss` takes logits (`from_logits = TRUE`), but the last layer's activation \"%s\"",
          "makes probabilities. Remove one of the two.")
  ),
  accuracy = check_row(
    "compile", "warning", "\"accuracy\" of a model that predicts numbers.",
    paste("`metrics` has \"%s\", which counts predictions that are exactly right, but the model",
          "predicts numbers (`loss` = \"%s\"). Use \"mae\" or metric_r2_score().")
  ),
  learning_rate = check_row(
    "optimizer_*, learning_rate_schedule_*", "warning", "A negative learning rate.",
    "`%s` = %s is negative, so that training makes the loss larger. Use a positive number."
  ),
  weight_decay = check_row(
    "optimizer_*", "warning", "A negative `weight_decay`.",
    "`%s` = %s is negative, so that weights grow at each step. Use a positive number, or NULL."
  ),
  label_smoothing = check_row(
    "loss_*, metric_*", "warning", "A `label_smoothing` of 1.",
    paste("`%s` = 1 makes all labels alike, so that the loss does not depend on them. Use a",
          "smaller number.")
  ),

  # ---- Inputs and targets ------------------------------------------------------------------------
  no_inputs = check_row(
    "fit, evaluate, predict", "error", "No inputs.", "`%s` is missing. Supply the model's inputs."
  ),
  no_targets = check_row(
    "fit, evaluate", "error", "No targets for a model with a loss.",
    paste("`%s` is missing, but the model's loss compares its outputs with targets. Supply one",
          "target per observation.")
  ),
  no_observations = check_row(
    "fit, evaluate", "error", "No observations.",
    "`%s` has no observations. Supply at least one."
  ),
  observations = check_row(
    "fit, evaluate", "error", "Targets or weights for more or fewer observations than there are.",
    "`%s` has %d observations but `%s` has %d. Supply one %s per observation."
  ),
  batch_observations = check_row(
    "fit, evaluate", "error", "A generator's batch with more or fewer targets than observations.",
    "A batch of `%s` has %d observations but %d targets. Supply one target per observation."
  ),
  missing_integers = check_row(
    "fit, evaluate, predict", "error", "`NA` in integer or logical inputs.",
    paste("`%s` has %s, but integers and logicals have no NA in Python. Leave those observations",
          "out or fill the values in.")
  ),
  missing_inputs = check_row(
    "fit, evaluate", "error", "`NA` or `NaN` in inputs, and no layer of the model handles them.",
    paste("`%s` has %s, and the model has no layer that handles missing values. Leave those",
          "observations out, as na.omit() does, or fill the values in.")
  ),
  missing = check_row(
    "fit, evaluate", "warning", "`NA` or `NaN` in inputs of a model that may handle them.",
    paste("`%s` has %s: the loss is NaN unless the model handles missing values. Leave those",
          "observations out, as na.omit() does, or fill the values in.")
  ),
  infinite = check_row(
    "fit, evaluate", "warning", "Infinite values in inputs or targets.",
    "`%s` has infinite values, which make the loss infinite or NaN. Replace them."
  ),
  missing_targets = check_row(
    "fit, evaluate", "error", "`NA` in targets or weights.",
    "`%s` has %s. Leave those observations out."
  ),
  weight_numbers = check_row(
    "fit, evaluate", "error", "Weights of observations that are not numbers.",
    "`%s` must contain numbers, one weight per observation, not %s."
  ),
  weight_shape = check_row(
    "fit, evaluate", "error", "Weights of observations of another shape than the loss.",
    "`%s` has shape %s, but the loss has shape %s. Supply one weight per observation."
  ),
  two_weights = check_row(
    "fit", "error", "Both `class_weight` and `sample_weight`.",
    paste("`class_weight` and `sample_weight` cannot be combined. Multiply each element of",
          "`sample_weight` by the weight of its class.")
  ),
  class_of_numbers = check_row(
    "fit", "error", "`class_weight` for a loss of numbers, whose targets are none of its classes.",
    paste("`class_weight` requires class labels as targets, but the targets of the model's loss",
          "are numbers, none of which is one of the classes %s. Use `sample_weight`.")
  ),
  class_outside = check_row(
    "fit", "error", "A class in `class_weight` that the model's outputs do not have.",
    "`class_weight` has the class %s, but the model's classes are 0 to %d."
  ),
  batches_and_more = check_row(
    "fit, evaluate", "error", "Targets or weights beside a dataset or function.",
    paste("`%s` supplies batches, which hold the targets and weights: list(inputs, targets,",
          "sample_weight). Leave out `%s`.")
  ),
  split_batches = check_row(
    "fit", "error", "`validation_split` of a dataset or function.",
    paste("`validation_split` is for arrays and data frames, but `x` supplies batches. Supply",
          "`validation_data`; dataset_take() and dataset_skip() divide a dataset.")
  ),
  data_of_formula = check_row(
    "fit", "error", "`data` without a formula.",
    paste("`data` is used only with a formula, but `x` is not a formula. Write",
          "fit(model, y ~ a + b, data = data).")
  ),
  data_and_targets = check_row(
    "fit", "error", "Targets beside a formula and its data.",
    "`y` and `data` cannot be combined if `x` is a formula, because `data` contains the targets."
  ),
  text_targets = check_row(
    "fit, evaluate", "error", "Text as targets.",
    "`%s` is text. Supply a factor, whose levels are the classes."
  ),
  text_in_batches = check_row(
    "fit, evaluate", "error", "Text as targets or weights in a dataset or in batches.",
    paste("The targets or weights in the batches of `%s` are text. Supply numbers: for classes the",
          "labels 0, 1, ..., as as.integer(factor(y)) - 1 and layer_string_lookup() make them.")
  ),
  text_inputs = check_row(
    "fit, evaluate, predict", "error", "Text for a model that takes numbers.",
    paste("`%s` holds text, but the model takes numbers (%s). layer_text_vectorization() makes",
          "numbers of text.")
  ),
  complex_inputs = check_row(
    "fit, evaluate, predict", "error", "Complex numbers for a model that takes others.",
    "`%s` holds complex numbers, but the model takes %s. Supply Re(), Im() or Mod() of them."
  ),
  input_shape = check_row(
    "fit, evaluate, predict", "error", "Inputs of another shape than the model takes.",
    "`%s` has shape %s, but the model takes %s.%s"
  ),
  input_vector = check_row(
    "fit, evaluate, predict", "error", "A vector for a model that takes several features.",
    paste0("`%s` is a vector of length %d, but the model takes %s. Supply a matrix with one row ",
           "per observation%s")
  ),
  stateful_batch = check_row(
    "fit, evaluate, predict", "error", "Another batch size than that of a stateful model.",
    "`%s` is %d, but the model has layers that remember the samples of batches of %d."
  ),
  stateful_rows = check_row(
    "fit, evaluate, predict", "error", "Samples of a stateful model that leave a smaller batch.",
    paste("`%s` has %d observations, but the model has layers that remember the samples of",
          "batches of %d. Supply a multiple of that.")
  ),
  input_count = check_row(
    "fit, evaluate, predict", "error", "A list of more or fewer inputs than the model has.",
    "`%s` is a list of %d, but the model has %s."
  ),
  input_list = check_row(
    "fit, evaluate, predict", "error", "One array for a model with several inputs.",
    "`%s` must be a list of %d arrays, as the model has the inputs %s."
  ),
  class_weight_of_steps = check_row(
    "fit", "error", "`class_weight` for batches of labels of sequences or images.",
    paste("`class_weight` is for labels in an array here, as the model has several outputs for",
          "each observation. Supply batches with a `sample_weight` of the shape of the labels.")
  ),
  part_name = check_row(
    "fit, evaluate, predict", "error", "A name that none of the model's inputs or outputs has.",
    "`%s` has the name `%s`, but the model's %s are %s.%s"
  ),

  # ---- Labels and losses -------------------------------------------------------------------------
  output_list = check_row(
    "fit, evaluate", "error", "One array of targets for a model with several outputs.",
    "`%s` must be a list of %d, as the model has the outputs %s."
  ),
  output_names = check_row(
    "fit, evaluate", "error", "Names for the outputs of a model whose output has none.",
    "`%s` has names, but the model's one output has none. Remove them."
  ),
  output_count = check_row(
    "fit, evaluate", "error", "Targets or losses for more or fewer outputs than the model has.",
    "`%s` is a list of %d, but the model has %s."
  ),
  target_shape = check_row(
    "fit, evaluate", "error",
    "Targets of another shape than outputs compared one by one with them.",
    "`%s` has shape %s, but the model's outputs have %s. Supply one target for each output."
  ),
  no_flatten = check_row(
    "fit, evaluate", "error", "One target per observation, but outputs for each row or pixel.",
    paste("`%s` has shape %s, but the model's outputs have %s: one for each position. Add",
          "layer_flatten() before the last layer%s.")
  ),
  factor_targets = check_row(
    "fit, evaluate", "error", "A factor for a loss that compares numbers.",
    paste("`%s` is a factor, but the model's loss compares numbers. Use a loss for classes, such",
          "as \"sparse_categorical_crossentropy\", or supply numbers.")
  ),
  label_shape = check_row(
    "fit, evaluate", "error", "Columns of zeros and ones for sparse categorical cross-entropy.",
    paste("`%s` has shape %s, but \"sparse_categorical_crossentropy\" takes one label per",
          "observation. Use the loss \"categorical_crossentropy\" for columns of zeros and ones.")
  ),
  sparse_labels = check_row(
    "fit, evaluate", "error",
    "Labels that are not whole numbers from 0 to the number of outputs less 1.",
    "`%s` holds labels from %s to %s, but with %s labels must be whole numbers from 0 to %d.%s"
  ),
  one_hot_labels = check_row(
    "fit, evaluate", "error", "Other than one column per output for categorical cross-entropy.",
    paste("`%s` has shape %s, but \"categorical_crossentropy\" with %d outputs takes %3$d columns.",
          "Use to_categorical(), or the loss \"sparse_categorical_crossentropy\" for labels.")
  ),
  binary_labels = check_row(
    "fit, evaluate", "error", "Labels outside 0 to 1 for binary cross-entropy.",
    paste("`%s` holds labels from %s to %s, but \"binary_crossentropy\" compares probabilities",
          "with labels from 0 to 1. %s")
  ),
  unreachable = check_row(
    "fit, evaluate", "error",
    "Targets most of which the activation of the last layer cannot give, with a loss of numbers.",
    paste("`%s` holds numbers from %s to %s, but the last layer's activation \"%s\" gives",
          "%s. Leave out the activation, or scale the targets.")
  ),

  # ---- Training ----------------------------------------------------------------------------------
  epochs = check_row(
    "fit", "error", "An `initial_epoch` after the last epoch.",
    "`initial_epoch` (%d) is after `epochs` (%d), the index of the final epoch."
  ),
  validation_split = check_row(
    "fit", "error", "A `validation_split` that leaves no observations for training.",
    "`validation_split` = %s leaves none of the %d observations in `x` for training. Lower it."
  ),
  unseen_classes = check_row(
    "fit", "warning", "Classes that only the observations of `validation_split` have.",
    paste("`validation_split` uses the last %d observations for validation, and only they have",
          "the classes %s. Shuffle the observations before fit().")
  ),
  monitor = check_row(
    "fit", "warning", "A callback that monitors the validation, without validation data.",
    paste("`callbacks` has one that monitors \"%s\", but there are no validation data. Supply",
          "`validation_data` or `validation_split`.")
  ),
  nan_loss = check_row(
    "fit", "warning", "A loss that is NaN or infinite after an epoch.",
    paste("The loss is %s from epoch %d on. Likely causes: a `learning_rate` that is too high,",
          "inputs that are not scaled, missing or infinite values in the data, labels that the",
          "loss does not take. See ?\"rkeras-errors\".")
  )
)
