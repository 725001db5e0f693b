x <- matrix(c(1, 2, 3, 4), 2)

in_one <- shared_session()
in_another <- shared_session()

# Saves a model with `make()` in one session and loads it in another, which knows none of its code.
loaded_elsewhere <- function(make, ...) {
  file <- withr::local_tempfile(fileext = ".keras")
  expected <- in_one(function(make, file, x) {
    library(rkeras)
    environment(make) <- globalenv()
    model <- make()
    save_model(model, file)
    predict(model, x)
  }, make, file, x)
  loaded <- in_another(function(file, x) {
    library(rkeras)
    refused <- tryCatch(load_model(file), error = function(e) e)
    list(refused = refused, value = predict(load_model(file, safe_mode = FALSE), x))
  }, file, x)
  list(expected = expected, value = loaded$value, refused = loaded$refused)
}

test_that("layers of R travel as code, which runs only if the caller lets it", {
  result <- loaded_elsewhere(function() {
    factor <- 3
    scaled <- function(x) x * factor
    layer_linear <- Layer("Linear",
      initialize = function(units, ...) {
        super$initialize(...)
        self$units <- units
      },
      build = function(input_shape) {
        self$w <- self$add_weight(shape = list(tail(input_shape, 1), self$units))
      },
      call = function(inputs) scaled(keras$ops$matmul(inputs, self$w))
    )
    layer_shifted <- Layer("Shifted", inherit = layer_linear,
      call = function(inputs) super$call(inputs) + private$shift,
      private = list(shift = 1)
    )
    keras_model_sequential(input_shape = 2) |> layer_linear(4) |> layer_shifted(3)
  })
  expect_equal(result$value, result$expected)
  message <- conditionMessage(result$refused)
  expect_s3_class(result$refused, "rkeras_error_unsafe")
  parts <- c("Linear", "Shifted", "safe_mode = FALSE", "scaled <- function(x)", "factor <- 3")
  for (part in parts) {
    expect_match(message, part, fixed = TRUE)
  }
})

test_that("functions of R travel too, wherever Keras takes a function", {
  result <- loaded_elsewhere(function() {
    model <- keras_model_sequential(input_shape = 2) |>
      layer_dense(3, activation = function(x) x * 2) |>
      layer_dense(3, activation = function(x) x + 1, kernel_constraint = function(w) w / 2) |>
      layer_lambda(function(x) x^2)
    model |> compile(
      loss = function(y_true, y_pred) (y_true - y_pred)^2,
      metrics = list(structure(function(y_true, y_pred) y_pred, py_function_name = "mine"))
    )
    model
  })
  expect_equal(result$value, result$expected)
  expect_match(conditionMessage(result$refused), "x * 2", fixed = TRUE)
})

test_that("a model class of R, its loss, metric and schedule travel", {
  result <- loaded_elsewhere(function() {
    Net <- Model("Net",
      initialize = function(units) {
        super$initialize()
        self$dense <- layer_dense(units = units)
      },
      call = function(inputs) self$dense(inputs)
    )
    loss <- Loss("Half", call = function(y_true, y_pred) (y_true - y_pred)^2 / 2)
    metric <- Metric("Count",
      initialize = function(...) {
        super$initialize(...)
        self$n <- self$add_variable(shape = list(), initializer = "zeros")
      },
      update_state = function(y_true, y_pred, sample_weight = NULL) self$n$assign_add(1),
      result = function() self$n + 0
    )
    schedule <- new_learning_rate_schedule_class("Fixed",
      initialize = function(rate) self$rate <- rate, call = function(step) self$rate
    )
    model <- Net(units = 2)
    model |> compile(optimizer = keras$optimizers$SGD(schedule(0.5)), loss = loss(),
                     metrics = metric(name = "count"))
    model |> fit(matrix(1, 4, 2), matrix(1, 4, 2), epochs = 1, verbose = 0)
    model
  })
  expect_equal(result$value, result$expected)
  expect_match(conditionMessage(result$refused), "Net")
})

test_that("classes of the session are taken first, and those in custom_objects before them", {
  twice <- function(factor) {
    force(factor)
    Layer("Times", call = function(inputs) inputs * factor)
  }
  layer_times <- twice(2)
  file <- withr::local_tempfile(fileext = ".keras")
  model <- keras_model_sequential(input_shape = 2) |> layer_times()
  save_model(model, file)
  expect_equal(predict(load_model(file), x), x * 2)
  other <- twice(5)
  expect_equal(predict(load_model(file), x), x * 5)
  expect_equal(predict(load_model(file, custom_objects = list(Times = layer_times)), x), x * 2)
  expect_equal(predict(load_model(file, custom_objects = list(layer_times)), x), x * 2)
  expect_equal(predict(load_model(file), x), x * 5)
})

