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
    told(keras_input(c(2, 2, 1)) |> layer_conv_2d(4, 3))
    told(keras_input(c(1, 1, 1)) |> layer_max_pooling_2d(2))
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
    told(regularizer_l2(-1))
    told(image_load("nofile.png"))
    told(image_dataset_from_directory("nofolder"))
  })
})

test_that("models that cannot be made are told", {
  clear_session()
  expect_snapshot({
    told(keras_model(layer_dense(units = 1, name = "a"), layer_dense(units = 1)))
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
  error <- tryCatch(op_matmul(x, x), error = identity)
  expect_identical(tail(class(error), 4L)[1:2], c("rkeras_error_not_multipliable", "rkeras_error"))
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

test_that("a sum of different shapes is not called a matrix product", {
  mine <- Layer("AddsMore", call = function(inputs) inputs + op_ones(c(21, 32)))
  sums <- list(
    quote(keras_input(c(20, 32)) + keras_input(32, batch_size = 21)),
    quote(op_ones(c(2, 20, 32)) * op_ones(c(21, 32))),
    quote(mine()(keras_input(c(20, 32)))),
    quote(op_maximum(keras_input(c(20, 32)), keras_input(32, batch_size = 21))),
    quote(tf_function(function(x) x - op_ones(c(21, 32)))(op_ones(c(2, 20, 32))))
  )
  if (on_jax()) sums <- sums[-5]
  for (sum in sums) {
    text <- conditionMessage(expect_error(eval(sum)))
    expect_match(text, "(21, 32)", fixed = TRUE)
    expect_match(text, "Compared from the last axis on", fixed = TRUE)
    expect_no_match(text, "matrix", fixed = TRUE)
  }
  products <- list(
    quote(op_matmul(op_ones(c(2, 3)), op_ones(c(2, 3)))),
    quote(op_matmul(keras_input(c(3, 4)), keras_input(c(5, 6))))
  )
  for (product in products) expect_error(eval(product), "op_transpose", fixed = TRUE)
})

test_that("the remedy for a shape is what was probably meant", {
  takes <- function(...) {
    keras_model_sequential(input_shape = c(...)) |> layer_flatten() |> layer_dense(units = 1)
  }
  numbers <- function(...) array(as.numeric(seq_len(prod(...))), c(...))
  cases <- list(
    list(takes(28, 28, 1), numbers(c(28, 28)), "dim(x) <- c(1, 28, 28, 1)"),
    list(takes(28, 28, 1), numbers(c(28, 28, 1)), "dim(x) <- c(1, 28, 28, 1)"),
    list(takes(8, 8, 3), numbers(c(8, 8, 3)), "dim(x) <- c(1, 8, 8, 3)"),
    list(takes(10, 3), numbers(c(10, 3)), "dim(x) <- c(1, 10, 3)"),
    list(takes(10, 1), numbers(10), "dim(x) <- c(1, 10, 1)"),
    list(takes(10, 3), numbers(c(5, 3, 10)), "aperm(x, c(1, 3, 2))"),
    list(takes(10, 3), numbers(c(10, 3, 5)), "aperm(x, c(3, 1, 2))"),
    list(takes(8, 9, 3), numbers(c(5, 3, 8, 9)), "aperm(x, c(1, 3, 4, 2))"),
    list(takes(8, 8, 1), numbers(c(5, 1, 8, 8)), "dim(x) <- c(5, 8, 8, 1)"),
    list(takes(4), numbers(c(4, 10)), "t(x)"),
    list(takes(12), numbers(c(5, 3, 4)), "dim(x) <- c(5, 12)")
  )
  for (case in cases) {
    x <- case[[2]]
    text <- conditionMessage(expect_error(predict(case[[1]], x), class = "rkeras_error_argument"))
    expect_match(text, case[[3]], fixed = TRUE)
    # The remedy works.
    remedy <- str2lang(case[[3]])
    if (identical(remedy[[1]], quote(`<-`))) eval(remedy) else x <- eval(remedy)
    expect_length(predict(case[[1]], x, verbose = 0), dim(x)[[1]])
  }
})

test_that("missing values are told with their columns", {
  air <- airquality[1:5]
  model <- keras_model_sequential() |> layer_dense(units = 1)
  compile(model, loss = "mse")
  expect_error(fit(model, air, air$Temp), "(columns `Ozone` and `Solar.R`)", fixed = TRUE)
  expect_error(fit(model, unname(as.matrix(air)), air$Temp), "(columns 1 and 2)", fixed = TRUE)
  expect_error(fit(model, Temp ~ Ozone + Wind, data = airquality), "(column `Ozone`)", fixed = TRUE)
  expect_error(adapt(layer_normalization(), air), "(columns `Ozone` and", fixed = TRUE)
})

test_that("one fault is one warning", {
  warnings_of <- function(expr) {
    heard <- character()
    withCallingHandlers(expr, warning = function(w) {
      heard <<- c(heard, class(w)[[1]])
      invokeRestart("muffleWarning")
    })
    heard
  }
  of <- function(units, activation, loss) {
    keras_model_sequential(input_shape = 4) |>
      layer_dense(units, activation = activation) |>
      compile(loss = loss)
  }
  labels <- rep(0:1, 5)
  sparse <- loss_sparse_categorical_crossentropy(from_logits = TRUE)
  faults <- list(
    quote(train(of(1, "softmax", "binary_crossentropy"), x, labels)),
    quote(of(1, "softmax", "categorical_crossentropy")),
    quote(train(of(3, "softmax", sparse), x, labels)),
    quote(train(of(1, NULL, "mse"), replace(x, 1, Inf), y)),
    quote(train(of(1, NULL, "mse"), replace(x, 1, 1e39), y))
  )
  for (fault in faults) expect_length(warnings_of(eval(fault)), 1)
})

if (on_tensorflow()) {
  test_that("text may be a vector or a column in training, too", {
    words <- layer_text_vectorization()
    adapt(words, c("a b", "c d"))
    text <- c("a b", "c d", "a d")
    for (shape in list(NULL, 1)) {
      model <- keras_model_sequential(input_shape = shape, dtype = if (!is.null(shape)) "string")
      model$add(words)
      model |>
        layer_embedding(10, 4) |>
        layer_global_average_pooling_1d() |>
        layer_dense(units = 1) |>
        compile(loss = "mse", optimizer = optimizer_sgd(0))
      results <- lapply(list(text, matrix(text), array(text, 3)), function(x) {
        c(train(model, x, 1:3)$metrics$loss, evaluate(model, x, 1:3)[["loss"]],
          train_on_batch(model, x, 1:3)$loss, predict(model, x, verbose = 0))
      })
      expect_equal(results[[2]], results[[1]], tolerance = 1e-5)
      expect_equal(results[[3]], results[[1]], tolerance = 1e-5)
    }
    expect_error(predict(model, c(1, 2)), "as.character()", fixed = TRUE)
  })
}

test_that("words that were left out of a loss are found", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 2)
  expect_error(compile(model, "sgd", "sparse_crossentropy"), "\"sparse_categorical_crossentropy\"?",
               fixed = TRUE)
})
