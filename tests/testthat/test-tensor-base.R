m <- rbind(c(1, 4, 9), c(16, 25, 2))
x <- op_array(m, "float64")
r <- function(x) {
  value <- as.array(x)
  if (length(dim(value)) < 2L) as.vector(value) else value
}

test_that("R's functions give tensors with R's values", {
  for (name in c("abs", "sign", "sqrt", "floor", "ceiling", "trunc", "round", "exp", "expm1", "log",
                 "log1p", "log2", "log10", "cos", "sin", "tan", "atan", "tanh", "sinh", "asinh",
                 "acosh", "cospi", "lgamma", "digamma", "gamma", "is.finite", "is.nan",
                 "is.infinite", "sum", "prod", "max", "min", "mean", "any", "all", "t", "range")) {
    f <- get(name)
    expect_true(is_py_object(f(x)), info = name)
    expect_equal(r(f(x)), suppressWarnings(f(m)), info = name, tolerance = 1e-5)
  }
  expect_equal(r(round(x / 3, 2)), round(m / 3, 2), tolerance = 1e-6)
  expect_equal(r(log(x, 2)), log(m, 2), tolerance = 1e-6)
  expect_identical(r(aperm(x, c(2, 1))), t(m))
  expect_identical(r(cumsum(op_array(1:3))), cumsum(1:3))
  expect_identical(r(sort(op_array(c(3L, 1L, 2L)), decreasing = TRUE)), 3:1)
  expect_identical(r(rep(op_array(1:2), times = 2, each = 2)), rep(1:2, times = 2, each = 2))
  expect_identical(r(rev(op_array(1:3))), 3:1)
  expect_identical(r(rbind(x, x)), rbind(m, m))
  expect_identical(r(cbind(x, c(7, 8))), unname(cbind(m, c(7, 8))))
  expect_identical(r(Mod(op_view_as_complex(op_array(rbind(c(3, 4)))))), 5)
})

test_that("they work along axes and without NaN", {
  holes <- op_array(c(1, NaN, 3))
  expect_identical(r(mean(holes, na.rm = TRUE)), 2)
  expect_identical(r(max(holes, na.rm = TRUE)), 3)
  expect_identical(r(mean(x, axis = 1)), colMeans(m))
  expect_identical(dim(sum(x, axis = 2, keepdims = TRUE)), c(2L, 1L))
  expect_error(signif(x), "signif", class = "rkeras_error_argument")
  expect_error(cumsum(x), "op_cumsum", class = "rkeras_error_argument")
})

test_that("without NaN they give what R gives, in the tensor's own dtype", {
  holes <- rbind(c(1, NaN, 3), c(NaN, NaN, NaN), c(-2, 4, 0.5))
  for (dtype in c("float16", "float32", "float64")) {
    x <- op_array(holes, dtype)
    for (name in c("sum", "prod", "max", "min", "mean")) {
      f <- get(name)
      result <- f(x, axis = 2, na.rm = TRUE)
      expected <- suppressWarnings(apply(holes, 1, f, na.rm = TRUE))
      expect_equal(r(result), expected, tolerance = 1e-3, info = paste(name, dtype))
      expect_identical(standardize_dtype(result$dtype), standardize_dtype(x$dtype), info = name)
      expect_identical(dim(f(x, axis = 1, keepdims = TRUE, na.rm = TRUE)), c(1L, 3L))
    }
    expect_identical(r(range(x, na.rm = TRUE)), c(-2, 4))
  }
  whole <- op_array(rbind(1:3, 4:6))
  expect_identical(r(sum(whole, na.rm = TRUE)), 21L)
  expect_identical(r(range(whole, na.rm = TRUE)), c(1L, 6L))
  expect_identical(r(mean(whole, na.rm = TRUE)), 3.5)
  expect_true(r(any(op_array(c(FALSE, TRUE)), na.rm = TRUE)))
  expect_identical(dim(sum(keras_input(shape = 3), axis = 2, na.rm = TRUE)), NA_integer_)
})

test_that("dim and length are R's", {
  expect_identical(dim(x), c(2L, 3L))
  expect_identical(length(x), 6L)
  expect_identical(dim(op_array(1)), integer())
  expect_identical(length(op_array(1)), 1L)
  expect_identical(dim(keras_input(shape = c(3, NA))), c(NA, 3L, NA))
  expect_identical(dim(keras$Variable(m)), c(2L, 3L))
})

test_that("operators promote types as R does, and do not widen for R's numbers", {
  type <- function(x) keras$backend$standardize_dtype(x$dtype)
  ints <- op_array(1:3)
  floats <- op_array(c(1, 2, 3), "float32")
  rows <- list(
    list(ints + 1, c(2, 3, 4), "int32"), list(ints + 0.5, c(1.5, 2.5, 3.5), "float32"),
    list(2 * ints, c(2, 4, 6), "int32"), list(ints / 2L, c(0.5, 1, 1.5), "float32"),
    list(ints %/% 2, c(0, 1, 1), "int32"), list(-ints %% 2, c(1, 0, 1), "int32"),
    list(ints^2, c(1, 4, 9), "int32"), list(ints + floats, c(2, 4, 6), "float32"),
    list(floats * array(c(1, 2, 3)), c(1, 4, 9), "float32"),
    list(floats + np_array(c(1, 2, 3)), c(2, 4, 6), "float32"), list(-floats, -(1:3), "float32"),
    list((ints > 1) + (ints > 2), c(0, 1, 2), "int32")
  )
  for (row in rows) {
    expect_equal(as.numeric(r(row[[1]])), as.numeric(row[[2]]))
    expect_identical(type(row[[1]]), row[[3]])
  }
  expect_identical(r(ints == c(1, 5, 3)), c(TRUE, FALSE, TRUE))
  expect_identical(r(2 < ints), c(FALSE, FALSE, TRUE))
  expect_identical(r(!(ints > 1) | ints == 3), c(TRUE, FALSE, TRUE))
  expect_identical(r(ints & 0L), rep(FALSE, 3))
  expect_identical(as.character(tf$constant(c("a", "b")) + "c"), c("ac", "bc"))
  expect_error(floats + op_array(c(1, 2)), class = "python.builtin.Exception")
})

test_that("operators and functions work on symbolic tensors", {
  input <- keras_input(shape = 3)
  model <- keras_model(input, sqrt(input * 4 + 0) - mean(input, axis = 2, keepdims = TRUE))
  expect_equal(r(model(m)), sqrt(m * 4) - rowMeans(m), tolerance = 1e-6)
})

test_that("matrices are multiplied", {
  product <- matrixOps.python.builtin.object(x, t(m))
  expect_equal(r(product), m %*% t(m))
  # R 4.2 dispatches `%*%` on S4 classes only.
  if (getRversion() >= "4.3.0") expect_equal(r(x %*% t(m)), m %*% t(m))
})
