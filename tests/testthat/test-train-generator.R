
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
