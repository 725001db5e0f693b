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
                       tuneGrid = expand.grid(units = c(4, 8), dropout = 0, learning_rate = 0.02),
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
    tuneGrid = data.frame(units = 1, dropout = 0, learning_rate = 0.01)
  )
  expect_identical(weights(weighted$finalModel$model), mtcars$qsec)
  expect_length(predict(weighted, mtcars), 32)
  expect_identical(caret::predictors(weighted), c("wt", "hp"))
})

test_that("grids are regular or random", {
  grid <- rkeras_model()$grid
  expect_identical(nrow(grid(NULL, NULL, 3)), 9L)
  set.seed(1)
  random <- grid(NULL, NULL, 5, "random")
  expect_identical(dim(random), c(5L, 3L))
  expect_true(all(random$dropout < 0.5 & random$learning_rate > 1e-4))
})
