# Calibration: whether events of the probability 0.8 happen in 8 of 10 cases.

#' Calibration of probabilities
#'
#' `calibration()` compares predicted probabilities with how often they are right: in scores, and in
#' a table of bins, which `plot()` draws as a reliability diagram. [temperature_scaling()] improves
#' them.
#'
#' Use rows that the model was not trained on. On those of its training a model looks too good.
#'
#' @section Scores:
#' With \eqn{p_{ik}}{p[i, k]} the probability of class \eqn{k}{k} in row \eqn{i}{i}, and
#' \eqn{c_i}{c[i]} the true class:
#' * `accuracy`: the share of rows whose most likely class is the true one.
#' * `log_loss`: the mean of \eqn{-\log p_{i c_i}}{-log p[i, c[i]]}, with probabilities of at least
#'   1e-7, as in Keras's losses.
#' * `brier`: the Brier score, the mean over rows of \eqn{\sum_k (p_{ik} - [k = c_i])^2}{sum over k
#'   of (p[i, k] - (k == c[i]))^2}; for two classes half of it, the mean squared error of the
#'   probability of one of them. scikit-learn has the same definition.
#' * `ece`: the expected calibration error, the mean over the bins of the absolute difference of
#'   `confidence` and `observed`, weighted by the number of rows.
#' * `mce`: the maximum calibration error, the largest of these differences.
#'
#' The calibration errors depend on the number of bins, and are above 0 by chance for a perfectly
#' calibrated model, too: with few rows in a bin, its share is not near its probability.
#'
#' @param object A Keras model; the probabilities themselves, a matrix with a column for each class
#'   or a vector with those of the second class; the value of [cross_validate()]; or a model of
#'   [stats::glm()] for two classes. A formula and other things are passed on to `calibration()` of
#'   caret, where rkeras masks it.
#' @param ... Must be empty; ignored by `print()` and `plot()`.
#' @param x Inputs, or a data frame with the response for a model with a formula. `NULL` means the
#'   data frame that a model of [tabular()] keeps, each row predicted by the member that was not
#'   trained on it; for `glm()`, the rows of its training.
#' @param y The true classes: a factor, text, logicals, labels from 0, or a matrix of zeros and
#'   ones. Not needed for a model with a formula.
#' @param response String. For [cross_validate()] of several responses: the name of the one.
#' @param bins Positive integer. Number of bins of equal width from 0 to 1.
#' @param class Character vector. The classes whose probabilities are compared with their shares,
#'   each in a panel of the plot. `NULL` means the class that is most likely in each row, with its
#'   confidence (Guo et al., 2017).
#' @param level Number between 0 and 1. Level of the confidence limits of the shares (Clopper and
#'   Pearson, 1934).
#' @return A list of class `keras_calibration`:
#'   * `scores`: named vector.
#'   * `bins`: data frame of the bins with rows: `from` (excluded) and `to` (included), `n`,
#'     `confidence` (the mean probability), `observed` (the share of rows in which the class is the
#'     true one), `low` and `high`, its confidence limits; before them the `class`, if there are
#'     several. `as.data.frame()` returns it.
#'   * `class`, `level`: the arguments.
#' @references Brier, G. W. (1950). Verification of forecasts expressed in terms of probability.
#'   *Monthly Weather Review* 78, 1-3.
#'
#'   Guo, C., Pleiss, G., Sun, Y. and Weinberger, K. Q. (2017).
#'   [On calibration of modern neural networks](https://proceedings.mlr.press/v70/guo17a.html).
#'   *ICML*.
#' @concept calibration
#' @concept reliability diagram
#' @concept Brier score
#' @concept log loss
#' @concept expected calibration error
#' @concept uncertainty
#' @seealso [temperature_scaling()], [cross_validate()]
#' @export
#' @examples
#' # Probabilities that are too sure.
#' y <- rep(c("no", "yes", "yes"), 40)
#' calibration(rep(c(0.05, 0.9, 0.95), 40), y = y, bins = 5)
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' rows <- sample(nrow(iris))
#' model <- tabular(Species ~ ., data = iris[rows[1:75], ], epochs = 20)
#' found <- calibration(model, iris[rows[76:150], ])
#' found
#' plot(found)
#' calibration(model, iris[rows[76:150], ], class = "virginica")$bins
#' plot(calibration(model, iris[rows[76:150], ], class = levels(iris$Species)))
calibration <- function(object, ...) UseMethod("calibration")

