# What the package lime asks of models.
skip_if_not(on_tensorflow())

test_that("lime's generics have the type of a model, and predictions by columns", {
  model <- quick_tabular(mpg ~ wt + hp, mtcars)
  expect_identical(model_type.keras.src.models.model.Model(model), "regression")
  found <- predict_model.keras.src.models.model.Model(model, mtcars[1:3, ], "raw")
  expect_equal(found, data.frame(Response = unname(predict(model, mtcars[1:3, ]))))
  kinds <- transform(iris, Species = factor(Species, labels = c("a b", "c", "d")))
  model <- quick_tabular(Species ~ ., kinds)
  expect_identical(model_type.keras.src.models.model.Model(model), "classification")
  found <- predict_model.keras.src.models.model.Model(model, iris[1:3, ], "prob")
  expect_named(found, c("a b", "c", "d"))
  expect_equal(rowSums(found), rep(1, 3), tolerance = 1e-5, ignore_attr = TRUE)
  found <- predict_model.keras.src.models.model.Model(model, iris[1:3, ], "raw")
  expect_identical(found$Response, unname(predict(model, iris[1:3, ], type = "class")))
})

test_that("a model with several responses is an error", {
  model <- quick_tabular(list(mpg, hp) ~ wt, mtcars)
  expect_refused(
    predict_model.keras.src.models.model.Model(model, mtcars, "raw"), "models of one response"
  )
})
