# conformal() and predict(interval = "prediction").
skip_if_not(on_tensorflow())

# A model that is not trained: its errors are those of the data, so that the bounds are known.
same <- function() {
  input <- keras_input(1, name = "x")
  model <- keras_model(input, layer_rescaling(input, 1))
  compile(model, "sgd", "mse")
  model
}

test_that("the bound is the score of its rank", {
  model <- same()
  expect_identical(withVisible(conformal(model, numeric(9), 1:9))$visible, FALSE)
  interval <- function(level) predict(model, c(10, 20), interval = "prediction", level = level)
  expect_equal(interval(0.8), cbind(fit = c(10, 20), lwr = c(2, 12), upr = c(18, 28)))
  expect_equal(interval(0.9)[1, ], c(fit = 10, lwr = 1, upr = 19))
  expect_warning(wide <- interval(0.95), "0.95 needs 19 rows of calibration, but there are 9")
  expect_equal(wide[1, ], c(fit = 10, lwr = -Inf, upr = Inf))
  expect_equal(interval(0.05)[1, ], c(fit = 10, lwr = 9, upr = 11))
})

test_that("intervals contain the response with the probability that is asked for", {
  model <- same()
  set.seed(1)
  found <- replicate(400, {
    conformal(model, numeric(19), rexp(19))
    bound <- predict(model, 0, interval = "prediction", level = 0.9)[, "upr"]
    rexp(1) <= bound
  })
  # 0.9 is exact for 19 scores; the standard deviation is 0.015.
  expect_gt(mean(found), 0.9 - 0.05)
  expect_lt(mean(found), 0.9 + 0.05)
})

test_that("the sizes of errors make the intervals wide or narrow", {
  model <- same()
  x <- c(1, 2, 3, 4)
  conformal(model, x, x + c(0.5, 1, 1.5, 2), scale = function(x) x)
  expect_equal(predict(model, c(1, 8), interval = "prediction", level = 0.5),
               cbind(fit = c(1, 8), lwr = c(0.5, 4), upr = c(1.5, 12)), tolerance = 1e-6)
  conformal(model, x, x + 1, scale = same())
  expect_equal(predict(model, 2, interval = "prediction", level = 0.7)[, "upr"], 4,
               ignore_attr = TRUE)
  expect_error(conformal(model, x, x, scale = function(x) x - 2), "positive numbers")
})

test_that("classes have sets, counts have intervals from 0", {
  set_random_seed(1)
  rows <- sample(150)
  model <- tabular(Species ~ ., iris[rows[1:90], ], epochs = 30)
  conformal(model, iris[rows[91:130], ])
  sets <- predict(model, newdata = iris[rows[131:150], ], interval = "prediction", level = 0.9)
  expect_type(sets, "logical")
  expect_identical(dimnames(sets), list(as.character(rows[131:150]), levels(iris$Species)))
  expect_gte(min(rowSums(sets)), 1)
  likely <- predict(model, newdata = iris[rows[131:150], ], type = "class")
  expect_true(all(sets[cbind(1:20, as.integer(likely))]))
  counts <- tabular(carb ~ wt, mtcars, epochs = 3, family = "poisson", calibration_split = 0.3)
  interval <- predict(counts, mtcars, interval = "prediction", level = 0.8)
  expect_identical(dimnames(interval), list(rownames(mtcars), c("fit", "lwr", "upr")))
  expect_gte(min(interval[, "lwr"]), 0)
  half <- (interval[, "upr"] - interval[, "fit"]) / sqrt(interval[, "fit"])
  expect_equal(half, rep(half[[1]], 32), tolerance = 1e-5, ignore_attr = TRUE)
})

test_that("tabular() sets rows aside that it neither trains on nor scales by", {
  set.seed(1)
  data <- data.frame(x = c(rep(0, 50), 1:50), y = 1:100)
  model <- tabular(y ~ x, data, epochs = 2, calibration_split = 0.4)
  expect_identical(nobs(model), 60L)
  expect_length(memory_of(model)$conformal$scores, 40)
  kept <- model.frame(model)
  known <- memory_of(model)$trained$formula
  expect_equal(known$table$x$center, median(kept$x))
  expect_equal(known$targets$y$center, mean(kept$y))
  saved <- withr::local_tempfile()
  saveRDS(model, saved)
  expect_equal(predict(readRDS(saved), data, interval = "prediction", level = 0.8),
               predict(model, data, interval = "prediction", level = 0.8))
  fit(model, list(x = data$x), data$y, epochs = 1, verbose = 0)
  expect_error(predict(model, data["x"], interval = "prediction"), "call conformal\\(")
})

