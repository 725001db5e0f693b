skip_if_not(py_module_available("sklearn"), "scikit-learn")
x <- as.matrix(iris[1:4])

make <- function(X, y, units = 4, rate = 0.01) {
  model <- keras_model_sequential(input_shape = ncol(X)) |>
    layer_dense(units = units, activation = "relu") |>
    layer_dense(units = ncol(y), activation = "softmax")
  model |> compile(loss = "categorical_crossentropy", optimizer = optimizer_adam(rate))
}

test_that("cross-validation trains as long as it is told", {
  epochs <- integer()
  count <- function(X, y) {
    model <- make(X, y)
    epochs <<- c(epochs, 0L)
    model
  }
  flowers <- sklearn_classifier(count, fit_kwargs = list(epochs = 3, verbose = 0))
  scores <- import("sklearn.model_selection")$cross_validate(
    flowers, x, iris$Species, cv = 2L, return_estimator = TRUE
  )
  expect_length(scores$test_score, 2)
  expect_length(epochs, 2)
  for (estimator in scores$estimator) expect_length(estimator$history_$epoch, 3)
})

test_that("a search tries the arguments of the R function", {
  set_random_seed(1)
  flowers <- sklearn_classifier(make, model_kwargs = list(rate = 0.1),
                                fit_kwargs = list(epochs = 8, verbose = 0))
  search <- import("sklearn.model_selection")$GridSearchCV(
    flowers, list(model_kwargs = list(list(units = 4, rate = 1e-6), list(units = 6, rate = 0.05))),
    cv = 2L
  )
  search$fit(x, iris$Species)
  expect_equal(search$best_params_$model_kwargs$units, 6)
  expect_identical(dim(search$best_estimator_$decision_function(x)), c(150L, 3L))
})

test_that("it is the end of a pipeline, and labels come back", {
  set_random_seed(1)
  pipeline <- import("sklearn.pipeline")$make_pipeline(
    import("sklearn.preprocessing")$StandardScaler(),
    sklearn_classifier(make, model_kwargs = list(rate = 0.05),
                       fit_kwargs = list(epochs = 15, verbose = 0))
  )
  pipeline$fit(x, as.character(iris$Species))
  predicted <- as.character(pipeline$predict(x))
  expect_gt(mean(predicted == iris$Species), 0.8)
  expect_gt(pipeline$score(x, as.character(iris$Species)), 0.8)
})

test_that("an error in the R function is the error", {
  flowers <- sklearn_classifier(function(X, y) stop("no such model"))
  expect_error(flowers$fit(x, iris$Species), "no such model")
})

test_that("arguments are checked", {
  expect_refused(sklearn_regressor(5), "`model` must be a compiled model, or a function")
  expect_refused(sklearn_regressor(make, fit_kwargs = list(5)), "`fit_kwargs` must be a list with")
})
