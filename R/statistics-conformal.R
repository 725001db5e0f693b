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
  response <- response_of_intervals(data$y, facts)
  if (!is.null(scale) && !is_response(response, "number")) {
    abort("`scale` is for numbers of which the model predicts the mean.")
  }
  predicted <- stats::predict(object, data$x, verbose = 0, type = type_of_intervals(response))
  sizes <- if (!is.null(scale)) sizes_of(scale, data$x)
  calibration <- conformal_scores(response, data$y, predicted, sizes)
  missing <- is.na(calibration$scores %||% (rowSums(predicted) + calibration$y))
  if (any(missing)) {
    abort("%s without a prediction or a response. Leave them out.",
          count_of(sum(missing), "row is", "rows are"))
  }
  kept <- c(list(kind = response$kind, head = response$head, scale = scale), calibration)
  facts$memory$conformal <- kept
  invisible(object)
}

response_of_intervals <- function(y, facts) {
  if (is.factor(y) || is.character(y)) return(as_response(list(kind = "classes")))
  if (!is.numeric(y) || NCOL(y) != 1L) {
    abort("Intervals are for one column of numbers or counts, or a factor, not %s.", describe(y))
  }
  response <- response_of(facts)
  if (is_response(response, "distribution")) response else as_response(list(kind = "number"))
}
