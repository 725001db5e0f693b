skip_if_not(on_tensorflow())

set_random_seed(1)
numbers <- quick_tabular(mpg ~ wt, mtcars)
counts <- quick_tabular(carb ~ wt, mtcars, family = "poisson")
classes <- quick_tabular(Species ~ ., iris)
drawn <- function(expr) {
  withr::local_pdf(NULL)
  force(expr)
}

test_that("points are of the members that have left the rows out, or of others", {
  skip_if_not_installed("ggplot2")
  members <- predict(numbers, mtcars, type = "members")
  left_out <- members[cbind(1:32, memory_of(numbers)$table$left_out)]
  data <- plot_diagnostics(numbers, type = "observed")$data
  expect_identical(data$y, mtcars$mpg)
  expect_equal(data$x, left_out, tolerance = 1e-6)
  data <- plot_diagnostics(numbers, type = "residuals", data = mtcars[1:5, ])$data
  expect_equal(data$y, mtcars$mpg[1:5] - data$x)
  data <- plot_diagnostics(numbers, type = "qq")$data
  expect_equal(data$y, sort(mtcars$mpg - left_out), tolerance = 1e-6)
  expect_equal(data$x, qnorm(ppoints(32)))
  data <- plot_diagnostics(counts, type = "residuals", data = mtcars)$data
  expect_equal(data$y, residuals(counts, "pearson"), tolerance = 1e-5, ignore_attr = TRUE)
})

test_that("a confusion matrix counts classes", {
  data <- confusion_of(classes, rows_to_judge(classes, iris))
  found <- table(iris$Species, predict(classes, iris, type = "class"))
  expect_identical(data$n, as.vector(found))
  expect_equal(data$share, as.vector(found) / 50)
  expect_error(plot_diagnostics(numbers, type = "confusion"), "is for models of one factor")
  expect_error(plot_diagnostics(numbers, type = "roc"), "\"roc\", which is for models of one")
  expect_error(plot_diagnostics(numbers, type = "calibration"), "calibration\\(\\) is for classes")
  expect_error(plot_diagnostics(classes, type = "qq"), "For classes there is")
})

test_that("survival curves stand beside those of Kaplan and Meier", {
  skip_if_not_installed("survival")
  Surv <- survival::Surv # nolint: object_name_linter.
  model <- quick_tabular(Surv(time, status) ~ age, survival::veteran)
  data <- curves_of(model, rows_to_judge(model, survival::veteran))
  observed <- data[data$curve == "Kaplan-Meier", ]
  at <- summary(survival::survfit(Surv(time, status) ~ 1, survival::veteran),
                times = observed$time[c(20, 100)])$surv
  expect_equal(observed$survival[c(20, 100)], at)
  expect_equal(data$survival[data$curve == "model"][[1]], 1)
  expect_no_error(drawn(plot_diagnostics(model, type = "survival", method = "base")))
  expect_error(plot_diagnostics(numbers, type = "survival"), "is for models of survival times")
})

test_that("all types are drawn by either", {
  for (method in c("base", if (requireNamespace("ggplot2", quietly = TRUE)) "ggplot2")) {
    for (type in c("history", "residuals", "qq", "observed")) {
      expect_no_error(drawn(print(plot_diagnostics(numbers, type, method = method))))
    }
    for (type in c("confusion", "roc", "calibration")) {
      expect_no_error(drawn(print(plot_diagnostics(classes, type, method = method, data = iris))))
    }
  }
  plain <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  compile(plain, "sgd", "mse")
  expect_error(plot_diagnostics(plain, type = "history"), "has no history")
  expect_error(plot_diagnostics(plain, type = "residuals"), "not trained with a formula")
  fit(plain, mpg ~ wt + hp, mtcars, epochs = 2, verbose = 0)
  expect_no_error(drawn(plot_diagnostics(plain, type = "history", method = "base")))
  expect_no_error(drawn(plot_diagnostics(plain, "residuals", data = mtcars, method = "base")))
})

test_that("plot(model, kind = ) still draws them", {
  expect_warning(
    drawn(plot(numbers, kind = "observed", method = "base")), "plot_diagnostics",
    class = "deprecatedWarning"
  )
})
