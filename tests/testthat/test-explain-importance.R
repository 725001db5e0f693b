# A model y = 10 + x1 + 2 x2, which does not use x3.
linear <- function(columns = c("x1", "x2", "x3")) {
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  set_weights(model, list(matrix(c(1, 2, 0)), 10))
}

rows <- function(n = 400) {
  set.seed(1)
  matrix(rnorm(3 * n), n)
}

test_that("the importance in a linear model is twice the variance times the squared weight", {
  x <- rows()
  y <- 10 + x %*% c(1, 2, 0)
  importance <- feature_importance(linear(), x, y, metric = "mse", repeats = 30)
  expect_identical(importance$feature, c("x2", "x1", "x3"))
  # Over all permutations, the mean of the squared difference is 2 n / (n - 1) of the variance.
  expect_equal(importance$importance, 2 * c(4 * var(x[, 2]), var(x[, 1]), 0), tolerance = 0.05)
  expect_equal(importance$importance[[3]], 0, tolerance = 1e-6)
  expect_equal(attr(importance, "value"), 0, tolerance = 1e-6)
  expect_output(print(importance), "change of the mse.*30 shuffles")
})

test_that("columns are shuffled together, and measures of quality have the opposite sign", {
  x <- rows()
  y <- as.vector(10 + x %*% c(1, 2, 0))
  model <- linear()
  groups <- list(used = c("x1", "x2"), "x3")
  importance <- feature_importance(model, x, y, metric = "rsq", features = groups, repeats = 10)
  expect_identical(importance$feature, c("used", "x3"))
  # Permuted together, predictions and truth are independent: R squared becomes -1.
  expect_equal(importance$importance, c(2, 0), tolerance = 0.1)
  by_function <- feature_importance(model, x, y, features = "x2", smaller_is_better = FALSE,
                                    metric = function(y, p) -mean((y - p)^2))
  expect_equal(by_function$importance, 8 * var(x[, 2]), tolerance = 0.1)
})

test_that("models of data frames know their columns and response", {
  set_random_seed(1)
  model <- tabular(Species ~ ., data = iris, epochs = 30)
  importance <- feature_importance(model)
  expect_setequal(importance$feature, names(iris)[1:4])
  expect_true(startsWith(importance$feature[[1]], "Petal"))
  # Without data, each row is predicted by the member that has left it out.
  truth <- predict(model, newdata = iris, type = "members", verbose = 0)
  at <- cbind(seq_len(150), as.integer(iris$Species), memory_of(model)$table$left_out)
  expect_equal(attr(importance, "value"), -mean(log(truth[at])), tolerance = 1e-5)
  accuracy <- feature_importance(model, iris[1:100, ], metric = "accuracy", repeats = 1)
  classes <- predict(model, newdata = iris[1:100, ], type = "class", verbose = 0)
  expect_equal(attr(accuracy, "value"), mean(classes == iris$Species[1:100]))
  expect_true(is.na(accuracy$sd[[1]]))

  by_columns <- keras_model_sequential() |> layer_dense(3, activation = "softmax")
  by_columns |> compile("adam", "sparse_categorical_crossentropy")
  by_columns |> fit(iris[1:4], iris$Species, epochs = 1, verbose = 0)
  expect_no_warning(importance <- feature_importance(by_columns, iris, "Species", repeats = 2))
  expect_identical(nrow(importance), 4L)
})

test_that("a transformed variable is shuffled as the column of the data", {
  set_random_seed(1)
  model <- tabular(mpg ~ log(wt) + factor(cyl), data = mtcars, epochs = 5)
  expect_setequal(feature_importance(model)$feature, c("wt", "cyl"))
  unknown <- mtcars
  unknown$mpg[1:3] <- NA
  expect_message(feature_importance(model, unknown), "3 rows without a response.* are left out")
})

test_that("the area under the curve and the Brier score are those of the definition", {
  truth <- factor(c("a", "b", "b", "a", "b"))
  p <- c(0.1, 0.4, 0.35, 0.35, 0.8)
  estimate <- cbind(1 - p, p)
  # Of the 6 pairs, 5 are in order and one is a tie.
  expect_equal(class_metrics$roc_auc(truth, estimate), 5.5 / 6)
  expect_equal(class_metrics$brier(truth, estimate), mean((p - (truth == "b"))^2))
})

test_that("what cannot be explained is an error that says why", {
  model <- linear()
  x <- rows(10)
  expect_refused(feature_importance(model, x), "`y` is missing")
  expect_refused(feature_importance(model), "`data` is missing")
  expect_refused(feature_importance("a", x), "must be a Keras model")
  expect_error(feature_importance(model, x, 1:9), "9 values, but `data` has 10 rows")
  expect_error(feature_importance(model, x, 1:10, metric = "auc"), "must be one of \"rmse\"")
  expect_error(feature_importance(model, x, 1:10, features = "z"), "`x1`, `x2`, `x3`; not \"z\"")
  expect_error(feature_importance(model, array(0, c(2, 3, 1)), 1:2), "attributions\\(\\) explains")
  expect_error(feature_importance(model, x, matrix(0, 10, 2)), "Give `metric` as a function")
  expect_error(feature_importance(model, x, 1:10, metric = function(y, p) "a"), "one number")
})

test_that("importance is drawn with and without ggplot2", {
  importance <- structure(
    data.frame(feature = c("a", "b"), importance = c(2, -1), sd = c(0.5, NA)),
    class = c("keras_importance", "data.frame"), metric = "mse", value = 1, repeats = 2
  )
  pdf(NULL)
  withr::defer(dev.off())
  expect_identical(plot(importance, method = "base"), importance)
  skip_if_not_installed("ggplot2")
  built <- ggplot2::ggplot_build(plot(importance, method = "ggplot2"))
  expect_equal(sort(built$data[[1]]$xmin + built$data[[1]]$xmax), c(-1, 2))
})

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
