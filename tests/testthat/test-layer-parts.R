one <- matrix(1, 1, 2)
two <- matrix(2, 1, 2)

difference_model <- function(named) {
  inputs <- list(keras_input(2, name = "a"), keras_input(2, name = "b"))
  outputs <- layer_subtract(inputs)
  keras_model(if (named) list(first = inputs[[1]], second = inputs[[2]]) else inputs, outputs)
}

test_that("inputs without names are matched by position to those left", {
  model <- difference_model(named = FALSE)
  expected <- as.array(model(list(one, two)))
  expect_identical(as.array(model(list(one, b = two))), expected)
  expect_identical(as.array(model(list(b = two, one))), expected)
  expect_identical(as.array(model(list(a = one, two))), expected)
  expect_identical(as.array(py_call(model, list(a = one, two), training = TRUE)), expected)
  named <- difference_model(named = TRUE)
  expect_identical(as.array(named(list(one, second = two))), expected)
  expect_identical(as.array(named(list(second = two, one))), expected)
})

test_that("graphs of models take such inputs, too", {
  model <- difference_model(named = FALSE)
  x <- keras_input(2)
  expect_identical(as.array(keras_model(x, model(list(x, b = x)))(one)), matrix(0, 1, 2))
})

test_that("too many inputs are an error that names those of the model", {
  model <- difference_model(named = FALSE)
  expect_refused(
    model(list(one, two, b = two)),
    "`inputs` has 3 elements, but the model has 2: `a`, `b`.",
    fixed = TRUE
  )
})

test_that("names mean nothing to layers that join their inputs", {
  joined <- cbind(one, two)
  expect_identical(as.array(layer_concatenate()(list(one, b = two))), joined)
  expect_identical(as.array(layer_concatenate()(list(a = one, x = two))), joined)
  expect_identical(as.array(layer_concatenate(list(one, b = two))), joined)
  expect_identical(as.array(layer_concatenate(one, list(b = two, one))), cbind(joined, one))
  expect_identical(as.array(layer_add()(list(a = one, two))), one + two)
})

test_that("regularizers take R vectors", {
  expect_equal(as.numeric(regularizer_l1(0.1)(c(1, -2))), 0.3, tolerance = 1e-6)
  expect_equal(as.numeric(regularizer_l1_l2(0.1, 0.1)(c(1, -2))), 0.8, tolerance = 1e-6)
})
