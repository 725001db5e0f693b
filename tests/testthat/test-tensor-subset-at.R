withr::local_options(tensorflow.extract.style = "R")

# `@` calls no methods before R 4.3, so the tests call them as R does.
at <- function(x, name) rkeras:::`@.python.builtin.object`(x, name)

test_that("`x@r[...]` counts from 1", {
  x <- op_array(matrix(1:6, 2))
  expect_identical(as.array(at(x, "r")[2, ]), c(2L, 4L, 6L) |> array())
  expect_identical(as.array(at(x, "r")[, 1:2]), as.array(x[, 1:2]))
  expect_identical(as.array(at(x, "r")[.., -1]), as.array(x[.., -1]))
  expect_identical(as.array(at(x, "r")[1, newaxis]), as.array(x[1, newaxis]))
  expect_identical(as.array(at(x, "r")[x > 3L]), as.array(x[x > 3L]))
  expect_identical(as.array(at(x, "r")[]), as.array(x))
  array <- np_array(c(10, 20, 30))
  expect_equal(as.vector(at(array, "r")[3]), 30)
})

test_that("`x@py[...]` counts from 0", {
  x <- op_array(matrix(1:6, 2))
  expect_identical(as.array(at(x, "py")[1, ]), array(c(2L, 4L, 6L)))
  expect_identical(as.array(at(x, "py")[, 0:2]), as.array(x[, 1:2]))
  expect_identical(py_to_r(at(r_to_py(list(1, 2, 3)), "py")[0]), 1)
})

test_that("parts are replaced", {
  x <- op_array(c(1, 2, 3))
  part <- at(x, "r")
  part[2] <- 9
  expect_equal(as.vector(`@<-`(x, "r", part)), c(1, 9, 3))
  list <- r_to_py(list(1, 2))
  part <- at(list, "py")
  part[0] <- 5
  expect_identical(py_to_r(`@<-`(list, "py", part)), c(5, 2))
})

test_that("there are no other slots", {
  expect_refused(at(op_array(1), "x"), "no slot `x`")
  x <- op_array(1)
  expect_refused(x@r <- 1, "Nothing can be assigned")
})

test_that("R 4.3 and later call the methods", {
  x <- op_array(c(1, 2, 3))
  first <- eval(quote(x@r[1]), list(x = x)) |> try(silent = TRUE)
  if (getRversion() >= "4.3.0") {
    expect_equal(as.vector(first), 1)
    x@r[1] <- 7
    expect_equal(as.vector(x@py[0]), 7)
  } else {
    expect_s3_class(first, "try-error")
  }
})
