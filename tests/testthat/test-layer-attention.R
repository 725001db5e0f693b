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
