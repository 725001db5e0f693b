test_that("op_rearrange() takes axes whose names abbreviate its arguments", {
  x <- array(1:6, c(2, 3))
  expect_identical(as.array(op_rearrange(x, "t c -> c t", t = 2L)), t(x))
  expect_identical(as.array(op_rearrange(pattern = "t p -> p t", x, t = 2L, p = 3L)), t(x))
  expect_identical(as.array(op_rearrange(pattern = "a b -> b a", tensor = x)), t(x))
  expect_refused(op_rearrange(x, "t c -> c t", t = 2.5), "`t`")
})

test_that("op_rearrange() takes the lengths of axes of the pattern only", {
  x <- array(1:8, c(2, 4))
  expect_identical(dim(op_rearrange(x, "a (b c) -> a b c", b = 2)), c(2L, 2L, 2L))
  expect_refused(
    op_rearrange(x, "a (b c) -> a b c", b = 2, d = 3), "`d` is no axis of the pattern \"a \\(b c\\)"
  )
})

test_that("op_arange() wants numbers", {
  expect_refused(op_arange("a"), "`end` must be a number or a scalar tensor, not \"a\"")
  expect_error(op_arange(1, 3, step = c(1, 2)), "`step` must be a number")
})
