test_that("what Keras cannot make out is named by its argument", {
  expect_refused(
    layer_dense(units = 1, activation = "rleu"), "`activation` = \"rleu\".*Did you mean \"relu\""
  )
  expect_refused(
    layer_dense(units = 1, kernel_initializer = "glorot_unifrm"),
    "`kernel_initializer`.*glorot_uniform"
  )
  expect_refused(layer_dense(units = 1, bias_regularizer = 0.01), "`bias_regularizer` must be")
  expect_refused(layer_dense(units = 1, activation = c("relu", "tanh")), "`activation` must be")
  expect_refused(layer_dense(units = -1), "`units` must be one positive whole number, not -1")
})

test_that("the suggestion is another name", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  error <- expect_error(compile(model, loss = "mse", metrics = "huber"), "not in keras\\$metrics")
  expect_no_match(conditionMessage(error), "Did you mean \"huber\"", fixed = TRUE)
})
