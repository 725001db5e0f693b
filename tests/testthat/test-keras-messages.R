# R messages for errors of Keras and TensorFlow.

told <- function(expr) {
  cnd <- tryCatch(expr, error = identity)
  if (!inherits(cnd, "error")) stop("no error: ", deparse(substitute(expr))[[1]])
  call <- conditionCall(cnd)
  where <- if (!is.null(call)) paste0(deparse(call[[1]]), "(): ")
  cat(where, conditionMessage(cnd), "\n\n", sep = "")
}

x <- matrix(as.numeric(1:40) / 40, 10)
y <- as.numeric(1:10)
regression <- function(units = 1, name = NULL) {
  input <- keras_input(4)
  model <- keras_model(input, input |> layer_dense(units, name = name))
  compile(model, loss = "mse")
}
train <- function(model, ...) fit(model, ..., epochs = 1, verbose = 0)
images <- array(runif(5 * 8 * 8), c(5, 8, 8))

test_that("shapes that do not fit a layer are told with the axes it takes", {
  clear_session()
  expect_snapshot({
    told(keras_model_sequential(input_shape = c(28, 28)) |> layer_conv_2d(8, 3))
    told(op_array(images) |> layer_max_pooling_2d(2))
    told(keras_input(10) |> layer_conv_1d(4, 3))
    told(keras_input(c(8, 8, 3)) |> layer_conv_3d(4, 3))
    told(keras_model_sequential(input_shape = 10) |> layer_lstm(4))
    told(keras_input(10) |> layer_gru(4, name = "mine"))
    told(keras_input(c(3, 4)) |> layer_repeat_vector(3))
    told(keras_input(4) |> layer_time_distributed(layer_dense(units = 3)))
    told(keras_input(c(2, 2, 1)) |> layer_conv_2d(4, 3))
    told(keras_input(c(1, 1, 1)) |> layer_max_pooling_2d(2))
    told(keras_input(6) |> layer_reshape(c(4, 2)))
    told(keras_input(c(3, 3, 1)) |> layer_cropping_2d(4))
    told(keras_input(c(3, 4)) |> layer_bidirectional(layer_dense(units = 3)))
    told(layer_attention(keras_input(c(3, 4))))
    told(regression(name = "last")(x[, 1:2]))
  })
})

test_that("shapes that do not match in merges and products are told", {
  expect_snapshot({
    told(layer_add(keras_input(3), keras_input(4)))
    told(layer_concatenate(keras_input(c(3, 4)), keras_input(c(5, 4))))
    told(layer_dot(keras_input(3), keras_input(4), axes = 2))
    told(op_matmul(matrix(1, 2, 3), matrix(1, 2, 3)))
    told(op_matmul(keras_input(c(3, 4)), keras_input(c(3, 5))))
    told(op_add(matrix(1, 2, 3), matrix(1, 2, 4)))
    told(op_array(1:2) + op_array(1:3))
    told(keras_input(3) + keras_input(4))
    told(op_concatenate(list(matrix(1, 2, 3), matrix(1, 3, 3)), axis = 2))
    told(op_stack(list(matrix(1, 2, 3), matrix(1, 3, 3))))
    told(op_where(c(TRUE, FALSE), 1:2, 1:3))
    told(op_reshape(1:6, c(4, 2)))
    told(tf$matmul(tf$constant(matrix(1, 2, 3)), tf$constant(matrix(1, 2, 3))))
  })
})

test_that("positions and axes are told as R counts them", {
  expect_snapshot({
    told(op_take(c(1, 2, 3), op_array(0L)))
    told(op_take(c(1, 2, 3), 4))
    told(op_sum(x, axis = 5))
    told(op_expand_dims(x, 5))
    told(op_squeeze(x, 1))
    told(op_transpose(x, c(1, 2, 3)))
    told(op_split(1:5, 2))
    told(op_top_k(1:3, 5))
    told(op_get_item(op_array(1:3), 5))
    told(tf$gather(tf$constant(1:6), 10L))
  })
})

test_that("values that no tensor can hold are told", {
  expect_snapshot({
    told(op_convert_to_tensor(c(1L, NA)))
    told(op_convert_to_tensor(list(1, "a")))
    told(op_convert_to_tensor(list(1:2, 1:3)))
    told(op_cast(x, "floot32"))
    told(op_add("a", 1))
    told(op_inv(matrix(1, 2, 3)))
    told(op_solve(matrix(0, 2, 2), matrix(1, 2, 1)))
    told(op_cholesky(matrix(-1, 2, 2)))
  })
})

