# Survival curves of models of tabular().
skip_if_not_installed("survival")

breaks <- c(0, 2, 3, 5)
hazard <- rbind(c(0.2, 0.3, 0.4), c(0.6, 0.5, 0.5), c(0, 0, 0))
answer <- function(type, times = NULL) {
  survival_answer(cbind(hazard, 1 - hazard), list(width = 3L, breaks = breaks), type, times)
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
  expect_match(capture.output(print(model)), "concordance 0[.]", all = FALSE)
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
  expect_error(plot(model, kind = "residuals"), "is not for survival times",
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
