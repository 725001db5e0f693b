test_that("what R remembers of a model goes with it", {
  model <- keras_model_sequential(input_shape = 1)
  expect_null(recall(model, "trained"))
  remember(model, "trained", list(x = "a"))
  remember(model, "other", y ~ x)
  expect_identical(recall(model, "trained"), list(x = "a"))
  expect_null(recall(keras_model_sequential(input_shape = 1), "trained"))
})
