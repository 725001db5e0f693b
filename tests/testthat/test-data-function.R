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
