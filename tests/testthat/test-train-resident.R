line <- function() {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse", optimizer = "adam")
}

# A callback that is interrupted in the second batch of an epoch.
interrupting <- function(epoch) {
  current <- 0
  callback_lambda(
    on_epoch_begin = function(epoch, logs) current <<- epoch,
    on_train_batch_end = function(batch, logs) {
      if (current == epoch && batch == 2) py_run_string("raise KeyboardInterrupt")
    }
  )
}
train <- function(model, epoch, epochs = 10, ...) {
  fit(model, cars["speed"], cars$dist, epochs = epochs, batch_size = 10, verbose = 0,
      callbacks = interrupting(epoch), ...)
}
# testthat's processes have a handler of interrupts, which would take these.
unhandled <- function(expr) {
  withCallingHandlers(expr, interrupt = function(cnd) tryInvokeRestart("rkeras_interrupted"))
}
at_prompt <- function(frame = parent.frame()) {
  withr::local_options(rlang_interactive = TRUE, .local_envir = frame)
  interrupts$last <- -Inf
}

test_that("an interrupted training says when, and returns the history so far", {
  at_prompt()
  model <- line()
  expect_message(history <- unhandled(train(model, 3)), "Interrupted in epoch 3 of 10.* 2 epochs;")
  expect_s3_class(history, "keras_training_history")
  expect_identical(as.data.frame(history)$epoch, 1:2)
  weights <- get_weights(model)
  expect_true(all(is.finite(unlist(weights))))
  # The model can be trained on.
  rest <- train(model, 0, initial_epoch = 3, epochs = 4)
  expect_identical(as.data.frame(rest)$epoch, 3:4)
})

test_that("an interrupt before the end of an epoch leaves an empty history", {
  at_prompt()
  expect_message(history <- unhandled(train(line(), 1)), "epoch 1 of 10.* 0 epochs")
  expect_identical(nrow(as.data.frame(history)), 0L)
  expect_output(print(history), "Final epoch")
})

test_that("what the model was trained on is known after an interrupt", {
  at_prompt()
  model <- line()
  suppressMessages(unhandled(fit(
    model, dist ~ speed, data = cars, verbose = 0, callbacks = interrupting(2), batch_size = 10
  )))
  expect_output(print(model), "Trained on: dist ~ speed", fixed = TRUE)
})

test_that("a handler of the caller takes the interrupt", {
  at_prompt()
  seen <- tryCatch(train(line(), 2), interrupt = function(cnd) "taken")
  expect_identical(seen, "taken")
})

test_that("a second interrupt in a row ends the calling code", {
  at_prompt()
  interrupts$last <- now() + 1000
  steps <- 0
  withRestarts(
    suppressMessages({
      unhandled(train(line(), 1))
      steps <- 1
    }),
    abort = function() NULL
  )
  expect_identical(steps, 0)
})

test_that("an interrupt ends the calling code of a script", {
  withr::local_options(rlang_interactive = FALSE)
  steps <- 0
  expect_message(withRestarts(
    {
      unhandled(train(line(), 2))
      steps <- 1
    },
    abort = function() NULL
  ), "Interrupted in epoch 2 of 10")
  expect_identical(steps, 0)
})

test_that("an interrupt that nobody handles ends the training, or the script", {
  run <- function(is_interactive) {
    script <- withr::local_tempfile(fileext = ".R", lines = c(
      "library(rkeras)",
      sprintf("options(rlang_interactive = %s)", is_interactive),
      "model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)",
      "compile(model, loss = \"mse\")",
      "stop <- callback_lambda(on_epoch_begin = function(epoch, logs) {",
      "  if (epoch == 3) tools::pskill(Sys.getpid(), tools::SIGINT)",
      "  Sys.sleep(0.1)",
      "})",
      "h <- fit(model, cars[\"speed\"], cars$dist, epochs = 9, verbose = 0, callbacks = stop)",
      "cat(\"epochs:\", nrow(as.data.frame(h)), \"\\n\")"
    ))
    out <- suppressWarnings(
      system2(file.path(R.home("bin"), "Rscript"), shQuote(script), stdout = TRUE, stderr = TRUE)
    )
    paste(out, collapse = "\n")
  }
  expect_match(run(TRUE), "Interrupted in epoch 3 of 9.*epochs: 2")
  ended <- run(FALSE)
  expect_match(ended, "Interrupted in epoch 3 of 9")
  expect_no_match(ended, "epochs: ")
})

