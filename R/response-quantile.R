# Quantiles: `family = "quantile"`, loss_quantile(). The outputs are those of `probs`.

#' @exportS3Method
output_units.response_quantile <- function(response) length(response$probs)

# The lowest, and the steps between them, which are positive. They begin as those of a normal
# distribution.
#' @exportS3Method
network_output.response_quantile <- function(response, link, offset) {
  n <- length(response$probs)
  start <- stats::qnorm(response$probs)
  lowest <- link[, 1L, drop = FALSE] + start[[1]]
  if (n == 1L) return(lowest)
  # The inverse of softplus.
  steps <- call_layer(link[, 2:n, drop = FALSE], "Rescaling", scale = 1,
                      offset = as.list(log(expm1(diff(start)))))
  parts <- call_layer(list(lowest, call_op("softplus", steps)), "Concatenate")
  call_op("cumsum", parts, axis = 1L)
}

#' @exportS3Method
loss_for.response_quantile <- function(response) loss_quantile(probs = response$probs)

#' @exportS3Method
left_out_scores.response_quantile <- function(response, y, outputs, weights) {
  error <- as.vector(y) - outputs
  probs <- rep(response$probs, each = nrow(outputs))
  rbind(`Quantile loss` = mean_score(rowMeans(pmax(probs * error, (probs - 1) * error)), weights))
}

#' @exportS3Method
response_text.response_quantile <- function(response) {
  paste(count_of(length(response$probs), "quantile", "quantiles"), "of a number")
}

#' @exportS3Method
parameters_of.response_quantile <- function(response, outputs) {
  outputs <- matrix_of_parameters(outputs, length(response$probs))
  colnames(outputs) <- quantile_names(response$probs)
  outputs
}

#' @exportS3Method
center_of.response_quantile <- function(response, parameters) {
  unname(interpolated(parameters, response$probs, nearest_probs(response, 0.5)))
}

#' @exportS3Method
spread_of.response_quantile <- function(response, parameters) {
  abort("The model predicts quantiles, which have no standard deviation.")
}

#' @exportS3Method
quantile_of.response_quantile <- function(response, parameters, p) {
  interpolated(parameters, response$probs, p)
}

# Between the quantiles of a row the distribution function is linear. Beyond them it is not known.
#' @exportS3Method
drawn.response_quantile <- function(response, parts) {
  probs <- response$probs
  if (length(probs) < 2L) abort("simulate() needs at least two quantiles: train with more `probs`.")
  p <- stats::runif(nrow(parts$parameters))
  interpolated(parts$parameters, probs, nearest_probs(response, p))
}

#' @exportS3Method
log_density.response_quantile <- function(response, parts) {
  abort(c("The model predicts quantiles, which have no likelihood. Use the families",
          "\"location_scale\" or \"mixture\" of tabular()."))
}

# Of one probability, or of one for each row, interpolated between the quantiles of the model.
interpolated <- function(parameters, probs, p) {
  outside <- p[p < probs[[1]] - 1e-9 | p > probs[[length(probs)]] + 1e-9]
  if (length(outside) > 0L) {
    abort(c("The model has quantiles from %s to %s, and none for %s. Train it with further",
            "`probs`, or calibrate its intervals with conformal()."), format(probs[[1]]),
          format(probs[[length(probs)]]), format(outside[[1]]))
  }
  at <- rep_len(pmax(findInterval(p + 1e-9, probs), 1L), nrow(parameters))
  upper <- pmin(at + 1L, length(probs))
  share <- ifelse(upper == at, 0, pmax(p - probs[at], 0) / (probs[upper] - probs[at]))
  rows <- seq_len(nrow(parameters))
  (1 - share) * parameters[cbind(rows, at)] + share * parameters[cbind(rows, upper)]
}
