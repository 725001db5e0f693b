test_that("modules are imported at first use", {
  skip_if_not(has_numpy())
  expect_identical(modules_loaded(), character())
  expect_identical(escape_html("a < b"), "a &lt; b")
  expect_identical(modules_loaded(), "html")
  expect_equal(column_means(data.frame(a = 1:2, b = c(2, 4))), c(a = 1.5, b = 3))
  expect_identical(modules_loaded(), c("html", "numpy"))
})
