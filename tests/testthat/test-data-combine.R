numbers <- function(from = 0, to = 3) range_dataset(from, to)

test_that("datasets are paired and appended", {
  expect_identical(arrays_of(zip_datasets(numbers(), numbers(3, 9)))[[2]], list(1L, 4L))
  expect_identical(arrays_of(zip_datasets(list(numbers(), numbers())))[[2]], list(1L, 1L))
  named <- zip_datasets(x = numbers(), y = list(numbers()))
  expect_identical(arrays_of(named)[[3]], list(x = 2L, y = list(2L)))
  expect_identical(as.data.frame(zip_datasets(a = numbers(), b = numbers(1, 4))),
                   data.frame(a = 0:2, b = 1:3))
  expect_identical(values_of(dataset_concatenate(numbers(), numbers(5, 6))), c(0:2, 5L))
  three <- dataset_concatenate(numbers(), numbers(), numbers(1, 2))
  expect_identical(values_of(three), c(0:2, 0:2, 1L))
})

test_that("elements are chosen from datasets", {
  text <- lapply(c("foo", "bar", "baz"), function(x) dataset_repeat(tensors_dataset(x)))
  choice <- dataset_repeat(numbers(), 3)
  chosen <- choose_from_datasets(text, choice)
  words <- chosen %>% as_array_iterator() %>% iterate(function(s) s$decode())
  expect_identical(words, rep(c("foo", "bar", "baz"), 3))
  expect_identical(values_of(choose_from_datasets(text, tensor_slices_dataset(2:0))),
                   c("baz", "bar", "foo"))
  ends <- list(numbers(0, 1), numbers(5, 9))
  expect_identical(values_of(choose_from_datasets(ends, tensor_slices_dataset(c(0L, 0L, 1L)))), 0L)
  all <- choose_from_datasets(ends, tensor_slices_dataset(c(0L, 0L, 1L)), FALSE)
  expect_identical(values_of(all), c(0L, 5L))
  mixed <- sample_from_datasets(lapply(0:1, function(i) dataset_repeat(tensors_dataset(i))),
                                c(0.2, 0.8), seed = 1)
  expect_lt(abs(mean(values_of(dataset_take(mixed, 1000))) - 0.8), 0.05)
  expect_identical(sort(values_of(sample_from_datasets(ends, stop_on_empty_dataset = FALSE))),
                   c(0L, 5:8))
})

test_that("datasets that do not fit together are named", {
  expect_raised_snapshot({
    zip_datasets(numbers(), 1:3)
    zip_datasets()
    zip_datasets(a = numbers(), numbers())
    dataset_concatenate(numbers(), tensor_slices_dataset(cars))
    dataset_concatenate(numbers(), 1:3)
    sample_from_datasets(numbers())
    sample_from_datasets(list(numbers(), 2))
    sample_from_datasets(list(numbers(), numbers()), weights = 1)
    choose_from_datasets(list(numbers()), 1:3)
  })
})

test_that("zip_datasets() takes tuples of Python", {
  a <- tensor_slices_dataset(1:3)
  b <- tensor_slices_dataset(4:6)
  zipped <- zip_datasets(tuple(a, tuple(b, a)))
  expect_identical(
    capture.output(print(zipped)), capture.output(print(zip_datasets(list(a, list(b, a)))))
  )
})
