# Intervals and sets by the errors of rows that several models have left out.

test_that("the ends of an interval are at the rank of all sums of predictions and errors", {
  set.seed(1)
  errors <- abs(rnorm(47))
  fold <- sample(4, 47, TRUE)
  predicted <- matrix(rnorm(24), 6)
  for (level in c(0.5, 0.8, 0.95)) {
    interval <- interval_of_folds(errors, fold, predicted, level)
    rank <- ceiling(48 * level)
    upper <- apply(predicted, 1, function(p) sort(p[fold] + errors)[rank])
    lower <- apply(predicted, 1, function(p) -sort(errors - p[fold])[rank])
    expect_equal(interval, cbind(fit = rowMeans(predicted), lwr = lower, upr = upper))
  }
  expect_warning(wide <- interval_of_folds(errors, fold, predicted, 0.99), "needs 99 rows")
  expect_identical(wide[, "upr"], rep(Inf, 6))
})

test_that("a class is in the set if few rows were predicted as badly", {
  set.seed(1)
  errors <- runif(30)
  fold <- rep(1:3, 10)
  prob <- array(runif(2 * 3 * 3), c(2, 3, 3), list(NULL, letters[1:3], NULL))
  sets <- set_of_folds(errors, fold, prob, 0.7)
  for (i in 1:2) {
    for (class in 1:3) {
      below <- sum(errors < 1 - prob[i, class, fold])
      best <- which.max(rowMeans(prob[i, , ])) == class
      expect_identical(sets[[i, class]], below < 0.7 * 31 || best)
    }
  }
  expect_identical(colnames(sets), letters[1:3])
})
