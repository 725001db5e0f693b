# Numbers, of which the mean is predicted, and what all responses of numbers share.

# Numbers are centred and scaled for the network.
scales_of <- function(x, name) {
  x <- as.matrix(x)
  check_numbers_known(x, name)
  scale <- apply(x, 2L, stats::sd, na.rm = TRUE)
  # Of a constant, any other value would be far away.
  scale[is.na(scale) | scale == 0] <- 1
  list(center = unname(colMeans(x, na.rm = TRUE)), scale = unname(scale))
}

check_numbers_known <- function(x, name) {
  if (any(colSums(!is.na(x)) == 0L)) {
    abort("All values of `%s` are missing. Leave it out.", name)
  }
  if (any(is.infinite(x))) {
    abort("`%s` has infinite values in %s. Replace them, or leave these rows out.", name,
          count_of(sum(rowSums(is.infinite(x)) > 0), "row", "rows"))
  }
}

#' @exportS3Method
learned.response_numbers <- function(response, y, name, settings) scales_of(y * 1, name)

#' @exportS3Method
learned_beside.response_numbers <- function(response, y, name, offset) {
  if (response$width > 1L) return(learned_beside.default(response, y, name, offset))
  scales_of(y - offset, name)
}

#' @exportS3Method
network_target.response_numbers <- function(response, y, offset) {
  y <- as.matrix(y) - offset
  unname(sweep(sweep(y, 2L, response$center), 2L, response$scale, `/`))
}

#' @exportS3Method
output_units.response_number <- function(response) response$width

# The offset is added to the output of the model.
#' @exportS3Method
network_output.response_numbers <- function(response, link, offset) link

#' @exportS3Method
model_output.response_numbers <- function(response, output, offset) {
  scaling <- output_scaling(response)
  output <- call_layer(output, "Rescaling", scale = as.list(scaling$scale),
                       offset = as.list(scaling$offset))
  if (is.null(offset)) return(output)
  if (all(scaling$moves == 1)) return(output + offset)
  output + call_layer(lapply(scaling$moves, function(moves) offset * moves), "Concatenate")
}

# How the outputs of the network become those of the model: by `scale` and `offset`, and where the
# offset of a row is added.
output_scaling <- function(response) UseMethod("output_scaling")

#' @exportS3Method
output_scaling.default <- function(response) {
  k <- output_units(response)
  list(scale = rep_len(response$scale, k), offset = rep_len(response$center, k), moves = rep(1, k))
}

#' @exportS3Method
loss_for.response_number <- function(response) "mse"

#' @exportS3Method
metric_for.response_number <- function(response) "mae"

#' @exportS3Method
left_out_errors.response_number <- function(response, y, outputs) {
  if (response$width == 1L) abs(as.vector(y) - outputs[, 1L])
}

# Of several columns each has its own.
#' @exportS3Method
left_out_scores.response_number <- function(response, y, outputs, weights) {
  y <- as.matrix(y)
  width <- response$width
  names <- if (width > 1L) paste0(" of ", response$names %||% seq_len(width)) else ""
  scores <- lapply(seq_len(width), function(i) {
    error <- y[, i] - outputs[, i]
    squared <- mean_score(error^2, weights)
    variance <- stats::weighted.mean((y[, i] - stats::weighted.mean(y[, i], weights))^2, weights)
    rmse <- sqrt(squared[["score"]])
    scores <- rbind(
      # The derivative of the root carries the standard error over.
      RMSE = c(score = rmse, se = squared[["se"]] / (2 * rmse)),
      MAE = mean_score(abs(error), weights),
      `R squared` = c(1 - squared[["score"]] / variance, squared[["se"]] / variance)
    )
    rownames(scores) <- paste0(rownames(scores), names[[i]])
    scores
  })
  do.call(rbind, scores)
}

#' @exportS3Method
response_text.response_number <- function(response) {
  if (response$width == 1L) "a number" else count_of(response$width, "", "numbers")
}

#' @exportS3Method
link_of.response_numbers <- function(response, facts) "identity"

#' @exportS3Method
variance_of.response_number <- function(response, parts) 1

#' @exportS3Method
family_of.response_numbers <- function(response) stats::gaussian()

#' @exportS3Method
drawn.response_number <- function(response, parts) {
  if (is.matrix(parts$fitted)) abort("simulate() is for models with one column of numbers.")
  stats::rnorm(length(parts$fitted), parts$fitted, sqrt(mean((parts$y - parts$fitted)^2)))
}

# Normal, with a variance for each column.
#' @exportS3Method
log_density.response_number <- function(response, parts) {
  errors <- as.matrix(parts$y - parts$fitted)
  sd <- sqrt(colMeans(errors^2))
  rowSums(stats::dnorm(errors, 0, rep(sd, each = nrow(errors)), log = TRUE))
}

#' @exportS3Method
r2_of.response_numbers <- function(response, parts) {
  list(R2 = 1 - sum((parts$y - parts$fitted)^2) / sum(scale(parts$y, scale = FALSE)^2))
}

#' @exportS3Method
center_of.response_number <- function(response, parameters) single_column(parameters)

single_column <- function(predicted) {
  if (is.list(predicted) || NCOL(predicted) != 1L) {
    abort("Intervals are for models with a single column of outputs.")
  }
  as.vector(predicted)
}
