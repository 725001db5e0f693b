numbers <- function(n = 5) range_dataset(0, n)
ragged <- function() dataset_map(range_dataset(1, 4), ~ tf$range(.x))

test_that("an argument of a verb that is missing or does not exist is named", {
  expect_refused(
    dataset_batch(numbers()), "`batch_size` is missing: `dataset_batch()` needs it", fixed = TRUE
  )
  expect_refused(dataset_map(numbers()), "`map_func` is missing")
  expect_error(dataset_take(numbers(), nowhere), "`count`: there is no object `nowhere`")
  error <- expect_error(dataset_take(numbers(), nowhere + 1), "'nowhere' not found")
  expect_identical(conditionCall(error)[[1]], quote(dataset_take))
  expect_error(dataset_take(1:3, 2), "`dataset` must be a dataset, not a vector of length 3")
})

test_that("elements are stacked into batches", {
  expect_equal(arrays_of(dataset_batch(numbers(), 2)), list(array(0:1), array(2:3), array(4L)))
  expect_identical(length(dataset_batch(numbers(), 2, drop_remainder = TRUE)), 2L)
  parallel <- dataset_batch(numbers(), 2, num_parallel_calls = 2, deterministic = TRUE)
  expect_identical(length(parallel), 3L)
  batch <- dataset_batch(tensor_slices_dataset(cars), 50) |> as.array()
  expect_equal(batch$dist, array(cars$dist))
  expect_identical(values_of(dataset_unbatch(dataset_batch(numbers(), 2))), 0:4)
  threes <- dataset_rebatch(dataset_batch(numbers(), 2), 3)
  expect_equal(arrays_of(threes), list(array(0:2), array(3:4)))
  turns <- dataset_rebatch(dataset_batch(numbers(), 5), c(1, 2))
  expect_identical(lengths(arrays_of(turns)), c(1L, 2L, 1L, 1L))
})

test_that("elements of different shapes are padded", {
  padded <- function(...) as.array(dataset_padded_batch(ragged(), 3, ...))
  rows <- rbind(c(0L, 0L, 0L), c(0L, 1L, 0L), 0:2)
  expect_identical(padded(), rows)
  expect_identical(padded(NA), rows)
  expect_identical(padded(shape(NULL)), rows)
  expect_identical(padded(padded_shapes = 4), cbind(rows, 0L))
  expect_identical(padded(padding_values = -1)[1, ], c(0L, -1L, -1L))
  named <- dataset_map(ragged(), ~ list(x = .x, y = tf$cast(.x, "float32"), z = "a"))
  batch <- dataset_padded_batch(named, 3, padded_shapes = list(z = list(), x = NULL, y = 4),
                                padding_values = list(x = 1, y = 0.5, z = "")) |> as.array()
  expect_identical(batch$x[1, ], c(0L, 1L, 1L))
  expect_identical(batch$y[1, ], c(0, 0.5, 0.5, 0.5))
})

test_that("windows are datasets", {
  windows <- dataset_window(numbers(), 3, shift = 1, drop_remainder = TRUE)
  expect_equal(arrays_of(dataset_flat_map(windows, ~ dataset_batch(.x, 3))),
               list(array(0:2), array(1:3), array(2:4)))
  wide <- dataset_window(numbers(), 2, stride = 2) |> dataset_flat_map(~ dataset_batch(.x, 2))
  expect_equal(arrays_of(wide)[[1]], array(c(0L, 2L)))
})

test_that("elements are grouped by keys and by lengths", {
  groups <- dataset_group_by_window(
    range_dataset(to = 10), function(x) x %% 2, function(key, group) dataset_batch(group, 5), 5
  )
  expect_equal(arrays_of(groups), list(array(c(0L, 2L, 4L, 6L, 8L)), array(c(1L, 3L, 5L, 7L, 9L))))
  sized <- dataset_group_by_window(
    numbers(4), ~ .x %% 2L, ~ dataset_batch(.y, 10), window_size_func = ~ .x + 1L
  )
  expect_equal(arrays_of(sized), list(array(0L), array(c(1L, 3L)), array(2L))[c(1, 3, 2)])
  buckets <- lapply(list(0, 1:4, 5:7, 7:11, 13:20, 21:22), function(x) {
    tensors_dataset(as_tensor(array(x), "int32"))
  }) |> Reduce(f = dataset_concatenate)
  sizes <- dataset_bucket_by_sequence_length(
    buckets, function(x) tf$shape(x)[1], c(3, 5), c(2, 2, 2)
  ) |> arrays_of()
  expect_identical(lapply(sizes, dim), list(c(2L, 4L), c(2L, 8L), c(2L, 2L)))
  expect_identical(sizes[[3]], rbind(c(0L, 0L), 21:22))
})

