# Quantiles, densities and draws of the distributions that models predict.

of_head <- function(...) as_response(list(kind = "number", head = list(...)))
gaussian <- of_head(kind = "gaussian")
mixture <- of_head(kind = "mixture", components = 2L)
quantile <- of_head(kind = "quantile", probs = c(0.1, 0.5, 0.9))

# Of the weights 0.3 and 0.7.
two <- parameters_of(mixture, rbind(c(0, log(7 / 3), -2, 1, 0, log(0.5))))

test_that("outputs are parameters", {
  expect_equal(parameters_of(gaussian, rbind(c(3, log(2)))), cbind(mean = 3, sd = 2))
  expect_equal(two, cbind(weight_1 = 0.3, weight_2 = 0.7, mean_1 = -2, mean_2 = 1, sd_1 = 1,
                          sd_2 = 0.5))
  expect_identical(colnames(parameters_of(quantile, rbind(1:3))), c("10%", "50%", "90%"))
  expect_error(parameters_of(gaussian, rbind(1:4)), "4 output columns, but its loss is for 2")
})

test_that("the mean, the spread and quantiles are those of the distribution", {
  expect_equal(center_of(mixture, two), 0.3 * -2 + 0.7)
  expect_equal(spread_of(mixture, two)^2,
               0.3 * (1 + 4) + 0.7 * (0.25 + 1) - (0.3 * -2 + 0.7)^2)
  p <- c(0.001, 0.2, 0.31, 0.9)
  q <- quantiles_of(mixture, two, p)
  expect_equal(0.3 * pnorm(q, -2, 1) + 0.7 * pnorm(q, 1, 0.5), rbind(p), ignore_attr = TRUE)
  expect_identical(colnames(q), c("0.1%", "20%", "31%", "90%"))
  one <- parameters_of(gaussian, rbind(c(3, log(2))))
  expect_equal(quantiles_of(gaussian, one, 0.975)[[1]], qnorm(0.975, 3, 2))
  count <- as_response(list(kind = "count"))
  expect_equal(quantiles_of(count, cbind(mean = 4), 0.9)[[1]], qpois(0.9, 4))
})

test_that("quantiles are interpolated, not extrapolated", {
  known <- parameters_of(quantile, rbind(c(0, 4, 5)))
  expect_equal(as.vector(quantiles_of(quantile, known, c(0.1, 0.2, 0.5, 0.7, 0.9))),
               c(0, 1, 4, 4.5, 5))
  expect_error(quantiles_of(quantile, known, 0.95), "from 0.1 to 0.9, and none for 0.95")
  expect_equal(center_of(quantile, known), 4)
  # The nearest to the median.
  expect_equal(center_of(of_head(kind = "quantile", probs = 0.9), cbind(7)), 7)
  expect_error(spread_of(quantile, known), "no standard deviation")
  expect_error(log_density(quantile, list(y = 1, parameters = known)), "no likelihood")
})

test_that("draws from quantiles are linear between them, and never beyond", {
  set.seed(1)
  found <- drawn(quantile, list(parameters = matrix(c(0, 1, 5), 20000, 3, byrow = TRUE)))
  expect_equal(unname(stats::quantile(found, c(0.3, 0.5, 0.7))), c(0.5, 1, 3), tolerance = 0.05)
  expect_identical(range(found), c(0, 5))
  rows <- drawn(quantile, list(parameters = rbind(c(0, 1, 2), c(10, 11, 12))))
  expect_true(rows[[1]] <= 2 && rows[[2]] >= 10)
  median <- of_head(kind = "quantile", probs = 0.5)
  expect_error(drawn(median, list(parameters = cbind(1))), "at least two quantiles")
})

test_that("densities integrate to 1, draws have the moments", {
  density <- function(y) {
    exp(log_density(mixture, list(y = y, parameters = two[rep(1, length(y)), , drop = FALSE])))
  }
  expect_equal(stats::integrate(density, -10, 10)$value, 1, tolerance = 1e-4)
  expect_equal(density(0.5), 0.3 * dnorm(0.5, -2, 1) + 0.7 * dnorm(0.5, 1, 0.5))
  set.seed(1)
  found <- drawn(mixture, list(parameters = two[rep(1, 1e4), ]))
  expect_equal(mean(found), center_of(mixture, two), tolerance = 0.3)
  expect_equal(stats::sd(found), spread_of(mixture, two), tolerance = 0.02)
})
