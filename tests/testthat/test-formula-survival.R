# Survival times as targets.
skip_if_not_installed("survival")

times <- survival::Surv(c(0, 1, 2, 2.4, 2.6, 4, 5, 9), c(1, 1, 1, 0, 0, 1, 0, 1))
known <- list(breaks = c(0, 2, 3, 5), width = 3L)

test_that("targets say where the event was and what was survived", {
  expect_identical(survival_target(times, known, "y"), rbind(
    c(1, 0, 0, 0, 0, 0), c(1, 0, 0, 0, 0, 0), c(1, 0, 0, 0, 0, 0), # until 2: the first interval
    c(0, 0, 0, 1, 0, 0), c(0, 0, 0, 1, 1, 0), # censored before and after the middle of the second
    c(0, 0, 1, 1, 1, 0), c(0, 0, 0, 1, 1, 1), c(0, 0, 0, 1, 1, 1)
  ))
})

test_that("the likelihood of the targets is that of censored times", {
  hazard <- c(0.2, 0.3, 0.4)
  target <- survival_target(times, known, "y")
  found <- -drop(target %*% log(c(hazard, 1 - hazard)))
  expect_equal(exp(-found), c(0.2, 0.2, 0.2, 0.8, 0.8 * 0.7, 0.8 * 0.7 * 0.4,
                              0.8 * 0.7 * 0.6, 0.8 * 0.7 * 0.6))
})

test_that("intervals have alike many events, and end at the largest time", {
  y <- survival::Surv(c(1:100, 150), c(rep(1, 100), 0))
  found <- survival_design(y, "y", "auto")
  expect_identical(found$breaks, c(0, seq(10, 90, 10), 150))
  # The hazards are those of a life table.
  expect_equal(stats::plogis(found$center), 10 / seq(101, 11, -10))
  few <- survival_design(survival::Surv(c(1, 1, 2), c(1, 1, 0)), "y", "auto")
  expect_identical(few$breaks, c(0, 2))
  many <- survival_design(survival::Surv(1:1000, rep(1, 1000)), "y", "auto")
  expect_identical(many$width, 30L)
})

test_that("other survival times are errors that say why", {
  expect_error(survival_design(survival::Surv(1:2, 2:3, c(1, 1)), "y", "auto"), "type \"counting\"",
               class = "rkeras_error_argument")
  expect_error(survival_design(survival::Surv(1:2, 2:3, type = "interval2"), "y", "auto"),
               "Only right-censored")
  expect_error(survival_design(survival::Surv(c(-1, 2), c(1, 1)), "y", "auto"), "negative")
  expect_error(survival_design(survival::Surv(1:2, c(0, 0)), "y", "auto"), "has no event\\.")
  expect_error(survival_design(survival::Surv(c(0, 0), c(1, 1)), "y", "auto"), "after the time 0")
  expect_error(survival_design(times, "y", "poisson"), "is survival times")
  expect_error(survival_target(1:3, known, "y"), "must be `Surv")
})

test_that("the number of intervals is the user's choice", {
  y <- survival::Surv(c(1:100, 150), c(rep(1, 100), 0))
  expect_identical(survival_design(y, "y", "auto", 4L)$breaks, c(0, 25, 50, 75, 150))
  expect_identical(survival_design(y, "y", "auto", 1L)$breaks, c(0, 150))
  few <- survival::Surv(c(1, 1, 2), c(1, 1, 1))
  expect_identical(survival_design(few, "y", "auto", 9L)$breaks, c(0, 1, 2))
})
