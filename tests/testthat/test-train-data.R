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

# Batches in which all targets are the number of the call, or what `target()` returns.
numbered <- function(target = function() calls, last = Inf) {
  calls <- 0
  function() {
    calls <<- calls + 1
    if (calls <= last) list(matrix(1, 4, 2), rep(target(), 4))
  }
}

calls_of <- function(batches) environment(batches)$calls

# Predicts 0, so that the loss of an epoch is the mean square of its targets.
zero_model <- function(...) {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(units = 1, kernel_initializer = "zeros")
  model |> compile(loss = "mse", optimizer = optimizer_sgd(learning_rate = 0), ...)
}

test_that("an R function is called for each step, in order, and for no more", {
  model <- zero_model()
  batches <- numbered()
  validation <- numbered()
  history <- fit(model, batches, epochs = 3, steps_per_epoch = 4, verbose = 0,
                 validation_data = validation, validation_steps = 2)
  expect_equal(history$metrics$loss, c(mean((1:4)^2), mean((5:8)^2), mean((9:12)^2)))
  expect_equal(history$metrics$val_loss, c(mean((1:2)^2), mean((3:4)^2), mean((5:6)^2)))
  expect_identical(c(calls_of(batches), calls_of(validation)), c(12, 6))
  expect_equal(evaluate(model, batches, steps = 1, verbose = 0)[["loss"]], 13^2)
  expect_identical(nrow(predict(model, batches, steps = 3, verbose = 0)), 12L)
  expect_identical(calls_of(batches), 16)
  # An execution of several steps takes their batches together; PyTorch has none.
  if (on_torch()) return(invisible())
  history <- fit(zero_model(steps_per_execution = 3), batches, epochs = 2, steps_per_epoch = 6,
                 verbose = 0)
  expect_equal(history$metrics$loss, c(mean((17:22)^2), mean((23:28)^2)), tolerance = 1e-6)
  expect_identical(calls_of(batches), 28)
})

test_that("one step is one call, also where Keras builds the model by a look at a batch", {
  batches <- numbered()
  validation <- numbered()
  model <- keras_model_sequential() |> layer_dense(units = 1, kernel_initializer = "zeros")
  model |> compile(loss = "mse", optimizer = optimizer_sgd(learning_rate = 0))
  history <- fit(model, batches, epochs = 3, steps_per_epoch = 1, verbose = 0,
                 validation_data = validation, validation_steps = 1)
  expect_equal(history$metrics$loss, c(1, 4, 9))
  expect_equal(history$metrics$val_loss, c(1, 4, 9))
  expect_identical(c(calls_of(batches), calls_of(validation)), c(3, 3))
})

test_that("a function that ends is called anew for each epoch, and told of where it ends early", {
  forget_warnings()
  model <- zero_model()
  batches <- numbered(last = 5)
  expect_equal(fit(model, batches, epochs = 1, verbose = 0)$metrics$loss, mean((1:5)^2))
  expect_identical(calls_of(batches), 6)
  batches <- numbered(last = 3)
  expect_warning(
    fit(model, batches, epochs = 1, steps_per_epoch = 5, verbose = 0),
    class = "rkeras_warning_ran_out"
  )
})

test_that("batches of an epoch are made after the callbacks at its beginning", {
  epoch <- 1
  begins <- callback_lambda(on_epoch_begin = function(e, logs) epoch <<- e)
  history <- fit(zero_model(), numbered(function() epoch), epochs = 3, steps_per_epoch = 4,
                 verbose = 0, callbacks = begins)
  expect_equal(history$metrics$loss, (1:3)^2)
})

test_that("an error in a function of batches is that of its own step", {
  steps <- 0
  counts <- callback_lambda(on_train_batch_end = function(batch, logs) steps <<- batch)
  batches <- numbered(function() if (calls < 5) calls else stop("no more"))
  environment(environment(batches)$target) <- environment(batches)
  expect_error(
    fit(zero_model(), batches, epochs = 1, steps_per_epoch = 9, verbose = 0, callbacks = counts),
    "^no more$"
  )
  expect_identical(steps, 4L)
})

test_that("batches of a PyDataset() are those of their epoch, each made once in it", {
  made <- integer()
  epoch <- 1
  Numbered <- PyDataset(
    "Numbered",
    `__len__` = function() 4L,
    `__getitem__` = function(index) {
      made <<- c(made, index)
      list(matrix(1, 4, 2), rep(epoch, 4))
    },
    on_epoch_end = function() epoch <<- epoch + 1
  )
  begins <- callback_lambda(on_epoch_begin = function(e, logs) {
    if (e == 1) epoch <<- 1
    made <<- integer()
  })
  history <- fit(zero_model(), Numbered(), epochs = 3, verbose = 0, callbacks = begins)
  expect_equal(history$metrics$loss, (1:3)^2)
  expect_identical(made, 1:4)
})

test_that("an iterator goes on where fit() has stopped taking from it", {
  for (ahead in 0:1) {
    it <- py_iterator(numbered(), prefetch = ahead)
    fit(zero_model(), it, epochs = 2, steps_per_epoch = 3, verbose = 0)
    expect_identical(iter_next(it)[[2]], rep(7, 4))
  }
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