test_that("what cannot have intervals is an error", {
  model <- same()
  expect_error(predict(model, 1, interval = "prediction"), "calibration_split")
  expect_error(conformal(model, 1:3), "`y` is missing")
  expect_error(conformal(model, 1:3, matrix(1, 3, 2)), "one column of numbers")
  expect_error(conformal(model, c(1, NA), c(1, 2)), "1 row is without a prediction")
  expect_error(conformal(model, 1:3, 1:2), "2 rows")
  conformal(model, 1:3, 1:3)
  expect_error(predict(model, 1, interval = "prediction", level = 95), "between 0 and 1")
  expect_error(predict(model, 1, interval = "confidence"), "has no members")
  expect_error(predict(model, 1, interval = "tolerance"), "`interval` must be one of")
})

# Its outputs are its inputs: the parameters of a distribution.
distribution <- function(loss, width) {
  input <- keras_input(width, name = "x")
  compile(keras_model(input, layer_rescaling(input, 1)), "sgd", loss)
}

test_that("errors of a normal distribution are divided by the predicted standard deviation", {
  model <- distribution(loss_gaussian_nll(), 2)
  x <- cbind(0, log(c(1, 2, 4, 8)))
  conformal(model, x, c(1, -4, 12, 32))
  expect_equal(predict(model, x[2, , drop = FALSE], interval = "prediction", level = 0.6),
               cbind(fit = 0, lwr = -6, upr = 6), tolerance = 1e-5)
  expect_error(conformal(model, x, 1:4, scale = function(x) x), "`scale` is for numbers")
  expect_error(conformal(model, x, 1:3), "3 rows")
})

test_that("intervals of quantiles are made wider or narrower", {
  model <- distribution(loss_quantile(probs = c(0.05, 0.5, 0.95)), 3)
  x <- cbind(c(0, 0, 0, 0), 1, c(2, 4, 6, 8))
  # Outside by 1, 2, 3 and inside by 1.
  conformal(model, x, c(3, -2, 9, 7))
  new <- rbind(c(0, 1, 4), c(10, 10.5, 11))
  of <- function(level) predict(model, new, interval = "prediction", level = level)
  expect_warning(wide <- of(0.9), "needs 9 rows")
  expect_equal(wide[, "upr"], c(Inf, Inf))
  # The model has no wider quantiles; the largest score is 3.
  conformal(model, x[rep(1:4, 10), ], rep(c(3, -2, 9, 7), 10))
  wide <- of(0.96)
  expect_equal(wide[, c("lwr", "upr")], cbind(lwr = c(-3, 7), upr = c(7, 14)), tolerance = 1e-5)
  # All responses lie well inside.
  conformal(model, x[rep(4, 20), ], rep(4, 20))
  narrow <- of(0.9)
  expect_equal(narrow[1, "lwr"], narrow[1, "upr"], ignore_attr = TRUE)
  expect_error(conformal(model, x, c(1, 2, 3, NA)), "1 row is without")
})

test_that("the calibrated intervals of a distribution that is wrong have the coverage", {
  set.seed(1)
  n <- 1000
  scale <- runif(n, 0.5, 2)
  x <- cbind(0, log(scale / 5))
  y <- rnorm(n) * scale
  model <- distribution(loss_gaussian_nll(), 2)
  covered <- function(rows) {
    found <- predict(model, x[rows, ], interval = "prediction", level = 0.9)
    mean(found[, "lwr"] <= y[rows] & y[rows] <= found[, "upr"])
  }
  expect_lt(covered(501:1000), 0.5)
  conformal(model, x[1:500, ], y[1:500])
  expect_gt(covered(501:1000), 0.87)
  expect_lt(covered(501:1000), 0.93)
})

test_that("counts have intervals of the Poisson distribution without calibration", {
  model <- tabular(carb ~ wt, mtcars, epochs = 3, family = "poisson")
  found <- predict(model, interval = "prediction", level = 0.8)
  expect_equal(found[, "lwr"], qpois(0.1, predict(model)))
  expect_equal(predict(model, type = "quantile", probs = 0.9)[, 1], found[, "upr"])
})

test_that("scores of files of earlier versions, with their words, are read", {
  skip_if_not(on_tensorflow())
  model <- quick_tabular(Species ~ ., iris)
  conformal(model, iris)
  sets <- function() predict(model, iris, interval = "prediction")
  before <- sets()
  memory <- memory_of(model)
  memory$conformal$kind <- "class"
  expect_identical(sets(), before)
  model <- quick_tabular(mpg ~ wt, mtcars, family = "location_scale")
  conformal(model, mtcars)
  interval <- function() predict(model, mtcars, interval = "prediction")
  before <- interval()
  memory <- memory_of(model)
  memory$conformal[c("kind", "head")] <- list("gaussian", NULL)
  expect_identical(interval(), before)
})
