# A normal distribution: `family = "location_scale"`, loss_gaussian_nll(). The outputs are the mean
# and the logarithm of the standard deviation.

# The least standard deviation: that of the response is 1.
least_log_sd <- log(1e-3)

#' @exportS3Method
output_units.response_gaussian <- function(response) 2L

#' @exportS3Method
network_output.response_gaussian <- function(response, link, offset) {
  log_sd <- call_op("maximum", link[, 2L, drop = FALSE], least_log_sd)
  call_layer(list(link[, 1L, drop = FALSE], log_sd), "Concatenate")
}

#' @exportS3Method
output_scaling.response_gaussian <- function(response) {
  list(scale = c(response$scale, 1), offset = c(response$center, log(response$scale)),
       moves = c(1, 0))
}

#' @exportS3Method
loss_for.response_gaussian <- function(response) loss_gaussian_nll()

#' @exportS3Method
response_text.response_gaussian <- function(response) "the mean and standard deviation of a number"

#' @exportS3Method
parameters_of.response_gaussian <- function(response, outputs) {
  outputs <- matrix_of_parameters(outputs, 2L)
  outputs[, 2L] <- exp(outputs[, 2L])
  colnames(outputs) <- c("mean", "sd")
  outputs
}

#' @exportS3Method
center_of.response_gaussian <- function(response, parameters) unname(parameters[, 1L])

#' @exportS3Method
spread_of.response_gaussian <- function(response, parameters) parameters[, 2L]

#' @exportS3Method
quantile_of.response_gaussian <- function(response, parameters, p) {
  stats::qnorm(p, parameters[, 1L], parameters[, 2L])
}

#' @exportS3Method
drawn.response_gaussian <- function(response, parts) {
  parameters <- parts$parameters
  stats::rnorm(nrow(parameters), parameters[, 1L], parameters[, 2L])
}

#' @exportS3Method
log_density.response_gaussian <- function(response, parts) {
  stats::dnorm(as.vector(parts$y), parts$parameters[, 1L], parts$parameters[, 2L], log = TRUE)
}

#' @exportS3Method
size_of_errors.response_gaussian <- function(response, predicted) as.vector(predicted[, 2L])

# The variance of the members' means is computed around their mean, which loses no digits.
#' @exportS3Method
pooled_output.response_gaussian <- function(response, outputs) {
  n <- outputs[[1]]$shape[[2]] %/% 2L
  means <- lapply(outputs, function(x) x[, seq_len(n), drop = FALSE])
  variances <- lapply(outputs, function(x) op_exp(2 * x[, n + seq_len(n), drop = FALSE]))
  mean <- mean_of_tensors(means)
  between <- mean_of_tensors(lapply(means, function(x) op_square(x - mean)))
  layer_concatenate(list(mean, op_log(mean_of_tensors(variances) + between) * 0.5))
}