test_that("classes are resampled to a distribution", {
  x <- tensor_slices_dataset(rep(c(0L, 0L, 0L, 1L), 500))
  even <- dataset_rejection_resample(x, ~ .x, c(0.5, 0.5), c(0.75, 0.25), seed = 1)
  classes <- vapply(arrays_of(even), `[[`, 0L, 2L)
  expect_gt(mean(classes), 0.45)
  expect_lt(mean(classes), 0.55)
  expect_lt(length(classes), 2000)
})

test_that("wrong batches are explained", {
  skipped <- dataset_map(tensor_slices_dataset(cars), function(r) r)
  expect_raised_snapshot({
    dataset_batch(numbers(), 0)
    dataset_batch(numbers(), 2, drop_remainder = "yes")
    dataset_collect(dataset_batch(ragged(), 3))
    dataset_padded_batch(skipped, 2, padded_shapes = list(1))
    dataset_collect(dataset_padded_batch(ragged(), 3, padded_shapes = 1))
    dataset_bucket_by_sequence_length(ragged(), ~ tf$size(.x), c(3, 2), c(1, 1, 1))
    dataset_rejection_resample(numbers(), ~ .x, c(0.5, 0.5), 1)
    dataset_unbatch(numbers())
  })
})

test_that("elements are taken, skipped, repeated, numbered", {
  expect_identical(values_of(dataset_take(numbers(), 2)), 0:1)
  expect_identical(values_of(dataset_take(numbers(), -1)), 0:4)
  expect_identical(values_of(dataset_take(numbers(), Inf)), 0:4)
  expect_identical(values_of(dataset_skip(numbers(), 3)), 3:4)
  expect_identical(values_of(dataset_repeat(numbers(2), 2)), c(0L, 1L, 0L, 1L))
  expect_identical(length(dataset_repeat(numbers())), Inf)
  expect_identical(length(dataset_repeat(numbers(), -1)), Inf)
  expect_identical(arrays_of(dataset_enumerate(dataset_skip(numbers(), 4), 7))[[1]], list(7L, 4L))
  expect_identical(values_of(dataset_unique(tensor_slices_dataset(c(1L, 2L, 1L)))), 1:2)
  expect_error(dataset_unique(tensor_slices_dataset(c(1, 2))), "integers or strings .*not float64")
  shards <- lapply(0:2, function(i) values_of(dataset_shard(numbers(10), 3, i)))
  expect_identical(sort(unlist(shards)), 0:9)
  expect_identical(shards[[1]], c(0L, 3L, 6L, 9L))
  expect_identical(length(dataset_take(numbers(3e9), 2^31 + 1)), 2^31 + 1)
})

test_that("shuffling is reproducible by its seed", {
  order <- function(...) values_of(dataset_shuffle(numbers(20), 20, ...))
  expect_identical(order(seed = 1), order(seed = 1))
  expect_false(identical(order(seed = 1), order(seed = 2)))
  expect_identical(sort(order()), 0:19)
  twice <- dataset_shuffle_and_repeat(numbers(20), 20, count = 2, seed = 1) |> values_of()
  expect_identical(sort(twice), rep(0:19, each = 2))
  expect_false(identical(twice[1:20], twice[21:40]))
  same <- dataset_shuffle(numbers(20), 20, seed = 1, reshuffle_each_iteration = FALSE) |>
    dataset_repeat(2) |> values_of()
  expect_identical(same[1:20], same[21:40])
})

test_that("ranges and random integers", {
  expect_identical(values_of(range_dataset(2, 10, 3)), c(2L, 5L, 8L))
  expect_identical(values_of(range_dataset(3, 0, -1)), 3:1)
  expect_identical(values_of(range_dataset(to = 2)), 0:1)
  expect_identical(output_types(range_dataset(0, 2, dtype = "float32"))$name, "float32")
  expect_identical(output_types(range_dataset(0, 2, dtype = tf$int32))$name, "int32")
  expect_identical(values_of(range_dataset(2^40, 2^40 + 2)), 2^40 + 0:1)
  random <- function() values_of(dataset_take(random_integer_dataset(seed = 1), 3))
  expect_identical(random(), random())
})

test_that("sizes are whole numbers", {
  expect_raised_snapshot({
    dataset_take(numbers(), 1.5)
    dataset_skip(numbers(), "a")
    dataset_repeat(numbers(), c(1, 2))
    dataset_shuffle(numbers(), 0)
    dataset_shuffle(numbers(), 5, seed = 0.5)
    dataset_shard(numbers(), 2, 2)
    range_dataset(0, 1, 0.1)
    range_dataset(0, 1, 0)
    range_dataset(0, 1, 1, "int32")
  })
})
