test_that("houses are those that Keras gives", {
  skip_if_not(is_keras_available())
  datasets <- local_datasets()
  datasets$houses("boston_housing.npz", 20L, 13L)
  datasets$houses("california_housing.npz", 700L, 8L)
  expect_same <- function(found, expected) {
    expect_identical(names(found), c("train", "test"))
    expect_equal(lapply(found, unname), py_to_r(expected), ignore_attr = "names")
  }
  with(datasets, {
    expect_same(dataset_boston_housing(), datasets$expected("boston_housing"))
    expect_same(dataset_boston_housing(test_split = 0.5, seed = 1),
                datasets$expected("boston_housing", test_split = 0.5, seed = 1L))
    expect_same(dataset_california_housing(), datasets$expected("california_housing"))
    expect_same(dataset_california_housing("small"),
                datasets$expected("california_housing", version = "small"))
  })
  withr::local_options(rkeras.dataset_dir = file.path(py_to_r(datasets$folder), "datasets"))
  boston <- dataset_boston_housing()
  expect_same(boston, datasets$expected("boston_housing"))
  expect_identical(dim(boston$train$x), c(16L, 13L))
  expect_identical(length(boston$test$y), 4L)
  expect_s3_class(dataset_boston_housing(convert = FALSE)$test$x, "numpy.ndarray")
})

test_that("a part must be one, a version known", {
  for (part in list(1, -0.1, NA_real_, c(0.1, 0.2), "0.2")) {
    expect_refused(
      dataset_boston_housing(test_split = part), "`test_split` must be a number from 0"
    )
  }
  expect_refused(dataset_boston_housing(seed = 1.5), "`seed`")
  expect_error(dataset_california_housing("medium"), "must be one of")
})
