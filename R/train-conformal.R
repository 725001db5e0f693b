# Prediction intervals and sets of classes by split conformal prediction.

#' Prediction intervals with a guarantee
#'
#' `conformal()` compares a model's predictions with rows that it was not trained on. Then
#' `predict(interval = "prediction")` returns intervals, or sets of classes, that contain the true
#' response with the probability `level`, whatever the model and the distribution of the data: if
#' the rows of calibration and the new ones come from the same distribution, on average over all
#' rows. [tabular()] sets such rows aside with `calibration_split`.
#'
#' @details
#' For each row a score says how wrong the prediction is: the absolute error for numbers, divided by
#' the root of the prediction for counts, and 1 minus the probability of the true class for classes.
#' With `n` rows, the score at the rank `ceiling((n + 1) * level)` bounds the score of a new row
#' with the probability `level` (Vovk et al., 2005; Lei et al., 2018). With fewer than `level / (1 -
#' level)` rows no finite interval has this guarantee, and its ends are infinite.
#'
#' A model that predicts a distribution (see [loss_gaussian_nll()]) has intervals of its own, which
#' the rows of calibration correct. For a normal distribution the error is divided by the predicted
#' standard deviation. For quantiles and mixtures, the score is how far the response is outside of
#' the interval between the quantiles `(1 - level) / 2` and `(1 + level) / 2` (conformalized
#' quantile regression; Romano et al., 2019), or between the outermost ones that the model has.
#'
#' Without `scale`, all intervals of other models have the same width. With a model of the size of
#' the error, errors are divided by its predictions, so that the intervals are wide where the model
#' is uncertain; the guarantee stays. It must not be trained on the rows of calibration.
#'
#' @param object A Keras model with one response: numbers in one column, counts of [tabular()], or
#'   classes.
#' @param x Inputs that the model was not trained on, or a data frame with the response for a model
#'   with a formula.
#' @param y Their targets. Not needed for a model with a formula.
#' @param scale A model, or a function of `x`, whose predictions are the sizes of errors, up to a
#'   factor. For numbers only, and not for models of distributions.
#' @return The model, invisibly. It keeps the scores, in [saveRDS()] too, until it is trained again.
#' @references Vovk, Gammerman and Shafer (2005). *Algorithmic Learning in a Random World*.
#'
#'   Lei, G'Sell, Rinaldo, Tibshirani and Wasserman (2018). Distribution-free predictive inference
#'   for regression. *Journal of the American Statistical Association* 113.
#'
#'   Romano, Patterson and Candès (2019). Conformalized quantile regression. *NeurIPS*.
#' @concept confidence interval
#' @concept prediction interval
#' @concept conformalized quantile regression
#' @concept uncertainty
#' @concept conformal prediction
#' @concept coverage
#' @seealso [predict()][predict.keras.src.models.model.Model], [tabular()]
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' rows <- sample(nrow(iris))
#' model <- tabular(Petal.Width ~ ., data = iris[rows[1:75], ], epochs = 50)
#' conformal(model, iris[rows[76:125], ])
#' predict(model, newdata = iris[rows[126:130], ], interval = "prediction", level = 0.9)
conformal <- function(object, x, y = NULL, scale = NULL) {
  check_model(object)
  facts <- facts_of(object)
  data <- rows_and_response(facts, x, y)
  x <- data$x
  y <- data$y
  kind <- kind_of_scores(y, facts)
  if (!is.null(scale) && kind != "number") abort("`scale` is for numbers, not for %s.", kind)
  predicted <- stats::predict(object, x, verbose = 0, type = type_of_scores(kind))
  calibration <- list(kind = kind, scale = scale, head = if (kind == "quantile") head_of(facts))
  if (kind == "quantile") {
    calibration[c("y", "parameters")] <- list(as.vector(y), predicted)
  } else {
    sizes <- if (!is.null(scale)) sizes_of(scale, x)
    calibration$scores <- conformal_scores(y, predicted, kind, sizes)
  }
  missing <- is.na(calibration$scores %||% (rowSums(predicted) + as.vector(y)))
  if (any(missing)) {
    abort("%s without a prediction or a response. Leave them out.",
          count_of(sum(missing), "row is", "rows are"))
  }
  facts$memory$conformal <- calibration
  invisible(object)
}

# "gaussian" and "quantile" are numbers whose distribution the model predicts.
kind_of_scores <- function(y, facts) {
  if (is.factor(y) || is.character(y)) {
    return("class")
  }
  if (!is.numeric(y) || NCOL(y) != 1L) {
    abort("Intervals are for one column of numbers or counts, or a factor, not %s.", describe(y))
  }
  switch(head_of(facts)$kind %||% "none", none = "number", poisson = "count", gaussian = "gaussian",
         "quantile")
}

