numbers <- function(x) op_convert_to_array(x)

test_that("a number of axes to contract is a number, axes count from 1", {
  x <- array(as.double(1:12), c(2, 2, 3))
  y <- array(as.double(12:1), c(2, 3, 4))
  expected <- apply(y, 3, function(y) apply(x, 1, function(x) sum(x * y)))
  expect_equal(numbers(op_tensordot(x, y)), expected)
  expect_equal(numbers(op_tensordot(x, y, axes = 2)), expected)
  expect_equal(numbers(op_tensordot(x, y, axes = list(c(2, 3), c(1, 2)))), expected)
  expect_equal(numbers(op_tensordot(diag(2), rbind(1:2, 3:4), c(2, 1))), rbind(1:2, 3:4))
  expect_equal(dim(numbers(op_tensordot(x, y, axes = 0))), c(2L, 2L, 3L, 2L, 3L, 4L))
  expect_error(op_tensordot(x, y, axes = list(0, 1)), "`axes` counts from 1",
               class = "rkeras_error_argument")
  expect_error(op_tensordot(x, y, axes = 1:3), "`axes` must be", class = "rkeras_error_argument")
})

test_that("decompositions have names, and multiply to what was decomposed", {
  x <- rbind(c(4, 1), c(1, 3))
  svd <- lapply(op_svd(x), numbers)
  expect_equal(svd$u %*% diag(as.vector(svd$s)) %*% svd$vh, x)
  expect_equal(as.vector(numbers(op_svd(x, compute_uv = FALSE))), svd(x)$d)
  qr <- lapply(op_qr(x), numbers)
  expect_equal(qr$q %*% qr$r, x)
  eigen <- lapply(op_eigh(x), numbers)
  expect_equal(rev(as.vector(eigen$values)), eigen(x)$values)
  expect_named(op_eig(x), c("values", "vectors"))
  expect_named(op_lu_factor(x), c("lu", "pivots"))
  input <- keras_input(shape = c(2, 2))
  expect_named(op_svd(input), c("u", "s", "vh"))
})

test_that("right-hand sides have the type of the matrix", {
  a <- rbind(c(2, 0), c(0, 4))
  expect_equal(numbers(op_lstsq(a, c(2, 8))), array(c(1, 2)))
  expect_equal(numbers(op_solve(a, matrix(c(2L, 8L)))), rbind(1, 2))
  expect_equal(numbers(op_solve_triangular(op_cast(a, "float32"), matrix(c(2, 8)))), rbind(1, 2))
})
