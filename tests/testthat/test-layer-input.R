skip_if_not(is_keras_available())

sequence <- array(sin(1:48), c(2, 6, 4))

test_that("query, value and key go by their place or by name, and one tensor attends to itself", {
  layers <- list(
    layer_multi_head_attention(num_heads = 2, key_dim = 3, seed = 1),
    layer_group_query_attention(head_dim = 3, num_query_heads = 2, num_key_value_heads = 1)
  )
  for (layer in layers) {
    expected <- as.array(layer(sequence, sequence))
    expect_identical(as.array(layer(query = sequence, value = sequence)), expected)
  }
  attend <- function(inputs) {
    set_random_seed(1)
    as.array(layer_multi_head_attention(inputs, num_heads = 2, key_dim = 3))
  }
  expected <- attend(list(sequence, sequence))
  expect_identical(dim(expected), c(2L, 6L, 4L))
  expect_identical(attend(sequence), expected)
  expect_identical(attend(list(sequence)), expected)
  expect_identical(attend(list(value = sequence, query = sequence)), expected)
  expect_false(identical(attend(list(sequence, sequence, key = -sequence)), expected))
})

test_that("axes to attend over count from 1, the batch being axis 1", {
  layer <- layer_multi_head_attention(num_heads = 1, key_dim = 2, attention_axes = c(2, 3))
  expect_identical(as.integer(unlist(layer$get_config()$attention_axes)), 1:2)
})

test_that("what is no input is an error that says so", {
  expect_refused(layer_multi_head_attention(3, 2, 2), "Keras tensor or array")
  expect_refused(layer_multi_head_attention(sequence, 2.5, 2), "`num_heads` must be a whole number")
})

test_that("attention works in a model", {
  query <- keras_input(shape = c(6, 4))
  output <- layer_attention(list(query, query)) |> layer_global_average_pooling_1d()
  expect_identical(dim(predict(keras_model(query, output), sequence, verbose = 0)), c(2L, 4L))
})

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
