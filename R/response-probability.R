# Scores of predicted probabilities: one definition for validation, importance and calibration.
# `prob` is a matrix with a column for each class, `code` the column of the true class of each row.

# As Keras's losses, which bound probabilities by 1e-7.
log_loss_of <- function(prob, code) -mean(log(pmax(of_true_class(prob, code), 1e-7)))

# The sum of squared errors over the classes; of two classes, the squared error of one of them.
brier_of <- function(prob, code) {
  sums <- rowSums(prob^2) - 2 * of_true_class(prob, code) + 1
  mean(sums) / if (ncol(prob) == 2L) 2 else 1
}

of_true_class <- function(prob, code) prob[cbind(seq_along(code), code)]

# By rows of logits.
softmax_of <- function(logits) exp(logits - log_sum_exp(logits))

log_sum_exp <- function(logits) {
  largest <- apply(logits, 1L, max)
  largest + log(rowSums(exp(logits - largest)))
}

# The position of the true class of each row. Numbers are labels, counted from 0, or rows of zeros
# and a one.
class_codes <- function(y, levels, n_classes) {
  if (is.data.frame(y)) y <- if (length(y) == 1L) y[[1]] else as.matrix(y)
  if (is.numeric(y) && NCOL(y) > 1L) {
    code <- max.col(y, "first")
  } else if (is.numeric(y) && is.null(levels)) {
    code <- as.vector(y) + 1
  } else {
    code <- match(as.character(as.vector(y)), levels %||% levels(factor(y)))
  }
  if (anyNA(code) || !all(code %in% seq_len(n_classes))) {
    wrong <- as.vector(y)[!code %in% seq_len(n_classes)]
    abort("`y` must be one of %d classes in each row, and has %s.", n_classes,
          if (anyNA(wrong)) "a missing value" else encodeString(format(wrong[[1]])))
  }
  as.integer(code)
}
