# What the first element is in R, and the dtypes of its parts.
first <- function(dataset) iter_next(as_array_iterator(dataset))
types <- function(dataset) unlist(spec_types(element_spec(dataset)))

test_that("vectors, arrays and data frames are sliced by observations", {
  expect_identical(values_of(tensor_slices_dataset(1:3)), 1:3)
  expect_identical(values_of(tensor_slices_dataset(c(0.1, 2))), c(0.1, 2))
  expect_identical(values_of(tensor_slices_dataset(5)), 5)
  expect_identical(values_of(tensor_slices_dataset(list(1L, 2L))), 1:2)
  expect_equal(first(tensor_slices_dataset(matrix(1:6, 2))), array(c(1L, 3L, 5L)))
  expect_identical(dim(first(tensor_slices_dataset(array(0, c(2, 3, 4))))), 3:4)
  cars_dataset <- tensor_slices_dataset(cars)
  expect_identical(length(cars_dataset), 50L)
  expect_identical(first(cars_dataset), list(speed = 4, dist = 2))
  expect_identical(as.data.frame(cars_dataset), cars)
})

test_that("lists have parts, nested as in R", {
  pairs <- tensor_slices_dataset(list(matrix(1:4, 2), c("a", "b")))
  expect_identical(lengths(first(pairs)), c(2L, 1L))
  nested <- tensor_slices_dataset(list(list(x = 1:2, y = 3:4)))
  expect_identical(first(nested), list(list(x = 1L, y = 3L)))
  expect_identical(first(tensor_slices_dataset(list(a = 1, b = 2))), list(a = 1, b = 2))
  expect_identical(length(tensors_dataset(list(1:3, 1:4))), 1L)
  whole <- tensors_dataset(list(x = 1:3, y = 2, z = bit64::as.integer64(2)))
  expect_identical(first(whole)$x, array(1:3))
  expect_identical(unname(types(whole)), c("int32", "float64", "int64"))
})

test_that("each type of R has a dtype", {
  rows <- list(
    list(1:2, "int32"), list(c(1, NA), "float64"), list(c(TRUE, FALSE), "bool"),
    list("a", "string"), list(factor("a"), "string"), list(as.raw(1:2), "uint8"),
    list(as.Date("2024-01-01"), "float64"), list(.POSIXct(0, "UTC"), "float64"),
    list(as.POSIXlt(.POSIXct(0, "UTC")), "float64"),
    list(as.difftime(1, units = "mins"), "float64"), list(stats::ts(1:3), "int32"),
    list(I(1:2), "int32"), list(bit64::as.integer64(2^40), "int64")
  )
  for (row in rows) expect_identical(types(tensor_slices_dataset(row[[1]])), row[[2]])
  frame <- data.frame(f = factor(c("u", "v")), d = as.Date("2024-02-29") + 0:1, n = c(NA, 1))
  expect_identical(types(tensor_slices_dataset(frame)),
                   c(f = "string", d = "float64", n = "float64"))
  back <- as.data.frame(tensor_slices_dataset(frame))
  expect_identical(back$f, c("u", "v"))
  expect_identical(back$d, as.double(frame$d))
  expect_identical(is.na(back$n), c(TRUE, FALSE))
  expect_identical(values_of(tensor_slices_dataset(bit64::as.integer64(2^40))), 2^40)
})

test_that("sparse matrices remain sparse", {
  x <- Matrix::sparseMatrix(i = c(1, 2), j = c(3, 1), x = c(5, 6))
  rows <- tensor_slices_dataset(list(x, 1:2))
  expect_match(class(element_spec(rows)[[1]])[[1]], "SparseTensorSpec")
  expect_identical(as.matrix(as.data.frame(tensor_slices_dataset(x))$V1), as.matrix(x))
  parts <- lapply(dataset_collect(sparse_tensor_slices_dataset(x))[[1]], as.array)
  expect_equal(parts, list(matrix(2L), array(5), array(3L)))
  expect_refused(sparse_tensor_slices_dataset(matrix(1)))
})

test_that("Python objects are data, too", {
  expect_identical(values_of(tensor_slices_dataset(as_tensor(1:3))), 1:3)
  expect_identical(values_of(as_tf_dataset(np_array(1:3))), 1:3)
  dataset <- tf$data$Dataset$range(2L)
  expect_s3_class(dataset, "tf_dataset")
  expect_identical(values_of(as_tf_dataset(dataset)), 0:1)
  expect_identical(length(as_tf_dataset(cars)), 50L)
})

test_that("errors name the component", {
  expect_raised_snapshot({
    tensor_slices_dataset(list(x = 1:3, y = 1:4))
    tensor_slices_dataset(list(1:3, list(a = 1:2)))
    tensor_slices_dataset(data.frame(a = c("x", NA)))
    tensor_slices_dataset(list(a = 1:2, b = c(1L, NA)))
    tensor_slices_dataset(list(a = 1, 2))
    tensor_slices_dataset(list(a = 1, a = 2))
    tensor_slices_dataset(NULL)
    tensor_slices_dataset(list())
    tensor_slices_dataset(mean)
    tensors_dataset(list(a = quote(x)))
    as_tf_dataset(tf)
  })
})
