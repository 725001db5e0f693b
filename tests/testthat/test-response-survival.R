# Survival times: targets, curves, and statistics.
skip_if_not_installed("survival")

times <- survival::Surv(c(0, 1, 2, 2.4, 2.6, 4, 5, 9), c(1, 1, 1, 0, 0, 1, 0, 1))
record <- function(y, ...) response_record(y, "y", settings = list(...))
known <- as_response(list(kind = "survival", breaks = c(0, 2, 3, 5)))

test_that("targets say where the event was and what was survived", {
  expect_identical(target_of(known, times, "y"), rbind(
    c(1, 0, 0, 0, 0, 0), c(1, 0, 0, 0, 0, 0), c(1, 0, 0, 0, 0, 0), # until 2: the first interval
    c(0, 0, 0, 1, 0, 0), c(0, 0, 0, 1, 1, 0), # censored before and after the middle of the second
    c(0, 0, 1, 1, 1, 0), c(0, 0, 0, 1, 1, 1), c(0, 0, 0, 1, 1, 1)
  ))
})

test_that("the likelihood of the targets is that of censored times", {
  hazard <- c(0.2, 0.3, 0.4)
  target <- target_of(known, times, "y")
  found <- -drop(target %*% log(c(hazard, 1 - hazard)))
  expect_equal(exp(-found), c(0.2, 0.2, 0.2, 0.8, 0.8 * 0.7, 0.8 * 0.7 * 0.4,
                              0.8 * 0.7 * 0.6, 0.8 * 0.7 * 0.6))
})

test_that("intervals have alike many events, and end at the largest time", {
  y <- survival::Surv(c(1:100, 150), c(rep(1, 100), 0))
  found <- record(y)
  expect_identical(found$breaks, c(0, seq(10, 90, 10), 150))
  # The hazards are those of a life table.
  expect_equal(stats::plogis(found$center), 10 / seq(101, 11, -10))
  few <- record(survival::Surv(c(1, 1, 2), c(1, 1, 0)))
  expect_identical(few$breaks, c(0, 2))
  many <- record(survival::Surv(1:1000, rep(1, 1000)))
  expect_identical(output_units(as_response(many)), 30L)
})

test_that("other survival times are errors that say why", {
  expect_error(record(survival::Surv(1:2, 2:3, c(1, 1))), "type \"counting\"",
               class = "rkeras_error_argument")
  expect_error(record(survival::Surv(1:2, 2:3, type = "interval2")),
               "Only right-censored")
  expect_error(record(survival::Surv(c(-1, 2), c(1, 1))), "negative")
  expect_error(record(survival::Surv(1:2, c(0, 0))), "has no event\\.")
  expect_error(record(survival::Surv(c(0, 0), c(1, 1))), "after the time 0")
  expect_error(response_record(times, "y", "poisson"), "is survival times")
  expect_error(target_of(known, 1:3, "y"), "must be `Surv")
})

test_that("the number of intervals is the user's choice", {
  y <- survival::Surv(c(1:100, 150), c(rep(1, 100), 0))
  expect_identical(record(y, intervals = 4L)$breaks, c(0, 25, 50, 75, 150))
  expect_identical(record(y, intervals = 1L)$breaks, c(0, 150))
  few <- survival::Surv(c(1, 1, 2), c(1, 1, 1))
  expect_identical(record(few, intervals = 9L)$breaks, c(0, 1, 2))
})

# ---- Curves --------------------------------------------------------------------------------------

hazard <- rbind(c(0.2, 0.3, 0.4), c(0.6, 0.5, 0.5), c(0, 0, 0))
answer <- function(type, times = NULL) {
  prediction_of(known, cbind(hazard, 1 - hazard), type, NULL, NULL, times)
}

test_that("curves are products of the chances to survive, exponential within an interval", {
  curves <- answer("survival")
  expect_equal(unname(curves[1, ]), cumprod(1 - hazard[1, ]))
  expect_identical(colnames(curves), c("2", "3", "5"))
  between <- answer("survival", c(0, 1, 4, 5, 6))
  expect_equal(unname(between[1, ]), c(1, sqrt(0.8), 0.56 * sqrt(0.6), 0.8 * 0.7 * 0.6, NA))
  expect_identical(unname(answer("hazard")), hazard)
})

test_that("the mean is the area under the curve, and the median where it is a half", {
  area <- vapply(1:3, function(row) {
    stats::integrate(function(t) answer("survival", t)[row, ], 0, 5, subdivisions = 1000L)$value
  }, 0)
  expect_equal(answer("response"), area, tolerance = 1e-5)
  expect_equal(answer("risk"), 1 - area / 5, tolerance = 1e-5)
  median <- answer("median")
  expect_equal(answer("survival", median[1:2])[cbind(1:2, 1:2)], c(0.5, 0.5))
  expect_identical(median[[3]], NA_real_)
})

