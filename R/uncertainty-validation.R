# CV+: prediction intervals of cross-validation, which need no rows apart.

#' Predict with the models of a cross-validation
#'
#' Averages the predictions of the models that `cross_validate(keep_models = TRUE)` trained, and
#' computes prediction intervals or sets of classes from their errors on the rows that they have not
#' seen (CV+, cross-conformal prediction). Unlike [conformal()], no rows are set apart: all are used
#' for training and for calibration, which makes the intervals of small data narrower.
#'
#' @details
#' Let \eqn{R_i}{R[i]} be the absolute error of row \eqn{i}{i}, predicted by the model
#' \eqn{\mu_{-k(i)}}{mu[-k(i)]} of the fold that held it out. With \eqn{\alpha}{alpha} = 1 -
#' `level` and \eqn{n}{n} rows, the upper end of the interval of a new row \eqn{x}{x} is the value
#' at the rank \eqn{\lceil (1 - \alpha)(n + 1) \rceil}{ceiling((1 - alpha)(n + 1))} of all
#' \eqn{\mu_{-k(i)}(x) + R_i}{mu[-k(i)](x) + R[i]}; the lower end is found likewise among the
#' \eqn{\mu_{-k(i)}(x) - R_i}{mu[-k(i)](x) - R[i]}. For classes, the score of [conformal()] replaces
#' the error, and a class is in the set if fewer than \eqn{(1 - \alpha)(n + 1)}{(1 - alpha)(n + 1)}
#' scores are below its own (Romano et al., 2020); the most likely class always is.
#'
#' What is guaranteed is less than by `conformal()`: intervals contain the response with a
#' probability of at least \eqn{1 - 2 \alpha}{1 - 2 alpha}, minus a term below
#' \eqn{\sqrt{2 / n}}{sqrt(2 / n)}. So for `level = 0.9` the guarantee is 80 %. The other way round,
#' intervals contain more than `level` where models differ from fold to fold: the errors
#' \eqn{R_i}{R[i]} are those of single models, while the interval lies around the predictions of all
#' of them, whose middle is nearer to the response than one of them (on the calibration of such
#' intervals: Linusson et al., 2017). Of five folds with `level = 0.9`, intervals of [stats::lm()],
#' which differs little, contained 90 to 91 % of the new rows in two tables, those of [tabular()] 93
#' to 95 % in three, and those of unpruned trees 97 %. For intervals of exactly `level`, use
#' `conformal()`. All of this holds on average over rows from the same population; folds that keep
#' groups together, or that follow time, have no such guarantee.
#'
#' @param object The value of [cross_validate()], with `keep_models = TRUE`. For intervals, each row
#'   must have been held out once.
#' @param newdata Data frame with the inputs.
#' @param interval String. `"none"` returns the mean of the models' predictions, `"prediction"`
#'   intervals or sets.
#' @param level Number between 0 and 1. See there.
#' @param ... Must be empty.
#' @return Numbers: a vector, or a matrix with the columns `fit`, `lwr` and `upr`. Classes: a matrix
#'   with the probability of each class, or a logical matrix that says whether it is in the set.
#' @references Barber, R. F., Candès, E. J., Ramdas, A. and Tibshirani, R. J. (2021). Predictive
#'   inference with the jackknife+. *Annals of Statistics* 49, 486-507. \doi{10.1214/20-AOS1965}
#'
#'   Vovk, V. (2015). Cross-conformal predictors. *Annals of Mathematics and Artificial
#'   Intelligence* 74, 9-28.
#'
#'   Linusson, H., Norinder, U., Boström, H., Johansson, U. and Löfström, T. (2017). On the
#'   calibration of aggregated conformal predictors. *Proceedings of Machine Learning Research* 60.
#'
#'   Romano, Y., Sesia, M. and Candès, E. J. (2020). Classification with valid and adaptive
#'   coverage. *NeurIPS*.
#' @concept jackknife+
#' @concept CV+
#' @concept cross-conformal prediction
#' @concept prediction interval
#' @concept confidence interval
#' @concept uncertainty
#' @seealso [conformal()], [cross_validate()]
#' @exportS3Method stats::predict rkeras_cross_validation
#' @examples
#' set.seed(1)
#' validated <- cross_validate(
#'   function(data) lm(dist ~ speed, data), cars, folds = 10, keep_models = TRUE
#' )
#' predict(validated, data.frame(speed = c(5, 15)), interval = "prediction", level = 0.9)
predict.rkeras_cross_validation <- function(object, newdata, interval = c("none", "prediction"),
                                            level = 0.95, ...) {
  check_no_dots(...)
  interval <- match_choice(interval)
  as_level(level, "level")
  if (is.null(object$models)) {
    abort("The models were not kept: use cross_validate(keep_models = TRUE).")
  }
  rows <- object$predictions
  if (is.null(rows$observed) || inherits(rows$observed, "AsIs")) {
    abort("predict() is for a cross-validation of one response: numbers in one column, or classes.")
  }
  newdata <- as_table(newdata)
  must_be(newdata, "a data frame", is.data.frame(newdata))
  is_class <- is.factor(rows$observed)
  if (is_class && !any(startsWith(names(rows), "prob_"))) {
    abort("The models predict classes without probabilities.")
  }
  if (interval == "prediction") check_held_once(object)
  predict_fn <- object$predict_fn %||% predictions_for
  predicted <- lapply(object$models, predict_fn, newdata)
  answers <- if (is_class) {
    classes_of_validation(object, predicted, interval, level)
  } else {
    predicted <- matrix(unlist(lapply(predicted, single_column)), nrow(newdata),
                        dimnames = list(NULL, names(object$models)))
    if (interval == "none") rowMeans(predicted)
    else intervals_of_validation(rows, predicted, level)
  }
  with_row_names(answers, row_names_of(newdata))
}

check_held_once <- function(object) {
  rows <- object$predictions$row
  if (length(rows) != object$n || anyDuplicated(rows)) {
    abort(c("Intervals need each row to be held out by exactly one fold: use a number of folds or",
            "a vector of them, `repeats = 1`, and models that can be trained on all folds."))
  }
}

# `predicted` has a row for each new row and a column for each fold.
intervals_of_validation <- function(rows, predicted, level) {
  rows <- rows[!is.na(rows$observed) & !is.na(rows$predicted), ]
  errors <- abs(rows$observed - rows$predicted)
  interval_of_folds(errors, match(rows$fold, colnames(predicted)), predicted, level)
}

classes_of_validation <- function(object, predicted, interval, level) {
  rows <- object$predictions
  levels <- levels(rows$observed)
  # A class that a fold has not seen has the probability 0.
  prob <- vapply(predicted, function(prob) {
    any_class <- factor(rep(levels[[1]], NROW(prob)), levels)
    class_output(any_class, prob, "response")$prob[, levels, drop = FALSE]
  }, matrix(0, NROW(predicted[[1]]), length(levels), dimnames = list(NULL, levels)))
  if (interval == "none") return(rowMeans(prob, dims = 2L))
  rows <- rows[!is.na(rows$observed), ]
  known <- as.matrix(rows[paste0("prob_", levels)])
  errors <- 1 - of_true_class(known, as.integer(rows$observed))
  set_of_folds(errors, match(rows$fold, names(predicted)), prob, level)
}
