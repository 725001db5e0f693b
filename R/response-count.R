# Counts, with a Poisson distribution: `family = "poisson"`. The output is the mean.

# The network begins at the mean.
#' @exportS3Method
learned.response_count <- function(response, y, name, settings) {
  if (NCOL(y) > 1L || any(y < 0 | y != trunc(y), na.rm = TRUE)) {
    abort("`family` is \"poisson\", but the response `%s` is not one column of counts.", name)
  }
  list(center = log(max(mean(y, na.rm = TRUE), 1e-3)))
}

#' @exportS3Method
learned_beside.response_count <- function(response, y, name, offset) {
  list(center = response$center - log(mean(exp(offset))))
}

#' @exportS3Method
network_target.response_count <- function(response, y, offset) as_column(y)

#' @exportS3Method
output_units.response_count <- function(response) 1L

#' @exportS3Method
network_output.response_count <- function(response, link, offset) {
  link <- link + response$center
  if (!is.null(offset)) link <- link + offset
  call_layer(link, "Activation", activation = "exponential")
}

#' @exportS3Method
loss_for.response_count <- function(response) "poisson"

#' @exportS3Method
metric_for.response_count <- function(response) "mae"

#' @exportS3Method
left_out_scores.response_count <- function(response, y, outputs, weights) {
  parts <- list(y = as.vector(y), fitted = outputs[, 1L])
  rbind(`Mean deviance` = mean_score(unit_deviance(response, parts$y, parts$fitted), weights),
        MAE = mean_score(abs(parts$y - parts$fitted), weights))
}

#' @exportS3Method
response_text.response_count <- function(response) "a count"

#' @exportS3Method
point_of.response_count <- function(response, outputs, levels) outputs

#' @exportS3Method
link_of.response_count <- function(response, facts) "log"

#' @exportS3Method
parameters_of.response_count <- function(response, outputs) {
  outputs <- matrix_of_parameters(outputs, 1L)
  colnames(outputs) <- "mean"
  outputs
}

#' @exportS3Method
center_of.response_count <- function(response, parameters) unname(parameters[, 1L])

#' @exportS3Method
spread_of.response_count <- function(response, parameters) sqrt(parameters[, 1L])

#' @exportS3Method
quantile_of.response_count <- function(response, parameters, p) stats::qpois(p, parameters[, 1L])

#' @exportS3Method
variance_of.response_count <- function(response, parts) parts$fitted

#' @exportS3Method
family_of.response_count <- function(response) stats::poisson()

#' @exportS3Method
drawn.response_count <- function(response, parts) stats::rpois(length(parts$fitted), parts$fitted)

#' @exportS3Method
log_density.response_count <- function(response, parts) {
  stats::dpois(parts$y, parts$fitted, log = TRUE)
}

# 1 minus the share of the deviance (Cameron and Windmeijer, 1996).
#' @exportS3Method
r2_of.response_count <- function(response, parts) {
  y <- parts$y
  list(R2 = 1 - sum(unit_deviance(response, y, parts$fitted)) /
         sum(unit_deviance(response, y, rep(mean(y), length(y)))))
}

#' @exportS3Method
size_of_errors.response_count <- function(response, predicted) sqrt(center_of(response, predicted))

#' @exportS3Method
least_of.response_count <- function(response) 0
