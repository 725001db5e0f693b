test_that("another backend is refused once Keras is loaded, and chosen before", {
  config_backend()
  expect_null(config_set_backend(config_backend()))
  expect_refused(config_set_backend("numpy"), "is running with the backend")
  expect_refused(config_set_backend(1), "`backend` must be one of")
})

test_that("a seed makes R's and Keras's random numbers repeatable", {
  draw <- function() {
    set_random_seed(42)
    weights <- as.array(keras$layers$Dense(2L)(matrix(1, 1, 3)))
    list(runif(2), as.array(keras$random$normal(list(2L))), weights)
  }
  expect_identical(draw(), draw())
})

test_that("a seed is one whole number", {
  expect_refused(set_random_seed(1.5), "`seed`")
  expect_refused(set_random_seed(-1), "`seed`")
})
