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
#' @section Ensembles and Monte Carlo dropout:
#' Models that were trained anew ([ensemble()]), or the same one with different units dropped out,
#' agree where the data determine the fit, and differ elsewhere. `samples = 100` predicts each row
#' that often with active dropout (Gal and Ghahramani, 2016), in few calls of the model; all other
#' layers are in inference mode. The dropout that recurrent layers have by themselves is not
#' active. `set_random_seed()` before the model is made makes samples reproducible.
#'
#' * The types `"response"`, `"prob"` and `"class"` are those of the mean of the predictions.
#' * `type = "members"` returns all of them: a matrix with a column for each member or sample; for
#'   several classes or columns an array of rows, classes and members.
#' * `interval = "confidence"` returns the mean, and for an ensemble of \eqn{n}{n} members the mean
#'   plus and minus the quantile of Student's t distribution times their standard deviation; for
#'   samples their quantiles. For several classes the third axis of the result has the classes.
#'
#' These intervals are about the fitted value, not about a new response, and nothing guarantees how
#' often they contain the true mean.
#'
#' @references Gal, Y. and Ghahramani, Z. (2016). [Dropout as a Bayesian approximation: representing
#'   model uncertainty in deep learning](https://proceedings.mlr.press/v48/gal16.html). *ICML*.
#'
#' @param object A Keras model.
#' @inheritParams evaluate
#' @param verbose `0` is silent, `1` shows a progress bar, `2` prints one line. `"auto"` shows the
#'   bar at the prompt once the prediction has taken a second, and is silent in scripts.
#' @param type String. `"response"` returns the outputs, `"class"` the most likely class of each
#'   sample as a factor, `"prob"` a matrix with the probability of each class, `"link"` the outputs
#'   before the last activation: logits for one probability, logarithms for several and for counts.
#'   If the model predicts a distribution (see [loss_gaussian_nll()] and the families of
#'   [tabular()]), `"quantile"` returns its quantiles and `"parameters"` its parameters.
#'   `"members"` is for [tabular()], ensembles and `samples`: see there. `"survival"`, `"hazard"`,
#'   `"risk"` and `"median"` are for models of survival times: see [tabular()]. For a model with
#'   several outputs, those without classes are returned unchanged.
#' @param levels Character vector. The classes in the order of the outputs; a list of them for a
#'   model with several outputs. Not needed after [fit()] with a factor, or with a data set of
#'   [image_dataset_from_directory()] and the like, whose `class_names` they are.
#' @param newdata The same as `x`.
#' @param interval String. `"confidence"` returns intervals of the fitted value, which say how much
#'   the members of an ensemble, or the samples, differ: see there. `"prediction"` returns
#'   intervals, or sets of classes, of [conformal()], which comes before. Without it, a model of
#'   [tabular()] has those of the rows that its members have left out, and one that predicts a
#'   distribution those between the quantiles `(1 - level) / 2` and `(1 + level) / 2`, which contain
#'   the response as often as the distribution is right.
#' @param samples Positive integer. Number of predictions of each row with active dropout (Monte
#'   Carlo dropout): see there. `NULL` means one without dropout.
#' @param probs Numbers between 0 and 1, increasing. The quantiles of `type = "quantile"`.
#' @param level Number between 0 and 1. The probability that a prediction interval contains the
#'   response, or the level of a confidence interval.
#' @param times Numbers. The times at which `type = "survival"` returns the probability of survival.
#'   `NULL` means the ends of the model's intervals.
#' @return An array whose first axis has one element per sample; a list of arrays for a model with
#'   several outputs. The result has the row names of `x`, but not the numbers that R gives to rows
#'   without names. If the classes are known, columns of their probabilities have their names. For a
#'   model with one output unit, the output is the probability of the second class. A model of
#'   [tabular()] returns a vector where there is one column. With `type = "class"`, a factor. With
#'   `type = "quantile"` or `"parameters"`, a matrix with a named column for each of them. With
#'   `interval = "prediction"` a matrix with the columns `fit`, `lwr` and `upr`, or for classes a
#'   logical matrix with a column for each class, which says whether it is in the set.
#' @concept predict classes
#' @concept predicted probabilities
#' @concept predict proba
#' @concept confusion matrix
#' @concept inference
#' @concept MC dropout
#' @concept confidence interval
#' @concept uncertainty
#' @concept classification
#' @concept probabilities
#' @seealso [fit()], [evaluate()], [predict_on_batch()], [augment()]
#' @aliases predict
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
                                             "parameters", "members", "survival", "hazard", "risk",
                                             "median"),
    levels = NULL, newdata = NULL, interval = c("none", "prediction", "confidence"), level = 0.95,
    probs = c(0.1, 0.5, 0.9), samples = NULL, times = NULL) {
  check_dots_empty(...)
  interval <- as_choice(interval, eval(formals()$interval), "interval")
  type <- as_choice(type, eval(formals()$type), "type")
  check_probs(probs)
  facts <- facts_of(object)
  check_survival_type(design_responses(trained_on(facts)$formula), type, times)
  if (!is.null(samples) || type == "members" || interval == "confidence") {
    return(predicted_draws(facts, x, type, levels, interval, level, samples, batch_size))
  }
  if (interval == "prediction" && has_left_out(facts)) {
    return(interval_of_members(facts, x, as_level(level, "level"), batch_size))
  }
  calibration <- if (interval == "prediction") calibration_for(facts, level)
  if (!is.null(calibration)) type <- type_of_intervals(calibration$response)
  levels <- class_levels(facts, levels, is_needed = type %in% c("class", "prob"))
  rows <- as_table_for(facts, x) %||% facts$memory$table$data
  check_given(rows, "x")
  x <- prediction_inputs(facts, rows)
  check_steps(x, steps, "x", "steps")
  progress <- progress_callback(verbose, 0L, patience = if (identical(verbose, "auto")) 1 else 0)
  args <- drop_null(list(
    x = x,
    batch_size = batch_size_of(facts, batch_size, x),
    verbose = 0L,
    steps = as_count(steps, "steps"),
    callbacks = c(progress, as_callbacks(callbacks))
  ))
  outputs <- if (identical(n_observations(x, "x"), 0L)) {
    no_outputs(facts)
  } else {
    with_missing_rows(run_shown(facts, "predict", args, progress), x, object)
  }
  answers <- as_answers(outputs, facts, type, levels, probs, times)
  if (!is.null(calibration)) answers <- interval_around(answers, calibration, rows, level)
  with_row_names(answers, row_names_of(rows))
}

