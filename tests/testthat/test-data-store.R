numbers <- function(n = 4) range_dataset(0, n)

test_that("elements are kept and stored", {
  folder <- withr::local_tempdir()
  expect_identical(values_of(dataset_cache(numbers())), 0:3)
  cached <- dataset_cache(numbers(), file.path(folder, "cache"))
  expect_identical(values_of(cached), 0:3)
  expect_identical(values_of(cached), 0:3)
  expect_gt(length(list.files(folder, "cache")), 0L)
  for (compression in list("AUTO", "GZIP", "SNAPPY", "None", NULL, NA, "")) {
    stored <- dataset_snapshot(numbers(), withr::local_tempdir(), compression)
    expect_identical(values_of(stored), 0:3)
    expect_identical(values_of(stored), 0:3)
  }
  sharded <- dataset_enumerate(numbers()) |>
    dataset_snapshot(file.path(folder, "shards"), shard_func = function(i, x) i %% 2,
                     reader_func = function(files) dataset_interleave(files, ~ .x)) |>
    dataset_map(function(i, x) x)
  expect_setequal(values_of(sharded), 0:3)
})

test_that("elements are prepared in advance", {
  datasets <- list(
    dataset_prefetch(numbers()), dataset_prefetch(numbers(), NULL), dataset_prefetch(numbers(), 2),
    dataset_prefetch_to_device(numbers(), "/cpu:0"),
    dataset_prefetch_to_device(numbers(), "/cpu:0", 1)
  )
  for (dataset in datasets) {
    expect_identical(values_of(dataset), 0:3)
  }
})

test_that("options are set by name, as a list, or as an object", {
  set <- function(...) dataset_options(dataset_options(numbers(), ...))
  given <- set(deterministic = FALSE, threading.private_threadpool_size = 10)
  expect_false(given$deterministic)
  expect_identical(given$threading$private_threadpool_size, 10L)
  expect_false(set(list(experimental_deterministic = FALSE))$experimental_deterministic)
  options <- tf$data$Options()
  options$threading$private_threadpool_size <- 3L
  expect_identical(set(options)$threading$private_threadpool_size, 3L)
  expect_s3_class(dataset_options(numbers()), "tensorflow.python.data.ops.options.Options")
})

test_that("wrong settings are told", {
  expect_raised_snapshot({
    dataset_cache(numbers(), 3)
    dataset_snapshot(numbers(), "")
    dataset_snapshot(numbers(), "folder", "ZIP")
    dataset_prefetch(numbers(), 0.5)
    dataset_options(numbers(), nothing = 1)
    dataset_options(numbers(), threading.nothing = 1)
    dataset_options(numbers(), 1)
  })
})