test_that("data that generators and data sets supply are told", {
  slices <- function(...) tf$data$Dataset$from_tensor_slices(tuple(...))
  expect_snapshot({
    told(train(regression(), function() x, steps_per_epoch = 2))
    told(train(regression(), function() list(x, y[1:5]), steps_per_epoch = 2))
    told(train(regression(name = "a"), function() list(x[, 1:3], y), steps_per_epoch = 2))
    told(train(regression(), function() "a", steps_per_epoch = 2))
    told(train(regression(), slices(x)$batch(5L)))
    told(train(regression(), slices(x, y)))
    told(train(regression(), op_array(x), op_array(y[1:5])))
    told(train(regression(), x[1, , drop = FALSE], y[1], validation_split = 0.5))
  })
})

test_that("values of arguments are told in R's words", {
  expect_snapshot({
    told(layer_dropout(rate = 50))
    told(layer_dense(units = NULL))
    told(layer_conv_2d(filters = 1, kernel_size = c(3, 3, 3)))
    told(layer_conv_2d(filters = 1, kernel_size = 3, padding = "sam"))
    told(layer_conv_2d(filters = 1, kernel_size = 3, data_format = "last"))
    told(regularizer_l2(-1))
    told(callback_model_checkpoint("model"))
    told(train(regression(), x, y, callbacks = callback_early_stopping("val_los")))
    told(image_load("nofile.png"))
    told(image_dataset_from_directory("nofolder"))
  })
})

test_that("models that cannot be made are told", {
  clear_session()
  expect_snapshot({
    told(keras_model(keras_input(3), keras_input(3) |> layer_dense(1)))
    told(keras_model(layer_dense(units = 1, name = "a"), layer_dense(units = 1)))
    told(keras_model_sequential(input_shape = 4) |> layer_dense(1, name = "a") |>
           layer_dense(1, name = "a"))
    told(coef(regression()))
    told(residuals(regression()))
  })
})

test_that("R's doubles where Python wants integers are told of", {
  np <- import("numpy", convert = FALSE)
  expect_snapshot({
    told(np$zeros(3))
    told(np$arange(6L)$reshape(2, 3))
    told(tf$reshape(tf$constant(1:6), c(2, 3)))
  })
})

test_that("nothing of TensorFlow's inner life is shown, and Python's own message is kept", {
  error <- tryCatch(keras$ops$arange(0, 10, 0), error = identity)
  expect_s3_class(error, "tensorflow.python.framework.errors_impl.InvalidArgumentError")
  expect_identical(conditionMessage(error), "InvalidArgumentError: Requires delta != 0: 0")
  expect_match(error$python_message, "__wrapped__Range")
  expect_match(py_last_error()$message, "__wrapped__Range")
  error <- tryCatch(op_pad(x, 1:3), error = identity)
  expect_no_match(conditionMessage(error), "Arguments received|array\\(")
})

test_that("the call is the function that the user called", {
  call_of <- function(expr) conditionCall(tryCatch(expr, error = identity))
  expect_identical(call_of(op_matmul(x, x)), quote(op_matmul(x, x)))
  expect_identical(
    call_of(keras_input(3) |> layer_lstm(2) |> layer_dense(1)), quote(layer_lstm(keras_input(3), 2))
  )
  expect_identical(call_of(lapply(1, function(i) op_matmul(x, x))), quote(op_matmul(x, x)))
  expect_identical(call_of(tf$matmul(x, x)), quote(tf$matmul(x, x)))
  expect_null(call_of(op_array(1:2) + op_array(1:3)))
  model <- regression()
  expect_identical(call_of(predict(model, op_array(x[, 1:2])))[[1]], quote(predict))
})

test_that("what pads, repeats and normalizes names the argument", {
  skip_if(config_backend() == "jax", "JAX has its own words")
  clear_session()
  expect_snapshot({
    told(op_arange(1, 5, step = 0))
    told(op_pad(op_array(1:3), list(1:3)))
    told(op_pad(matrix(1:4, 2), rep(list(c(1, 1)), 3)))
    told(op_pad(1:3, list(c(-1, 1))))
    told(op_pad(1:3, 5, mode = "reflect"))
    told(op_pad(1:3, 1, mode = "mirror"))
    told(op_pad(1:3, 1, mode = "reflect", constant_values = 2))
    told(op_eye(-1))
    told(op_tile(1:3, -1))
    told(keras_input(3) |> layer_batch_normalization(axis = 5))
  })
})

test_that("a layer is not trained", {
  layer <- layer_dense(units = 1)
  expect_snapshot({
    told(compile(layer, loss = "mse"))
    told(fit(layer, x, y))
    told(evaluate(layer, x, y))
    told(predict(layer, x))
  })
})