test_that("concordance counts pairs of which the order is known", {
  y <- survival::Surv(c(1, 2, 3, 4), c(1, 0, 1, 1))
  # Known are 1 before 2, 3, 4, and 3 before 4.
  expect_equal(concordance(y, c(1, 2, 3, 4)), 1)
  expect_equal(concordance(y, c(1, 2, 4, 3)), 3 / 4)
  expect_equal(concordance(y, c(1, NA, 4, 3)), 2 / 3)
})

test_that("tabular() models survival times about as well as a Cox model", {
  skip_if_not(on_tensorflow())
  Surv <- survival::Surv # nolint: object_name_linter.
  data <- survival::veteran
  set_random_seed(1)
  rows <- sample(nrow(data))
  train <- data[rows[1:90], ]
  test <- data[rows[91:137], ]
  model <- tabular(survival::Surv(time, status) ~ ., train)
  cox <- survival::coxph(Surv(time, status) ~ ., train)
  of <- function(x) concordance(Surv(test$time, test$status), x)
  expect_gt(of(predict(model, test)), of(-predict(cox, test)) - 0.05)
  expect_equal(of(-predict(model, test, type = "risk")), of(predict(model, test)))
  # On average, the curves are near that of Kaplan and Meier.
  at <- c(30, 100, 200)
  expected <- summary(survival::survfit(Surv(time, status) ~ 1, train), times = at)$surv
  expect_lt(max(abs(colMeans(predict(model, train, type = "survival", times = at)) - expected)),
            0.08)
  expect_match(capture.output(print(model)), "survival times in [0-9]+ intervals", all = FALSE)
  expect_match(capture.output(print(model)), "Concordance 0[.]", all = FALSE)
  # In the file, too, whose loss is one of Keras.
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  again <- load_model(path)
  expect_identical(predict(again, test, type = "survival", times = at),
                   predict(model, test, type = "survival", times = at))
  expect_equal(evaluate(again, test), evaluate(model, test))
  importance <- feature_importance(model, test, repeats = 2)
  expect_setequal(importance$feature, setdiff(names(data), c("time", "status")))
})

test_that("what has no meaning for survival times, or for others, is an error", {
  skip_if_not(on_tensorflow())
  Surv <- survival::Surv # nolint: object_name_linter.
  data <- survival::veteran
  model <- quick_tabular(Surv(time, status) ~ age + celltype, data)
  expect_error(plot_diagnostics(model, type = "residuals"), "for survival times \"survival\"",
               class = "rkeras_error_argument")
  expect_error(predict(model, type = "class"), "classes are not known")
  expect_error(predict(model, times = 1), "`times` is for")
  expect_error(predict(model, type = "survival", times = -1), "not negative")
  expect_error(conformal(model, data), "Intervals are for")
  expect_equal(fitted(model), predict(model, data))
  numbers <- quick_tabular(time ~ age, data)
  expect_error(predict(numbers, type = "survival"), "is for models of survival times")
  expect_error(quick_tabular(Surv(time, status) ~ age + offset(karno), data), "An offset is for")
  both <- quick_tabular(list(time = Surv(time, status), trt = factor(trt)) ~ age, data)
  expect_identical(dim(predict(both, data, type = "prob")$trt), c(137L, 2L))
})

test_that("cross-validation has the concordance, and folds with alike many events", {
  Surv <- survival::Surv # nolint: object_name_linter.
  cox <- function(data) survival::coxph(Surv(time, status) ~ age + ph.ecog, data)
  set.seed(1)
  data <- stats::na.omit(survival::lung[c("time", "status", "age", "ph.ecog")])
  found <- cross_validate(cox, data, 4)
  expect_lte(diff(range(table(found$predictions$fold[!found$predictions$event]))), 1)
  held <- found$predictions[found$predictions$fold == "1", ]
  expect_equal(held$observed, data$time[held$row])
  fit <- cox(data[-held$row, ])
  expect_equal(found$metrics$concordance[[1]], survival::concordance(
    Surv(time, status) ~ predict(fit, data[held$row, ]), data[held$row, ], reverse = TRUE
  )$concordance)
  expect_error(cross_validate(cox, data, 2, predict_fn = function(model, data) data[1:2]),
               "one number for each row")
})

# ---- Statistics of trained models ----------------------------------------------------------------

skip_if_not(on_tensorflow())

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

test_that("a response in a list is trained, too", {
  model <- quick_tabular(list(life = survival::Surv(time, event)) ~ x, lifetimes())
  expect_named(predict(model), "life")
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
