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

test_that("layers made before they are called count from 1", {
  expect_error(layer_activation_softmax(axis = 9)(tensor), "`axis` = 9 is out of range: the input")
})

test_that("one axis is an order of axes", {
  expect_identical(dim(op_transpose(c(1, 2), 1)), 2L)
})

said <- function(expr) conditionMessage(tryCatch(expr, error = identity))

test_that("errors of memory, dtypes and axes are in R's words", {
  skip_if_not(py_module_available("tensorflow"))
  expect_snapshot({
    cat(said(tf$zeros(shape(1e6, 1e7))))
    cat(said(tf$math$add(tf$constant(1L), tf$constant(1.5))))
    cat(said(tf$math$log("a")))
    cat(said(tf$reduce_sum(tf$ones(shape(2)), axis = 3L)))
  })
})

test_that("no message has names of TensorFlow's wrapped functions", {
  skip_if_not(py_module_available("tensorflow"))
  wrong <- expression(
    tf$matmul(tf$ones(shape(2, 3)), tf$ones(shape(2, 3))), tf$reshape(1:6, c(2L, 4L)),
    tf$concat(list(tf$ones(shape(1, 2)), tf$ones(shape(1, 3))), 0L), tf$gather(1:3, 5L),
    tf$linalg$inv(matrix(0, 2, 2)), tf$split(tf$ones(shape(5)), 2L),
    tf$transpose(tf$ones(shape(2, 3)), list(0L, 2L)), tf$tile(1:3, c(1L, 2L)),
    tf$slice(1:3, 2L, 5L), tf$expand_dims(1, 4L), tf$nn$conv2d(tf$ones(shape(1, 2, 2, 1)),
    tf$ones(shape(3, 3, 2, 1)), 1L, "VALID"), tf$constant(matrix(1:4, 2)) + tf$constant(1:3),
    tf$debugging$assert_equal(1, 2), tf$sparse$to_dense(tf$SparseTensor(
      matrix(5L, 1, 1), c(1), shape = 1L))
  )
  for (code in wrong) {
    message <- said(eval(code))
    expect_no_match(message, "function_node|__wrapped__|device:CPU", info = deparse1(code))
  }
})
