columns_of <- function(spec) list(x = spec$x, y = spec$y)

test_that("a formula or a selection names features and target", {
  data <- patients()[c("age", "weight", "city", "target")]
  all <- c("age", "weight", "city")
  expect_identical(columns_of(feature_spec(data, target ~ .)), list(x = all, y = "target"))
  expect_identical(columns_of(feature_spec(data, target ~ age + city)),
                   list(x = c("age", "city"), y = "target"))
  expect_identical(columns_of(feature_spec(data, target ~ . - age)),
                   list(x = c("weight", "city"), y = "target"))
  expect_identical(columns_of(feature_spec(data, ~ age)), list(x = "age", y = character()))
  expect_identical(columns_of(feature_spec(data, c(city, age), target)),
                   list(x = c("city", "age"), y = "target"))
  expect_identical(columns_of(feature_spec(data, -target, target)), list(x = all, y = "target"))
  expect_identical(columns_of(feature_spec(data, everything(), y = target))$x, all)
  variable <- target ~ weight
  expect_identical(columns_of(feature_spec(data, variable))$x, "weight")
})

test_that("data sets of batches and of single rows are read alike", {
  data <- list(age = c(20L, 30L, 40L), y = c(1, 2, 3))
  rows <- tf$data$Dataset$from_tensor_slices(data)
  fitted <- lapply(list(rows, rows$batch(2L), as.data.frame(data)), function(dataset) {
    spec <- feature_spec(dataset, y ~ .) |>
      step_numeric_column(age, normalizer_fn = scaler_standard())
    expect_identical(spec$feature_types(), c(age = "int32"))
    features_of(spec, data["age"])
  })
  expect_equal(fitted[[1]], matrix(c(-1, 0, 1)))
  expect_identical(fitted[[2]], fitted[[1]])
  expect_identical(fitted[[3]], fitted[[1]])
})

test_that("fit() leaves the specification as it is, and `$fit()` fits in place", {
  spec <- feature_spec(patients(), target ~ .) |> step_numeric_column(age)
  expect_s3_class(spec, "FeatureSpec")
  fitted <- fit(spec)
  expect_false(spec$prepared)
  expect_true(fitted$prepared)
  expect_named(fitted$dense_features(), "age")
  expect_s3_class(fitted$dense_features()$age,
                  "tensorflow.python.feature_column.feature_column_v2.NumericColumn")
  spec$fit()
  expect_identical(names(spec$dense_features()), names(dense_features(fitted)))
  copy <- spec$clone(deep = TRUE)
  expect_false(step_numeric_column(copy, weight)$prepared)
  expect_true(copy$prepared)
})

test_that("fit() can read other data", {
  spec <- feature_spec(patients(), target ~ .) |>
    step_numeric_column(age, normalizer_fn = scaler_min_max())
  fitted <- fit(spec, dataset = data.frame(age = c(0, 100), weight = 1, city = "", origin = "",
                                           group = 1L))
  expect_equal(as.vector(as.array(layer_dense_features(patients(), dense_features(fitted)))),
               c(0.2, 0.3, 0.4, 0.5), tolerance = 1e-6)
  expect_refused(fit(spec, dataset = patients()[1:2]), "no column `city`, `origin`, `group`")
})

test_that("a specification is printed with its steps, before and after fit()", {
  withr::local_options(width = 60)
  spec <- feature_spec(patients(), target ~ .) |>
    step_numeric_column(age, weight, normalizer_fn = scaler_standard()) |>
    step_categorical_column_with_vocabulary_list(city) |>
    step_indicator_column(city)
  expect_snapshot(spec)
  expect_snapshot(fit(spec))
  expect_identical(format(spec), "<FeatureSpec: 5 features, 4 steps>")
})

test_that("misuse of a specification is an error that says what to do", {
  spec <- feature_spec(patients(), target ~ .) |> step_numeric_column(age)
  expect_refused(feature_spec(patients()), "`x` is missing")
  expect_refused(feature_spec(1:3, y ~ x), "`dataset` must be a dataset, not")
  expect_refused(feature_spec(tf$data$Dataset$range(3L), y ~ x), "must have named columns")
  expect_refused(feature_spec(patients(), target ~ log(age)), "without `log\\(age\\)`")
  expect_refused(feature_spec(patients(), target ~ years), "no column `years`")
  expect_refused(dense_features(spec), "not fitted")
  expect_refused(spec$dense_features(), "not fitted")
  expect_refused(spec$features(), "not fitted")
  expect_refused(dataset_use_spec(patients(), spec), "not fitted")
  expect_refused(dense_features(1), "`spec` must be a specification")
  expect_refused(step_numeric_column(iris, age), "`spec` must be a specification")
  endless <- tf$data$Dataset$from_tensors(list(age = 1:2))$`repeat`()
  spec <- feature_spec(endless, ~ age) |>
    step_numeric_column(age, normalizer_fn = scaler_standard())
  expect_refused(fit(spec), "is endless")
})