#' @rdname calibration
#' @export
calibration.default <- function(object, y, ..., bins = 10, class = NULL, level = 0.95) {
  prob <- if (is.data.frame(object)) as.matrix(object) else object
  if (!is.numeric(prob) || length(dim(prob)) > 2L || anyNA(prob)) {
    return(call_masked("calibration", must_be(
      object, "a Keras model, or probabilities without missing values", FALSE
    )))
  }
  check_no_dots(...)
  if (missing(y)) abort("`y` is missing. Give the true class of each row.")
  prob <- as.matrix(prob)
  check_probabilities(prob)
  levels <- colnames(prob)
  if (ncol(prob) == 1L) {
    prob <- cbind(1 - prob, prob)
    levels <- if (is.factor(y)) levels(y) else if (!is.numeric(y)) levels(factor(y))
  }
  colnames(prob) <- levels %||% as.character(seq_len(ncol(prob)) - 1L)
  calibration_of(prob, class_codes(y, levels, ncol(prob)), bins, class, level)
}

# The same for calibration() of caret, if it is attached last.
#' @rdname calibration
#' @export
#' @rawNamespace S3method(caret::calibration, keras.src.models.model.Model)
#' S3method(caret::calibration, rkeras_cross_validation)
calibration.keras.src.models.model.Model <- function(
    object, x = NULL, y = NULL, ..., bins = 10, class = NULL, level = 0.95) {
  check_no_dots(...)
  facts <- facts_of(object)
  left_out <- if (is.null(x) && knows_left_out(object)) left_out_rows(object)
  x <- as_table(x) %||% take_rows(facts$memory$table$data, left_out$rows)
  data <- rows_and_response(facts, x, y)
  levels <- levels_of_truth(facts, if (is.data.frame(data$y)) data$y[[1]] else data$y)
  if (is.null(levels)) abort("The model predicts numbers: calibration() is for classes.")
  prob <- if (!is.null(left_out)) left_out$predict("prob")
    else stats::predict(object, data$x, type = "prob", levels = levels, verbose = 0)
  if (anyNA(prob)) abort("Predictions are missing. Leave out the rows of `x` that cause it.")
  labels <- if (is.numeric(data$y)) NULL else levels
  calibration_of(prob, class_codes(data$y, labels, ncol(prob)), bins, class, level)
}

# For plot_diagnostics(model, type = "calibration").
calibration_of_rows <- function(x) calibration(x$model, x$rows)

#' @rdname calibration
#' @export
calibration.rkeras_cross_validation <- function(object, response = NULL, ..., bins = 10,
                                                class = NULL, level = 0.95) {
  check_no_dots(...)
  held_out <- held_out_classes(object, response)
  calibration(held_out$prob, held_out$observed, bins = bins, class = class, level = level)
}

#' @rdname calibration
#' @export
calibration.glm <- function(object, x = NULL, y = NULL, ..., bins = 10, class = NULL,
                            level = 0.95) {
  check_no_dots(...)
  family <- stats::family(object)$family
  if (!family %in% c("binomial", "quasibinomial")) {
    abort("`object` is a glm() of the family \"%s\": calibration() is for classes.", family)
  }
  x <- as_table(x)
  frame <- if (is.null(x)) stats::model.frame(object)
    else stats::model.frame(stats::formula(object), x, na.action = stats::na.pass)
  y <- y %||% stats::model.response(frame)
  if (length(dim(y)) == 2L) {
    abort("The response has counts in two columns: give `y` with the class of single rows.")
  }
  prob <- if (is.null(x)) stats::fitted(object)
    else stats::predict(object, x, type = "response")
  known <- !is.na(prob) & !is.na(y)
  calibration(unname(prob[known]), y[known], bins = bins, class = class, level = level)
}

