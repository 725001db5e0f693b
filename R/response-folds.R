# Intervals and sets of classes by the errors of rows that several models have left out (CV+ and
# cross-conformal prediction): `errors` are those of the rows, each by the model number `fold` that
# left it out.

# The matrix `fit`, `lwr`, `upr`; `predicted` has a row for each new row and a column for each
# model.
interval_of_folds <- function(errors, fold, predicted, level) {
  rank <- rank_of_bound(length(errors), level)
  errors <- lapply(split(errors, factor(fold, seq_len(ncol(predicted)))), sort)
  upper <- bound_of_folds(errors, predicted, rank)
  lower <- -bound_of_folds(errors, -predicted, rank)
  cbind(fit = rowMeans(predicted), lwr = lower, upr = upper)
}

# Of all sums of a prediction of a new row and an error of the same model, the one at the rank that
# bounds a new one: by bisection, as there may be many rows.
bound_of_folds <- function(errors, predicted, rank) {
  if (rank > sum(lengths(errors))) return(rep(Inf, nrow(predicted)))
  low <- apply(predicted, 1L, min) + min(unlist(errors)) - 1
  high <- apply(predicted, 1L, max) + max(unlist(errors))
  for (step in seq_len(60L)) {
    middle <- (low + high) / 2
    below <- Reduce(`+`, Map(function(errors, k) findInterval(middle - predicted[, k], errors),
                             errors, seq_along(errors)))
    is_enough <- below >= rank
    high <- ifelse(is_enough, middle, high)
    low <- ifelse(is_enough, low, middle)
  }
  high
}

# Which classes are in the set. An error is 1 minus the probability of the true class; `prob` is an
# array of rows, classes and models.
set_of_folds <- function(errors, fold, prob, level) {
  below <- 0
  for (k in seq_len(dim(prob)[[3]])) {
    known <- sort(errors[fold == k])
    below <- below + findInterval(1 - prob[, , k], known, left.open = TRUE)
  }
  mean <- rowMeans(prob, dims = 2L)
  sets <- below < level * (length(errors) + 1) | col(mean) == max.col(mean, "first")
  matrix(sets, nrow(mean), dimnames = dimnames(mean))
}
