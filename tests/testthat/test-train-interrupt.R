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
