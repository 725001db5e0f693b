test_that("another backend is refused once Keras is loaded, and chosen before", {
  config_backend()
  expect_null(config_set_backend(config_backend()))
  expect_error(config_set_backend("numpy"), "is running with the backend",
               class = "rkeras_error_argument")
  expect_error(config_set_backend(1), "`backend` must be one of",
               class = "rkeras_error_argument")
})
