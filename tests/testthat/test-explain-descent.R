# Counterfactuals by gradients.

numbers <- function() {
  set.seed(1)
  matrix(rnorm(300), 100, dimnames = list(NULL, c("a", "b", "c")))
}
start <- matrix(0, 1, 3, dimnames = list(NULL, c("a", "b", "c")))
linear <- function(weights) {
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  set_weights(model, list(matrix(weights), 0))
}

test_that("of a linear model, the most influential column reaches the target exactly", {
  data <- numbers()
  found <- counterfactual(linear(c(1, 10, 0)), start, 5, data, method = "gradient")
  expect_identical(found$feature, "b")
  expect_true(attr(found, "reached"))
  expect_equal(attr(found, "row")[, "b"], 0.5, tolerance = 0.05, ignore_attr = TRUE)
  below <- counterfactual(linear(c(1, 10, 0)), start, c(-7, -5), data, method = "gradient")
  expect_equal(attr(below, "row")[, "b"], -0.5, tolerance = 0.05, ignore_attr = TRUE)
})

test_that("several columns change if one cannot go far enough, up to `max_changes`", {
  data <- matrix(c(-1, 0, 1), 3, 3, dimnames = list(NULL, c("a", "b", "c")))
  model <- linear(c(1, 1.2, 0.9))
  found <- counterfactual(model, start, 2, data, method = "gradient", max_changes = 2)
  expect_setequal(found$feature, c("a", "b"))
  expect_lte(max(abs(attr(found, "row"))), 1)
  expect_warning(
    found <- counterfactual(model, start, 2, data, method = "gradient", max_changes = 1),
    "not reached", class = "rkeras_warning_counterfactual"
  )
  expect_identical(found$feature, "b")
  expect_warning(counterfactual(model, start, 2, data, method = "gradient", fixed = "b"),
                 class = "rkeras_warning_counterfactual")
})

if (on_tensorflow()) test_that("classes of data frames are reached by less than the search needs", {
  set_random_seed(1)
  model <- tabular(Species ~ log(Petal.Length) + Petal.Width + Sepal.Width, iris, epochs = 60)
  found <- counterfactual(model, iris[60, ], "virginica", method = "gradient")
  expect_true(attr(found, "reached"))
  expect_identical(as.character(predict(model, attr(found, "row"), type = "class")), "virginica")
  size <- function(found) {
    changed <- as.double(attr(found, "row")[2:4]) - as.double(iris[60, 2:4])
    sum(abs(changed) / vapply(iris[2:4], function(x) mean(abs(x - median(x))), 0))
  }
  expect_lte(size(found), size(counterfactual(model, iris[60, ], "virginica")) + 0.01)
  setosa <- counterfactual(model, iris[134, ], "setosa", method = "gradient")
  expect_true(attr(setosa, "reached"))
})

if (on_tensorflow()) test_that("integers remain integers, and other columns are errors", {
  set_random_seed(1)
  data <- data.frame(n = rep(1:9, 5), x = rnorm(45), kind = factor(rep_len(c("u", "v"), 45)))
  data$y <- 2 * data$n + data$x
  model <- tabular(y ~ n + x, data, hidden = integer(), epochs = 400, validation_split = 0,
                   optimizer = optimizer_adam(0.02))
  found <- counterfactual(model, data[3, ], predict(model, data[3, ]) + 5, fixed = "x",
                          method = "gradient")
  expect_equal(attr(found, "row")$n, 6)
  expect_true(attr(found, "reached"))
  mixed <- quick_tabular(y ~ kind + n, data)
  expect_refused(
    counterfactual(mixed, data[3, ], 40, method = "gradient"), "for columns of numbers, and `kind`"
  )
})