type_of_scores <- function(kind) {
  switch(kind, class = "prob", number = , count = "response", "parameters")
}

conformal_scores <- function(y, predicted, kind, sizes = NULL) {
  if (kind == "class") {
    codes <- match(as.character(y), colnames(predicted))
    return(1 - predicted[cbind(seq_along(codes), codes)])
  }
  sizes <- if (kind == "gaussian") predicted[, "sd"] else sizes %||% 1
  predicted <- if (kind == "gaussian") predicted[, "mean"] else single_column(predicted)
  if (NROW(y) != length(predicted)) {
    abort("`y` has %d rows, but there are %d predictions.", NROW(y), length(predicted))
  }
  errors <- abs(as.vector(y) - predicted)
  if (kind == "count") errors / sqrt(predicted) else errors / sizes
}

single_column <- function(predicted) {
  if (is.list(predicted) || NCOL(predicted) != 1L) {
    abort("Intervals are for models with a single column of outputs.")
  }
  as.vector(predicted)
}

sizes_of <- function(scale, x) {
  sizes <- as.vector(if (is_py_object(scale)) stats::predict(scale, x, verbose = 0) else scale(x))
  if (!is.numeric(sizes) || anyNA(sizes) || any(sizes <= 0)) {
    abort(c("`scale` must predict positive numbers: exp() of a model of the logarithm of the error",
            "does."))
  }
  sizes
}

# ---- Of new rows ---------------------------------------------------------------------------------

# Without conformal(), the distribution that the model predicts.
conformal_of <- function(facts, level) {
  as_level(level, "level")
  if (!is.null(facts$memory$conformal)) return(facts$memory$conformal)
  head <- head_of(facts) %||% abort(c(
    "`interval` needs rows that the model was not trained on: call conformal(model, rows)",
    "before, or tabular(calibration_split = 0.2). A model that predicts a distribution, as",
    "tabular(family = \"quantile\"), needs none."
  ))
  list(kind = "distribution", head = head)
}

# The matrix `fit`, `lwr`, `upr`; for classes which of them are in the set.
with_interval <- function(predicted, calibration, x, level) {
  switch(calibration$kind,
    class = {
      likeliest <- max.col(predicted, "first")
      1 - predicted <= bound_of(calibration$scores, level) | col(predicted) == likeliest
    },
    distribution = interval_of_head(predicted, calibration$head, level),
    quantile = interval_of_quantiles(predicted, calibration, level),
    interval_of_errors(predicted, calibration, x, level)
  )
}

interval_of_errors <- function(predicted, calibration, x, level) {
  bound <- bound_of(calibration$scores, level)
  is_gaussian <- calibration$kind == "gaussian"
  fit <- if (is_gaussian) as.vector(predicted[, "mean"]) else single_column(predicted)
  size <- switch(calibration$kind, count = sqrt(fit), gaussian = as.vector(predicted[, "sd"]), 1)
  if (!is.null(calibration$scale)) size <- sizes_of(calibration$scale, x)
  lowest <- if (calibration$kind == "count") 0 else -Inf
  cbind(fit = fit, lwr = pmax(fit - bound * size, lowest), upr = fit + bound * size)
}

interval_of_head <- function(parameters, head, level) {
  ends <- quantiles_of(parameters, head, c(1 - level, 1 + level) / 2)
  cbind(fit = center_of(parameters, head), lwr = ends[, 1L], upr = ends[, 2L])
}

# The interval of the model, made wider or narrower. One that would end before it begins is a point.
interval_of_quantiles <- function(parameters, calibration, level) {
  probs <- within(c(1 - level, 1 + level) / 2, calibration$head)
  ends <- quantiles_of(calibration$parameters, calibration$head, probs)
  bound <- bound_of(pmax(ends[, 1L] - calibration$y, calibration$y - ends[, 2L]), level)
  ends <- quantiles_of(parameters, calibration$head, probs)
  lower <- ends[, 1L] - bound
  upper <- ends[, 2L] + bound
  middle <- (lower + upper) / 2
  cbind(fit = center_of(parameters, calibration$head), lwr = ifelse(lower > upper, middle, lower),
        upr = ifelse(lower > upper, middle, upper))
}

# Of n + 1 scores the new one has each rank with the same probability.
bound_of <- function(scores, level) {
  rank <- ceiling((length(scores) + 1) * level)
  if (rank > length(scores)) Inf else sort(scores, partial = rank)[[rank]]
}
