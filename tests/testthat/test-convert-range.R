test_that("a range comes as numbers", {
  expect_gives("range(3)", 0:2)
  expect_gives("range(0)", integer())
  expect_gives("range(5, 5)", integer())
  expect_gives("range(7, 8)", 7L)
  expect_gives("range(0, 10, 3)", c(0L, 3L, 6L, 9L))
  expect_gives("range(3, 0, -1)", 3:1)
  expect_gives("range(2**31 - 1, 2**31 + 1)", c(2^31 - 1, 2^31))
  expect_gives("range(-2**31, -2**31 + 2)", c(-2^31, -2^31 + 1))
  large <- py_eval("range(2**60 + 1, 2**60 + 3)")
  expect_identical(large, bit64::as.integer64(c("1152921504606846977", "1152921504606846978")))
  expect_error(py_eval("range(2**70, 2**70 + 2)"), class = "rkeras_error")
})

test_that("a long range takes no memory", {
  x <- py_eval("range(10**9)")
  expect_length(x, 1e9)
  expect_identical(x[c(1, 1e9)], c(0L, 999999999L))
})
