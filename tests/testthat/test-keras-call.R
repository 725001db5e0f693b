test_that("endpoints are found once, and are what Python has", {
  expect_identical(py_id(keras_endpoint("keras.layers.Dense")), py_id(keras$layers$Dense))
  expect_identical(keras_endpoint("keras.layers.Dense"), keras_endpoint("keras.layers.Dense"))
  expect_error(
    keras_endpoint("keras.layers.Dens"),
    "Keras 3.* has no `keras.layers.Dens`.*install_keras", class = "rkeras_error_module"
  )
})

test_that("a wrapper given to another stands for what it wraps", {
  expect_identical(wrapped_endpoint(layer_dense), "keras.layers.Dense")
  expect_null(wrapped_endpoint(function(x) call_keras("keras.ops.abs", x)))
  expect_null(wrapped_endpoint(fit))
  args <- keras_functions(list(layer_dense, list(layer_flatten, 1), mean))
  expect_identical(py_id(args[[1]]), py_id(keras$layers$Dense))
  expect_identical(py_id(args[[2]][[1]]), py_id(keras$layers$Flatten))
  expect_identical(args[[3]], mean)
})

# testthat expands `!!!` in what it is given, so calls with it stand by themselves.
test_that("wrappers take `!!!` and `:=`", {
  extra <- list(units = 3, name = "spliced")
  value <- layer_dense(!!!extra, activation = "relu")
  expect_identical(list(value$units, value$name), list(3L, "spliced"))
  made <- 0L
  counted <- function() {
    made <<- made + 1L
    keras_input(2)
  }
  value <- counted() |> layer_dense(!!!list(units = 3))
  expect_identical(dim(value), c(NA, 3L))
  expect_identical(made, 1L)
  key <- "units"
  value <- layer_dense("{key}" := 4)
  expect_identical(value$units, 4L)
  value <- layer_concatenate(!!!list(array(1, c(1, 2)), array(2, c(1, 1))))
  expect_identical(as.array(value), array(c(1, 1, 2), c(1, 3)))
  value <- optimizer_adam(!!!list(learning_rate = 0.5))
  expect_equal(as.numeric(value$learning_rate), 0.5)
  value <- loss_mean_squared_error(!!!list(c(1, 2), c(1, 4)))
  expect_equal(as.numeric(value), 2)
  value <- metric_mean(!!!c(name = "m"))
  expect_identical(value$name, "m")
  value <- callback_early_stopping(!!!list(patience = 7))
  expect_identical(value$patience, 7L)
  value <- initializer_constant(!!!list(3))
  expect_equal(value$value, 3)
  value <- op_sum(!!!list(rbind(1:2, 3:4), axis = 1))
  expect_identical(as.array(value), array(c(4L, 6L)))
  local <- function() {
    mine <- list(axis = 2)
    op_sum(rbind(1:2, 3:4), !!!mine)
  }
  expect_identical(as.array(local()), array(c(3L, 7L)))
  model <- keras_model_sequential(input_shape = 2)
  value <- withVisible(model |> layer_dense(!!!extra))
  expect_false(value$visible)
  error <- tryCatch(layer_dense(!!!quote(a)), error = identity)
  expect_match(conditionMessage(error), "`!!!` splices a list or vector")
  error <- tryCatch(layer_dense(!!!list(uints = 3)), error = identity)
  expect_match(conditionMessage(error), "`uints`")
  expect_identical(error$call[[1]], quote(layer_dense))
})
