
test_that("integers of bit64 are the numbers that they show", {
  skip_if_not_installed("bit64")
  long <- bit64::as.integer64
  expect_identical(as_integer(long(3)), 3L)
  expect_identical(as_integer(list(long(3), 2)), list(3L, 2L))
  expect_identical(check_whole(long(3), "x"), 3L)
  expect_true(is_whole(long(3)))
  expect_true(only_whole(long(c(0, 3))))
  expect_identical(as_shape(long(c(3, -1))), list(3L, NULL))
  expect_identical(as_index(long(c(1, -1))), c(0L, -1L))
  expect_identical(as_sequence(long(1:2)), list(1L, 2L))
  expect_identical(describe(long(2)), "2")
  expect_identical(lapply(shape(long(3), NA), identity), list(3L, NULL))
  expect_identical(dim(array_reshape(1:6, list(long(3), long(2)))), c(3L, 2L))
  expect_identical(to_categorical(long(0:1)), to_categorical(0:1))
  # Never rounded.
  large <- long("9007199254740993")
  for (f in list(as_integer, as_shape, shape, as_axis, function(x) check_whole(x, "x"))) {
    expect_refused(f(large), "not 9007199254740993[.] Integers end at")
  }
  expect_error(dataset_take(tensor_slices_dataset(1:3), large), "9007199254740993")
})

test_that("integers of bit64 are arguments of every kind", {
  skip_if_not(is_keras_available())
  skip_if_not_installed("bit64")
  long <- bit64::as.integer64
  x <- as_tensor(matrix(1:6, 2))
  values <- function(x) as.array(x)
  expect_identical(values(x[long(1), ]), values(x[1, ]))
  expect_identical(values(x[long(1:2), long(3)]), values(x[1:2, 3]))
  expect_identical(values(op_sum(x, axis = long(2))), values(op_sum(x, axis = 2)))
  expect_identical(values(op_one_hot(long(1:2), long(3))), values(op_one_hot(1:2, 3)))
  expect_identical(values(op_slice(x, long(c(1, 1)), long(1:2))), values(op_slice(x, c(1, 1), 1:2)))
  expect_identical(layer_dense(units = long(3))$units, 3L)
  expect_identical(keras_input(long(4), batch_size = long(2))$shape, list(2L, 4L))
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  model |> compile("sgd", "mse")
  history <- fit(model, matrix(0, 4, 2), 1:4, epochs = long(2), batch_size = long(2),
                 verbose = long(0))
  expect_length(history$metrics$loss, 2)
})
