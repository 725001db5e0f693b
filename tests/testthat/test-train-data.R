test_that("a model whose layers remember samples takes batches of their size", {
  model <- keras_model_sequential(input_shape = c(3, 2), batch_size = 4) |>
    layer_lstm(units = 2, stateful = TRUE)
  x <- array(rnorm(48), c(8, 3, 2))
  expect_identical(dim(predict(model, x, verbose = 0)), c(8L, 2L))
  expect_refused(predict(model, x[1, , , drop = FALSE], verbose = 0), "batches of 4")
  expect_refused(predict(model, x, batch_size = 2, verbose = 0), "batches of 4")
  compile(model, loss = "mse")
  expect_refused(evaluate(model, x[1:6, , ], matrix(0, 6, 2), verbose = 0), "batches of 4")
  expect_length(fit(model, x, matrix(0, 8, 2), epochs = 1, verbose = 0)$metrics$loss, 1)
})
