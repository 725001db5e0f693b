test_that("labels become rows with a one", {
  expect_identical(to_categorical(c(0, 2, 1)), diag(3)[c(1, 3, 2), ])
  expect_identical(to_categorical(0:1, 3), diag(3)[1:2, ])
  expect_identical(to_categorical(factor(c("b", "a"), c("a", "b", "c"))), diag(3)[2:1, ])
  expect_identical(to_categorical(matrix(0:1)), diag(2))
  expect_identical(dim(to_categorical(matrix(0:3, 2))), c(2L, 2L, 4L))
  expect_identical(to_categorical(matrix(0:3, 2))[2, 1, ], c(0, 1, 0, 0))
})

test_that("the result is Keras's", {
  labels <- matrix(c(0, 2, 1, 1, 0, 2), 2)
  expect_equal(to_categorical(labels), keras$utils$to_categorical(labels, 3L))
})

test_that("what is not a label is an error", {
  expect_error(to_categorical(c(0, 3), 3), "`num_classes` is 3.*at least 4",
               class = "rkeras_error_argument")
  for (bad in list(c(0, NA), 0.5, -1, "a")) {
    expect_error(to_categorical(bad), "`x` must hold labels", class = "rkeras_error_argument")
  }
})
