test_that("a model generates by its own method", {
  skip_if_not(is_keras_available())
  Counter <- Model("Counter", generate = function(start, n = 2) start + seq_len(n))
  expect_equal(generate(Counter(), 10), c(11, 12))
  expect_equal(generate(Counter(), 10, n = 3), c(11, 12, 13))
  expect_refused(generate(keras_model_sequential(), 1), "has no method `generate`")
})
