x <- array(as.numeric(1:24), c(2, 3, 4))
tensor <- op_convert_to_tensor(x)

# Functions of one axis of `x`, and the name of the argument.
of_axis <- list(
  axes = function(i) op_transpose(x, c(1, 2, i)), axis = function(i) op_softmax(x, i),
  source = function(i) op_moveaxis(x, i, 1), destination = function(i) op_moveaxis(x, 1, i),
  axis1 = function(i) op_swapaxes(x, i, 1), axis2 = function(i) op_swapaxes(x, 1, i),
  axis = function(i) op_squeeze(x, i), axis = function(i) op_concatenate(list(x, x), i),
  axis = function(i) op_split(x, 2, i), axis = function(i) op_take(x, 1, i),
  axis = function(i) op_take_along_axis(x, array(1L, dim(x)), i),
  axis = function(i) op_argmax(x, i),
  axis = function(i) op_cumsum(x, i), axis = function(i) op_sum(x, i),
  axis = function(i) op_sort(x, i), axis = function(i) op_norm(x, axis = i),
  axis = function(i) op_nanmedian(x, i), axis = function(i) op_repeat(x, 2, i),
  axis = function(i) layer_activation_softmax(tensor, axis = i),
  axis = function(i) layer_normalization(tensor, axis = i),
  axis = function(i) layer_batch_normalization(tensor, axis = i),
  axis = function(i) layer_concatenate(tensor, tensor, axis = i),
  axes = function(i) layer_dot(tensor, tensor, axes = i),
  shared_axes = function(i) layer_activation_parametric_relu(tensor, shared_axes = i)
)

test_that("an axis that a tensor does not have is named as the user wrote it", {
  for (i in seq_along(of_axis)) {
    name <- names(of_axis)[[i]]
    for (axis in c(9, -9)) {
      pattern <- sprintf("^`%s` (=|has) %d,? .*out of range: `[a-z]+` has 3 axes. Use 1 to 3,",
                         name, axis)
      expect_error(of_axis[[i]](axis), pattern, info = deparse(of_axis[[i]]))
    }
  }
})

test_that("axes that are no positions are errors before Keras sees them", {
  for (f in of_axis) {
    expect_error(f(0), "counts from 1", class = "rkeras_error_argument")
    for (bad in list("a", NA, 1.5)) {
      expect_error(f(bad), "must be (a )?whole number", class = "rkeras_error_argument")
    }
  }
})

test_that("a new axis may be the last of the result", {
  expect_identical(dim(op_expand_dims(x, 4)), c(2L, 3L, 4L, 1L))
  words <- "has 3 axes, and the result one more. Use 1 to 4, or -1 to -4"
  expect_error(op_expand_dims(x, 5), words, fixed = TRUE)
  expect_error(op_stack(list(x, x), 5), words, fixed = TRUE)
})

test_that("layers made before they are called, and orders of axes, count from 1", {
  expect_error(layer_activation_softmax(axis = 9)(tensor), "`axis` = 9 is out of range: the input")
  expect_error(layer_permute(tensor, dims = c(0, 1)), "must hold each axis after the batch once",
               fixed = TRUE)
})

test_that("one axis is an order of axes", {
  expect_identical(dim(op_transpose(c(1, 2), 1)), 2L)
})
