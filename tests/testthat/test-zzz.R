
test_that("users of Windows are told that rkeras is new there", {
  expect_match(beta_message("Windows"), "beta version")
  expect_null(beta_message("Linux"))
  expect_null(beta_message("Darwin"))
})
