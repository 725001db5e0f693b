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
  expect_no_value("range(2**70, 2**70 + 2)", "1180591620717411303425")
  # Some of these are beyond 64 bits, at one end or in between.
  expect_gives("range(2**62, 2**65, 2**63)", c(2^62, 2^62 + 2^63, 2^62 + 2^64, 2^62 + 3 * 2^63))
  expect_gives("range(-2**63, 2**63, 2**62)", c(-2^63, -2^62, 0, 2^62))
  expect_gives("range(2**70, 2**70 + 1)", 2^70)
  expect_gives("range(2**70, 0)", integer())
})

test_that("a long range takes no memory", {
  x <- py_eval("range(10**9)")
  expect_length(x, 1e9)
  expect_identical(x[c(1, 1e9)], c(0L, 999999999L))
  x <- py_eval("range(10**12)")
  expect_identical(length(x), 1e12)
  expect_identical(x[c(1, 1e12)], c(0, 999999999999))
  expect_identical(py_eval("[range(5, 10**12), 'a']")[[1]][2], 6)
})

test_that("a range that R has no memory for is an error that says how to take a part", {
  cases <- c(
    "range(0, 10**15, 2)" = "range(0, 1000000000000000, 2)[:1000]",
    "range(2**60, 2**60 + 10**15)" = "range(1152921504606846976, 1153921504606846976)[:1000]"
  )
  for (code in names(cases)) {
    error <- expect_error(py_eval(code), class = "rkeras_error_memory")
    expect_match(conditionMessage(error), cases[[code]], fixed = TRUE)
    expect_match(conditionMessage(error), "cannot allocate vector of size", fixed = TRUE)
    expect_identical(length(py_eval(cases[[code]])), 1000L)
  }
  expect_no_value("range(2**60)", "range(0, 1152921504606846976)[:1000]", "2^52 elements")
  expect_no_value("range(2**70)", "2^52 elements")
  expect_no_value("[range(2**60)]", "2^52 elements")
})