test_that("code from a file takes nothing from the user's classes, nor from other files", {
  config <- function(factor) {
    made <- eval(bquote(Layer("Filed", call = function(inputs) inputs * .(factor))))
    serialize_keras_object(made())
  }
  two <- config(2)
  three <- config(3)
  before <- set_custom_objects()
  withr::defer(set_custom_objects(before))
  expect_error(deserialize_keras_object(two), "inputs * 2", fixed = TRUE,
               class = "rkeras_error_unsafe")
  layer <- deserialize_keras_object(two, safe_mode = FALSE)
  expect_equal(as.numeric(layer(tf$constant(1))), 2)
  expect_equal(as.numeric(deserialize_keras_object(two)(tf$constant(1))), 2)
  expect_error(deserialize_keras_object(three), "inputs * 3", fixed = TRUE)
  layer <- deserialize_keras_object(three, safe_mode = FALSE)
  expect_equal(as.numeric(layer(tf$constant(1))), 3)
})

test_that("a model with R functions is cloned and read again in the session", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(2, activation = function(x) x * 0 + 9)
  expect_true(all(predict(keras$models$clone_model(model), x) == 9))
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  expect_true(all(predict(load_model(file), x) == 9))
})

test_that("code is kept by whoever saves, on any thread", {
  layer_tenfold <- Layer("Tenfold", call = function(inputs) inputs * 10)
  model <- keras_model_sequential(input_shape = 2) |>
    layer_tenfold() |>
    layer_lambda(function(x) x + 1)
  model |> compile(loss = "mse")
  file <- withr::local_tempfile(fileext = ".keras")
  checkpoint <- keras$callbacks$ModelCheckpoint(file)
  model |> fit(x, x, epochs = 1, verbose = 0, callbacks = checkpoint)
  code <- import("rkeras.keras.loading")$contents(file)$code
  expect_match(unlist(code), "inputs * 10", fixed = TRUE, all = FALSE)
  expect_match(unlist(code), "x + 1", fixed = TRUE, all = FALSE)
  expect_equal(predict(load_model(file), x), x * 10 + 1)
})

test_that("a model in a model keeps its code", {
  layer_inner <- Layer("InnerHalf", call = function(inputs) inputs / 2)
  inner <- keras_model_sequential(input_shape = 2) |> layer_inner()
  input <- keras_input(2)
  model <- keras_model(input, inner(input))
  bytes <- save_model(model)
  before <- set_custom_objects()
  withr::defer(set_custom_objects(before))
  expect_error(load_model(bytes), "InnerHalf", class = "rkeras_error_unsafe")
  expect_equal(predict(load_model(bytes, safe_mode = FALSE), x), x / 2)
})

test_that("a function is named by its variable, and supplied by this name", {
  own_loss <- function(y_true, y_pred) op_mean((y_true - y_pred)^2)
  own_activation <- function(x) x * 2
  own_metric <- custom_metric("own_metric", function(y_true, y_pred) op_mean(y_true - y_pred))
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(units = 1, activation = own_activation)
  compile(model, loss = own_loss, metrics = own_metric)
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  before <- set_custom_objects()
  withr::defer(set_custom_objects(before))
  error <- expect_error(load_model(file), "custom_objects", class = "rkeras_error_unsafe")
  expect_match(conditionMessage(error),
               "does not define: own_activation, own_loss, own_metric.\n", fixed = TRUE)
  given <- list(own_loss = own_loss, own_activation = own_activation)
  expect_error(load_model(file, custom_objects = given), "does not define: own_metric[.]")
  loaded <- load_model(file, custom_objects = c(given, own_metric = own_metric))
  expect_equal(predict(loaded, x), predict(model, x))
  evaluate(loaded, x, c(1, 2), verbose = 0)
})

test_that("a function's variable is found without evaluating others", {
  frame <- local({
    f <- function(x) x
    makeActiveBinding("active", function() stop("evaluated"), environment())
    delayedAssign("delayed", stop("evaluated"))
    environment()
  })
  expect_identical(variable_of_function(frame$f), "f")
  expect_null(variable_of_function(sum))
  expect_null(variable_of_function(eval(quote(function(x) x + 1), frame)))
})
