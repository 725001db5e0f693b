test_that("a right gradient converges with rate 2, a wrong one with rate 1", {
  skip_if_not(is_keras_available() && on_tensorflow())
  set.seed(1)
  right <- op_test_gradient(function(x, y) tf$sin(x) * y, list(c(0.1, 0.7), matrix(c(2, 3), 1)))
  expect_s3_class(right, c("rkeras_gradient_test", "data.frame"), exact = TRUE)
  expect_identical(names(right), c("step", "constant", "linear"))
  expect_equal(attr(right, "rates")[["linear"]], 2, tolerance = 0.15)
  expect_true(attr(right, "passed"))
  expect_output(print(right), "rate 2[.].. [(]2 if the gradient is right[)]")
  expect_output(print(right), "The gradient is right.", fixed = TRUE)

  wrong <- op_test_gradient(function(x) x * tf$stop_gradient(x), c(0.1, 0.7, 2))
  expect_false(attr(wrong, "passed"))
  expect_output(print(wrong), "The gradient is wrong.", fixed = TRUE)
  none <- op_test_gradient(function(x) tf$stop_gradient(x), c(0.1, 0.7, 2))
  expect_false(attr(none, "passed"))

  # The errors of a linear function are rounding.
  linear <- op_test_gradient(function(x) 3 * x, c(1, 2))
  expect_true(attr(linear, "passed"))
  expect_output(print(linear), "at the level of rounding")
})

test_that("integers are not varied, and layers can be tested", {
  skip_if_not(is_keras_available() && on_tensorflow())
  test <- op_test_gradient(function(x, i) tf$gather(x, i) * 2 + x[[1]]^2, list(c(1, 2, 3), 0:1))
  expect_true(attr(test, "passed"))
  layer <- layer_dense(units = 2, activation = "tanh", dtype = "float64")
  expect_true(attr(op_test_gradient(layer, matrix(c(0.1, 0.2), 1)), "passed"))
})

test_that("the plot shows both errors", {
  skip_if_not(is_keras_available() && on_tensorflow())
  test <- op_test_gradient(function(x) tf$exp(x), 1)
  file <- withr::local_tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  expect_identical(plot(test), test)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("wrong arguments are errors", {
  skip_if_not(is_keras_available() && on_tensorflow())
  expect_error(op_test_gradient(1, 1), "`f` must be a function")
  expect_error(op_test_gradient(identity, 1L), "`inputs` must have real numbers")
  expect_error(op_test_gradient(identity, 1, steps = 1), "`steps` must be at least two")
  expect_error(op_test_gradient(identity, 1, steps = c(0.1, 1)), "decreasing")
  expect_error(op_test_gradient(function(x) tf$constant(1L), 1), "`f` must return real numbers")
})
