test_that("R values become tensors, and tensors of another type", {
  type <- function(x) x$dtype$name
  rows <- list(
    list(as_tensor(1:3), "int32", 1:3), list(as_tensor(c(1, 2)), "float64", c(1, 2)),
    list(as_tensor(rbind(0.1, 0.2)), "float64", c(0.1, 0.2)), list(as_tensor(0.1), "float64", 0.1),
    list(as_tensor(c(a = 16777217, 1e39)), "float64", c(16777217, 1e39)),
    list(as_tensor(c(1, 2), "float32"), "float32", c(1, 2)),
    list(as_tensor(double()), "float64", double()),
    list(as_tensor(c(1, 2), "int64"), "int64", 1:2), list(as_tensor(TRUE), "bool", TRUE),
    list(as_tensor(as_tensor(1:2), "float64"), "float64", c(1, 2)),
    list(as_tensor(3, tf$uint8), "uint8", 3L), list(as_tensor("a"), "string", "a")
  )
  for (row in rows) {
    expect_identical(type(row[[1]]), row[[2]])
    expect_identical(as.vector(row[[1]]), row[[3]])
  }
  x <- as_tensor(1)
  expect_identical(as_tensor(x), x)
  expect_error(as_tensor(1.5, "int32"), "whole number", class = "rkeras_error_argument")
})

test_that("tensors are made in a shape", {
  expect_identical(as.array(as_tensor(0, shape = c(2, 3))), matrix(0, 2, 3))
  expect_identical(as.array(as_tensor(1:4, shape = shape(2, 2))), rbind(1:2, 3:4))
  expect_identical(as.array(as_tensor(1:4, shape = c(NA, 2))), rbind(1:2, 3:4))
  expect_identical(as.array(as_tensor("a", shape = c(-1, 1))), matrix("a"))
})
