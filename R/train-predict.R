# predict(): arrays or classes from R data.

#' Predict with a model
#'
#' Computes the outputs of a model for new data, batch by batch, in inference mode: dropout is
#' inactive and batch normalization uses its moving statistics. The model need not be compiled.
#'
#' Data frames, matrices with column names and factors are matched against the data that the model
#' was trained on, by name: see [fit()]. `newdata` is another name of `x`, as in R's other models. A
#' model of [tabular()] predicts its training data if there are neither.
#'
#' Samples with `NA` in double inputs have `NA` in the predictions, unless the model handles missing
#' values. `NA` in integer or logical inputs is an error. See [rkeras-missing].
#'
#' @param object A Keras model.
#' @inheritParams evaluate
#' @param type String. `"response"` returns the outputs, `"class"` the most likely class of each
#'   sample as a factor, `"prob"` a matrix with the probability of each class, `"link"` the outputs
#'   before the last activation: logits for one probability, logarithms for several and for counts.
#'   If the model predicts a distribution (see [loss_gaussian_nll()] and the families of
#'   [tabular()]), `"quantile"` returns its quantiles and `"parameters"` its parameters. For a model
#'   with several outputs, those without classes are returned unchanged.
#' @param levels Character vector. The classes in the order of the outputs; a list of them for a
#'   model with several outputs. Not needed after [fit()] with a factor.
#' @param newdata The same as `x`.
#' @param interval String. `"prediction"` returns intervals, or sets of classes, of [conformal()],
#'   which comes before. Without it, a model that predicts a distribution has the intervals between
#'   the quantiles `(1 - level) / 2` and `(1 + level) / 2`, which contain the response as often as
#'   the distribution is right.
#' @param probs Numbers between 0 and 1, increasing. The quantiles of `type = "quantile"`.
#' @param level Number between 0 and 1. The probability that an interval contains the response.
#' @return An array whose first axis has one element per sample; a list of arrays for a model with
#'   several outputs. If the classes are known, columns of their probabilities have their names. For
#'   a model with one output unit, the output is the probability of the second class. A model of
#'   [tabular()] returns a vector where there is one column. With `type = "class"`, a factor. With
#'   `type = "quantile"` or `"parameters"`, a matrix with a named column for each of them. With
#'   `interval = "prediction"` a matrix with the columns `fit`, `lwr` and `upr`, or for classes a
#'   logical matrix with a column for each class, which says whether it is in the set.
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
    object, x = newdata, ..., batch_size = NULL,
    verbose = getOption("keras.fit_verbose", getOption("keras.verbose", "auto")),
    steps = NULL, callbacks = NULL, type = c("response", "class", "prob", "link", "quantile",
                                             "parameters"),
    levels = NULL, newdata = NULL, interval = c("none", "prediction"), level = 0.95,
    probs = c(0.1, 0.5, 0.9)) {
  check_dots_empty(...)
  interval <- as_choice(interval, c("none", "prediction"), "interval")
  type <- as_choice(type, c("response", "class", "prob", "link", "quantile", "parameters"), "type")
  check_probs(probs)
  facts <- facts_of(object)
  scores <- if (interval == "prediction") known_scores(facts, level)
  if (!is.null(scores)) type <- type_of_scores(scores$kind)
  levels <- class_levels(facts, levels, is_needed = type %in% c("class", "prob"))
  rows <- as_table(x) %||% facts$memory$table$data
  check_given(rows, "x")
  x <- prediction_inputs(facts, rows)
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
  answers <- as_answers(outputs, facts, type, levels, probs)
  if (is.null(scores)) answers else with_interval(answers, scores, rows, level)
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
