x <- as.matrix(cars["speed"])

test_that("one batch is trained on, tested and predicted", {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  model |> compile(optimizer = "sgd", loss = "mse", metrics = "mae")
  result <- test_on_batch(model, x, cars$dist)
  expect_named(result, c("loss", "mae"))
  expect_equal(result$mae, mean(abs(predict_on_batch(model, x) - cars$dist)), tolerance = 1e-5)
  before <- get_weights(model)
  expect_named(train_on_batch(model, x, cars$dist), c("loss", "mae"))
  expect_false(identical(get_weights(model), before))
  expect_identical(dim(predict_on_batch(model, x)), c(50L, 1L))
})

test_that("weights of observations and classes count", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  none <- test_on_batch(model, x, cars$dist, sample_weight = rep(0, 50))
  expect_equal(none$loss, 0)
  reset_state(model)
  result <- train_on_batch(model, x, rep(0:1, 25), class_weight = c("0" = 0, "1" = 0))
  expect_equal(result$loss, 0)
})

test_that("what is wrong is said", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  expect_error(train_on_batch(model, x, cars$dist), "compile", class = "rkeras_error")
  model |> compile(loss = "mse")
  expect_refused(train_on_batch(model, x, cars$dist[1:3]))
  expect_refused(predict_on_batch(model, matrix(1, 2, 5)))
})

# A model with three classes, and batches for it.
classifier <- function(loss = "sparse_categorical_crossentropy", units = 3, metrics = "accuracy",
                       activation = "softmax") {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units, activation = activation)
  compile(model, loss = loss, metrics = metrics)
  model
}
flowers <- unname(as.matrix(iris[seq(1, 150, by = 15), 1:4]))
species <- rep(0:2, c(4, 3, 3))

test_that("what is wrong with a batch is said, also after good ones like it", {
  model <- classifier()
  good <- function() {
    for (i in 1:2) expect_named(train_on_batch(model, flowers, species), c("loss", "accuracy"))
    for (i in 1:2) expect_named(test_on_batch(model, flowers, species), c("loss", "accuracy"))
    for (i in 1:2) expect_identical(dim(predict_on_batch(model, flowers)), c(10L, 3L))
  }
  other <- function(x, i, value) replace(x, i, value)
  bad <- list(
    list(flowers[, 1:3], species), list(flowers, species[1:9]), list(flowers, species + 1),
    list(flowers, species + 0.5), list(flowers, species - 1L), list(flowers, other(species, 2, NA)),
    list(flowers, other(species + 0, 2, NA)), list(flowers, as.character(species)),
    list(other(flowers, 3, "x"), species), list(other(flowers, 3, 1i), species),
    list(other(flowers > 1, 3, NA), species), list(t(flowers), species),
    list(array(flowers, c(10, 2, 2)), species), list(flowers),
    list(flowers, to_categorical(species))
  )
  for (data in bad) {
    good()
    expect_refused(do.call(train_on_batch, c(list(model), data)))
    expect_refused(do.call(test_on_batch, c(list(model), data)))
  }
  good()
  for (x in list(flowers[, 1:3], other(flowers, 3, "x"), other(flowers > 1, 3, NA))) {
    expect_refused(predict_on_batch(model, x))
  }
})

test_that("missing and infinite values are seen in each batch", {
  model <- classifier()
  for (i in 1:2) {
    test_on_batch(model, flowers, species)
    predict_on_batch(model, flowers)
  }
  missing <- replace(flowers, 2, NA)
  expect_error(test_on_batch(model, missing, species), "`x` has .*row 2", class = "rkeras_error")
  infinite <- replace(flowers, 2, Inf)
  expect_warning(test_on_batch(model, infinite, species), class = "rkeras_warning_infinite")
  predictions <- predict_on_batch(model, missing)
  expect_identical(which(is.na(predictions[, 1])), 2L)
  regression <- classifier("mse", 1, "mae", "linear")
  for (i in 1:2) test_on_batch(regression, flowers, species)
  expect_refused(test_on_batch(regression, flowers, replace(species, 1, NA)))
  expect_refused(test_on_batch(regression, flowers, flowers[, 1:2]))
})

test_that("a batch like one before is checked for what the model is now", {
  model <- classifier()
  for (i in 1:2) train_on_batch(model, flowers, species)
  model$add(layer_dense(units = 2, activation = "softmax"))
  compile(model, loss = "sparse_categorical_crossentropy")
  expect_refused(train_on_batch(model, flowers, species))
  expect_gt(train_on_batch(model, flowers, pmin(species, 1L))$loss, 0)
  compile(model, loss = "categorical_crossentropy")
  expect_refused(train_on_batch(model, flowers, pmin(species, 1L)))
})

test_that("labels outside 0 to 1 are told each time for binary cross-entropy", {
  model <- classifier("binary_crossentropy", 1, activation = "sigmoid")
  y <- rep(0:1, 5)
  for (i in 1:2) test_on_batch(model, flowers, y)
  for (i in 1:2) {
    expect_refused(test_on_batch(model, flowers, y + 1L), "Use `y - 1`")
  }
})

