# Classes: two of them, several, or in an order. The outputs are probabilities.

as_classes <- function(y) if (is.factor(y)) droplevels(y) else factor(y)

# An ordered factor of two levels is like any other of two.
kind_of_classes <- function(y) {
  n <- nlevels(as_classes(y))
  if (is.ordered(y) && n > 2L) "ordered" else if (n == 2L) "binary" else "classes"
}

#' @exportS3Method
learned.response_classes <- function(response, y, name, settings) {
  levels <- levels(as_classes(y))
  n <- length(levels)
  if (n < 2L) abort("The response `%s` has %d class, but at least 2 are needed.", name, n)
  if (is_response(response, "binary") && n > 2L) {
    abort("`family` is \"binomial\", but the response `%s` has %d classes.", name, n)
  }
  list(levels = levels)
}

#' @exportS3Method
learned_beside.response_binary <- function(response, y, name, offset) list()

#' @exportS3Method
target_of.response_classes <- function(response, y, name) {
  check_known_classes(y, response$levels, sprintf("The response `%s`", name))
  factor(as.character(y), response$levels, ordered = is.ordered(y))
}

check_known_classes <- function(y, known, subject) {
  new <- setdiff(as.character(y), c(known, NA))
  if (length(new) > 0L) {
    abort("%s has the class \"%s\", but the model was trained on %s.", subject, new[[1]],
          in_quotes(known))
  }
}

#' @exportS3Method
network_target.response_classes <- function(response, y, offset) factor_codes(as_classes(y))

#' @exportS3Method
output_units.response_classes <- function(response) length(response$levels)

#' @exportS3Method
output_units.response_binary <- function(response) 1L

#' @exportS3Method
output_units.response_ordered <- function(response) length(response$levels) - 1L

#' @exportS3Method
network_output.response_classes <- function(response, link, offset) {
  call_layer(link, "Activation", activation = "softmax")
}

#' @exportS3Method
network_output.response_binary <- function(response, link, offset) {
  if (!is.null(offset)) link <- link + offset
  call_layer(link, "Activation", activation = "sigmoid")
}

# Each number of the network is the probability of a higher class than the k-th, given that it is
# not lower.
#' @exportS3Method
network_output.response_ordered <- function(response, link, offset) {
  higher <- call_layer(link, "Activation", activation = "sigmoid")
  one <- call_op("ones_like", higher[, 1L, drop = FALSE])
  reached <- call_layer(list(one, call_op("cumprod", higher, axis = 1L)), "Concatenate")
  stops <- call_layer(list(1 - higher, one), "Concatenate")
  reached * stops
}

#' @exportS3Method
loss_for.response_classes <- function(response) "sparse_categorical_crossentropy"

#' @exportS3Method
loss_for.response_binary <- function(response) "binary_crossentropy"

#' @exportS3Method
metric_for.response_classes <- function(response) "accuracy"

#' @exportS3Method
left_out_errors.response_classes <- function(response, y, outputs) {
  prob <- probabilities(outputs, response$levels, are_logits = FALSE)
  1 - of_true_class(prob, match(as.character(y), response$levels))
}

#' @exportS3Method
left_out_scores.response_classes <- function(response, y, outputs, weights) {
  prob <- probabilities(outputs, response$levels, are_logits = FALSE)
  code <- match(as.character(y), response$levels)
  rbind(Accuracy = mean_score(max.col(prob, "first") == code, weights),
        `Log loss` = mean_score(-log(pmax(of_true_class(prob, code), 1e-7)), weights))
}

#' @exportS3Method
response_text.response_classes <- function(response) {
  what <- if (is_response(response, "ordered")) "ordered classes" else "classes"
  paste(what, first_few(response$levels))
}

# ---- Predictions ---------------------------------------------------------------------------------

#' @exportS3Method
link_of.response_classes <- function(response, facts) "log"

#' @exportS3Method
link_of.response_binary <- function(response, facts) "logit"

with_class_names <- function(outputs, levels) {
  if (is.matrix(outputs) && ncol(outputs) > 1L && ncol(outputs) == length(levels)) {
    colnames(outputs) <- levels
  }
  outputs
}

