# Losses and metrics as values, as objects, and by name in compile().

test_that("values and objects are told apart", {
  pair <- list(rbind(c(0, 1)), rbind(c(0.5, 0.75)))
  expect_equal(as.numeric(loss_mean_squared_error(pair[[1]], pair[[2]])), mean(c(0.25, 0.0625)))
  expect_s3_class(loss_mean_squared_error(), "keras.src.losses.loss.Loss")
  expect_error(loss_huber(pair[[1]]), "`y_true` and `y_pred` go together")
  expect_error(loss_huber(pair[[1]], pair[[2]], reduction = "sum"), "`reduction` is for the object")
  expect_error(metric_hinge(pair[[1]], pair[[2]], name = "h"), "`name` is for the object")
})

test_that("factors are labels from 0, and missing ones an error", {
  chances <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.6, 0.3))
  species <- iris$Species[c(1, 51)]
  loss <- function(labels) as.numeric(loss_sparse_categorical_crossentropy(labels, chances))
  expect_equal(loss(species), -log(c(0.7, 0.6)), tolerance = 1e-6)
  expect_equal(loss(c(0, 1)), -log(c(0.7, 0.6)), tolerance = 1e-6)
  expect_equal(as.numeric(metric_sparse_categorical_accuracy(species, chances)), c(1, 1))
  object <- loss_sparse_categorical_crossentropy()
  metric <- metric_sparse_categorical_accuracy()
  expect_equal(as.numeric(object(species, chances)), -mean(log(c(0.7, 0.6))), tolerance = 1e-6)
  expect_equal(as.numeric(metric(species, y_pred = chances)), 1)
  species[[2]] <- NA
  expect_refused(loss(species), "`y_true` has 1 missing value")
  expect_error(object(species, chances), "Element 2 of the factor is missing",
               class = "rkeras_error_convert")
})

test_that("numbers are what Keras wants: floats where it refuses ints, lists of one", {
  expect_identical(metric_fbeta_score(beta = 2, threshold = 1)$beta, 2)
  expect_equal(metric_binary_iou(target_class_ids = 1)$target_class_ids, 1L)
  expect_error(metric_auc(num_thresholds = 3.5), "`num_thresholds` must be a whole number")
  expect_error(metric_auc(num_threshold = 3), "Did you mean `num_thresholds`")
})

test_that("wrappers stand for their defaults in compile()", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3, activation = "softmax")
  model |> compile(
    loss = loss_sparse_categorical_crossentropy,
    metrics = metric_sparse_categorical_accuracy,
    weighted_metrics = list(metric_sparse_categorical_crossentropy)
  )
  values <- evaluate(model, iris[1:4], iris$Species)
  expect_named(values, c("loss", "sparse_categorical_accuracy", "sparse_categorical_crossentropy"))
  expect_equal(values$loss, values$sparse_categorical_crossentropy, tolerance = 1e-5)
})

test_that("R functions are metrics, with a name", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  distance <- function(y_true, y_pred) keras$ops$abs(y_true - y_pred)
  model |> compile(loss = loss_huber, metrics = list(
    "mae",
    custom_metric("distance", distance),
    metric_mean_wrapper(fn = distance, name = "wrapped")
  ))
  values <- evaluate(model, iris[1:4], as.matrix(iris$Sepal.Length))
  expect_named(values, c("loss", "distance", "mae", "wrapped"), ignore.order = TRUE)
  expect_equal(values$distance, values$mae, tolerance = 1e-6)
  expect_equal(values$wrapped, values$mae, tolerance = 1e-6)
  expect_error(custom_metric("distance", "mae"), "`metric_fn` must be a function")
  expect_error(metric_mean_wrapper(), "`fn` must be a function")
})

test_that("objects of losses and metrics take R vectors", {
  numbers <- loss_mean_squared_error()
  expect_equal(as.numeric(numbers(c(1, 2), c(1, 4))), 2)
  expect_equal(as.numeric(numbers(1, 3)), 4)
  expect_equal(as.numeric(numbers(y_true = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(numbers(cbind(1:2), cbind(c(1, 4)), sample_weight = c(0, 1))), 2)
  labels <- loss_sparse_categorical_crossentropy()
  probabilities <- rbind(c(0.1, 0.9), c(0.2, 0.8))
  expected <- -mean(log(c(0.9, 0.2)))
  for (y in list(c(1L, 0L), c(1, 0))) {
    expect_equal(as.numeric(labels(y, probabilities)), expected, tolerance = 1e-5)
    metric <- metric_sparse_categorical_crossentropy()
    metric$update_state(y, probabilities)
    expect_equal(as.numeric(metric$result()), expected, tolerance = 1e-5)
    expect_equal(as.numeric(metric(y_true = y, y_pred = probabilities)), expected, tolerance = 1e-5)
  }
  mean <- metric_mean()
  mean$update_state(4)
  mean$update_state(c(1, 3), sample_weight = c(0, 1))
  expect_equal(as.numeric(mean$result()), 3.5)
})

test_that("names of their arguments may be abbreviated, as in R", {
  loss <- loss_mean_squared_error()
  expect_equal(as.numeric(loss(y = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(loss(cbind(1:2), y_p = cbind(c(1, 4)), sample = c(0, 1))), 2)
  loss_own <- Loss("Own", call = function(y_true, y_pred) y_pred - y_true)
  expect_equal(as.numeric(loss_own()(y = c(1, 1), y_pred = c(2, 2))), 1)
  metric <- metric_mean_absolute_error()
  metric$update_state(y = c(1, 2), y_pred = c(1, 4))
  expect_equal(as.numeric(metric$result()), 1)
  expect_equal(as.numeric(metric_mean_squared_error()(y = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(metric_mean()(val = c(1, 3), sample = c(1, 1))), 2)
  metric_own <- Metric(
    "Own",
    initialize = function() {
      super$initialize()
      self$n <- self$add_variable(shape(), initializer = "zeros")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) self$n$assign_add(sum(y_true)),
    result = function() self$n
  )
  expect_equal(as.numeric(metric_own()(y_t = c(1, 2), y_p = 0)), 3)
  expect_error(metric_mean()(other = 1), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  expect_error(loss(c(1, 2), other = 1), "unused argument")
  # R code knows no full name by another way.
  apply_loss <- function(...) py_call(loss, ...)
  expect_equal(as.numeric(apply_loss(y_t = 1, y_p = 3)), 4)
  expect_error(apply_loss(y_t = 1, other = 3), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  expect_error(apply_loss(y = 1, y_pre = 3), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  # Two arguments for one parameter.
  expect_error(loss(1, 2, y_t = 3), class = "python.builtin.TypeError")
})
