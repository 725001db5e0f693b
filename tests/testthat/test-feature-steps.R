test_that("numbers are scaled by constants from the data or by a function", {
  spec <- feature_spec(patients(), target ~ .)
  age <- patients()$age
  value <- function(...) as.vector(features_of(step_numeric_column(spec, age, ...)))
  expect_identical(value(), c(20, 30, 40, 50))
  expect_equal(value(normalizer_fn = scaler_standard()), as.vector(scale(age)), tolerance = 1e-6)
  expect_equal(value(normalizer_fn = scaler_min_max()), c(0, 1, 2, 3) / 3, tolerance = 1e-6)
  expect_identical(value(normalizer_fn = function(x) x * 2L), c(40, 60, 80, 100))
  expect_identical(value(normalizer_fn = ~ .x / 10L), c(2, 3, 4, 5))
  expect_refused(step_numeric_column(spec, age, normalizer_fn = 3), "must be a scaler")
})

test_that("a scaler has constants of its own for each column", {
  spec <- feature_spec(patients(), ~ age + weight) |>
    step_numeric_column(all_numeric(), normalizer_fn = scaler_standard())
  expect_equal(features_of(spec), unclass(scale(as.matrix(patients()[1:2]))),
               ignore_attr = TRUE, tolerance = 1e-6)
  expect_s3_class(scaler_standard(), c("StandardScaler", "Scaler"), exact = TRUE)
  expect_output(print(scaler_min_max()), "<MinMaxScaler>")
})

test_that("missing numbers are left out of the statistics, and constants cannot be scaled", {
  data <- data.frame(x = c(1, NA, 3), same = 2, none = NaN)
  spec <- feature_spec(data, ~ .)
  scaled <- function(spec, ...) step_numeric_column(spec, ..., normalizer_fn = scaler_standard())
  expect_equal(as.vector(features_of(scaled(spec, x), data)), c(-1, NaN, 1) / sqrt(2),
               tolerance = 1e-6)
  expect_refused(fit(scaled(spec, same)), "`same` cannot be scaled, because it is constant")
  expect_error(fit(scaled(spec, none)), "because it has no values")
})

test_that("numbers become intervals", {
  spec <- feature_spec(patients(), target ~ .) |> step_numeric_column(age)
  buckets <- step_bucketized_column(spec, age, boundaries = c(30, 45))
  expect_named(dense_features(fit(buckets)), c("age", "bucketized_age"))
  expect_identical(features_of(step_remove_column(buckets, age)),
                   rbind(c(1, 0, 0), c(0, 1, 0), c(0, 1, 0), c(0, 0, 1)))
  expect_named(step_bucketized_column(spec, decade = age, boundaries = 30)$steps,
               c("age", "decade"))
  expect_identical(features_of(step_bucketized_column(spec, age, boundaries = list(30, 45L))),
                   features_of(buckets))
  expect_error(step_bucketized_column(spec, age, boundaries = c(2, 1)), "in increasing order")
  expect_error(step_bucketized_column(spec, age), "in increasing order")
  expect_refused(
    fit(step_bucketized_column(feature_spec(patients(), target ~ .), age, boundaries = 30)),
    "Add `step_numeric_column\\(age\\)`"
  )
})

indicators <- function(spec, data = patients()) {
  features_of(step_indicator_column(spec, tidyselect::everything()), data)
}

test_that("a vocabulary comes from the data, a list or a file", {
  city <- feature_spec(patients(), target ~ city)
  sorted <- rbind(c(0, 1, 0), c(1, 0, 0), c(0, 1, 0), c(0, 0, 1))
  with_list <- step_categorical_column_with_vocabulary_list
  expect_identical(indicators(with_list(city, city)), sorted)
  expect_identical(indicators(with_list(city, city, vocabulary_list = c("c", "b"))),
                   rbind(c(0, 1), c(0, 0), c(0, 1), c(1, 0)))
  expect_identical(indicators(with_list(city, city, vocabulary_list = "a", default_value = 0)),
                   matrix(1, 4, 1))
  expect_identical(indicators(with_list(city, city, vocabulary_list = "b", num_oov_buckets = 1)),
                   rbind(1:0, 0:1, 1:0, 0:1) + 0)
  file <- withr::local_tempfile(lines = c("a", "b", "c"))
  with_file <- step_categorical_column_with_vocabulary_file
  expect_identical(indicators(with_file(city, city, vocabulary_file = file)), sorted)
  expect_refused(with_file(city, city, vocabulary_file = "none.txt"), "there is no file")
  expect_refused(
    fit(with_list(city, city, vocabulary_list = "a", default_value = 0, num_oov_buckets = 1)),
    "`city` cannot be made"
  )
})

test_that("factors and integers are categories, other numbers are not", {
  spec <- feature_spec(patients(), target ~ .)
  with_list <- step_categorical_column_with_vocabulary_list
  origin <- indicators(with_list(feature_spec(patients(), ~ origin), origin))
  expect_identical(max.col(origin), as.integer(patients()$origin))
  expect_identical(max.col(indicators(with_list(feature_spec(patients(), ~ age), age))), 1:4)
  expect_refused(fit(with_list(spec, weight)), "`weight` is of type float64")
})

