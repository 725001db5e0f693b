test_that("a model whose layers remember samples takes batches of their size", {
  model <- keras_model_sequential(input_shape = c(3, 2), batch_size = 4) |>
    layer_lstm(units = 2, stateful = TRUE)
  x <- array(rnorm(48), c(8, 3, 2))
  expect_identical(dim(predict(model, x, verbose = 0)), c(8L, 2L))
  expect_refused(predict(model, x[1, , , drop = FALSE], verbose = 0), "batches of 4")
  expect_refused(predict(model, x, batch_size = 2, verbose = 0), "batches of 4")
  compile(model, loss = "mse")
  expect_refused(evaluate(model, x[1:6, , ], matrix(0, 6, 2), verbose = 0), "batches of 4")
  # Keras's states on PyTorch cannot be trained.
  if (!on_torch()) {
    expect_length(fit(model, x, matrix(0, 8, 2), epochs = 1, verbose = 0)$metrics$loss, 1)
  }
})

test_that("iterators of py_iterator() are data, also with items computed in advance", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  batches <- function(n) {
    i <- 0
    function() {
      i <<- i + 1
      if (i <= n) list(matrix(i, 4, 2), rep(0, 4))
    }
  }
  for (ahead in c(0, 2)) {
    history <- model |> fit(py_iterator(batches(3), prefetch = ahead), epochs = 1, verbose = 0)
    expect_length(history$metrics$loss, 1)
  }
  expect_identical(nrow(predict(model, py_iterator(batches(2)), verbose = 0)), 8L)
})

test_that("data without an end and without `steps_per_epoch` are told of, once", {
  history <- import("rkeras.keras.history")
  before <- history$PATIENCE
  withr::defer(history$PATIENCE <- before)
  history$PATIENCE <- 0
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  drawn <- 0
  batches <- function() {
    drawn <<- drawn + 1
    if (drawn %% 20 > 0) list(matrix(1, 4, 2), 1:4)
  }
  said <- testthat::capture_messages(fit(model, batches, epochs = 2, verbose = 0))
  expect_length(said, 1)
  expect_match(said, "set `steps_per_epoch`", fixed = TRUE)
  expect_silent(fit(model, batches, epochs = 2, steps_per_epoch = 5, verbose = 0))
})

test_that("a batch may have the names of the arguments of fit()", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  x <- matrix(1, 4, 2)
  batch <- function(...) function() list(...)
  train <- function(f) fit(model, f, epochs = 1, steps_per_epoch = 1, verbose = 0)$metrics$loss
  expect_length(train(batch(y = 1:4, x = x)), 1)
  expect_length(train(batch(x = x, y = 1:4, sample_weight = 1:4)), 1)
  expect_refused(train(batch(x, 1, 2, 3)), "not a list of 4")
  expect_refused(train(batch(1:4, x)), "`x` is a vector of length 4, but the model takes")
  expect_refused(
    train(batch(cbind(x, x), 1:4)), "`x` has shape .NA, 4., but the model takes .NA, 2."
  )
})

test_that("labels in batches that the loss does not take are told, and those of tensors", {
  x <- matrix(1, 6, 2)
  wrong <- c(0, 1, 2, 0, 1, 2)
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(1, activation = "sigmoid") |>
    compile(loss = "binary_crossentropy")
  expected <- "holds labels from 0 to 2, but \"binary_crossentropy\" compares"
  wrong_batches <- function() list(x, wrong)
  batches <- PyDataset("OfWrongLabels",
    `__len__` = function() 2L, `__getitem__` = function(index) list(x, wrong)
  )
  for (data in list(wrong_batches, batches())) {
    expect_refused(fit(model, data, epochs = 1, steps_per_epoch = 1, verbose = 0), expected)
    expect_refused(evaluate(model, data, steps = 1, verbose = 0), expected)
    expect_refused(
      fit(model, x, wrong > 0, validation_data = data, validation_steps = 1, epochs = 1,
          verbose = 0), expected
    )
    expect_length(predict(model, data, steps = 1, verbose = 0), 6)
  }
  expect_refused(fit(model, op_array(x), op_array(wrong), verbose = 0), expected)
})

test_that("each epoch has all batches of a function, or the call stops", {
  x <- matrix(rnorm(24), 12)
  y <- rnorm(12)
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  model |> compile(loss = "mse", optimizer = optimizer_sgd(0))
  right <- mean((predict(model, x, verbose = 0) - y)^2)
  batches <- function(begins_anew = TRUE) {
    i <- 0
    function() {
      i <<- i + 1
      if (i <= 4) return(list(x[1:3 + 3 * (i - 1), ], y[1:3 + 3 * (i - 1)]))
      if (begins_anew) i <<- 0
      NULL
    }
  }
  history <- fit(model, batches(), epochs = 3, verbose = 0)
  expect_equal(history$metrics$loss, rep(right, 3), tolerance = 1e-5)
  history <- fit(model, x, y, validation_data = batches(), epochs = 3, verbose = 0)
  expect_equal(history$metrics$val_loss, rep(right, 3), tolerance = 1e-5)
  history <- fit(model, py_iterator(batches()), epochs = 2, verbose = 0)
  expect_equal(history$metrics$loss, rep(right, 2), tolerance = 1e-5)
  expect_length(fit(model, batches(FALSE), epochs = 1, verbose = 0)$metrics$loss, 1)
  expect_error(fit(model, batches(FALSE), epochs = 2, verbose = 0), "batches have ended")
  expect_error(
    fit(model, x, y, validation_data = batches(FALSE), epochs = 2, verbose = 0),
    "batches have ended"
  )
})
