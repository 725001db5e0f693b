# What R's models of survival times answer.
skip_if_not(on_tensorflow())
skip_if_not_installed("survival")

lifetimes <- function(n = 60) {
  set.seed(1)
  data <- data.frame(x = stats::runif(n))
  time <- stats::rexp(n, 0.1 * exp(data$x))
  censored <- stats::runif(n, 0, 30)
  transform(data, time = pmin(time, censored), event = as.numeric(time <= censored))
}

survival_model <- function(data, ...) {
  set_random_seed(1)
  quick_tabular(survival::Surv(time, event) ~ x, data, ...)
}

test_that("the log-likelihood is that of the events in their intervals", {
  data <- lifetimes()
  model <- survival_model(data, intervals = 4)
  hazard <- predict(model, type = "hazard")
  expect_identical(ncol(hazard), 4L)
  breaks <- memory_of(model)$trained$formula$targets[[1]]$breaks
  starts <- breaks[1:4]
  ends <- breaks[2:5]
  of_row <- function(i) {
    h <- hazard[i, ]
    time <- data$time[[i]]
    k <- max(which(time > starts))
    if (data$event[[i]] == 1) return(sum(log(1 - h[seq_len(k - 1)])) + log(h[[k]]))
    survived <- k - (time < (starts[[k]] + ends[[k]]) / 2)
    sum(log(1 - h[seq_len(survived)]))
  }
  expect_equal(as.vector(logLik(model)), sum(vapply(1:60, of_row, 0)), tolerance = 1e-5)
  # The loss of Keras is the same, of each row.
  expect_equal(evaluate(model, data)[["loss"]], -as.vector(logLik(model)) / 60, tolerance = 1e-4)
  expect_identical(attr(logLik(model, data = data[1:7, ]), "nobs"), 7L)
})

test_that("residuals are events minus cumulative hazards", {
  data <- lifetimes()
  model <- survival_model(data)
  found <- residuals(model)
  at <- data$time - 1e-9
  survived <- vapply(seq_along(at), function(i) {
    predict(model, newdata = data[i, ], type = "survival", times = at[[i]])
  }, 0)
  expect_equal(found, data$event + log(survived), tolerance = 1e-4)
  expect_identical(residuals(model, type = "martingale"), found)
  # As those of the package survival.
  cox <- survival::coxph(survival::Surv(time, event) ~ 1, data)
  martingale <- residuals(cox, "martingale")
  deviance <- sign(martingale) *
    sqrt(-2 * (martingale + data$event * log(data$event - martingale)))
  expect_equal(unname(residuals(cox, "deviance")), unname(deviance))
  expected <- sign(found) * sqrt(-2 * (found + data$event * log(data$event - found)))
  expect_equal(residuals(model, type = "deviance"), expected)
  expect_error(residuals(model, type = "pearson"), "martingale")
  expect_error(residuals(quick_tabular(mpg ~ wt, mtcars), type = "martingale"), "survival times")
})

test_that("simulated times follow the predicted curve", {
  data <- lifetimes()
  model <- survival_model(data)
  found <- simulate(model, nsim = 2, seed = 1)
  expect_s3_class(found$sim_1, "Surv")
  expect_identical(simulate(model, nsim = 2, seed = 1), found)
  expect_identical(dim(found), c(60L, 2L))
  same <- data[rep(5, 4000), ]
  drawn <- simulate(model, seed = 1, data = same)$sim_1
  times <- c(2, 5, 10)
  curve <- predict(model, newdata = data[5, ], type = "survival", times = times)
  share <- vapply(times, function(t) mean(drawn[, "time"] > t), 0)
  expect_equal(share, as.vector(curve), tolerance = 0.05)
  expect_identical(max(drawn[drawn[, "status"] == 0, "time"]), max(data$time))
})

test_that("`intervals` is for survival times", {
  expect_error(quick_tabular(mpg ~ wt, mtcars, intervals = 3), "`intervals` is for survival")
  expect_error(survival_model(lifetimes(), intervals = 0), "`intervals`")
})
