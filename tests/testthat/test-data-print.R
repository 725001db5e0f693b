test_that("print(), format() and str() show what is in a dataset", {
  pairs <- tensor_slices_dataset(list(list(a = 1:2, b = c("x", "y")), matrix(0, 2, 3)))
  ragged <- dataset_map(range_dataset(1, 4), ~ tf$range(.x))
  sparse <- tensor_slices_dataset(Matrix::sparseMatrix(i = 1, j = 2, x = 3))
  expect_snapshot({
    tensor_slices_dataset(iris)
    dataset_batch(pairs, 2)
    range_dataset(0, 1e6) |> dataset_repeat()
    dataset_filter(range_dataset(0, 1e6), ~ .x > 5L)
    ragged
    sparse
    dataset_window(range_dataset(0, 5), 2)
    str(pairs)
    str(list(data = range_dataset(0, 3), n = 1))
    tensors_dataset(1)
  })
  expect_match(format(pairs), "TensorSliceDataset")
})