test_that("a model can be trained after an interrupt while the optimizer was created", {
  py_run_string("
def interrupt_at(optimizer, n):
    made, whole = [], optimizer.add_variable_from_reference
    def add(*args, **kwargs):
        made.append(args)
        if len(made) == n: raise KeyboardInterrupt
        return whole(*args, **kwargs)
    optimizer.add_variable_from_reference = add")
  train_once <- function(model) {
    tryCatch(fit(model, cars["speed"], cars$dist, epochs = 1, verbose = 0),
             interrupt = function(cnd) "interrupted")
  }
  for (n in 1:2) {
    model <- line()
    optimizer <- model$optimizer
    py$interrupt_at(optimizer, n)
    expect_identical(train_once(model), "interrupted")
    expect_s3_class(train_once(model), "keras_training_history")
    expect_identical(py_id(model$optimizer), py_id(optimizer))
    expect_gt(as.integer(optimizer$iterations), 0L)
  }
  model <- line()
  py$interrupt_at(model$optimizer, 3)
  batch <- function() train_on_batch(model, matrix(1:4), 1:4)
  expect_identical(tryCatch(batch(), interrupt = function(cnd) "interrupted"), "interrupted")
  expect_true(is.finite(batch()[["loss"]]))
})

# Data in memory are trained on in few calls of TensorFlow, with the results of Keras's own loop.
# random-resident.R compares many more models and arguments.
skip_if_not(on_tensorflow())

x <- as.matrix(iris[1:4])
y <- as.integer(iris$Species) - 1L

classifier <- function(...) {
  set_random_seed(3)
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(8, activation = "relu") |>
    layer_dropout(0.2, seed = 1) |>
    layer_dense(3, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy", ...)
  model
}

# What rkeras.resident.loop has compiled for a model.
loops <- function(model) {
  kinds <- py_eval("lambda memory, model: [key[0] for key in memory.of(model).loops]")
  unlist(kinds(import("rkeras.keras.memory"), model))
}

plainly <- function(code) withr::with_options(list(rkeras.resident = FALSE), code)

fitted <- function(model, ..., shuffle = FALSE) {
  history <- fit(model, x, y, epochs = 4, verbose = 0, shuffle = shuffle, ...)
  list(history$metrics, get_weights(model), as.list(evaluate(model, x, y)), predict(model, x))
}

test_that("weights, history and predictions are those of Keras's loop", {
  for (args in list(
    list(), list(validation_split = 0.2), list(validation_data = list(x[1:40, ], y[1:40])),
    list(batch_size = 50L), list(class_weight = c(`0` = 2, `2` = 0.5)),
    list(sample_weight = seq_along(y) / 100), list(validation_split = 0.2, validation_freq = 3L)
  )) {
    model <- classifier()
    expect_equal(do.call(fitted, c(list(model), args)),
                 plainly(do.call(fitted, c(list(classifier()), args))), tolerance = 1e-5)
    expect_setequal(loops(model), c("train", "test", "predict"))
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
  expect_equal(trained(), plainly(trained()), tolerance = 1e-5)

  kept <- function() {
    set_random_seed(2)
    KeepingModel <- Model("KeepingModel", reset_metrics = function() NULL)
    inputs <- keras_input(4)
    model <- KeepingModel(inputs = inputs, outputs = layer_dense(inputs, 1))
    compile(model, "sgd", "mse")
    fit(model, x, y, epochs = 3, shuffle = FALSE, verbose = 0)$metrics
  }
  expect_equal(kept(), plainly(kept()), tolerance = 1e-5)
})

test_that("shuffling is repeated by the seed, and is another in each epoch", {
  first <- fitted(classifier(), shuffle = TRUE)
  expect_identical(fitted(classifier(), shuffle = TRUE), first)
  expect_false(identical(fitted(classifier()), first))
  batches <- list()
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  compile(model, "sgd", loss = function(y_true, y_pred) op_mean(y_pred * 0),
          metrics = list(first = function(y_true, y_pred) y_true))
  seen <- callback_lambda(on_epoch_end = function(epoch, logs) batches <<- c(batches, logs$first))
  fit(model, as.double(1:64), as.double(1:64), steps_per_epoch = NULL, epochs = 3, verbose = 0,
      batch_size = 64, callbacks = seen)
  expect_equal(unlist(batches), rep(mean(1:64), 3))
})

test_that("callbacks of batches see each batch, others cost no call", {
  seen <- function(model) {
    batches <- list()
    note <- function(batch, logs) batches <<- c(batches, list(c(batch, logs$loss)))
    fit(model, x, y, epochs = 2, verbose = 0, shuffle = FALSE,
        callbacks = callback_lambda(on_train_batch_end = note))
    batches
  }
  found <- seen(classifier())
  expect_length(found, 10)
  expect_equal(found, plainly(seen(classifier())), tolerance = 1e-5)
})

test_that("a callback stops training between batches", {
  model <- classifier()
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
  model <- classifier()
  fit(model, x, y, epochs = 1, verbose = 0)
  compile(model, optimizer_sgd(0), "sparse_categorical_crossentropy",
          metrics = "sparse_top_k_categorical_accuracy")
  before <- get_weights(model)
  history <- fit(model, x, y, epochs = 1, verbose = 0)
  expect_setequal(names(history$metrics), c("loss", "sparse_top_k_categorical_accuracy"))
  untrained <- classifier()
  predict(untrained, x)
  expect_false(untrained$optimizer$built)
  expect_equal(get_weights(model), before)
  expect_equal(predict(model, x[1:3, ]), predict(model, x)[1:3, ], tolerance = 1e-6)
  expect_equal(predict(model, as_tensor(x, "float32")), predict(model, x), tolerance = 1e-6)
})

test_that("a step that depends on what is built is traced as Keras does", {
  scaled <- function() {
    model <- classifier()
    compile(model, optimizer_loss_scale(optimizer_sgd(0.1), dynamic_growth_steps = 2L),
            "sparse_categorical_crossentropy")
    model
  }
  expect_equal(fitted(scaled()), plainly(fitted(scaled())), tolerance = 1e-4)
  unbuilt <- function() {
    set_random_seed(5)
    model <- keras_model_sequential() |> layer_dense(3, activation = "softmax")
    compile(model, "adam", "sparse_categorical_crossentropy")
    model
  }
  expect_equal(fitted(unbuilt()), plainly(fitted(unbuilt())), tolerance = 1e-5)
})

test_that("Keras's loop does what cannot be done so", {
  dataset <- dataset_batch(tensor_slices_dataset(list(x, y)), 32)
  sparse <- Matrix::Matrix(x, sparse = TRUE)
  Own <- Model("Own", inherit = keras$Sequential, fit = function(...) super$fit(...))
  own <- Own(list(layer_dense(units = 3, activation = "softmax")))
  compile(own, "adam", "sparse_categorical_crossentropy")
  eager <- classifier(run_eagerly = TRUE)
  model <- classifier()
  expect_no_error({
    fit(own, x, y, epochs = 1, verbose = 0)
    fit(eager, x[1:32, ], y[1:32], epochs = 1, verbose = 0)
    fit(model, dataset, epochs = 1, verbose = 0)
    fit(model, sparse, y, epochs = 1, verbose = 0)
    fit(model, x, y, epochs = 1, verbose = 0, steps_per_epoch = 2)
    fit(model, x, y, epochs = 1, verbose = 0, validation_data = dataset)
    plainly(fit(model, x, y, epochs = 1, verbose = 0))
  })
  expect_null(c(loops(own), loops(eager), loops(model)))
  expect_error(withr::with_options(list(rkeras.resident = "no"), predict(model, x)),
               "options(rkeras.resident = )", fixed = TRUE)
})

test_that("outputs that are no arrays are Keras's to join", {
  Ragged <- Model("Ragged",
    initialize = function(...) super$initialize(...),
    call = function(x) tf$RaggedTensor$from_tensor(x, padding = 0)
  )
  model <- Ragged()
  values <- matrix(c(1, 2, 0, 3, 0, 0), 2, byrow = TRUE)
  expect_equal(as.list(predict(model, values)), plainly(as.list(predict(model, values))))
  input <- keras_input(4)
  several <- keras_model(input, list(a = layer_dense(input, 2), b = layer_dense(input, 1)))
  expect_equal(predict(several, x), plainly(predict(several, x)), tolerance = 1e-6)
  expect_named(predict(several, x), c("a", "b"))
})

test_that("data do not stay in memory after training", {
  model <- classifier()
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

# ---- Models of the same structure ----------------------------------------------------------------

# Whether the loops of a model run the graphs that another model's do.
shares <- function(model, other) {
  graphs <- py_eval(
    "lambda memory, model: [loop.call.graph for loop in memory.of(model).loops.values()]"
  )
  memory <- import("rkeras.keras.memory")
  mine <- iterate(graphs(memory, model))
  all(mapply(identical, lapply(mine, py_id), lapply(iterate(graphs(memory, other)), py_id)))
}

small <- function(rate = 0.2, units = 5, loss = "sparse_categorical_crossentropy",
                  optimizer = optimizer_adam(0.01), norm = layer_batch_normalization(), ...) {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units, ...) |>
    norm() |>
    layer_dropout(rate, seed = 1) |>
    layer_dense(3, activation = "softmax")
  compile(model, optimizer, loss, metrics = "accuracy")
  model
}

trained <- function(...) {
  set_random_seed(4)
  model <- small(...)
  list(model = model, shown = fitted(model, validation_split = 0.2))
}

test_that("the next model of the same structure uses what was compiled, with its own weights", {
  clear_session()
  first <- trained()
  weights <- get_weights(first$model)
  again <- trained()
  expect_true(shares(again$model, first$model))
  expect_equal(again$shown, first$shown, tolerance = 1e-6)
  # The learning rate is a variable.
  faster <- trained(optimizer = optimizer_adam(0.1))
  expect_true(shares(faster$model, first$model))
  expect_equal(faster$shown, plainly(trained(optimizer = optimizer_adam(0.1)))$shown,
               tolerance = 1e-5)
  expect_identical(get_weights(first$model), weights)
  clear_session()
  expect_false(shares(trained()$model, first$model))
})

test_that("models that differ in anything are not alike", {
  own <- function(x) x * x
  key <- import("rkeras.resident.structure", convert = FALSE)$of
  hash <- py_eval("lambda key: None if key is None else str(hash(key[0]))")
  of <- function(..., change = identity) {
    model <- small(...)
    change(model)
    hash(key(model))
  }
  same <- of()
  expect_identical(of(), same)
  differing <- list(
    of(rate = 0.3), of(units = 6), of(activation = "relu"), of(kernel_regularizer = "l2"),
    of(use_bias = FALSE), of(trainable = FALSE), of(loss = loss_sparse_categorical_crossentropy()),
    of(optimizer = optimizer_adam(0.01, beta_1 = 0.8)), of(optimizer = "sgd"),
    of(optimizer = optimizer_adam(0.01, clipnorm = 1)), of(dtype = "mixed_bfloat16"),
    of(optimizer = optimizer_adam(learning_rate_schedule_cosine_decay(0.1, 5))),
    of(optimizer = optimizer_adam(learning_rate_schedule_cosine_decay(0.1, 6))),
    of(norm = layer_normalization(mean = 1:5, variance = 1:5)),
    of(norm = layer_normalization(mean = 2:6, variance = 1:5)),
    of(norm = layer_batch_normalization(momentum = 0.5)),
    of(change = function(model) model$layers[[3]]$rate <- 0.4),
    of(change = function(model) model$layers[[1]]$trainable <- FALSE)
  )
  expect_false(any(vapply(differing, is.null, NA)))
  expect_false(anyDuplicated(c(same, unlist(differing))) > 0)
  # What the user's code does is not known.
  expect_null(of(activation = own))
  expect_null(of(loss = function(y_true, y_pred) op_mean(y_pred)))
  expect_null(of(norm = layer_lambda(f = own)))
})

test_that("a layer may hold anything", {
  holding <- function(value) {
    model <- small()
    held <- py_run_string("
def held(layer, value): layer.__dict__['held'] = value
", local = TRUE)$held
    held(model$layers[[1]], value)
    expect_true(is.finite(fit(model, x, y, epochs = 1, verbose = 0)$metrics$loss))
    model
  }
  for (code in c(
    "__import__('tensorflow').Variable([1.0])", "[slice(1, 2), {3: {4}}]", "object()",
    "(lambda: (lambda: later, [later := 1]))()[0]", "__import__('numpy').array([None])"
  )) {
    value <- py_eval(code, convert = FALSE)
    holding(value)
    expect_no_error(holding(value))
  }
})

test_that("what was compiled for a model that is gone can be used by others", {
  clear_session()
  first <- trained()
  shown <- first$shown
  gone <- import("weakref")$ref(first$model)
  rm(first)
  gc()
  py_gc()
  expect_null(gone())
  expect_equal(trained()$shown, shown, tolerance = 1e-6)
  with(tf$GradientTape() %as% tape, expect_equal(trained()$shown, shown, tolerance = 1e-6))
})

test_that("a stateful layer keeps its state when another model starts", {
  stateful <- function() {
    set_random_seed(5)
    input <- keras_input(batch_shape = list(5L, 4L, 1L))
    model <- keras_model(input, layer_dense(layer_lstm(input, 3, stateful = TRUE), 1))
    compile(model, "sgd", "mse")
    fit(model, x[1:20, ], y[1:20], batch_size = 5, epochs = 2, verbose = 0, shuffle = FALSE)
    lapply(model$variables, as.array)
  }
  expected <- plainly(stateful())
  for (i in 1:2) expect_equal(stateful(), expected, tolerance = 1e-5)
})
