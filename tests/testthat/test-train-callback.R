x <- as.matrix(iris[1:4])
new_model <- function(metrics = NULL) {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 8, activation = "relu") |>
    layer_dense(units = 3, activation = "softmax")
  model |> compile(loss = "sparse_categorical_crossentropy", metrics = metrics)
  model
}
train <- function(callbacks, ..., model = new_model(), epochs = 2) {
  model |> fit(x, iris$Species, epochs = epochs, batch_size = 50, verbose = 0,
               callbacks = callbacks, ...)
}

test_that("an R6 class that inherits from KerasCallback is a callback", {
  skip_if_not_installed("R6")
  CustomCallback <- R6::R6Class("CustomCallback",
    inherit = KerasCallback,
    public = list(
      on_train_begin = function(logs) {
        # do something
      },
      on_train_end = function(logs) {
        # do something
      }
    )
  )
  history <- train(list(CustomCallback$new()))
  expect_length(history$metrics$loss, 2)
})

test_that("an R6 callback knows the model, and has its state", {
  skip_if_not_installed("R6")
  LossHistory <- R6::R6Class("LossHistory",
    inherit = KerasCallback,
    public = list(
      losses = NULL,
      ended = FALSE,
      on_epoch_end = function(epoch, logs) self$losses[epoch] <- logs$loss,
      on_train_end = function() self$ended <- c(self$params$epochs, length(self$model$layers))
    )
  )
  seen <- LossHistory$new()
  history <- train(seen)
  expect_equal(seen$losses, history$metrics$loss)
  expect_equal(seen$ended, c(2, 2))
})

test_that("every hook is called, counting from 1", {
  log <- character()
  counted <- function(name) {
    force(name)
    function(step, logs = NULL) log <<- c(log, paste(name, step))
  }
  run <- function(name) {
    force(name)
    function(logs = NULL) log <<- c(log, name)
  }
  hooks <- c("epoch_begin", "epoch_end", outer(
    c("train", "test", "predict"), c("begin", "end", "batch_begin", "batch_end"), paste, sep = "_"
  ))
  functions <- lapply(hooks, function(hook) {
    if (grepl("epoch|batch", hook)) counted(hook) else run(hook)
  })
  names(functions) <- paste0("on_", hooks)
  all_hooks <- do.call(Callback, c(list("AllHooks"), functions))
  model <- new_model()
  take_log <- function() {
    taken <- log
    log <<- character()
    taken
  }
  train(all_hooks(), model = model, validation_data = list(x[1:50, ], iris$Species[1:50]))
  validation <- c("test_begin", "test_batch_begin 1", "test_batch_end 1", "test_end")
  batches <- paste(c("train_batch_begin", "train_batch_end"), rep(1:3, each = 2))
  epoch <- function(i) c(paste("epoch_begin", i), batches, validation, paste("epoch_end", i))
  expect_identical(take_log(), c("train_begin", epoch(1), epoch(2), "train_end"))
  evaluate(model, x, iris$Species, batch_size = 150, verbose = 0, callbacks = all_hooks())
  expect_identical(take_log(), validation)
  predict(model, x, batch_size = 150, verbose = 0, callbacks = all_hooks())
  expect_identical(take_log(), sub("test", "predict", validation))
})

test_that("a class of callbacks has state, arguments and private members", {
  callback_note <- Callback(
    "Note",
    initialize = function(label = "loss") {
      super$initialize()
      self$label <- label
    },
    on_epoch_end = function(epoch, logs = NULL) private$note(epoch, logs),
    noted = active_property(function() private$all),
    private = list(
      all = list(),
      note = function(epoch, logs) private$all[[epoch]] <- logs[[self$label]]
    )
  )
  expect_identical(names(formals(callback_note)), "label")
  note <- callback_note(label = "accuracy")
  expect_s3_class(note, c("Note", "keras.src.callbacks.callback.Callback"))
  history <- train(list(note), model = new_model("accuracy"))
  expect_equal(unlist(note$noted), history$metrics$accuracy)
})

test_that("a field without a value collects losses in a vector", {
  collect <- function(batch, logs = NULL) self$losses <- c(self$losses, logs$loss)
  of_r6 <- R6::R6Class("OfLosses",
    inherit = KerasCallback, public = list(losses = NULL, on_train_batch_end = collect)
  )
  of_class <- Callback("OfLosses", losses = NULL, on_train_batch_end = collect)
  of_public <- Callback("OfLosses",
    public = list(losses = NULL, on_epoch_end = NULL, on_train_batch_end = collect)
  )
  for (callback in list(of_r6$new(), of_class(), of_public())) {
    history <- train(list(callback))
    expect_type(callback$losses, "double")
    expect_gte(length(callback$losses), length(history$metrics$loss))
  }
})

test_that("a callback inherits from another, which counts as it does", {
  seen <- list()
  base <- Callback("Base", on_epoch_end = function(epoch, logs) {
    seen <<- c(seen, list(c(epoch, logs$loss)))
  })
  derived <- Callback("Derived", inherit = base, on_epoch_end = function(epoch, logs) {
    super$on_epoch_end(epoch, list(loss = 5))
  })
  train(derived())
  expect_identical(seen, list(c(1, 5), c(2, 5)))
})

test_that("a callback may stop the training", {
  stop_early <- callback_lambda(on_epoch_end = function(epoch, logs) NULL)
  expect_s3_class(stop_early, "keras.src.callbacks.callback.Callback")
  stopper <- Callback("Stopper", on_epoch_end = function(epoch) {
    if (epoch == 2L) self$model$stop_training <- TRUE
  })
  expect_length(train(stopper(), epochs = 10)$metrics$loss, 2)
})

