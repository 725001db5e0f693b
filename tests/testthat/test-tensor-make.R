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
  expect_refused(as_tensor(1.5, "int32"), "whole number")
})

test_that("tensors are made in a shape", {
  expect_identical(as.array(as_tensor(0, shape = c(2, 3))), matrix(0, 2, 3))
  expect_identical(as.array(as_tensor(1:4, shape = shape(2, 2))), rbind(1:2, 3:4))
  expect_identical(as.array(as_tensor(1:4, shape = c(NA, 2))), rbind(1:2, 3:4))
  expect_identical(as.array(as_tensor("a", shape = c(-1, 1))), matrix("a"))
})

test_that("numbers beyond an integer dtype become its ends, they do not wrap around", {
  expect_identical(as.array(as_tensor(as_tensor(1:2, "int64"), "float32")), array(c(1, 2)))
  expect_identical(as.vector(as_tensor(c(-1, 7, 256), "uint8")), c(0L, 7L, 255L))
  expect_identical(as.vector(as_tensor(c(-1L, 300L), "uint8")), c(0L, 255L))
  expect_identical(as.vector(as_tensor(matrix(c(-200, 200)), "int8")), c(-128L, 127L))
  expect_identical(as.vector(as_tensor(as_tensor(c(-1.7, 300)), "uint8")), c(0L, 255L))
  expect_identical(as.vector(as_tensor(as_tensor(70000L), "int16")), 32767L)
  expect_identical(as.vector(as_tensor(c(0, 2), "bool")), c(FALSE, TRUE))
  expect_identical(as.vector(as_tensor(as_tensor(c(0.5, 0)), "bool")), c(TRUE, FALSE))
  expect_identical(as.vector(as_tensor(as_tensor(TRUE), "int32")), 1L)
})

test_that("each R type has its dtype, and what has none is an error", {
  rows <- list(
    list(as.raw(c(1, 255)), "uint8", c(1L, 255L)), list(factor("b"), "string", "b"),
    list(1i, "complex128", 1i), list(list(1L, 2L), "int32", 1:2),
    list(NA_real_, "float64", NA_real_)
  )
  for (row in rows) {
    made <- as_tensor(row[[1]])
    expect_identical(made$dtype$name, row[[2]])
    expect_identical(as.vector(made), row[[3]])
  }
  expect_refused(as_tensor(Sys.Date()), "as.numeric")
  for (wrong in list(NULL, sum, quote(x))) {
    expect_refused(as_tensor(wrong), "`x` must be")
  }
})

test_that("whole numbers beyond R's integers and vectors without elements keep their type", {
  expect_identical(as.vector(as_tensor(c(1, -2^40), "int64")), c(1, -2^40))
  expect_identical(as.vector(as_tensor(3e9, "uint32")), 3e9)
  expect_identical(as.vector(as_tensor(2^40, "int32")), .Machine$integer.max)
  expect_refused(as_tensor(2^40 + 0.5, "int64"), "whole")
  expect_refused(as_tensor(Inf, "int64"), "whole")
  empty <- list(integer(), logical(), character(), numeric())
  names <- vapply(empty, function(x) as_tensor(x)$dtype$name, "")
  expect_identical(names, c("int32", "bool", "string", "float64"))
})

test_that("as_tensor() takes no other arguments", {
  expect_refused(as_tensor(1:3, dtpye = "float32"), "no argument `dtpye`. Did you mean `dtype`")
  expect_error(as_tensor(shape(2, 3), unknown = 1), "no argument `unknown`")
})
