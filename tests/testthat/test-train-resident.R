# Data in memory are trained on in few calls, with the results of Keras's own loop.
# random-resident.R compares many more models and arguments.
skip_if_not(can("resident"))

x <- flowers$x
y <- flowers$y

test_that("weights, history and predictions are those of Keras's loop", {
  for (args in list(
    list(), list(validation_split = 0.2), list(validation_data = list(x[1:40, ], y[1:40])),
    list(batch_size = 50L), list(class_weight = c(`0` = 2, `2` = 0.5)),
    list(sample_weight = seq_along(y) / 100), list(validation_split = 0.2, validation_freq = 3L)
  )) {
    model <- flower_model()
    expect_equal(do.call(fit_flowers, c(list(model), args)),
                 by_keras(do.call(fit_flowers, c(list(flower_model()), args))), tolerance = 1e-5)
    expect_setequal(loops_of(model), c("train", "test", "predict"))
  }
})

test_that("metrics and methods of one's own are read and reset as in Keras's loop", {
  metric_scaled <- Metric(
    "Scaled",
    initialize = function(...) {
      super$initialize(...)
      self$scale <- 1
      self$sum <- self$add_variable(shape(), "zeros", name = "sum")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) {
      self$sum$assign_add(op_sum(y_pred))
    },
    result = function() self$sum * self$scale,
    reset_state = function() self$sum$assign(0)
  )
  trained <- function() {
    set_random_seed(2)
    scaled <- metric_scaled(name = "scaled")
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(1)
    compile(model, "sgd", "mse", metrics = list("mae", scaled))
    twice <- callback_lambda(on_epoch_begin = function(epoch, logs) scaled$scale <- epoch + 1)
    history <- fit(model, x, y, epochs = 3, shuffle = FALSE, verbose = 0, callbacks = list(twice))
    history$metrics
  }
  expect_equal(trained(), by_keras(trained()), tolerance = 1e-5)

  kept <- function() {
    set_random_seed(2)
    KeepingModel <- Model("KeepingModel", reset_metrics = function() NULL)
    inputs <- keras_input(4)
    model <- KeepingModel(inputs = inputs, outputs = layer_dense(inputs, 1))
    compile(model, "sgd", "mse")
    fit(model, x, y, epochs = 3, shuffle = FALSE, verbose = 0)$metrics
  }
  expect_equal(kept(), by_keras(kept()), tolerance = 1e-5)
})

test_that("shuffling is repeated by the seed, and is another in each epoch", {
  first <- fit_flowers(flower_model(), shuffle = TRUE)
  expect_identical(fit_flowers(flower_model(), shuffle = TRUE), first)
  expect_false(identical(fit_flowers(flower_model()), first))
  batches <- list()
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  compile(model, "sgd", loss = function(y_true, y_pred) op_mean(y_pred * 0),
          metrics = list(first = function(y_true, y_pred) y_true))
  seen <- callback_lambda(on_epoch_end = function(epoch, logs) batches <<- c(batches, logs$first))
  fit(model, as.double(1:64), as.double(1:64), steps_per_epoch = NULL, epochs = 3, verbose = 0,
      batch_size = 64, callbacks = seen)
  expect_equal(unlist(batches), rep(mean(1:64), 3))
})

test_that("callbacks of batches see each batch", {
  seen <- function(model) {
    batches <- list()
    note <- function(batch, logs) batches <<- c(batches, list(c(batch, logs$loss)))
    fit(model, x, y, epochs = 2, verbose = 0, shuffle = FALSE,
        callbacks = callback_lambda(on_train_batch_end = note))
    batches
  }
  found <- seen(flower_model())
  expect_length(found, 10)
  expect_equal(found, by_keras(seen(flower_model())), tolerance = 1e-5)
})

