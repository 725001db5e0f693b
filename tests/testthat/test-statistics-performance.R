# Models as the package performance sees them.
skip_if_not(on_tensorflow())
skip_if_not_installed("performance")

cars <- transform(mtcars, cyl = factor(cyl), vs = factor(vs))

test_that("performance of numbers is that of their residuals", {
  model <- quick_tabular(mpg ~ wt + hp, cars)
  found <- performance::model_performance(model)
  r <- residuals(model)
  expect_equal(found$RMSE, sqrt(mean(r^2)))
  expect_equal(found$MAE, mean(abs(r)))
  expect_equal(found$R2, 1 - sum(r^2) / sum((mtcars$mpg - mean(mtcars$mpg))^2))
  expect_equal(performance::r2(model)$R2[["R2"]], found$R2)
  expect_equal(performance::performance_rmse(model), found$RMSE)
  expect_equal(performance::performance_mae(model), found$MAE)
  expect_named(performance::model_performance(model, metrics = c("RMSE", "R2")), c("R2", "RMSE"))
  some <- performance::model_performance(model, data = cars[1:9, ])
  expect_equal(some$RMSE, sqrt(mean(r[1:9]^2)))
  expect_output(print(found), "RMSE")
  expect_error(performance::performance_logloss(model), "is for models of classes")
  expect_error(performance::check_overdispersion(model), "counts")
})

test_that("residuals are checked as those of linear models are", {
  set.seed(1)
  data <- data.frame(x = seq(1, 5, length.out = 200))
  data$even <- data$x + rnorm(200)
  data$wider <- data$x + rexp(200) * data$x^2
  even <- tabular(even ~ x, data, hidden = integer(), epochs = 60)
  wider <- tabular(wider ~ x, data, hidden = integer(), epochs = 60)
  expect_gt(performance::check_normality(even), 0.05)
  expect_lt(performance::check_normality(wider), 0.05)
  expect_output(print(performance::check_normality(wider)), "Non-normality")
  expect_gt(performance::check_heteroscedasticity(even), 0.05)
  expect_lt(performance::check_heteroscedasticity(wider), 0.001)
  expect_output(print(performance::check_heteroscedasticity(wider)), "Heteroscedasticity")
  squares <- residuals(even)^2 / mean(residuals(even)^2)
  explained <- anova(lm(squares ~ predict(even)))[["Sum Sq"]][[1]]
  expect_equal(as.vector(performance::check_heteroscedasticity(even)),
               pchisq(explained / 2, 1, lower.tail = FALSE))
})

test_that("counts have a share of the deviance and a test of their dispersion", {
  set.seed(1)
  data <- data.frame(x = runif(100))
  data$poisson <- rpois(100, exp(1 + data$x))
  data$wide <- rnbinom(100, size = 0.7, mu = exp(2 + data$x))
  model <- tabular(poisson ~ x, data, family = "poisson", epochs = 30)
  y <- data$poisson
  mu <- predict(model)
  deviance <- function(mu) sum(poisson()$dev.resids(y, mu, 1))
  found <- performance::model_performance(model)
  expect_equal(found$R2, 1 - deviance(mu) / deviance(rep(mean(y), 100)))
  expect_equal(found$Score_log, mean(dpois(y, mu, log = TRUE)))
  expect_gt(performance::check_overdispersion(model)$p_value, 0.05)
  wide <- tabular(wide ~ x, data, family = "poisson", epochs = 30)
  expect_lt(performance::check_overdispersion(wide)$p_value, 0.001)
  expect_output(print(performance::check_overdispersion(wide)), "Pearson's Chi-Squared")
  expect_error(performance::check_normality(model), "one column of numbers")
})

test_that("classes have scores of their probabilities", {
  model <- quick_tabular(vs ~ wt, cars)
  p <- predict(model)
  y <- as.integer(cars$vs) - 1
  found <- performance::model_performance(model)
  expect_equal(found$R2_Tjur, mean(p[y == 1]) - mean(p[y == 0]))
  expect_equal(found$Brier, mean((y - p)^2))
  expect_equal(found$Log_loss, -mean(dbinom(y, 1, p, log = TRUE)))
  expect_equal(found$Accuracy, mean((p > 0.5) == y))
  expect_output(print(performance::r2(model)), "Tjur")
  several <- quick_tabular(cyl ~ wt, cars)
  prob <- predict(several)
  loss <- -log(prob[cbind(1:32, as.integer(cars$cyl))])
  shares <- as.vector(table(cars$cyl)) / 32
  found <- performance::model_performance(several)
  expect_equal(found$Log_loss, mean(loss))
  expect_equal(found$R2_McFadden, 1 - mean(loss) / -sum(shares * log(shares)))
  expect_equal(performance::performance_logloss(several), mean(loss))
  expect_output(print(performance::r2(several)), "McFadden")
  expect_error(performance::performance_mae(several), "numbers and counts")
})

test_that("distributions and survival times have their scores", {
  model <- quick_tabular(mpg ~ wt, cars, family = "location_scale")
  expect_equal(performance::model_performance(model)$Score_log,
               as.vector(logLik(model)) / 32)
  skip_if_not_installed("survival")
  data <- data.frame(time = 1:60, event = rep(0:1, 30), x = 60:1)
  model <- quick_tabular(survival::Surv(time, event) ~ x, data)
  expect_equal(
    performance::model_performance(model)$Concordance,
    concordance(survival::Surv(data$time, data$event), predict(model))
  )
})
