# cross_validate(): models of parts of a data frame, judged by the rows that they have not seen.

#' Cross-validate a model
#'
#' Divides the rows of a data frame into folds, trains a model for each fold on the rows of the
#' others, and computes metrics of its predictions for the rows that were held out.
#'
#' `model_fn` makes and trains a model of the data frame that it is called with: a Keras model,
#' such as that of [tabular()] or one that was trained with a formula, or another model of R that
#' [predict()] takes, such as [lm()]. Whatever is learned from data must be learned within
#' `model_fn`: centres and scales, the selection of columns, hyperparameters. If `model_fn` calls
#' [tune()] or `cross_validate()` itself, the validation is nested, and the metrics are those of the
#' whole procedure.
#'
#' An error in a fold is reported as a warning with the name of the fold; its metrics are missing.
#' If all folds fail, it is an error.
#'
#' @section Folds:
#' * A number of folds: rows are assigned at random by R's generator ([set.seed()]). The folds are
#'   alike in the response: classes are in each in the same proportion, and numbers are spread
#'   evenly. The response is the argument `response`, or else the left side of the only formula in
#'   the code of `model_fn`; without either, the folds are not stratified.
#' * A vector with the fold of each row, such as a column of `data`. With the group of each row
#'   (patients, sites, years), groups are held out as a whole.
#' * A list of vectors of row numbers: the rows that each fold holds out.
#' * Folds of the package rsample (class `rset`): k-fold, bootstrap, rolling origin and so on.
#'   `data` can then be left out.
#'
#' @section Metrics:
#' * Numbers: `rmse`, `mae` and `r_squared`, which compares with the mean of the held-out rows.
#' * Classes (factors, text, logicals): `accuracy`, and if probabilities are predicted `log_loss`
#'   and `brier`, as [calibration()] defines them. `calibration()` of the result
#'   has more about probabilities.
#' * Survival times (`Surv(time, event)`): `concordance`, the share of pairs of rows whose order is
#'   known that have the predicted order. Predictions of your own must be larger where the event is
#'   later; [survival::coxph()] needs no `predict_fn`. `predictions` has the column `event`. Folds
#'   are stratified by it.
#' * Several responses have all of these, with the name of the response in front.
#' * `metrics` adds functions of your own. Each takes the data frame of the fold's predictions.
#'
#' Rows whose response is missing are not counted.
#'
#' @section Processes:
#' With `workers` above 1, the folds are computed in that many R processes (package callr). The
#' processes attach the packages of this session, and receive the variables of the global
#' environment that `model_fn` names. Each starts Python and Keras by itself, which takes some
#' seconds. TensorFlow uses all cores in each process, so few workers suffice unless models are
#' small.
#'
#' Each fold has a seed, drawn from R's generator, for [set_random_seed()]: after [set.seed()] the
#' results are the same again, whatever `workers` is, as far as TensorFlow computes the same. R's
#' generator is afterwards as if no fold had used it.
#'
#' @param model_fn Function of a data frame that returns a trained model.
#' @param data Data frame; also a tibble or an Arrow table.
#' @param folds Folds: a number, a vector, a list of row numbers, or folds of rsample. See there.
#' @param ... Must be empty.
#' @param repeats Positive integer. How often to do all of it. A number of folds is assigned again
#'   each time; other folds remain, and the models have other seeds.
#' @param response String or formula. The observed response: a column of `data`, or a formula whose
#'   left (or only) side is evaluated in `data`. `NULL` means the response of the model's formula.
#' @param predict_fn Function of the model and the data frame of held-out rows that returns
#'   predictions: numbers, classes, or a matrix with the probability of each class; a list for
#'   several responses. `NULL` means `predict()`: probabilities where the classes are known.
#' @param metrics Named list of functions of a data frame with the columns of `predictions` that
#'   return a number.
#' @param extract Function of the model whose results are kept, such as chosen hyperparameters.
#' @param keep_models Logical. Whether to keep the models, for `predict()` with intervals: see
#'   [there][predict.rkeras_cross_validation].
#' @param workers Positive integer. Number of R processes. 1 uses this one.
#' @param progress Logical. Whether to show a progress bar.
#' @return A list of class `rkeras_cross_validation`:
#'   * `metrics`: data frame with one row per fold: `fold`, `repetition` (with `repeats`), the
#'     numbers of rows `n_train` and `n_held`, the metrics, `seconds`, and `error`, the message or
#'     `NA`.
#'   * `predictions`: data frame of all held-out rows: `row` (its number in `data`), `fold`,
#'     `repetition`, `observed`, `predicted`, and for probabilities a column `prob_<class>` each.
#'     Names of several responses are appended to these names.
#'   * `extracts`: list of what `extract` returned.
#'   * `models`: list of the models, named by their folds, with `keep_models`.
#'
#'   `summary()` is a data frame with the mean, standard deviation, lowest and highest value of each
#'   metric over the folds; `as.data.frame()` is `metrics`.
#' @references Stone, M. (1974). Cross-validatory choice and assessment of statistical predictions.
#'   *Journal of the Royal Statistical Society B*, 36, 111-147.
#'
#'   Varma, S. and Simon, R. (2006). Bias in error estimation when using cross-validation for model
#'   selection. *BMC Bioinformatics*, 7, 91.
#' @concept cross-validation
#' @concept k-fold
#' @concept nested cross-validation
#' @concept leave one out
#' @concept hyperparameters
#' @concept resampling
#' @concept rsample
#' @seealso [tabular()], [tune()]; `rkeras_guide("cross-validation-tuning")`.
#' @examplesIf is_keras_available()
#' set.seed(1)
#' validated <- cross_validate(
#'   function(data) tabular(Species ~ ., data, epochs = 30), iris, folds = 3
#' )
#' validated
#' validated$metrics
#' head(validated$predictions)
#' plot(validated)
#'
#' # Nested: the units are chosen within each fold, by cross-validation of its other rows.
#' chosen <- function(data) {
#'   fitted <- function(units) {
#'     function(data) tabular(mpg ~ wt + hp, data, hidden = units, epochs = 30)
#'   }
#'   rmse <- sapply(c(4, 16), function(units) {
#'     mean(cross_validate(fitted(units), data, folds = 2)$metrics$rmse)
#'   })
#'   fitted(c(4, 16)[which.min(rmse)])(data)
#' }
#' nested <- cross_validate(
#'   chosen, mtcars, folds = 3, extract = function(model) model$get_layer("network")$count_params()
#' )
#' nested
#' unlist(nested$extracts)
#'
#' # Another model on the same folds.
#' cross_validate(function(data) lm(mpg ~ wt + hp, data), mtcars, folds = rep_len(1:4, 32))
#' @export
cross_validate <- function(model_fn, data = NULL, folds = 5, ..., repeats = 1, response = NULL,
                           predict_fn = NULL, metrics = NULL, extract = NULL, keep_models = FALSE,
                           workers = 1, progress = interactive()) {
  check_flags()
  check_no_dots(...)
  if (missing(model_fn) || !is.function(model_fn)) {
    abort("`model_fn` must be a function of a data frame that returns a trained model, %s.%s",
          if (missing(model_fn)) "but it is missing" else paste("not", describe(model_fn)),
          " For example: function(data) tabular(mpg ~ ., data)")
  }
  repeats <- check_whole(repeats, "repeats")
  workers <- check_whole(workers, "workers")
  check_logical(progress, "progress")
  for (name in c("predict_fn", "extract")) {
    if (!is.null(get(name))) check_function(get(name), name)
  }
  are_functions <- is.list(metrics) && all(vapply(metrics, is.function, NA))
  must_be(metrics, "a list of functions with names",
          length(metrics) == 0L || are_functions && are_names(names(metrics)))
  data <- rows_to_divide(data, folds)
  response <- response_expression(response, data)
  strata <- if (is.null(response)) guessed_response(model_fn, data)
    else responses_in(data, NULL, response)[[1]]
  folds <- as_folds(folds, data, strata, repeats)
  seeds <- sample.int(.Machine$integer.max, length(folds))
  folds <- Map(function(fold, seed) c(fold, list(seed = seed)), folds, seeds)
  names(folds) <- vapply(folds, function(fold) {
    paste0("fold ", fold$name, if (repeats > 1L) sprintf(" of repetition %d", fold$repetition))
  }, "")
  f <- function(fold) {
    fold_result(fold, model_fn, data, response, predict_fn, metrics, extract, keep_models)
  }
  results <- with_progress(length(folds), progress, function(ended) {
    by_workers(folds, f, workers, ended)
  })
  tell_failed(lapply(results, `[[`, "error"), names(folds), "folds")
  validated <- as_cross_validation(unname(folds), results, repeats, nrow(data), match.call())
  if (keep_models) {
    models <- lapply(results, function(result) result$value$model)
    names(models) <- vapply(folds, `[[`, "", "name")
    validated[c("models", "predict_fn")] <- list(drop_null(models), predict_fn)
  }
  validated
}