test_that("a callback stops training between batches", {
  model <- flower_model()
  steps <- 0
  stopping <- callback_lambda(on_train_batch_end = function(batch, logs) {
    steps <<- steps + 1
    if (batch == 2) model$stop_training <- TRUE
  })
  history <- fit(model, x, y, epochs = 5, verbose = 0, callbacks = stopping)
  expect_identical(c(steps, length(history$metrics$loss)), c(2, 1))
  stopped <- callback_lambda(on_epoch_begin = function(epoch, logs) model$stop_training <- TRUE)
  expect_length(fit(model, x, y, epochs = 5, verbose = 0, callbacks = stopped)$metrics$loss, 1)
})

test_that("compile() and data of another kind make another function", {
  model <- flower_model()
  fit(model, x, y, epochs = 1, verbose = 0)
  compile(model, optimizer_sgd(0), "sparse_categorical_crossentropy",
          metrics = "sparse_top_k_categorical_accuracy")
  before <- get_weights(model)
  history <- fit(model, x, y, epochs = 1, verbose = 0)
  expect_setequal(names(history$metrics), c("loss", "sparse_top_k_categorical_accuracy"))
  untrained <- flower_model()
  predict(untrained, x)
  expect_false(untrained$optimizer$built)
  expect_equal(get_weights(model), before)
  expect_equal(predict(model, x[1:3, ]), predict(model, x)[1:3, ], tolerance = 1e-6)
  expect_equal(predict(model, as_tensor(x, "float32")), predict(model, x), tolerance = 1e-6)
})

test_that("a step that depends on what is built is traced as Keras does", {
  scaled <- function() {
    model <- flower_model()
    compile(model, optimizer_loss_scale(optimizer_sgd(0.1), dynamic_growth_steps = 2L),
            "sparse_categorical_crossentropy")
    model
  }
  expect_equal(fit_flowers(scaled()), by_keras(fit_flowers(scaled())), tolerance = 1e-4)
  unbuilt <- function() {
    set_random_seed(5)
    model <- keras_model_sequential() |> layer_dense(3, activation = "softmax")
    compile(model, "adam", "sparse_categorical_crossentropy")
    model
  }
  expect_equal(fit_flowers(unbuilt()), by_keras(fit_flowers(unbuilt())), tolerance = 1e-5)
})

test_that("Keras's loop does what cannot be done so", {
  dataset <- dataset_batch(tensor_slices_dataset(list(x, y)), 32)
  sparse <- Matrix::Matrix(x, sparse = TRUE)
  Own <- Model("Own", inherit = keras$Sequential, fit = function(...) super$fit(...))
  own <- Own(list(layer_dense(units = 3, activation = "softmax")))
  compile(own, "adam", "sparse_categorical_crossentropy")
  eager <- flower_model(run_eagerly = TRUE)
  model <- flower_model()
  expect_no_error({
    fit(own, x, y, epochs = 1, verbose = 0)
    fit(eager, x[1:32, ], y[1:32], epochs = 1, verbose = 0)
    fit(model, dataset, epochs = 1, verbose = 0)
    fit(model, sparse, y, epochs = 1, verbose = 0)
    fit(model, x, y, epochs = 1, verbose = 0, steps_per_epoch = 2)
    fit(model, x, y, epochs = 1, verbose = 0, validation_data = dataset)
    by_keras(fit(model, x, y, epochs = 1, verbose = 0))
  })
  expect_null(c(loops_of(own), loops_of(eager), loops_of(model)))
  expect_error(withr::with_options(list(rkeras.resident = "no"), predict(model, x)),
               "options(rkeras.resident = )", fixed = TRUE)
})

test_that("data do not stay in memory after training", {
  model <- flower_model()
  # Tensors with as many rows as the data.
  python_gc <- import("gc")
  of_data <- py_eval(paste0(
    "lambda gc, tf: sum(isinstance(x, tf.Tensor) and hasattr(x, 'numpy') and x.shape.rank == 2",
    " and x.shape[0] == 150 for x in gc.get_objects())"
  ))
  kept <- function() {
    gc()
    python_gc$collect()
    of_data(python_gc, tf)
  }
  before <- kept()
  held <- as_tensor(x)
  expect_gt(kept(), before)
  rm(held)
  fit(model, x, y, epochs = 1, verbose = 0)
  predict(model, x)
  expect_identical(kept(), before)
})
