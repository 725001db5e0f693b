# Several predictions of the same rows: by the members of an ensemble, or with different dropout.
# `draws` has the rows first and the draws last; between them are classes or columns, if any.

# From answers that have the draws one after the other.
as_draws <- function(answers, n) {
  if (is.matrix(answers) && ncol(answers) == 1L) answers <- answers[, 1L]
  if (is.list(answers) || length(dim(answers)) > 2L) {
    abort("`samples`, members and confidence intervals are for models with one row of outputs.")
  }
  if (!is.matrix(answers)) return(matrix(answers, ncol = n))
  draws <- array(answers, c(nrow(answers) %/% n, n, ncol(answers)))
  named <- array(aperm(draws, c(1L, 3L, 2L)), dim(draws)[c(1L, 3L, 2L)])
  dimnames(named) <- list(NULL, colnames(answers), NULL)
  named
}

mean_of_draws <- function(draws) rowMeans(draws, dims = length(dim(draws)) - 1L)

# `fit`, `lwr` and `upr`: of few draws by Student's distribution, of many by their quantiles.
confidence_of_draws <- function(draws, level, is_few) {
  n <- dim(draws)[[length(dim(draws))]]
  tail <- c(1 - level, 1 + level) / 2
  if (n < 2L) abort("A confidence interval needs at least two draws: increase `samples`.")
  of_row <- function(x) {
    ends <- if (is_few) mean(x) + stats::qt(tail, n - 1) * stats::sd(x)
      else if (anyNA(x)) c(NA, NA) else stats::quantile(x, tail, names = FALSE)
    c(fit = mean(x), lwr = ends[[1]], upr = ends[[2]])
  }
  over <- seq_len(length(dim(draws)) - 1L)
  intervals <- apply(draws, over, of_row)
  aperm(intervals, c(2L, 1L, if (length(over) == 2L) 3L))
}
