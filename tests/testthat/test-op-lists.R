test_that("op_rearrange() takes axes whose names abbreviate its arguments", {
  x <- array(1:6, c(2, 3))
  expect_identical(as.array(op_rearrange(x, "t c -> c t", t = 2L)), t(x))
  expect_identical(as.array(op_rearrange(pattern = "t p -> p t", x, t = 2L, p = 3L)), t(x))
  expect_identical(as.array(op_rearrange(pattern = "a b -> b a", tensor = x)), t(x))
  expect_error(op_rearrange(x, "t c -> c t", t = 2.5), "`t`", class = "rkeras_error_argument")
})
