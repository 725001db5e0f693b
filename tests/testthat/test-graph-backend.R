# R's control flow in functions that Keras traces, on each backend.

flip <- function(x) if (op_sum(x) > 0) x else -x

test_that("layers take control flow on tensors", {
  layer_flip <- Layer("Flip", call = function(inputs) {
    y <- flip(inputs)
    for (i in 1:2) if (op_mean(y) > 1) y <- y / 2
    while (op_mean(y) < 0.5) y <- y * 2
    y
  })
  expect_equal(as.array(layer_flip()(matrix(c(-4, -2), 1))), matrix(c(1, 0.5), 1))
  model <- keras_model_sequential(input_shape = 2) |> layer_flip()
  expect_equal(predict(model, matrix(c(-4, -2), 1), verbose = 0), matrix(c(1, 0.5), 1))
})

test_that("losses, metrics and functions of lambda layers take it", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_lambda(function(x) if (op_sum(x) > 0) x * 10 else x) |>
    layer_dense(1, kernel_initializer = "ones")
  loss <- function(y_true, y_pred) {
    error <- op_mean(op_abs(y_true - y_pred))
    if (error > 1) error * 2 else error^2
  }
  sign <- custom_metric("sign", function(y_true, y_pred) if (op_mean(y_pred) > 0) 1 else -1)
  model |> compile(loss = loss, metrics = list(sign), optimizer = "sgd")
  result <- model |> evaluate(matrix(c(1, 2), 1), 0, verbose = 0)
  expect_equal(result$loss, 60)
  expect_equal(result$sign, 1)
  expect_silent(model |> fit(matrix(c(1, 2), 1), 0, verbose = 0))
})

test_that("a model with converted functions is saved with the code as written", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_lambda(function(x) if (op_sum(x) > 0) x * 10 else x)
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  loaded <- load_model(file, safe_mode = FALSE)
  expect_equal(predict(loaded, matrix(c(1, 2), 1), verbose = 0), matrix(c(10, 20), 1))
})

if (on_tensorflow()) {
  test_that("a train step takes it", {
    Clipped <- Model(
      "Clipped",
      initialize = function() {
        super$initialize()
        self$dense <- layer_dense(units = 1)
      },
      call = function(inputs) self$dense(inputs),
      train_step = function(data) {
        c(x, y) %<-% data[1:2]
        with(tf$GradientTape() %as% tape, {
          loss <- self$compute_loss(y = y, y_pred = self(x, training = TRUE))
        })
        gradients <- tape$gradient(loss, self$trainable_variables)
        halved <- 0
        while (tf$linalg$global_norm(gradients) > 1) {
          gradients <- lapply(gradients, function(g) g / 2)
          halved <- halved + 1
        }
        self$optimizer$apply(gradients, self$trainable_variables)
        list(loss = loss, halved = halved)
      }
    )
    model <- Clipped()
    model |> compile(loss = "mse", optimizer = "sgd")
    history <- model |> fit(matrix(10, 4, 2), rep(100, 4), verbose = 0)
    expect_gt(max(history$metrics$halved), 1)
  })
}

if (on_jax()) {
  test_that("a loop without a gradient is an error that says so", {
    model <- keras_model_sequential(input_shape = 2) |>
      layer_dense(1) |>
      layer_lambda(function(x) {
        while (op_max(abs(x)) > 1) x <- x / 2
        x
      })
    model |> compile(loss = "mse", optimizer = "sgd")
    expect_error(model |> fit(matrix(c(10, 20), 1), 0, verbose = 0), "has no gradient on JAX")
  })

  test_that("for over a tensor has a gradient", {
    model <- keras_model_sequential(input_shape = 2) |>
      layer_dense(1) |>
      layer_lambda(function(x) {
        total <- 0
        for (row in x) if (op_sum(row) > 0) total <- total + op_sum(row)
        x + total
      })
    model |> compile(loss = "mse", optimizer = "sgd")
    expect_silent(model |> fit(matrix(c(10, 20), 1), 0, verbose = 0, epochs = 1))
  })
}
