# Quantiles, densities and draws of the distributions that models predict.

gaussian <- list(kind = "gaussian")
mixture <- list(kind = "mixture", components = 2L)
quantile <- list(kind = "quantile", probs = c(0.1, 0.5, 0.9))

# Of the weights 0.3 and 0.7.
two <- parameters_of(rbind(c(0, log(7 / 3), -2, 1, 0, log(0.5))), mixture)

test_that("outputs are parameters", {
  expect_equal(parameters_of(rbind(c(3, log(2))), gaussian), cbind(mean = 3, sd = 2))
  expect_equal(two, cbind(weight_1 = 0.3, weight_2 = 0.7, mean_1 = -2, mean_2 = 1, sd_1 = 1,
                          sd_2 = 0.5))
  expect_identical(colnames(parameters_of(rbind(1:3), quantile)), c("10%", "50%", "90%"))
  expect_error(parameters_of(rbind(1:4), gaussian), "4 output columns, but its loss is for 2")
})

test_that("the mean, the spread and quantiles are those of the distribution", {
  expect_equal(center_of(two, mixture), 0.3 * -2 + 0.7)
  expect_equal(spread_of(two, mixture)^2,
               0.3 * (1 + 4) + 0.7 * (0.25 + 1) - (0.3 * -2 + 0.7)^2)
  p <- c(0.001, 0.2, 0.31, 0.9)
  q <- quantiles_of(two, mixture, p)
  expect_equal(0.3 * pnorm(q, -2, 1) + 0.7 * pnorm(q, 1, 0.5), rbind(p), ignore_attr = TRUE)
  expect_identical(colnames(q), c("0.1%", "20%", "31%", "90%"))
  one <- parameters_of(rbind(c(3, log(2))), gaussian)
  expect_equal(quantiles_of(one, gaussian, 0.975)[[1]], qnorm(0.975, 3, 2))
  expect_equal(quantiles_of(cbind(mean = 4), list(kind = "poisson"), 0.9)[[1]], qpois(0.9, 4))
})

test_that("quantiles are interpolated, not extrapolated", {
  known <- parameters_of(rbind(c(0, 4, 5)), quantile)
  expect_equal(as.vector(quantiles_of(known, quantile, c(0.1, 0.2, 0.5, 0.7, 0.9))),
               c(0, 1, 4, 4.5, 5))
  expect_error(quantiles_of(known, quantile, 0.95), "from 0.1 to 0.9, and none for 0.95")
  expect_equal(center_of(known, quantile), 4)
  # The nearest to the median.
  expect_equal(center_of(cbind(7), list(kind = "quantile", probs = 0.9)), 7)
  expect_error(spread_of(known, quantile), "no standard deviation")
  expect_error(log_density(1, known, quantile), "no likelihood")
})

test_that("draws from quantiles are linear between them, and never beyond", {
  set.seed(1)
  head <- list(kind = "quantile", probs = c(0.1, 0.5, 0.9))
  drawn <- drawn_from(matrix(c(0, 1, 5), 20000, 3, byrow = TRUE), head)
  expect_equal(unname(quantile(drawn, c(0.3, 0.5, 0.7))), c(0.5, 1, 3), tolerance = 0.05)
  expect_identical(range(drawn), c(0, 5))
  rows <- drawn_from(rbind(c(0, 1, 2), c(10, 11, 12)), head)
  expect_true(rows[[1]] <= 2 && rows[[2]] >= 10)
  expect_error(drawn_from(cbind(1), list(kind = "quantile", probs = 0.5)), "at least two quantiles")
})

test_that("densities integrate to 1, draws have the moments", {
  density <- function(y) exp(log_density(y, two[rep(1, length(y)), , drop = FALSE], mixture))
  expect_equal(stats::integrate(density, -10, 10)$value, 1, tolerance = 1e-4)
  expect_equal(density(0.5), 0.3 * dnorm(0.5, -2, 1) + 0.7 * dnorm(0.5, 1, 0.5))
  set.seed(1)
  drawn <- drawn_from(two[rep(1, 1e4), ], mixture)
  expect_equal(mean(drawn), center_of(two, mixture), tolerance = 0.3)
  expect_equal(stats::sd(drawn), spread_of(two, mixture), tolerance = 0.02)
})
