
test_that("iterators of py_iterator() are data, also with items computed in advance", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  batches <- function(n) {
    i <- 0
    function() {
      i <<- i + 1
      if (i <= n) list(matrix(i, 4, 2), rep(0, 4))
    }
  }
  for (ahead in c(0, 2)) {
    history <- model |> fit(py_iterator(batches(3), prefetch = ahead), epochs = 1, verbose = 0)
    expect_length(history$metrics$loss, 1)
  }
  expect_identical(nrow(predict(model, py_iterator(batches(2)), verbose = 0)), 8L)
})

test_that("a batch may have the names of the arguments of fit()", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  x <- matrix(1, 4, 2)
  batch <- function(...) function() list(...)
  train <- function(f) fit(model, f, epochs = 1, steps_per_epoch = 1, verbose = 0)$metrics$loss
  expect_length(train(batch(y = 1:4, x = x)), 1)
  expect_length(train(batch(x = x, y = 1:4, sample_weight = 1:4)), 1)
  expect_error(train(batch(x, 1, 2, 3)), "not a list of 4", class = "rkeras_error_argument")
  expect_error(train(batch(1:4, x)), "`x` is a vector of length 4, but the model takes",
               class = "rkeras_error_argument")
  expect_error(train(batch(cbind(x, x), 1:4)), "`x` has shape .NA, 4., but the model takes .NA, 2.",
               class = "rkeras_error_argument")
})