# ---- Members and samples -------------------------------------------------------------------------

# What is asked of several predictions for each row: all of them, their mean, or their interval.
predicted_draws <- function(facts, x, type, levels, interval, level, samples, batch_size) {
  as_level(level, "level")
  if (interval == "prediction" || type %in% c("link", "quantile", "parameters")) {
    abort("`samples` has no prediction intervals and not the type \"%s\".", type)
  }
  levels <- class_levels(facts, levels, is_needed = type %in% c("class", "prob"))
  rows <- as_table(x) %||% facts$memory$table$data
  check_given(rows, "x")
  x <- prediction_inputs(facts, rows)
  if (!is_one_array(x) && is_py_object(x)) {
    abort("`x` must be arrays or a data frame, as each row is predicted several times.")
  }
  outputs <- if (is.null(samples)) outputs_of_members(facts, x, batch_size)
    else outputs_of_samples(facts, x, samples, batch_size)
  type_of_each <- if (is.null(levels) || type == "response") "response" else "prob"
  n <- outputs$n
  draws <- as_draws(as_answers(outputs$values, facts, type_of_each, levels), n)
  answers <- if (interval == "confidence") confidence_of_draws(draws, level, is.null(samples))
    else switch(type, members = draws, class = most_likely(mean_of_draws(draws), levels),
                mean_of_draws(draws))
  with_row_names(answers, row_names_of(rows))
}

outputs_of_members <- function(facts, x, batch_size) {
  if (facts$n_outputs > 1L) {
    abort("Members and confidence intervals are for models with one output.")
  }
  args <- drop_null(list(x = x, batch_size = as_count(batch_size, "batch_size"), verbose = 0L))
  predicted <- function(model) run_training(model, "predict", args, TRUE, facts$backend)
  members <- members_of(facts$model)
  layer <- members_layer(facts$output_names)
  if (length(members) == 0L && !has_layer(facts$model, layer)) {
    abort(c("The model has no members. ensemble() makes a model of several, and `samples = 100`",
            "predicts with different dropout."))
  }
  if (length(members) > 0L) {
    return(list(values = do.call(rbind, lapply(members, predicted)), n = length(members)))
  }
  values <- predicted(in_python("rkeras.keras.members.predicting", facts$model, layer))
  shape <- dim(values)
  list(values = matrix(values, shape[[1]] * shape[[2]]), n = shape[[2]])
}

# By the errors of the rows that the members of tabular() have left out (CV+).
interval_of_members <- function(facts, x, level, batch_size) {
  rows <- as_table(x) %||% facts$memory$table$data
  check_given(rows, "x")
  outputs <- outputs_of_members(facts, prediction_inputs(facts, rows), batch_size)
  levels <- class_levels(facts, NULL, is_needed = FALSE)
  type <- if (is.null(levels)) "response" else "prob"
  draws <- as_draws(as_answers(outputs$values, facts, type, levels), outputs$n)
  table <- facts$memory$table
  known <- !is.na(table$errors)
  interval <- if (is.null(levels)) interval_of_folds else set_of_folds
  with_row_names(interval(table$errors[known], table$left_out[known], draws, level),
                 row_names_of(rows))
}

outputs_of_samples <- function(facts, x, samples, batch_size) {
  samples <- check_whole(samples, "samples")
  if (!facts$is_plain || facts$n_outputs != 1L) {
    abort("`samples` is for functional and sequential models with one output.")
  }
  if (length(in_python("rkeras.likelihood.sampling.dropouts", facts$model)) == 0L) {
    abort("`samples` needs a model with layers of dropout, such as layer_dropout(rate = 0.1).")
  }
  rows <- as_count(batch_size, "batch_size") %||% 4096L
  values <- in_python("rkeras.likelihood.sampling.sampled", facts$model, x, samples, rows)
  list(values = values, n = samples)
}

# Converts and checks the user's data, in the order in which the model was trained.
prediction_inputs <- function(facts, x) {
  record <- trained_on(facts)
  x <- from_python_list(x)
  check_python_data(x, "x")
  x <- as_trained(facts, x, NULL, record, response = FALSE)$x
  x <- inputs_of(facts, x, record, "x")
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
  empty <- function(shape) {
    if (length(shape) == 0L || anyNA(shape)) abort("`x` has no observations.")
    array(numeric(), c(0L, as.integer(shape)))
  }
  if (facts$n_outputs < 2L) return(empty(facts$output_shape[-1]))
  shape_of <- function(output) lapply(as.list(output$shape)[-1], function(n) n %||% NA)
  shapes <- lapply(as.list(facts$model$outputs), function(output) unlist(shape_of(output)))
  found <- lapply(shapes, empty)
  names <- facts$named_outputs
  # Keras has the outputs of a dict in the order of their keys.
  if (is.null(names)) found else stats::setNames(found, sort(names, method = "radix"))[names]
}
