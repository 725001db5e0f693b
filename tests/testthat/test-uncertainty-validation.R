# predict() of a cross-validation: CV+.

mean_of <- function(data) mean(data$y)
predict_mean <- function(model, new) rep(model, nrow(new))

validated <- function(data, model_fn = mean_of, folds = 3, ...) {
  cross_validate(model_fn, data, folds, response = "y", predict_fn = predict_mean,
                 keep_models = TRUE, ...)
}

test_that("the ends of intervals are the values of the definition", {
  data <- data.frame(y = c(1, 5, 2, 8, 4, 10, 3, 7, 6))
  fold <- rep(1:3, each = 3)
  found <- validated(data, folds = fold)
  mu <- sapply(1:3, function(k) mean(data$y[fold != k]))
  expect_equal(unlist(found$models, use.names = FALSE), mu)
  error <- abs(data$y - mu[fold])
  new <- data.frame(x = 1:2)
  for (alpha in c(0.1, 0.2, 0.5)) {
    expected <- c(sort(mu[fold] - error)[floor(alpha * 10 + 1e-9)],
                  sort(mu[fold] + error)[ceiling((1 - alpha) * 10 - 1e-9)])
    interval <- predict(found, new, interval = "prediction", level = 1 - alpha)
    expect_equal(interval[1, ], c(fit = mean(mu), lwr = expected[[1]], upr = expected[[2]]))
  }
  expect_warning(wide <- predict(found, new, "prediction", level = 0.95), "needs 19 rows")
  expect_equal(wide[2, c("lwr", "upr")], c(lwr = -Inf, upr = Inf))
  expect_equal(predict(found, new), rep(mean(mu), 2))
})

test_that("intervals contain the response as often as `level`", {
  set.seed(1)
  share <- replicate(300, {
    data <- data.frame(x = rnorm(30))
    data$y <- data$x + rnorm(30)
    found <- cross_validate(function(data) stats::lm(y ~ x, data), data[-30, ], keep_models = TRUE)
    interval <- predict(found, data[30, ], interval = "prediction", level = 0.8)
    interval[, "lwr"] <= data$y[30] && data$y[30] <= interval[, "upr"]
  })
  # The standard deviation is 0.023.
  expect_gt(mean(share), 0.8 - 0.06)
  expect_lt(mean(share), 0.8 + 0.09)
})

test_that("sets of classes have the classes whose scores are not too large", {
  data <- data.frame(y = factor(rep(c("a", "b", "c"), c(12, 6, 2))))
  shares <- function(data) prop.table(table(data$y))
  predict_shares <- function(model, new) {
    matrix(model, nrow(new), 3, byrow = TRUE, dimnames = list(NULL, names(model)))
  }
  fold <- rep(1:2, 10)
  found <- cross_validate(shares, data, fold, response = "y", predict_fn = predict_shares,
                          keep_models = TRUE)
  p <- t(sapply(1:2, function(k) shares(data[fold != k, , drop = FALSE])))
  own <- 1 - p[cbind(fold, as.integer(data$y))]
  for (level in c(0.5, 0.8, 0.96)) {
    expected <- sapply(1:3, function(class) sum(own < 1 - p[fold, class]) < level * 21)
    expected[[1]] <- TRUE
    sets <- predict(found, data[1:2, , drop = FALSE], interval = "prediction", level = level)
    expect_identical(sets, rbind(expected, expected, deparse.level = 0),
                     ignore_attr = TRUE)
    expect_identical(colnames(sets), c("a", "b", "c"))
  }
  expect_equal(predict(found, data[1, , drop = FALSE])[1, ], colMeans(p), ignore_attr = TRUE)
})

test_that("models of Keras are kept, also those of other processes", {
  skip_if_not(on_tensorflow())
  skip_if_not_installed("callr")
  set.seed(1)
  of <- function(workers) {
    set.seed(1)
    cross_validate(function(data) tabular(Species ~ ., data, epochs = 3), iris, folds = 2,
                   keep_models = TRUE, workers = workers)
  }
  here <- of(1)
  sets <- predict(here, iris[c(1, 51, 101), ], interval = "prediction", level = 0.9)
  expect_identical(dim(sets), c(3L, 3L))
  expect_equal(rowSums(predict(here, iris[1:5, ])), rep(1, 5), tolerance = 1e-5)
  expect_equal(predict(of(2), iris), predict(here, iris), tolerance = 1e-3)
})

test_that("what has no intervals is an error", {
  data <- data.frame(y = 1:9)
  expect_error(predict(cross_validate(mean_of, data, response = "y", predict_fn = predict_mean),
                       data), "keep_models = TRUE")
  expect_error(predict(validated(data, repeats = 2), data, "prediction"), "exactly one fold")
  expect_error(predict(validated(data, folds = list(1:3, 4:6)), data, "prediction"),
               "exactly one fold")
  expect_error(predict(validated(data), 1:3), "`newdata` must be a data frame")
  expect_error(predict(validated(data), data, "confidence"), "`interval`")
  expect_error(predict(validated(data), data, level = 90), "`level`")
})
