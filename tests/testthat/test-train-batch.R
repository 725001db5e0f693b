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
  expect_error(train_on_batch(model, x, cars$dist[1:3]), class = "rkeras_error_argument")
  expect_error(predict_on_batch(model, matrix(1, 2, 5)), class = "rkeras_error_argument")
})
