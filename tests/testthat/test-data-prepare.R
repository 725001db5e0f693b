motor <- function() tensor_slices_dataset(mtcars)
first <- function(dataset) arrays_of(dataset_take(dataset, 1))[[1]]
features <- function(dataset) first(dataset)$x

test_that("columns are selected as in tidyselect", {
  of <- function(...) unname(unlist(mtcars[1, c(...)]))
  selected <- function(dataset, columns) {
    expect_equal(as.vector(features(dataset)), of(columns))
  }
  selected(dataset_prepare(motor(), x = c(mpg, disp), y = cyl), c("mpg", "disp"))
  selected(dataset_prepare(motor(), x = mpg:hp), 1:4)
  selected(dataset_prepare(motor(), x = -cyl, y = cyl), c(1, 3:11))
  selected(dataset_prepare(motor(), x = -c(cyl, mpg)), 3:11)
  selected(dataset_prepare(motor(), x = "hp"), "hp")
  selected(dataset_prepare(motor(), x = colnames(mtcars)[1:3]), 1:3)
  chosen <- c("wt", "qsec")
  selected(dataset_prepare(motor(), x = chosen), chosen)
})

test_that("formulas name features and response", {
  prepared <- first(dataset_prepare(motor(), cyl ~ mpg + disp))
  expect_identical(names(prepared), c("x", "y"))
  expect_equal(as.vector(prepared$x), c(21, 160))
  expect_identical(prepared$y, 6)
  expect_length(features(dataset_prepare(motor(), cyl ~ .)), 10L)
  expect_length(features(dataset_prepare(motor(), cyl ~ . - mpg)), 9L)
  formula <- cyl ~ mpg
  expect_length(features(dataset_prepare(motor(), formula)), 1L)
  expect_null(first(dataset_prepare(motor(), ~ mpg))$y)
})

test_that("elements are named or not, records or batches", {
  expect_identical(names(first(dataset_prepare(motor(), x = c(mpg, disp)))), "x")
  named <- first(dataset_prepare(motor(), x = c(mpg, disp), y = cyl, named_features = TRUE))
  expect_identical(named$x, list(mpg = 21, disp = 160))
  unnamed <- first(dataset_prepare(motor(), cyl ~ mpg + disp, named = FALSE))
  expect_null(names(unnamed))
  expect_length(unnamed, 2L)
  expect_identical(dim(first(dataset_prepare(motor(), x = c(mpg, disp), named = FALSE))), 2L)
  fused <- dataset_prepare(motor(), cyl ~ mpg + disp, batch_size = 16, num_parallel_batches = 2)
  batch <- next_batch(fused)
  expect_identical(as.integer(shape(batch$x)), c(16L, 2L))
  batched <- dataset_batch(motor(), 8) |>
    dataset_prepare(cyl ~ mpg + disp, parallel_records = 2) |>
    next_batch()
  expect_equal(as.array(batched$x), unname(as.matrix(mtcars[1:8, c("mpg", "disp")])))
  dropped <- dataset_prepare(motor(), cyl ~ mpg, batch_size = 10, drop_remainder = TRUE)
  expect_identical(length(dropped), 3L)
})

test_that("features of different dtypes take the widest", {
  columns <- list(a = 1:2, b = as_tensor(c(1, 2), "float32"), c = c(TRUE, FALSE))
  types <- tensor_slices_dataset(columns)
  type <- function(...) output_types(dataset_prepare(types, ...))$x$name
  expect_identical(type(x = c(a, b)), "float32")
  expect_identical(type(x = a), "int32")
  expect_identical(type(x = c(a, c)), "float32")
})

test_that("selections that are not possible are told", {
  flowers <- tensor_slices_dataset(iris)
  expect_raised_snapshot({
    dataset_prepare(motor(), x = speed)
    dataset_prepare(motor(), x = "speed")
    dataset_prepare(motor(), speed ~ mpg)
    dataset_prepare(motor(), cyl ~ log(mpg))
    dataset_prepare(motor(), x = mpg, y = c(cyl, hp))
    dataset_prepare(motor(), x = 99)
    dataset_prepare(flowers, Sepal.Length ~ .)
    dataset_prepare(range_dataset(0, 3), x = a)
    dataset_prepare(mtcars, x = mpg)
    dataset_prepare(motor(), cyl ~ mpg, batch_size = 0)
  })
})