test_that("identities and hashes are indices without a vocabulary", {
  group <- feature_spec(patients(), ~ group)
  identity <- step_categorical_column_with_identity
  expect_identical(indicators(identity(group, group, num_buckets = 4)), diag(4))
  expect_identical(max.col(indicators(identity(group, group, num_buckets = 2, default_value = 1))),
                   c(1L, 2L, 2L, 2L))
  expect_refused(
    fit(identity(feature_spec(patients(), ~ city), city, num_buckets = 2)), "needs integers"
  )
  expect_error(identity(group, group), "`num_buckets` is missing")
  expect_error(identity(group, group, num_buckets = 1.5), "one positive whole number")
  hash <- step_categorical_column_with_hash_bucket
  hashed <- function(x) tf$strings$to_hash_bucket_fast(x, 5L) |> as.array() |> as.integer() + 1L
  expect_identical(
    max.col(indicators(hash(feature_spec(patients(), ~ city), city, hash_bucket_size = 5))),
    hashed(patients()$city)
  )
  expect_identical(max.col(indicators(hash(group, group, hash_bucket_size = 5))),
                   hashed(as.character(0:3)))
})

test_that("steps of categories need a categorical column", {
  spec <- feature_spec(patients(), target ~ .) |> step_numeric_column(age)
  expect_refused(
    fit(step_indicator_column(spec, city)), "`city` must be a categorical column first"
  )
  expect_error(fit(step_embedding_column(spec, age)), "`age` must be a categorical column first")
})

test_that("embeddings have the given length, or one from the number of categories", {
  spec <- feature_spec(patients(), ~ city) |>
    step_categorical_column_with_vocabulary_list(city)
  size <- function(...) dim(features_of(step_embedding_column(spec, city, ...)))
  expect_identical(size(), c(4L, 1L))
  expect_identical(size(dimension = 5), c(4L, 5L))
  expect_identical(size(dimension = function(n) n + 1), c(4L, 4L))
  expect_identical(size(dimension = ~ .x * 2), c(4L, 6L))
  expect_refused(
    step_embedding_column(spec, city, combiner = "max"), "`combiner` must be one of \"mean\""
  )
  expect_refused(
    fit(step_embedding_column(spec, city, dimension = function(n) 0)),
    "positive whole number, not 0"
  )
  ones <- features_of(step_embedding_column(spec, city, dimension = 2,
                                            initializer = initializer_ones()))
  expect_identical(ones, matrix(1, 4, 2))
})

test_that("shared embeddings are the same for the same category", {
  data <- patients()
  spec <- feature_spec(data, ~ city + origin) |>
    step_categorical_column_with_vocabulary_list(city, origin, vocabulary_list = letters[1:3])
  shared <- step_shared_embeddings_column(spec, c(city, origin), dimension = 2)
  expect_named(dense_features(fit(shared)), c("shared_embeddings_city", "shared_embeddings_origin"))
  layer <- layer_dense_features(feature_columns = dense_features(fit(shared)))
  value <- as.array(layer(lapply(data[c("city", "origin")], text_tensor)))
  expect_length(layer$weights, 1)
  expect_identical(value[2, 1:2], value[2, 3:4])
  expect_identical(value[4, 3:4], value[1, 1:2])
  expect_identical(
    step_names(step_shared_embeddings_column(spec, city, origin, dimension = 2))[[3]],
    "shared_embeddings_city_origin"
  )
  expect_error(step_shared_embeddings_column(spec, c(city, origin)), "`dimension` is missing")
  different <- spec |> step_categorical_column_with_vocabulary_list(city, vocabulary_list = "a")
  expect_refused(
    fit(step_shared_embeddings_column(different, city, origin, dimension = 2)),
    "different numbers of categories"
  )
})

test_that("crosses combine categories, intervals and columns of the data", {
  spec <- feature_spec(patients(), ~ age + city + origin) |>
    step_numeric_column(age) |>
    step_bucketized_column(age, boundaries = 35) |>
    step_categorical_column_with_vocabulary_list(city)
  crossed <- step_crossed_column(spec, c(city, bucketized_age), hash_bucket_size = 10) |>
    step_crossed_column(both = c(city, origin), hash_bucket_size = 7) |>
    step_indicator_column(crossed_city_bucketized_age, both)
  fitted <- fit(crossed)
  expect_named(dense_features(fitted), c(
    "age", "bucketized_age", "indicator_crossed_city_bucketized_age", "indicator_both"
  ))
  expect_identical(dim(features_of(crossed)), c(4L, 1L + 2L + 10L + 7L))
  expect_named(step_crossed_column(spec, city, origin, hash_bucket_size = 5)$steps[4],
               "crossed_city_origin")
  pairs <- step_crossed_column(spec, c(city, origin), c(city, bucketized_age), hash_bucket_size = 5)
  expect_identical(names(pairs$steps)[4:5], c("crossed_city_origin", "crossed_city_bucketized_age"))
  expect_refused(step_crossed_column(spec, city, hash_bucket_size = 5), "at least two columns")
})