probabilities <- function(outputs, levels, are_logits) {
  check_classes_of_outputs(outputs, levels)
  if (are_logits) {
    if (ncol(outputs) == 1L) outputs <- cbind(0, outputs)
    outputs <- softmax_of(outputs)
  }
  check_probabilities(outputs)
  if (ncol(outputs) == 1L) outputs <- cbind(1 - outputs, outputs)
  colnames(outputs) <- levels
  outputs
}

# The class of each row. A single column is the probability of the second level. Levels of ordered
# factors have the attribute "ordered".
most_likely <- function(outputs, levels) {
  check_classes_of_outputs(outputs, levels)
  if (ncol(outputs) == 1L) check_probabilities(outputs)
  code <- if (ncol(outputs) == 1L) 1L + (outputs[, 1] > 0.5) else max.col(outputs, "first")
  factor(levels[code], levels, ordered = isTRUE(attr(levels, "ordered")))
}

check_classes_of_outputs <- function(outputs, levels) {
  if (!is.matrix(outputs) || max(ncol(outputs), 2L) != length(levels)) {
    abort("The outputs have shape %s, which does not fit %d classes.",
          format_shape(c(NA, dim(outputs)[-1])), length(levels))
  }
}

check_probabilities <- function(outputs) {
  if (any(outputs < 0 | outputs > 1, na.rm = TRUE)) {
    abort("The output is not a probability: it must lie between 0 and 1.")
  }
}

# ---- Statistics ----------------------------------------------------------------------------------

#' @exportS3Method
observed.response_classes <- function(response, y) {
  y <- factor(y)
  value <- outer(as.integer(y), seq_along(levels(y)), `==`) * 1
  colnames(value) <- levels(y)
  value
}

#' @exportS3Method
observed.response_binary <- function(response, y) as.integer(factor(y)) - 1

#' @exportS3Method
variance_of.response_classes <- function(response, parts) parts$fitted * (1 - parts$fitted)

#' @exportS3Method
family_of.response_binary <- function(response) stats::binomial()

#' @exportS3Method
drawn.response_classes <- function(response, parts) {
  levels <- response$levels
  factor(levels[drawn_columns(parts$fitted)], levels)
}

#' @exportS3Method
drawn.response_binary <- function(response, parts) {
  levels <- response$levels
  factor(levels[1L + stats::rbinom(length(parts$fitted), 1L, parts$fitted)], levels)
}

# A column for each row, with the probabilities of the matrix.
drawn_columns <- function(prob) {
  max.col(log(prob) - log(-log(matrix(stats::runif(length(prob)), nrow(prob)))))
}

#' @exportS3Method
log_density.response_classes <- function(response, parts) log(rowSums(parts$y * parts$fitted))

#' @exportS3Method
log_density.response_binary <- function(response, parts) {
  stats::dbinom(parts$y, 1L, parts$fitted, log = TRUE)
}

# 1 minus the ratio of log-likelihoods (McFadden, 1974).
#' @exportS3Method
r2_of.response_classes <- function(response, parts) {
  shares <- colMeans(parts$y)
  least <- sum(log(shares[shares > 0]) * colSums(parts$y)[shares > 0])
  list(R2_McFadden = 1 - sum(log_density(response, parts)) / least)
}

# The difference of the mean probabilities (Tjur, 2009).
#' @exportS3Method
r2_of.response_binary <- function(response, parts) {
  list(R2_Tjur = mean(parts$fitted[parts$y == 1]) - mean(parts$fitted[parts$y == 0]))
}

# ---- Sets of classes -----------------------------------------------------------------------------

#' @exportS3Method
type_of_intervals.response_classes <- function(response) "prob"

#' @exportS3Method
conformal_scores.response_classes <- function(response, y, predicted, sizes) {
  codes <- match(as.character(y), colnames(predicted))
  list(scores = 1 - predicted[cbind(seq_along(codes), codes)])
}

#' @exportS3Method
conformal_interval.response_classes <- function(response, predicted, calibration, level, sizes) {
  likeliest <- max.col(predicted, "first")
  1 - predicted <= bound_of(calibration$scores, level) | col(predicted) == likeliest
}
