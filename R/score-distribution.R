# Distributions of the response that a model predicts. A head is list(kind, probs, components);
# `parameters` is a matrix with a row for each sample.

# As named columns, from the outputs of the model.
parameters_of <- function(outputs, head) {
  outputs <- as.matrix(outputs)
  # The mixture of an ensemble has the components of all members.
  expected <- switch(head$kind, poisson = 1L, gaussian = 2L, quantile = length(head$probs),
                     mixture = if (ncol(outputs) %% 3L == 0L) ncol(outputs) else 3L)
  if (ncol(outputs) != expected) {
    abort("The model has %d output columns, but its loss is for %d. %s", ncol(outputs), expected,
          "Quantiles and intervals are for one response.")
  }
  switch(head$kind,
    poisson = colnames(outputs) <- "mean",
    gaussian = {
      outputs[, 2L] <- exp(outputs[, 2L])
      colnames(outputs) <- c("mean", "sd")
    },
    quantile = colnames(outputs) <- quantile_names(head$probs),
    mixture = outputs <- mixture_parameters(outputs, ncol(outputs) %/% 3L)
  )
  outputs
}

quantile_names <- function(probs) {
  paste0(format(100 * probs, trim = TRUE, drop0trailing = TRUE), "%")
}

mixture_parameters <- function(outputs, n) {
  outputs[, seq_len(n)] <- softmax_of(outputs[, seq_len(n), drop = FALSE])
  outputs[, 2L * n + seq_len(n)] <- exp(outputs[, 2L * n + seq_len(n)])
  colnames(outputs) <- paste0(rep(c("weight_", "mean_", "sd_"), each = n), seq_len(n))
  outputs
}

# list(weight, mean, sd), each a matrix with a column for each component.
components_of <- function(parameters, head) {
  if (head$kind == "gaussian") {
    return(list(weight = matrix(1, nrow(parameters), 1L), mean = parameters[, 1L, drop = FALSE],
                sd = parameters[, 2L, drop = FALSE]))
  }
  n <- ncol(parameters) %/% 3L
  part <- function(i) parameters[, (i - 1L) * n + seq_len(n), drop = FALSE]
  list(weight = part(1L), mean = part(2L), sd = part(3L))
}

# Of quantiles the median, or the quantile that is nearest to it.
center_of <- function(parameters, head) {
  unname(switch(head$kind,
    poisson = , gaussian = parameters[, 1L],
    quantile = interpolated(parameters, head$probs, within(0.5, head)),
    mixture = {
      parts <- components_of(parameters, head)
      rowSums(parts$weight * parts$mean)
    }
  ))
}

spread_of <- function(parameters, head) {
  switch(head$kind,
    poisson = sqrt(parameters[, 1L]), gaussian = parameters[, 2L],
    mixture = {
      parts <- components_of(parameters, head)
      moment <- rowSums(parts$weight * (parts$sd^2 + parts$mean^2))
      sqrt(pmax(moment - center_of(parameters, head)^2, 0))
    },
    abort("The model predicts quantiles, which have no standard deviation.")
  )
}

# The nearest probabilities that the model has quantiles of.
within <- function(probs, head) {
  if (head$kind == "quantile") pmin(pmax(probs, min(head$probs)), max(head$probs)) else probs
}

# A matrix with a column for each of `probs`. Between the quantiles of a model they are
# interpolated.
quantiles_of <- function(parameters, head, probs) {
  columns <- lapply(probs, function(p) {
    switch(head$kind,
      poisson = stats::qpois(p, parameters[, 1L]),
      gaussian = stats::qnorm(p, parameters[, 1L], parameters[, 2L]),
      quantile = interpolated(parameters, head$probs, p),
      mixture = mixture_quantile(components_of(parameters, head), p)
    )
  })
  matrix(unlist(columns), nrow(parameters), dimnames = list(NULL, quantile_names(probs)))
}

# Of one probability, or of one for each row.
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

# By bisection, between the lowest and the highest quantile of a component.
mixture_quantile <- function(parts, p) {
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

# The logarithm of the density of each response.
log_density <- function(y, parameters, head) {
  if (head$kind == "poisson") return(stats::dpois(y, parameters[, 1L], log = TRUE))
  if (head$kind == "quantile") {
    abort(c("The model predicts quantiles, which have no likelihood. Use the families",
            "\"location_scale\" or \"mixture\" of tabular()."))
  }
  parts <- components_of(parameters, head)
  log_sum_exp(log(parts$weight) + stats::dnorm(as.vector(y), parts$mean, parts$sd, log = TRUE))
}

# One response for each row.
drawn_from <- function(parameters, head) {
  n <- nrow(parameters)
  if (head$kind == "poisson") return(stats::rpois(n, parameters[, 1L]))
  if (head$kind == "quantile") return(drawn_quantiles(parameters, head$probs))
  parts <- components_of(parameters, head)
  chosen <- cbind(seq_len(n), if (ncol(parts$weight) == 1L) 1L else drawn_columns(parts$weight))
  stats::rnorm(n, parts$mean[chosen], parts$sd[chosen])
}

# Between the quantiles of a row the distribution function is linear. Beyond them it is not known.
drawn_quantiles <- function(parameters, probs) {
  if (length(probs) < 2L) abort("simulate() needs at least two quantiles: train with more `probs`.")
  p <- stats::runif(nrow(parameters))
  interpolated(parameters, probs, pmin(pmax(p, min(probs)), max(probs)))
}

# A column for each row, with the probabilities of the matrix.
drawn_columns <- function(prob) {
  max.col(log(prob) - log(-log(matrix(stats::runif(length(prob)), nrow(prob)))))
}
