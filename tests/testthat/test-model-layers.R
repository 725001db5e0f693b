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
  expect_refused(get_layer(model, "d"), "no layer \"d\"")
  expect_refused(get_layer(model, index = 0), "from 1 to 3")
  expect_refused(get_layer(model, index = 4), "from 1 to 3")
  expect_refused(get_layer(model), "`name` or `index`")
  expect_refused(get_layer(1, "a"), "must be a Keras model")
})

test_that("the last layer is taken off", {
  model <- three_layers()
  expect_identical(pop_layer(model)$units, 3L)
  expect_identical(dim(predict(model, matrix(1, 2, 4))), c(2L, 4L))
  expect_refused(pop_layer(keras_model_sequential()), "no layer")
  expect_refused(pop_layer(1), "sequential")
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
  expect_refused(freeze_weights(model, from = 3, to = 1), "after")
  expect_refused(freeze_weights(model, from = "z"), "no layer \"z\"")
})

test_that("`which` is a formula, layers, numbers in any order, or a list of these", {
  model <- three_layers()
  chosen <- function(which) base::which(!trainable(freeze_weights(model, which = which)))
  expect_identical(chosen(~ .x$units > 3), c(1L, 2L))
  least <- 4
  expect_identical(chosen(~ .$units >= least), c(1L, 2L))
  expect_identical(chosen(c(3, 1)), c(1L, 3L))
  expect_identical(chosen(c(-1, 2)), c(2L, 3L))
  expect_identical(chosen(list("c", 1, model$layers[[2]])), 1:3)
  expect_identical(chosen(model$layers[[2]]), 2L)
  expect_identical(chosen(model$layers[2:3]), 2:3)
  expect_identical(chosen(c(TRUE, FALSE, TRUE)), c(1L, 3L))
  expect_identical(chosen(function(layer) FALSE), integer())
  expect_identical(chosen(integer()), integer())
  expect_identical(trainable(freeze_weights(model, from = model$layers[[3]])), c(TRUE, TRUE, FALSE))
})

test_that("a wrong `which` changes nothing", {
  model <- three_layers()
  freeze_weights(model, which = 1)
  refused <- function(which, text) {
    expect_refused(freeze_weights(model, which = which), text)
    expect_identical(trainable(model), c(FALSE, TRUE, TRUE))
  }
  refused(4, "`which` counts layers from 1 to 3")
  refused("z", "no layer \"z\"")
  refused(c(TRUE, FALSE), "3 layers, not 2 elements")
  refused(c(TRUE, FALSE, NA), "not NA")
  refused(function(layer) NA, "returned NA for `a`")
  refused(function(layer) "yes", "must return TRUE or FALSE")
  refused(y ~ .x, "a formula with one side")
  refused(layer_dense(units = 1), "`which` is not a layer of the model")
  expect_refused(freeze_weights(model, from = 1, which = 1), "or `from` and `to`")
})
