# A mixture of normal distributions: `family = "mixture"`, loss_gaussian_mixture_nll(). The outputs
# are the logits of the weights, the means, and the logarithms of the standard deviations.

#' @exportS3Method
output_units.response_mixture <- function(response) 3L * response$components

# Of the columns of a matrix or tensor the `i`-th `k`.
part_of <- function(x, i, k) x[, (i - 1L) * k + seq_len(k), drop = FALSE]

# The means begin apart.
#' @exportS3Method
network_output.response_mixture <- function(response, link, offset) {
  k <- response$components
  start <- stats::qnorm((seq_len(k) - 0.5) / k)
  means <- call_layer(part_of(link, 2L, k), "Rescaling", scale = 1, offset = as.list(start))
  log_sd <- call_op("maximum", part_of(link, 3L, k), least_log_sd)
  call_layer(list(part_of(link, 1L, k), means, log_sd), "Concatenate")
}

#' @exportS3Method
output_scaling.response_mixture <- function(response) {
  each <- function(x) rep(x, each = response$components)
  list(scale = each(c(1, response$scale, 1)),
       offset = each(c(0, response$center, log(response$scale))), moves = each(c(0, 1, 0)))
}

#' @exportS3Method
loss_for.response_mixture <- function(response) {
  loss_gaussian_mixture_nll(components = response$components)
}

#' @exportS3Method
response_text.response_mixture <- function(response) {
  sprintf("a mixture of %s", count_of(response$components, "normal distribution",
                                      "normal distributions"))
}

# The mixture of an ensemble has the components of all members.
#' @exportS3Method
parameters_of.response_mixture <- function(response, outputs) {
  outputs <- as.matrix(outputs)
  n <- ncol(outputs) %/% 3L
  outputs <- matrix_of_parameters(outputs, 3L * if (ncol(outputs) %% 3L == 0L) n else 1L)
  outputs[, seq_len(n)] <- softmax_of(outputs[, seq_len(n), drop = FALSE])
  outputs[, 2L * n + seq_len(n)] <- exp(outputs[, 2L * n + seq_len(n)])
  colnames(outputs) <- paste0(rep(c("weight_", "mean_", "sd_"), each = n), seq_len(n))
  outputs
}

# list(weight, mean, sd), each a matrix with a column for each component.
components_of <- function(parameters) {
  n <- ncol(parameters) %/% 3L
  list(weight = part_of(parameters, 1L, n), mean = part_of(parameters, 2L, n),
       sd = part_of(parameters, 3L, n))
}

#' @exportS3Method
center_of.response_mixture <- function(response, parameters) {
  parts <- components_of(parameters)
  unname(rowSums(parts$weight * parts$mean))
}

#' @exportS3Method
spread_of.response_mixture <- function(response, parameters) {
  parts <- components_of(parameters)
  moment <- rowSums(parts$weight * (parts$sd^2 + parts$mean^2))
  sqrt(pmax(moment - center_of(response, parameters)^2, 0))
}

# By bisection, between the lowest and the highest quantile of a component.
#' @exportS3Method
quantile_of.response_mixture <- function(response, parameters, p) {
  parts <- components_of(parameters)
  ends <- stats::qnorm(p, parts$mean, parts$sd)
  low <- apply(ends, 1L, min)
  high <- apply(ends, 1L, max)
  for (step in seq_len(60L)) {
    middle <- (low + high) / 2
    is_below <- rowSums(parts$weight * stats::pnorm(middle, parts$mean, parts$sd)) < p
    is_below[is.na(is_below)] <- FALSE
    low <- ifelse(is_below, middle, low)
    high <- ifelse(is_below, high, middle)
  }
  (low + high) / 2
}

#' @exportS3Method
drawn.response_mixture <- function(response, parts) {
  parts <- components_of(parts$parameters)
  chosen <- cbind(seq_len(nrow(parts$weight)), drawn_columns(parts$weight))
  stats::rnorm(nrow(chosen), parts$mean[chosen], parts$sd[chosen])
}

#' @exportS3Method
log_density.response_mixture <- function(response, parts) {
  of <- components_of(parts$parameters)
  log_sum_exp(log(of$weight) + stats::dnorm(as.vector(parts$y), of$mean, of$sd, log = TRUE))
}

# The record of a response with the components of `n` members.
of_members <- function(record, n) {
  if (!is.null(record$head$components)) record$head$components <- n * record$head$components
  record
}

#' @exportS3Method
pooled_output.response_mixture <- function(response, outputs) {
  n <- outputs[[1]]$shape[[2]] %/% 3L
  logits <- lapply(outputs, function(x) op_log_softmax(part_of(x, 1L, n)))
  layer_concatenate(c(logits, lapply(outputs, part_of, 2L, n), lapply(outputs, part_of, 3L, n)))
}
