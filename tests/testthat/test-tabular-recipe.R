# Models of tabular() in caret.
skip_if_not(on_tensorflow())

# As a user calls it: rkeras has a method train.default() of its own.
caret_train <- function(...) caret::train(...)
environment(caret_train) <- globalenv()

test_that("caret tunes and resamples models", {
  suppressWarnings(loadNamespace("caret"))
  set_random_seed(1)
  control <- caret::trainControl("cv", number = 2, classProbs = TRUE)
  found <- caret_train(Species ~ ., data = iris, method = rkeras_model(), trControl = control,
                       tuneGrid = expand.grid(units = c(4, 8), layers = 2, dropout = 0,
                                              learning_rate = 0.02),
                       epochs = 30)
  expect_identical(nrow(found$results), 2L)
  expect_gt(max(found$results$Accuracy), 0.85)
  expect_identical(levels(predict(found, iris[1:3, ])), levels(iris$Species))
  p <- predict(found, iris[1:3, ], type = "prob")
  expect_identical(names(p), levels(iris$Species))
  expect_equal(rowSums(p), rep(1, 3), tolerance = 1e-5, ignore_attr = TRUE)

  weighted <- caret_train(
    mtcars[c("wt", "hp")], mtcars$mpg, method = rkeras_model(), weights = mtcars$qsec, epochs = 2,
    trControl = caret::trainControl("none"),
    tuneGrid = data.frame(units = 1, layers = 3, dropout = 0, learning_rate = 0.01)
  )
  expect_identical(weights(weighted$finalModel$model), mtcars$qsec)
  expect_length(predict(weighted, mtcars), 32)
  expect_identical(caret::predictors(weighted), c("wt", "hp"))
})

test_that("set.seed() makes caret's results the same again", {
  suppressWarnings(loadNamespace("caret"))
  tuned <- function() {
    set.seed(3)
    caret_train(
      mpg ~ wt + hp, data = mtcars, method = rkeras_model(), epochs = 3,
      trControl = caret::trainControl("cv", number = 2),
      tuneGrid = expand.grid(units = 4, layers = 1:2, dropout = 0.1, learning_rate = 0.02)
    )
  }
  first <- tuned()
  second <- tuned()
  expect_identical(first$results, second$results)
  expect_identical(predict(first, mtcars), predict(second, mtcars))
})

test_that("grids are regular or random", {
  grid <- rkeras_model()$grid
  expect_identical(nrow(grid(NULL, NULL, 3)), 27L)
  set.seed(1)
  random <- grid(NULL, NULL, 5, "random")
  expect_identical(dim(random), c(5L, 4L))
  expect_true(all(random$dropout < 0.5 & random$learning_rate > 1e-4))
})

# tabular() of recipes.
suppressWarnings(skip_if_not_installed("recipes"))
# lubridate asks systemd for the time zone.
suppressWarnings(loadNamespace("recipes"))

cars_recipe <- function(data = mtcars) recipes::recipe(mpg ~ wt + hp, data)

test_that("steps that are skipped later are for training", {
  recipe <- recipes::step_filter(cars_recipe(), hp < 260)
  model <- quick_tabular(recipe, mtcars)
  expect_identical(nobs(model), sum(mtcars$hp < 260))
  expect_length(predict(model, mtcars), 32L)
  expect_refused(fitted(model), "does not keep its data")
  expect_length(residuals(model, data = mtcars), 32L)
  # The steps of an earlier preparation are those of its rows, but this model's are these.
  prepared <- recipes::prep(recipes::step_normalize(recipe, wt), mtcars[1:16, ])
  expect_identical(nobs(quick_tabular(prepared, mtcars[17:32, ])), sum(mtcars$hp[17:32] < 260))
})

test_that("without a step that changes rows, the model keeps the rows before the recipe", {
  model <- quick_tabular(recipes::step_naomit(cars_recipe(), wt), mtcars)
  expect_equal(unname(fitted(model)), unname(predict(model, mtcars)))
})

test_that("an outcome that is changed for training alone is not known of other rows", {
  model <- quick_tabular(recipes::step_log(cars_recipe(), mpg, skip = TRUE), mtcars)
  expect_equal(mean(predict(model, mtcars)), mean(log(mtcars$mpg)), tolerance = 0.3)
  expect_refused(evaluate(model, mtcars), "`skip = TRUE` changes the outcome")
  expect_error(residuals(model, data = mtcars), "`skip = TRUE` changes the outcome")
  logs <- function(data) quick_tabular(recipes::step_log(cars_recipe(), mpg, skip = TRUE), data)
  expect_error(cross_validate(logs, mtcars, folds = 2), "`skip = TRUE` changes the outcome")
})

test_that("cross-validation compares with the outcome of the recipe", {
  logs <- function(data) tabular(recipes::step_log(cars_recipe(), mpg), data, epochs = 1)
  validated <- cross_validate(logs, mtcars, folds = 2)
  expect_setequal(validated$predictions$observed, log(mtcars$mpg))
})

test_that("case weights of a recipe are the weights", {
  skip_if_not_installed("hardhat")
  data <- transform(mtcars, w = hardhat::importance_weights(seq_along(mpg) / 9))
  model <- quick_tabular(recipes::recipe(mpg ~ wt + w, data), data)
  expect_equal(weights(model), seq_along(data$mpg) / 9)
  expect_identical(facts_of(model)$input_names, "wt")
  expect_length(predict(model, mtcars["wt"]), 32L)
  data$w <- hardhat::frequency_weights(rep_len(1:2, 32))
  recipe <- recipes::step_filter(recipes::recipe(mpg ~ wt + w, data), wt > 3)
  expect_equal(weights(quick_tabular(recipe, data)), rep_len(1:2, 32)[data$wt > 3])
  expect_refused(tabular(recipe, data, weights = wt), "the recipe has case weights, `w`")
})
