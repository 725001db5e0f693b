test_that("a number or a pair of widths is for all axes, on every backend", {
  x <- matrix(1:4, 2)
  padded <- rbind(0L, cbind(0L, x, 0L), 0L)
  for (width in list(1, c(1, 1), list(1), list(c(1, 1)), list(1, 1), list(c(1, 1), c(1, 1)))) {
    expect_equal(as.array(op_pad(x, width)), padded)
    expect_equal(as.array(op_pad(op_array(x), width)), padded)
  }
  expect_equal(as.array(op_pad(x, list(c(1, 0)))), rbind(0L, cbind(0L, x)))
  expect_equal(as.array(op_pad(x, rbind(c(0, 1), c(2, 0)))), rbind(cbind(0L, 0L, x), 0L))
  expect_equal(as.vector(op_pad(1:3, 1, mode = "reflect")), c(2, 1:3, 2))
  expect_identical(dim(op_pad(keras_input(c(3, 4)), list(0, 1, 2) |> lapply(rep, 2))),
                   c(NA, 5L, 8L))
  expect_identical(dim(op_pad(keras_input(2), 1)), c(NA, 4L))
})

test_that("wrong widths and modes name the argument, on every backend", {
  x <- op_array(matrix(1:4, 2))
  refuses <- function(expr, message) {
    error <- expect_error(expr, message, fixed = TRUE)
    expect_identical(as.character(conditionCall(error)[[1]]), "op_pad")
  }
  refuses(op_pad(x, 1:3), "`pad_width` must be one or two numbers, or a list")
  refuses(op_pad(x, list(1:3, 1:3)), "`pad_width` must be one or two numbers, or a list")
  refuses(op_pad(x, list(c(1, 1), c(1, 1), c(1, 1))), "It has 3 for 2 axes.")
  refuses(op_pad(x, list(c(-1, 1), c(1, 1))), "`pad_width` must not be negative")
  refuses(op_pad(x, "a"), "`pad_width` must be a whole number")
  refuses(op_pad(x, 1, mode = "mirror"), "`mode` must be \"constant\", \"reflect\" or")
  refuses(op_pad(x, 1, mode = "reflect", constant_values = 2), "`constant_values` is for")
  refuses(op_pad(x, 1, constant_values = "a"), "`constant_values` must be")
})
