numbers <- function(n = 5) range_dataset(0, n)

test_that("functions, formulas and Python functions transform elements", {
  expect_identical(values_of(dataset_map(numbers(3), function(x) x + 1L)), 1:3)
  expect_identical(values_of(dataset_map(numbers(3), ~ .x * 2L)), c(0L, 2L, 4L))
  expect_identical(values_of(dataset_map(numbers(3), ~ . + ..1)), c(0L, 2L, 4L))
  expect_identical(values_of(dataset_map(numbers(3), tf$negative)), c(0L, -1L, -2L))
  expect_identical(values_of(dataset_map(numbers(3), ~ .x + 1L, num_parallel_calls = 2)), 1:3)
  by <- 3L
  expect_identical(values_of(numbers(3) %>% dataset_map(~ .x * by)), c(0L, 3L, 6L))
})

test_that("named elements are lists with names, others are several arguments", {
  named <- dataset_map(tensor_slices_dataset(cars), function(record) {
    record$speed <- record$speed * 2
    record
  })
  expect_identical(as.data.frame(named), transform(cars, speed = speed * 2))
  pairs <- tensor_slices_dataset(list(1:2, 3:4))
  expect_identical(values_of(dataset_map(pairs, function(x, y) x + y)), c(4L, 6L))
  expect_identical(values_of(dataset_map(pairs, ~ .x * .y)), c(3L, 8L))
  expect_identical(arrays_of(dataset_map(pairs, function(...) list(...)))[[1]], list(1L, 3L))
  nested <- dataset_map(pairs, function(x, y) list(list(x, y)))
  expect_identical(arrays_of(nested)[[1]], list(list(1L, 3L)))
  deep <- dataset_map(numbers(1), ~ list(a = .x, b = list(1:2, "c")))
  expect_identical(arrays_of(deep)[[1]]$b[[1]], array(1:2))
})

test_that("map and batch are one step", {
  batches <- dataset_map_and_batch(numbers(), ~ .x + 1L, 2)
  expect_equal(arrays_of(batches), list(array(1:2), array(3:4), array(5L)))
  fused <- dataset_map_and_batch(numbers(), ~ .x, 2, num_parallel_batches = 2,
                                 drop_remainder = TRUE)
  expect_identical(length(fused), 2L)
})

test_that("functions that return datasets", {
  copies <- function(x) tensors_dataset(x) |> dataset_repeat(2)
  expect_identical(values_of(dataset_flat_map(numbers(2), copies)), c(0L, 0L, 1L, 1L))
  batches <- dataset_batch(numbers(), 2)
  expect_identical(values_of(dataset_flat_map(batches, tensor_slices_dataset)), 0:4)
  pairs <- dataset_flat_map(batches, function(x) tensor_slices_dataset(list(a = x, b = -x)))
  expect_identical(arrays_of(pairs)[[5]], list(a = 4L, b = -4L))
  turns <- tensor_slices_dataset(c(1, 2, 3, 4, 5)) |>
    dataset_interleave(cycle_length = 2, block_length = 4, function(x) {
      tensors_dataset(x) |> dataset_repeat(6)
    })
  blocks <- rep(c(1:4, 5)[c(1, 2, 1, 2, 3, 4, 3, 4, 5)], c(4, 4, 2, 2, 4, 4, 2, 2, 6))
  expect_identical(values_of(turns), as.double(blocks))
})

test_that("a state goes through all elements", {
  expect_identical(as.integer(dataset_reduce(numbers(10), 0, function(state, x) state + x)), 45L)
  expect_identical(as.double(dataset_reduce(numbers(3), 0.5, ~ .x + tf$cast(.y, "float64"))), 3.5)
  both <- dataset_reduce(numbers(3), list(n = 0L, sum = as_tensor(0, "int64")), function(state, x) {
    list(n = state$n + 1L, sum = state$sum + x)
  })
  expect_identical(lapply(both, as.integer), list(n = 3L, sum = 3L))
  sums <- function(state, x) list(state + x, state + x)
  expect_identical(values_of(dataset_scan(numbers(5), 0, sums)), c(0L, 1L, 3L, 6L, 10L))
  expect_identical(values_of(dataset_scan(numbers(3), as_tensor(1, "int64"), sums)), c(1L, 2L, 4L))
})

test_that("predicates choose elements", {
  expect_identical(values_of(dataset_filter(numbers(), ~ .x > 2L)), 3:4)
  expect_identical(values_of(dataset_filter(numbers(2), function(x) TRUE)), 0:1)
  fast <- dataset_filter(tensor_slices_dataset(cars), function(r) r$speed >= 20 & r$dist < 50)
  expect_identical(as.data.frame(fast)$dist, cars$dist[cars$speed >= 20 & cars$dist < 50])
  expect_identical(values_of(dataset_take_while(numbers(), ~ .x < 2L)), 0:1)
})

test_that("R errors of a function pass unchanged", {
  error <- tryCatch(dataset_map(numbers(), function(x) stop("mine")), error = identity)
  expect_identical(conditionMessage(error), "mine")
})

test_that("errors say what the function must be", {
  pairs <- tensor_slices_dataset(list(1:2, 3:4))
  expect_raised_snapshot({
    dataset_map(cars, ~ .x)
    dataset_map(numbers(), 3)
    dataset_map(numbers(), y ~ x)
    dataset_map(pairs, function(x) x)
    dataset_map(tensor_slices_dataset(cars), function(r) r$nothing)
    dataset_map(tensor_slices_dataset(cars), function(r) r$nothing + 1)
    dataset_map(numbers(), ~ .x, num_parallel_calls = 0.5)
    dataset_map(numbers(), ~ .x, num_parallel_calls = 0)
    dataset_flat_map(numbers(), ~ .x)
    dataset_filter(numbers(), ~ 3)
    dataset_scan(numbers(), 0, ~ .x)
    dataset_reduce(numbers(), 0, ~ tf$cast(.x, "float32"))
    dataset_map_and_batch(numbers(), ~ .x, 2, num_parallel_batches = 1, num_parallel_calls = 1)
  })
})

test_that("tf_function() is a function of verbs", {
  map_function <- tf_function(
    function(x) x + 1L, input_signature = list(tf$TensorSpec(shape(), tf$int32))
  )
  expect_identical(values_of(tensor_slices_dataset(1:6) |> dataset_map(map_function)), 2:7)
})

test_that("R's control flow works on tensors", {
  clip <- function(x) if (x > 3L) 3L else x
  expect_identical(values_of(dataset_map(tensor_slices_dataset(1:5), clip)), c(1:3, 3L, 3L))
  formula <- ~ if (.x > 3L) 3L else .x
  expect_identical(values_of(dataset_map(tensor_slices_dataset(1:5), formula)), c(1:3, 3L, 3L))
  factorial_of <- function(n) {
    result <- 1L
    while (n > 1L) {
      result <- result * n
      n <- n - 1L
    }
    result
  }
  expect_identical(values_of(dataset_map(tensor_slices_dataset(1:5), factorial_of)),
                   as.integer(factorial(1:5)))
  is_odd <- function(x) if (x %% 2L == 1L) TRUE else FALSE
  expect_identical(values_of(dataset_filter(tensor_slices_dataset(1:5), is_odd)), c(1L, 3L, 5L))
})
