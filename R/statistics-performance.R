# Methods of the package performance: how well a model of a data frame fits, and whether its
# residuals are those of the distribution that it assumes.

#' Methods for the package performance
#'
#' `performance::model_performance()`, `r2()`, `performance_mae()` and `performance_logloss()` of
#' models that were trained with a formula and have one response, and the checks of residuals
#' `check_normality()`, `check_heteroscedasticity()` and `check_overdispersion()`.
#' `performance_rmse()`, `performance_mse()` and `check_predictions()` follow from other methods.
#' `compare_performance()` and `check_model()` take models of a fixed list of classes only: to
#' compare models, bind the rows of `model_performance()`.
#'
#' All of them are about the rows that the model keeps, most of which it was trained on, as those of
#' other models in R are. A network fits these better than new rows: for an honest score give rows
#' that it has not seen as `data`, or see [glance()] and [cross_validate()]. Information criteria
#' (AIC) are left out, as a network with early stopping is not at the maximum of its likelihood.
#'
#' | response | `r2()` | further columns of `model_performance()` |
#' |---|---|---|
#' | numbers | 1 minus the share of the variance that the residuals have | `RMSE`, `MAE` |
#' | counts | 1 minus the share of the deviance (Cameron and Windmeijer, 1996) | `RMSE`, `MAE` |
#' | two classes | the difference of the mean probabilities (Tjur, 2009) | as more classes |
#' | more classes | 1 minus the ratio of log-likelihoods (McFadden, 1974) | as [calibration()] |
#' | survival times | none | `Concordance` |
#'
#' Models with a likelihood of their own (counts, `family = "location_scale"` and `"mixture"`) also
#' have `Score_log`, the mean logarithm of the density of the responses.
#'
#' The checks are tests of Pearson's residuals, for numbers by Shapiro and Wilk (of 5000 rows and
#' more, by Kolmogorov and Smirnov) and by Breusch and Pagan. Overdispersion of counts is the sum of
#' squares of Pearson's residuals, compared with the chi-squared distribution of as many degrees of
#' freedom as there are rows: on rows of the training the test rejects rarely.
#'
#' @param model,x A Keras model that was trained with a formula, by [tabular()] or [fit()].
#' @param data Data frame with the variables of the formula. `NULL` means the one that a model of
#'   `tabular()` keeps.
#' @param metrics `"all"`, or names of columns.
#' @param verbose Ignored.
#' @param ... Ignored.
#' @return What the package returns for other models: a data frame with one row of class
#'   `performance_model`; a list with one number; a number; the p-value of a test.
#' @references Tjur, T. (2009). Coefficients of determination in logistic regression models. *The
#'   American Statistician* 63, 366-372.
#'
#'   Cameron, A. C. and Windmeijer, F. A. G. (1996). R-squared measures for count data regression
#'   models. *Journal of Business & Economic Statistics* 14, 209-220.
#'
#'   McFadden, D. (1974). Conditional logit analysis of qualitative choice behavior. In *Frontiers
#'   in Econometrics*, 105-142.
#' @concept easystats
#' @concept R squared
#' @concept residuals
#' @seealso [insight-methods], [model-statistics], [calibration()]
#' @name performance-methods
#' @examplesIf is_keras_available() && requireNamespace("performance", quietly = TRUE)
#' model <- tabular(mpg ~ wt + hp, data = mtcars, epochs = 50)
#' performance::model_performance(model)
#' columns <- c("R2", "RMSE")
#' rbind(
#'   network = performance::model_performance(model, metrics = columns),
#'   linear = performance::model_performance(lm(mpg ~ wt + hp, mtcars), metrics = columns)
#' )
NULL

#' @rdname performance-methods
#' @exportS3Method performance::model_performance keras.src.models.model.Model
model_performance.keras.src.models.model.Model <- function(model, metrics = "all", verbose = TRUE,
                                                           data = NULL, ...) {
  parts <- observed_and_fitted(model, data, "model_performance()")
  found <- scores_of_rows(parts$response, parts)
  if (!identical(metrics, "all") && !identical(metrics, "common")) {
    found <- found[tolower(names(found)) %in% tolower(metrics)]
  }
  structure(as.data.frame(found), class = c("performance_model", "data.frame"))
}

scores_of_rows <- function(response, parts) {
  if (is_response(response, "survival")) {
    means <- mean_time(log_survival(parts$hazard), response$breaks)
    return(list(Concordance = concordance(parts$y, means)))
  }
  r2 <- r2_of(response, parts)
  if (is_response(response, c("numbers", "count"))) {
    has_density <- is_response(response, "distribution") && !is_response(response, "quantile")
    return(c(r2, list(RMSE = rmse_of(parts), MAE = mean(abs(parts$y - parts$fitted))),
             if (has_density) list(Score_log = mean(log_density(response, parts)))))
  }
  truth <- truth_in(parts)
  c(r2, list(
    RMSE = rmse_of(parts), Log_loss = log_loss_of(truth$prob, truth$code),
    Brier = brier_of(truth$prob, truth$code),
    Accuracy = mean(max.col(truth$prob, "first") == truth$code)
  ))
}