rows_to_divide <- function(data, folds) {
  if (is.null(data) && inherits(folds, "rset")) data <- folds$splits[[1]]$data
  if (!is.data.frame(data)) data <- as_table(data)
  must_be(data, "a data frame", is.data.frame(data))
  if (nrow(data) < 2L) abort("`data` must have two rows at least.")
  data
}

# Calls `f(ended)`; the bar advances whenever `ended()` is called. Within a fold or a trial there is
# no second bar.
with_progress <- function(n, progress, f) {
  if (!progress || n == 0L || isTRUE(context$has_bar)) return(f(function(...) NULL))
  bar <- utils::txtProgressBar(max = n, style = 3, file = stderr())
  on.exit(close(bar))
  done <- 0L
  with_context(list(has_bar = TRUE), f(function(...) {
    done <<- done + 1L
    utils::setTxtProgressBar(bar, done)
  }))
}

# ---- One fold ------------------------------------------------------------------------------------

fold_result <- function(fold, model_fn, data, response, predict_fn, metrics, extract, keep) {
  started <- proc.time()[["elapsed"]]
  if (is_keras_available()) set_random_seed(fold$seed) else set.seed(fold$seed)
  held <- data[fold$held, , drop = FALSE]
  model <- model_fn(data[fold$train, , drop = FALSE])
  observed <- lapply(responses_in(data, model, response), take_rows, fold$held)
  predicted <- (predict_fn %||% predictions_for)(model, held)
  outputs <- matched_outputs(observed, predicted)
  predictions <- as.data.frame(
    c(list(row = fold$held, fold = rep(fold$name, length(fold$held)),
           repetition = rep(fold$repetition, length(fold$held))), prediction_columns(outputs)),
    optional = TRUE
  )
  list(
    predictions = predictions, scores = scores_of(outputs, predictions, metrics),
    extract = if (!is.null(extract)) extract(model), model = if (keep) model,
    seconds = proc.time()[["elapsed"]] - started
  )
}

