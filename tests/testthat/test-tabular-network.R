# The network of tabular(), with any backend.

test_that("tables of numbers are for all backends, categories for TensorFlow", {
  set_random_seed(1)
  model <- tabular(Species ~ ., iris, epochs = 30)
  expect_gt(mean(predict(model, newdata = iris, type = "class") == iris$Species), 0.8)
  counts <- tabular(carb ~ wt, transform(mtcars, wt = replace(wt, 3, NA)), epochs = 2,
                    family = "poisson")
  expect_gt(min(predict(counts)), 0)
  ordered <- tabular(ordered(cyl) ~ wt, mtcars, epochs = 2)
  expect_equal(rowSums(predict(ordered)), rep(1, 32), tolerance = 1e-5)
  if (on_tensorflow()) {
    expect_no_error(tabular(Sepal.Length ~ Species, iris, epochs = 1))
  } else {
    expect_error(tabular(Sepal.Length ~ Species, iris), "`Species` holds categories",
                 class = "rkeras_error_argument")
  }
})
