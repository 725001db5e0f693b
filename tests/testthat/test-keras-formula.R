classifier <- function(inputs, units = 3) {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = inputs) |>
    layer_dense(units = units, activation = if (units == 1) "sigmoid" else "softmax")
  kind <- if (units == 1) "binary" else "sparse_categorical"
  compile(model, loss = paste0(kind, "_crossentropy"), metrics = "accuracy")
}

test_that("a formula takes inputs and targets from a data frame", {
  by_formula <- fit(classifier(4), Species ~ ., data = iris, epochs = 2, verbose = 0,
                    shuffle = FALSE)
  by_hand <- fit(classifier(4), as.matrix(iris[1:4]), iris$Species, epochs = 2, verbose = 0,
                 shuffle = FALSE)
  expect_equal(by_formula$metrics, by_hand$metrics, tolerance = 1e-6)
  second <- fit(classifier(4), Species ~ ., iris, epochs = 2, verbose = 0, shuffle = FALSE)
  expect_equal(second$metrics, by_hand$metrics, tolerance = 1e-6)
})

test_that("the model knows its formula when it predicts and is evaluated", {
  data <- data.frame(y = c(1, 2, 3, 4), g = factor(c("a", "b", "c", "a")), x = c(1, 10, 100, 1000))
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, y ~ g + log10(x), data = data, verbose = 0, epochs = 1, validation_data = data)
  inputs <- cbind(c(0, 1, 0, 0), c(0, 0, 1, 0), 0:3)
  expect_equal(predict(model, data), predict(model, inputs), tolerance = 1e-6)
  # A level that the new data do not have still has its column.
  expect_equal(predict(model, data[1:2, c("g", "x")]), predict(model, inputs[1:2, ]),
               tolerance = 1e-6)
  expect_equal(evaluate(model, data), evaluate(model, inputs, data$y), tolerance = 1e-6)
  expect_error(predict(model, data.frame(g = "z", x = 1)), "new level",
               class = "rkeras_error_argument")
  expect_error(predict(model, data["x"]), "'g' not found", class = "rkeras_error_argument")
})

test_that("what is wrong with a formula is said before training", {
  model <- classifier(4)
  expect_error(fit(model, Species ~ .), "`data`", class = "rkeras_error_argument")
  expect_error(fit(model, Species ~ nothing, data = iris), "nothing",
               class = "rkeras_error_argument")
  expect_error(fit(model, ~ Sepal.Length, data = iris), "names no response",
               class = "rkeras_error_argument")
  expect_error(fit(model, Species ~ Sepal.Length, data = iris), "`x` has shape (NA, 1)",
               fixed = TRUE, class = "rkeras_error_argument")
})

test_that("a model trained on a factor predicts its levels", {
  model <- classifier(4)
  expect_error(predict(model, iris[1:4], type = "class"), "give them as `levels`",
               class = "rkeras_error_argument")
  fit(model, iris[1:4], iris$Species, epochs = 1, verbose = 0)
  expected <- levels(iris$Species)[max.col(predict(model, iris[1:4]), "first")]
  expect_identical(predict(model, iris[1:4], type = "class"),
                   factor(expected, levels(iris$Species)))
  named <- predict(model, iris[1:4], type = "class", levels = c("x", "y", "z"))
  expect_identical(levels(named), c("x", "y", "z"))
  expect_error(predict(model, iris[1:4], type = "class", levels = c("x", "y")),
               "does not fit 2 classes", class = "rkeras_error_argument")
})

test_that("one output is the probability of the second level", {
  model <- classifier(1, units = 1)
  car <- factor(mtcars$am, labels = c("automatic", "manual"))
  fit(model, mtcars["wt"], car, epochs = 1, verbose = 0)
  probability <- predict(model, mtcars["wt"])
  expect_identical(predict(model, mtcars["wt"], type = "class") == "manual",
                   drop(probability > 0.5))
  regression <- keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 1, bias_initializer = "ones")
  expect_error(predict(regression, mtcars["wt"] * 100, type = "class", levels = c("a", "b")),
               "no probability", class = "rkeras_error_argument")
})

test_that("what R remembers of a model goes with it", {
  model <- classifier(4)
  expect_null(recall(model, "levels"))
  remember(model, "levels", c("a", "b"))
  remember(model, "formula", y ~ x)
  expect_identical(recall(model, "levels"), c("a", "b"))
  expect_null(recall(classifier(4), "levels"))
})
