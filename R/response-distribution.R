# Responses of which a distribution is predicted. `parameters` is a matrix with a column for each
# parameter and a row for each sample.

# As named columns, from the outputs of the model.
parameters_of <- function(response, outputs) UseMethod("parameters_of")

# The mean; of quantiles the median, or the quantile that is nearest to it.
center_of <- function(response, parameters) UseMethod("center_of")

# The standard deviation.
spread_of <- function(response, parameters) UseMethod("spread_of")

# A column for each of `probs`.
quantiles_of <- function(response, parameters, probs) {
  columns <- lapply(probs, function(p) quantile_of(response, parameters, p))
  matrix(unlist(columns), nrow(parameters), dimnames = list(NULL, quantile_names(probs)))
}

quantile_of <- function(response, parameters, p) UseMethod("quantile_of")

quantile_names <- function(probs) {
  paste0(format(100 * probs, trim = TRUE, drop0trailing = TRUE), "%")
}

# The nearest probabilities that the model has quantiles of.
nearest_probs <- function(response, probs) {
  if (is.null(response$probs)) return(probs)
  pmin(pmax(probs, min(response$probs)), max(response$probs))
}

# With `n` columns for the response.
matrix_of_parameters <- function(outputs, n) {
  outputs <- as.matrix(outputs)
  if (ncol(outputs) == n) return(outputs)
  abort("The model has %d output columns, but its loss is for %d. %s", ncol(outputs), n,
        "Quantiles and intervals are for one response.")
}

#' @exportS3Method
metric_for.response_distribution <- function(response) NULL

#' @exportS3Method
left_out_scores.response_distribution <- function(response, y, outputs, weights) {
  parts <- list(y = y, parameters = parameters_of(response, outputs))
  rbind(`Negative log-likelihood` = mean_score(-log_density(response, parts), weights))
}

#' @exportS3Method
point_of.response_distribution <- function(response, outputs, levels) {
  center_of(response, parameters_of(response, outputs))
}

#' @exportS3Method
variance_of.response_distribution <- function(response, parts) {
  spread_of(response, parts$parameters)^2
}

#' @exportS3Method
type_of_intervals.response_distribution <- function(response) "parameters"

# Without conformal(): between two quantiles of the distribution.
predicted_interval <- function(response, parameters, level) {
  ends <- quantiles_of(response, parameters, c(1 - level, 1 + level) / 2)
  cbind(fit = center_of(response, parameters), lwr = ends[, 1L], upr = ends[, 2L])
}

# ---- Quantiles and mixtures ----------------------------------------------------------------------

# Their intervals are corrected; those of others have a size of errors, which is scaled.
#' @exportS3Method
conformal_scores.response_skewed <- function(response, y, predicted, sizes) {
  list(y = as.vector(y), parameters = predicted)
}

# The interval of the model, made wider or narrower. One that would end before it begins is a point.
#' @exportS3Method
conformal_interval.response_skewed <- function(response, predicted, calibration, level, sizes) {
  probs <- nearest_probs(response, c(1 - level, 1 + level) / 2)
  ends <- quantiles_of(response, calibration$parameters, probs)
  bound <- bound_of(pmax(ends[, 1L] - calibration$y, calibration$y - ends[, 2L]), level)
  ends <- quantiles_of(response, predicted, probs)
  lower <- ends[, 1L] - bound
  upper <- ends[, 2L] + bound
  middle <- (lower + upper) / 2
  cbind(fit = center_of(response, predicted), lwr = ifelse(lower > upper, middle, lower),
        upr = ifelse(lower > upper, middle, upper))
}