calibration_of <- function(prob, code, bins, class, level) {
  bins <- check_whole(bins, "bins")
  as_level(level, "level")
  if (length(code) != nrow(prob)) {
    abort("`y` has %d rows, but there are %d rows of probabilities.", length(code), nrow(prob))
  }
  if (length(code) == 0L) abort("There are no rows to compare.")
  if (is.null(class)) {
    chosen <- max.col(prob, "first")
    table <- reliability(prob[cbind(seq_along(chosen), chosen)], code == chosen, bins, level)
  } else {
    must_be(class, "names of classes", is.character(class) && length(class) && !anyNA(class))
    chosen <- match(class, colnames(prob))
    if (anyNA(chosen)) {
      abort("`class` must be one of %s, not %s.", in_quotes(colnames(prob)),
            in_quotes(class[is.na(chosen)][[1]]))
    }
    tables <- lapply(chosen, function(k) reliability(prob[, k], code == k, bins, level))
    table <- do.call(rbind, tables)
    if (length(class) > 1L) {
      table <- cbind(class = factor(rep(class, vapply(tables, nrow, 0L)), class), table)
    }
  }
  gaps <- abs(table$confidence - table$observed)
  structure(list(
    scores = c(
      accuracy = mean(max.col(prob, "first") == code), log_loss = log_loss_of(prob, code),
      brier = brier_of(prob, code), ece = sum(gaps * table$n) / sum(table$n), mce = max(gaps)
    ),
    bins = table, class = class, level = level
  ), class = "keras_calibration")
}

reliability <- function(confidence, is_right, bins, level) {
  bin <- pmin(pmax(ceiling(as.vector(confidence) * bins), 1L), bins)
  known <- sort(unique(bin))
  n <- as.vector(table(bin))
  right <- as.vector(tapply(is_right, bin, sum))
  tail <- (1 - level) / 2
  data.frame(
    from = (known - 1) / bins, to = known / bins, n = n,
    confidence = as.vector(tapply(confidence, bin, mean)), observed = right / n,
    low = ifelse(right == 0, 0, stats::qbeta(tail, right, n - right + 1)),
    high = ifelse(right == n, 1, stats::qbeta(1 - tail, right + 1, n - right))
  )
}

#' @rdname calibration
#' @export
print.keras_calibration <- function(x, ...) {
  what <- if (is.null(x$class)) "the most likely class"
    else paste(if (length(x$class) > 1L) "classes" else "class", in_quotes(x$class))
  n <- sum(x$bins$n) / max(1L, length(x$class))
  cat(sprintf("Calibration of %s in %s\n", what, count_of(n, "row", "rows")))
  cat(paste(names(x$scores), vapply(x$scores, format, "", digits = 3), collapse = ", "), "\n\n",
      sep = "")
  print.data.frame(x$bins, digits = 3, row.names = FALSE)
  invisible(x)
}

#' @rdname calibration
#' @param row.names,optional Ignored.
#' @export
as.data.frame.keras_calibration <- function(x, row.names = NULL, optional = FALSE, ...) x$bins

#' @rdname calibration
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @export
plot.keras_calibration <- function(x, ..., method = c("auto", "ggplot2", "base")) {
  label <- if (is.null(x$class)) c("confidence", "accuracy")
    else paste(c("probability of", "share of"), if (length(x$class) > 1L) "the class" else x$class)
  plot_reliability(x$bins, label, plot_method(match_choice(method)), x)
}