rmse_of <- function(parts) sqrt(mean((parts$y - parts$fitted)^2))

# Probabilities of all classes, and the position of the true one.
truth_in <- function(parts) {
  if (is.matrix(parts$y)) return(list(prob = parts$fitted, code = max.col(parts$y, "first")))
  list(prob = cbind(1 - parts$fitted, parts$fitted), code = parts$y + 1L)
}

#' @rdname performance-methods
#' @exportS3Method performance::r2 keras.src.models.model.Model
r2.keras.src.models.model.Model <- function(model, data = NULL, ...) {
  parts <- parts_for(model, data, "r2()", c("numbers", "count", "classes"),
                     "numbers, counts and classes")
  found <- r2_of(parts$response, parts)
  if (names(found) == "R2") {
    names(found$R2) <- "R2"
    return(structure(found, class = "r2_generic"))
  }
  is_binary <- is_response(parts$response, "binary")
  names(found[[1]]) <- if (is_binary) "Tjur's R2" else "McFadden's R2"
  structure(found, model_type = if (is_binary) "Logistic" else "Multinomial",
            class = "r2_pseudo")
}

#' @rdname performance-methods
#' @exportS3Method performance::performance_mae keras.src.models.model.Model
performance_mae.keras.src.models.model.Model <- function(model, data = NULL, ...) {
  parts <- parts_for(model, data, "performance_mae()", c("numbers", "count"), "numbers and counts")
  mean(abs(parts$y - parts$fitted))
}

#' @rdname performance-methods
#' @exportS3Method performance::performance_logloss keras.src.models.model.Model
performance_logloss.keras.src.models.model.Model <- function(model, verbose = TRUE, data = NULL,
                                                             ...) {
  parts <- parts_for(model, data, "performance_logloss()", "classes", "classes")
  truth <- truth_in(parts)
  log_loss_of(truth$prob, truth$code)
}

# observed_and_fitted() of a model whose response is of one of `classes`.
parts_for <- function(model, data, call, classes, what) {
  parts <- observed_and_fitted(model, data, call)
  if (!is_response(parts$response, classes)) abort("%s is for models of %s.", call, what)
  parts
}

# ---- Checks of residuals -------------------------------------------------------------------------

#' @rdname performance-methods
#' @exportS3Method performance::check_normality keras.src.models.model.Model
check_normality.keras.src.models.model.Model <- function(x, data = NULL, ...) {
  residuals <- checked_residuals(x, data, "check_normality()")$pearson
  scaled <- (residuals - mean(residuals)) / stats::sd(residuals)
  test <- if (length(scaled) < 5000L) stats::shapiro.test(scaled)
          else suppressWarnings(stats::ks.test(scaled, "pnorm"))
  of_performance(test$p.value, "check_normality", x, type = "residuals", effects = "fixed")
}

#' @rdname performance-methods
#' @exportS3Method performance::check_heteroscedasticity keras.src.models.model.Model
check_heteroscedasticity.keras.src.models.model.Model <- function(x, data = NULL, ...) {
  found <- checked_residuals(x, data, "check_heteroscedasticity()")
  squares <- found$pearson^2 / mean(found$pearson^2)
  explained <- stats::var(stats::fitted(stats::lm(squares ~ found$fitted))) * (length(squares) - 1)
  of_performance(stats::pchisq(explained / 2, 1, lower.tail = FALSE), "check_heteroscedasticity", x)
}

#' @rdname performance-methods
#' @exportS3Method performance::check_overdispersion keras.src.models.model.Model
check_overdispersion.keras.src.models.model.Model <- function(x, data = NULL, ...) {
  parts <- parts_for(x, data, "check_overdispersion()", "count", "counts (`family = \"poisson\"`)")
  n <- length(parts$y)
  sum <- sum((parts$y - parts$fitted)^2 / parts$fitted)
  structure(
    list(chisq_statistic = sum, dispersion_ratio = sum / n, residual_df = n,
         p_value = stats::pchisq(sum, n, lower.tail = FALSE)),
    class = c("check_overdisp", "see_check_overdisp"), object_name = "model"
  )
}

checked_residuals <- function(model, data, call) {
  parts <- parts_for(model, data, call, "numbers", "one column of numbers")
  if (is.matrix(parts$y)) abort("%s is for models of one column of numbers.", call)
  list(pearson = residuals_of(parts$response, parts, "pearson"), fitted = parts$fitted)
}

# A p-value as the package prints it.
of_performance <- function(p, class, model, ...) {
  structure(p, data = model, object_name = "model", ...,
            class = c(class, paste0("see_", class), "numeric"))
}
