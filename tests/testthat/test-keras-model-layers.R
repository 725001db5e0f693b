three_layers <- function() {
  keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 5, name = "a") |>
    layer_dense(units = 4, name = "b") |>
    layer_dense(units = 3, name = "c")
}
trainable <- function(model) vapply(model$layers, function(layer) layer$trainable, NA)

test_that("layers are found by name and by position from 1", {
  model <- three_layers()
  expect_identical(get_layer(model, "b")$units, 4L)
  expect_identical(get_layer(model, name = "c")$units, 3L)
  expect_identical(get_layer(model, index = 1)$units, 5L)
  expect_identical(get_layer(model, index = -1)$units, 3L)
  expect_error(get_layer(model, "d"), "no layer \"d\"", class = "rkeras_error_argument")
  expect_error(get_layer(model, index = 0), "from 1 to 3", class = "rkeras_error_argument")
  expect_error(get_layer(model, index = 4), "from 1 to 3", class = "rkeras_error_argument")
  expect_error(get_layer(model), "`name` or `index`", class = "rkeras_error_argument")
  expect_error(get_layer(1, "a"), "must be a Keras model", class = "rkeras_error_argument")
})

test_that("the last layer is taken off", {
  model <- three_layers()
  expect_identical(pop_layer(model)$units, 3L)
  expect_identical(dim(predict(model, matrix(1, 2, 4))), c(2L, 4L))
  expect_error(pop_layer(keras_model_sequential()), "no layer", class = "rkeras_error_argument")
  expect_error(pop_layer(1), "sequential", class = "rkeras_error_argument")
})

test_that("layers are frozen by range, by name and by what they are", {
  model <- three_layers()
  expect_identical(trainable(freeze_weights(model)), c(FALSE, FALSE, FALSE))
  expect_false(model$trainable)
  expect_identical(trainable(unfreeze_weights(model, from = "b")), c(FALSE, TRUE, TRUE))
  expect_identical(trainable(freeze_weights(model, to = -2)), c(FALSE, FALSE, TRUE))
  expect_identical(trainable(freeze_weights(model, from = 2, to = 2)), c(TRUE, FALSE, TRUE))
  expect_identical(trainable(unfreeze_weights(model, which = c("a", "c"))), c(TRUE, FALSE, TRUE))
  expect_identical(trainable(freeze_weights(model, which = c(1, -1))), c(FALSE, TRUE, FALSE))
  is_wide <- function(layer) layer$units > 3
  expect_identical(trainable(unfreeze_weights(model, which = is_wide)), c(TRUE, TRUE, FALSE))
  expect_length(model$trainable_weights, 4)
  expect_error(freeze_weights(model, from = 3, to = 1), "after", class = "rkeras_error_argument")
  expect_error(freeze_weights(model, from = "z"), "no layer \"z\"", class = "rkeras_error_argument")
})
