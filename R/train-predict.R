# predict(): arrays or classes from R data.

#' Predict with a model
#'
#' Computes the outputs of a model for new data, batch by batch, in inference mode: dropout is
#' inactive and batch normalization uses its moving statistics. The model need not be compiled.
#'
#' Data frames, matrices with column names and factors are matched against the data that the model
#' was trained on, by name: see [fit()].
#'
#' Samples with `NA` in double inputs have `NA` in the predictions, unless the model handles missing
#' values. `NA` in integer or logical inputs is an error. See [rkeras-missing].
#'
#' @param object A Keras model.
#' @inheritParams evaluate
#' @param type String. `"response"` returns the outputs, `"class"` returns the most likely class of
#'   each sample as a factor. For a model with several outputs, those without classes are returned
#'   unchanged.
#' @param levels Character vector. The classes in the order of the outputs; a list of them for a
#'   model with several outputs. Not needed after [fit()] with a factor.
#' @return An array whose first axis has one element per sample; a list of arrays for a model with
#'   several outputs. With `type = "class"`, a factor. For a model with one output unit, the output
#'   is the probability of the second class.
#' @concept predict classes
#' @concept predicted probabilities
#' @concept predict proba
#' @concept confusion matrix
#' @concept inference
#' @concept classification
#' @concept probabilities
#' @seealso [fit()], [evaluate()], [predict_on_batch()], [augment()]
#' @exportS3Method stats::predict keras.src.models.model.Model
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' predict(model, as.matrix(iris[1:2, 1:4]))
#' model |> compile(loss = "sparse_categorical_crossentropy")
#' model |> fit(iris[1:4], iris$Species, epochs = 5, verbose = 0)
#' predict(model, iris[c(1, 51, 101), 1:4], type = "class")
predict.keras.src.models.model.Model <- function(
    object, x, ..., batch_size = NULL,
    verbose = getOption("keras.fit_verbose", getOption("keras.verbose", "auto")),
    steps = NULL, callbacks = NULL, type = c("response", "class"), levels = NULL) {
  check_dots_empty(...)
  type <- as_choice(type, c("response", "class"), "type")
  facts <- facts_of(object)
  if (type == "class") levels <- class_levels(facts, levels)
  check_given(if (!missing(x)) x, "x")
  x <- prediction_inputs(facts, x)
  check_steps(x, steps, "x", "steps")
  renew_step(object, "predict_function", x)
  progress <- progress_callback(verbose, 0L)
  args <- drop_null(list(
    x = x,
    batch_size = as_count(batch_size, "batch_size"),
    verbose = 0L,
    steps = as_count(steps, "steps"),
    callbacks = c(progress, as_callbacks(callbacks))
  ))
  outputs <- if (identical(n_observations(x, "x"), 0L)) {
    no_outputs(facts)
  } else {
    outputs <- under_progress(progress, with_model(object, with_undo(object, {
      run_training(object, "predict", args, convert = TRUE)
    }, facts$is_to_be_built)))
    with_missing_rows(outputs, x, object)
  }
  if (type == "class") classes_of(outputs, levels) else outputs
}

# Converts and checks the user's data, in the order in which the model was trained.
prediction_inputs <- function(facts, x) {
  known <- trained_on(facts)
  x <- from_python_list(x)
  check_python_data(x, "x")
  x <- as_trained(facts, x, NULL, known, response = FALSE)$x
  x <- inputs_of(facts, x, known, "x")
  check_missing_integers(x, "x")
  check_input_shape(facts, x, "x")
  text_as_tensors(x)
}

# Keras takes strings in several dimensions as tensors, but not as arrays.
text_as_tensors <- function(x) {
  if (is.list(x) && !is.object(x)) {
    x[] <- lapply(x, text_as_tensors)
  } else if (is.character(x) && length(dim(x)) > 1L) {
    x <- as_tensor(x)
  }
  x
}

# For empty data Keras fails, because it needs a batch to infer the shape.
no_outputs <- function(facts) {
  shape <- facts$output_shape[-1]
  if (length(shape) == 0L || anyNA(shape)) abort("`x` has no observations.")
  array(numeric(), c(0L, shape))
}

class_levels <- function(facts, levels) {
  levels <- levels %||% known_levels(facts)
  if (is.null(levels)) {
    abort(paste0(
      "The classes are not known, as the model was not trained on a factor in this session: ",
      "give them as `levels`."
    ))
  }
  if (is.list(levels)) lapply(levels, as.character) else as.character(levels)
}

# The levels of the targets: a vector or, for several outputs, a list with NULL for targets that
# were not factors. NULL if no target was a factor.
known_levels <- function(facts) {
  targets <- trained_on(facts)$y
  levels <- if (is.null(targets$parts)) targets$levels else lapply(targets$parts, `[[`, "levels")
  if (length(unlist(levels)) > 0L) levels
}

# Outputs without levels are returned unchanged.
classes_of <- function(outputs, levels) {
  if (!is.list(outputs) || !is.list(levels) || length(outputs) != length(levels)) {
    return(most_likely(outputs, levels))
  }
  if (!is.null(names(outputs)) && !is.null(names(levels))) levels <- levels[names(outputs)]
  Map(function(outputs, levels) {
    if (length(levels) > 0L) most_likely(outputs, levels) else outputs
  }, outputs, levels)
}

# The class of each row. A single column is the probability of the second level.
most_likely <- function(outputs, levels) {
  if (!is.matrix(outputs) || max(ncol(outputs), 2L) != length(levels)) {
    abort("The outputs have shape %s, which does not fit %d classes.",
          format_shape(c(NA, dim(outputs)[-1])), length(levels))
  }
  if (ncol(outputs) == 1L && any(outputs < 0 | outputs > 1, na.rm = TRUE)) {
    abort("The output is not a probability: for two classes it must lie between 0 and 1.")
  }
  code <- if (ncol(outputs) == 1L) 1L + (outputs[, 1] > 0.5) else max.col(outputs, "first")
  factor(levels[code], levels)
}