test_that("targets of one and of two axes may alternate", {
  model <- classifier("mse", 1, "mae", "linear")
  y <- species + 0.5
  expected <- test_on_batch(model, flowers, y)
  for (i in 1:2) {
    for (targets in list(y, matrix(y), array(y))) {
      expect_equal(test_on_batch(model, flowers, targets), expected, tolerance = 1e-6)
    }
  }
})

test_that("names, levels and weights are heeded after plain batches", {
  set_random_seed(1)
  model <- classifier()
  frame <- iris[c(1, 60, 120), ]
  train_on_batch(model, frame[1:4], frame$Species)
  plain <- unname(as.matrix(frame[1:4]))
  for (i in 1:2) expected <- predict_on_batch(model, plain)
  expect_identical(predict_on_batch(model, frame[4:1]), expected)
  expect_identical(predict_on_batch(model, as.matrix(frame[4:1])), expected)
  for (i in 1:2) loss <- test_on_batch(model, plain, 0:2)
  expect_identical(test_on_batch(model, frame[4:1], frame$Species), loss)
  turned <- factor(frame$Species, rev(levels(iris$Species)))
  expect_identical(test_on_batch(model, plain, turned), loss)
  expect_equal(test_on_batch(model, plain, 0:2, sample_weight = c(0, 0, 0))$loss, 0)
})

test_that("batches that are alike train as a fit() does", {
  set_random_seed(1)
  fitted <- classifier()
  by_batch <- classifier()
  set_weights(by_batch, get_weights(fitted))
  fit(fitted, flowers, species, batch_size = 10, epochs = 6, shuffle = FALSE, verbose = 0)
  for (i in 1:6) train_on_batch(by_batch, flowers, species)
  expect_equal(get_weights(by_batch), get_weights(fitted), tolerance = 1e-5)
  for (i in 1:4) predictions <- predict_on_batch(by_batch, flowers)
  expect_equal(predictions, predict(fitted, flowers, verbose = 0), tolerance = 1e-5)
})

if (on_tensorflow()) test_that("a step whose graph calls R functions is trained batch by batch", {
  calls <- 0
  doubled <- function(x) {
    calls <<- calls + 1
    x$numpy() * 2
  }
  via_r <- function(y_true, y_pred) {
    tf$reshape(tf$py_function(doubled, list(y_pred), Tout = tf$float32), list(-1L))
  }
  model <- classifier("mse", 1, NULL, "linear")
  for (i in 1:4) train_on_batch(model, flowers, species + 0.5)
  compile(model, loss = "mse", metrics = list(custom_metric("via_r", via_r)))
  for (i in 1:4) expect_named(train_on_batch(model, flowers, species + 0.5), c("loss", "via_r"))
  expect_gte(calls, 4)
})

test_that("vectors are batches each time", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse", metrics = "mae")
  predictions <- predict_on_batch(model, c(1, 2, 3))
  result <- test_on_batch(model, c(1, 2, 3), 1:3)
  for (i in 1:4) {
    expect_identical(predict_on_batch(model, c(1, 2, 3)), predictions)
    expect_equal(test_on_batch(model, c(1, 2, 3), 1:3), result)
    expect_named(test_on_batch(model, c(1, 2, 3), c(TRUE, FALSE, TRUE)), c("loss", "mae"))
  }
})

test_that("a batch without targets, and a model that is none, are told each time", {
  model <- classifier()
  for (i in 1:4) train_on_batch(model, flowers, species)
  for (i in 1:2) {
    expect_error(train_on_batch(model, flowers), class = "rkeras_error")
    expect_error(predict_on_batch(list(), flowers), class = "rkeras_error")
    expect_error(predict_on_batch(import_builtins()$object(), flowers), class = "rkeras_error")
  }
})

test_that("vectors and matrices may follow each other", {
  model <- keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 1, kernel_initializer = "ones")
  compile(model, loss = "mse")
  for (x in list(c(1, 2), matrix(c(1, 2)), 5, matrix(5), c(1, 2))) {
    expect_equal(predict_on_batch(model, x), matrix(as.double(x)))
    expect_equal(test_on_batch(model, x, x)$loss, 0)
    expect_no_error(train_on_batch(model, x, x))
  }
})

test_that("alike batches keep the shapes of several outputs, and vectors may be columns", {
  input <- keras_input(1)
  model <- keras_model(input, list(a = layer_dense(input, 1), b = layer_dense(input, 3)))
  for (i in 1:4) {
    outputs <- predict_on_batch(model, as.double(1:5))
    expect_identical(lapply(outputs, dim), list(a = c(5L, 1L), b = c(5L, 3L)))
  }
  one <- classifier("mse", 1, "mae", "linear")
  for (i in 1:4) expect_named(train_on_batch(one, flowers, species + 0.5), c("loss", "mae"))
  expect_refused(train_on_batch(one, flowers, species[1:9]))
})