# ---- The result ----------------------------------------------------------------------------------

as_cross_validation <- function(folds, results, repeats, n, call) {
  values <- lapply(results, `[[`, "value")
  scores <- lapply(values, function(value) as.list(value$scores))
  columns <- unique(unlist(lapply(scores, names)))
  metrics <- data.frame(
    fold = vapply(folds, `[[`, "", "name"), repetition = vapply(folds, `[[`, 0L, "repetition"),
    n_train = lengths(lapply(folds, `[[`, "train")), n_held = lengths(lapply(folds, `[[`, "held"))
  )
  for (column in columns) {
    metrics[[column]] <- vapply(scores, function(score) score[[column]] %||% NA_real_, 0)
  }
  metrics$seconds <- vapply(values, function(value) value$seconds %||% NA_real_, 0)
  metrics$error <- vapply(results, function(result) result$error %||% NA_character_, "")
  predictions <- bound_predictions(lapply(values, `[[`, "predictions"))
  if (repeats == 1L) metrics$repetition <- predictions$repetition <- NULL
  structure(
    list(metrics = metrics, predictions = predictions, extracts = lapply(values, `[[`, "extract"),
         names = columns, n = n, call = call),
    class = "rkeras_cross_validation"
  )
}

# A class that no model of a fold knew has the probability 0.
bound_predictions <- function(frames) {
  frames <- drop_null(frames)
  columns <- unique(unlist(lapply(frames, names)))
  frames <- lapply(frames, function(frame) {
    frame[setdiff(columns, names(frame))] <- 0
    frame[columns]
  })
  frame <- do.call(rbind, frames)
  rownames(frame) <- NULL
  frame
}

#' @rdname cross_validate
#' @param x,object The value of `cross_validate()`.
#' @export
print.rkeras_cross_validation <- function(x, ...) {
  n_folds <- nrow(x$metrics)
  n_failed <- sum(!is.na(x$metrics$error))
  repeats <- max(x$metrics$repetition %||% 1L)
  cat(sprintf(
    "Cross-validation of %s in %s%s%s\n", count_of(x$n, "row", "rows"),
    count_of(n_folds / repeats, "fold", "folds"),
    if (repeats > 1L) sprintf(", %d times", repeats) else "",
    if (n_failed) sprintf(", of which %d failed", n_failed) else ""
  ))
  shown <- summary(x)
  shown[] <- lapply(shown, as_shown)
  print(shown, row.names = FALSE)
  invisible(x)
}

#' @rdname cross_validate
#' @export
summary.rkeras_cross_validation <- function(object, ...) {
  values <- lapply(object$metrics[object$names], function(x) x[!is.na(x)])
  of <- function(f) vapply(values, function(x) if (length(x)) as.double(f(x)) else NA_real_, 0)
  data.frame(
    metric = object$names, mean = of(mean), sd = of(stats::sd), min = of(min), max = of(max),
    n = lengths(values), row.names = NULL
  )
}

#' @rdname cross_validate
#' @param row.names,optional Ignored.
#' @export
as.data.frame.rkeras_cross_validation <- function(x, row.names = NULL, optional = FALSE, ...) {
  x$metrics
}
