test_that("another backend is refused once Keras is loaded, and chosen before", {
  config_backend()
  expect_null(config_set_backend(config_backend()))
  expect_refused(config_set_backend("numpy"), "is running with the backend")
  expect_refused(config_set_backend(1), "`backend` must be one of")
})
