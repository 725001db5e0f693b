x <- rbind(c(1, 2), c(NA, 2), c(3, 4), c(5, NaN))

test_that("rows with NA have no predictions", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(units = 3, activation = "relu") |>
    layer_dense(units = 2, activation = "softmax")
  expected <- replace(predict(model, replace(x, is.na(x), 0)), cbind(c(2, 2, 4, 4), 1:2), NA)
  expect_equal(predict(model, x), expected, tolerance = 1e-6)
  expect_equal(predict_on_batch(model, x), expected, tolerance = 1e-6)
  expect_identical(is.na(predict(model, x, type = "class", levels = c("a", "b"))),
                   c(FALSE, TRUE, FALSE, TRUE))
})

test_that("rows are those of any input, and in each output", {
  a <- keras_input(1)
  b <- keras_input(1)
  both <- layer_concatenate(a, b)
  model <- keras_model(list(a, b), list(layer_dense(both, 1, activation = "relu"), both))
  outputs <- predict(model, list(x[, 1], x[, 2]))
  expect_identical(is.na(outputs[[1]][, 1]), c(FALSE, TRUE, FALSE, TRUE))
  expect_identical(is.na(outputs[[2]]), matrix(c(FALSE, TRUE, FALSE, TRUE), 4, 2))
})

test_that("models that deal with NA are left to it", {
  input <- keras_input(2)
  model <- keras_model(input, op_nan_to_num(input))
  expect_equal(predict(model, x), replace(x, is.na(x), 0))
  inside <- keras_model_sequential(list(model, layer_rescaling(scale = 2)))
  expect_equal(predict(inside, x), 2 * replace(x, is.na(x), 0))
})