test_that("an error in a hook stops fit() with that condition, and the model works on", {
  condition <- structure(class = c("mine", "error", "condition"), list(message = "m", call = NULL))
  model <- new_model()
  failing <- callback_lambda(on_train_batch_end = function(batch) if (batch == 2L) stop(condition))
  caught <- tryCatch(train(failing, model = model), python.builtin.RuntimeError = identity)
  expect_s3_class(caught, c("mine", "error", "condition"))
  expect_identical(unclass(caught), unclass(condition))
  expect_length(train(NULL, model = model)$metrics$loss, 2)
})

test_that("hooks that are not given stay at their default", {
  is_default <- import("keras.src.utils")$is_default
  one <- callback_lambda(on_epoch_end = function(epoch, logs) NULL)
  expect_true(is_default(one$on_train_batch_end))
  expect_false(is_default(one$on_epoch_end))
  skip_if_not_installed("R6")
  Empty <- R6::R6Class("Empty", inherit = KerasCallback)
  train(list(Empty$new()))
  expect_true(is_default(callback_of_r6(Empty$new())$on_train_batch_end))
})

test_that("logs converts when it is looked at", {
  converted <- NULL
  look <- callback_lambda(
    on_epoch_end = function(epoch, logs) converted <<- c(converted, is.list(logs)),
    on_train_batch_end = function(batch, logs) {
      promise <- substitute(logs, parent.frame())
      converted <<- c(converted, is.call(promise))
    }
  )
  train(look, epochs = 1)
  expect_identical(converted, rep(TRUE, 4))
})

test_that("plots are drawn while the model trains", {
  file <- withr::local_tempfile(fileext = ".pdf")
  grDevices::pdf(file, onefile = FALSE)
  withr::defer(grDevices::dev.off())
  grDevices::dev.control("enable")
  device <- grDevices::dev.cur()
  losses <- numeric()
  seen <- NULL
  draw <- callback_lambda(on_epoch_end = function(epoch, logs) {
    losses <<- c(losses, logs$loss)
    graphics::plot(losses)
    seen <<- c(seen, identical(grDevices::dev.cur(), device))
    seen <<- c(seen, length(grDevices::recordPlot()[[1]]) > 0)
  })
  train(draw, epochs = 3)
  expect_identical(seen, rep(TRUE, 6))
})

test_that("what is no callback is refused", {
  expect_refused(train(list(1)), "`callbacks`")
  expect_refused(train(Callback("X")), "call it first")
  expect_refused(callback_lambda(on_epoch_ends = function(...) 1), "on_epoch_end")
})

test_that("an error in a hook shows the call of the hook", {
  call_of <- function(callback) {
    error <- expect_error(train(callback), "stopped here")
    deparse(conditionCall(error))
  }
  stopping <- function(epoch, logs) stop("stopped here")
  expect_identical(call_of(callback_lambda(on_epoch_end = stopping)), "on_epoch_end(epoch, logs)")
  batch <- callback_lambda(on_train_batch_end = function(batch) stop("stopped here"))
  expect_identical(call_of(batch), "on_train_batch_end(batch)")
  run <- callback_lambda(on_train_begin = function(logs) stop("stopped here"))
  expect_identical(call_of(run), "on_train_begin(logs)")
  expect_identical(call_of(callback_lambda(on_train_end = function() stop("stopped here"))),
                   "on_train_end()")
  expect_identical(call_of(Callback("A", on_epoch_end = stopping)()), "on_epoch_end(epoch, logs)")
})

test_that("metrics that `on_epoch_end` returns in `logs` are in the history", {
  x <- matrix(1:8 / 8, 4)
  adding <- function(epoch, logs) {
    logs$doubled <- 2 * logs$loss
    logs
  }
  own <- R6::R6Class("AddsMetric", inherit = KerasCallback, public = list(
    on_epoch_end = function(epoch, logs) {
      logs$doubled <- 2 * logs$loss
      logs
    }
  ))
  callbacks <- list(
    callback_lambda(on_epoch_end = adding), Callback("AddsMetric", on_epoch_end = adding)(),
    own$new()
  )
  for (callback in callbacks) {
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
    model |> compile(loss = "mse")
    found <- numeric()
    later <- callback_lambda(on_epoch_end = function(epoch, logs) found[[epoch]] <<- logs$doubled)
    both <- list(callback, later)
    metrics <- fit(model, x, 1:4, epochs = 2, verbose = 0, callbacks = both)$metrics
    expect_equal(metrics$doubled, 2 * metrics$loss)
    expect_equal(found, metrics$doubled)
  }
  # Other results are no logs.
  other <- callback_lambda(on_epoch_end = function(epoch, logs) list(a = 1))
  expect_named(fit(model, x, 1:4, epochs = 1, verbose = 0, callbacks = other)$metrics, "loss")
})

test_that("the best value of one model is none of another's", {
  x <- matrix(1:8 / 8, 4)
  file <- withr::local_tempfile(fileext = ".keras")
  best <- callback_model_checkpoint(file, save_best_only = TRUE, monitor = "loss")
  train <- function(y) {
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
    compile(model, loss = "mse", optimizer = optimizer_sgd(0))
    fit(model, x, y, epochs = 1, verbose = 0, callbacks = best)
    model
  }
  train(1:4)
  worse <- train(1:4 * 100)
  expect_equal(predict(load_model(file), x), predict(worse, x))
  # The second training of a model continues.
  before <- file.mtime(file)
  compile(worse, loss = "mse", optimizer = optimizer_sgd(0))
  fit(worse, x, 1:4 * 1000, epochs = 1, verbose = 0, callbacks = best)
  expect_identical(file.mtime(file), before)
})
