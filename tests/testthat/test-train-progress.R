line_model <- function() {
  set_random_seed(1)
  keras_model_sequential(input_shape = 1) |> layer_dense(units = 1) |>
    compile(loss = "mse", metrics = "mae")
}
# The final text of the console: \r moves the cursor to the start of the line, and new text
# overwrites as many characters as it has.
seen <- function(expr) {
  text <- paste(capture.output(expr), collapse = "\n")
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  sub("[[:space:]]+$", "", vapply(strsplit(lines, "\r", fixed = TRUE), on_one_line, ""))
}
on_one_line <- function(written) {
  Reduce(function(line, text) paste0(text, substring(line, nchar(text) + 1L)), written, "")
}
# A bar that is written at each step.
at_each_step <- function(frame = parent.frame()) {
  bar <- import("rkeras.keras.progress")$Bar
  bar$INTERVAL <- 0
  withr::defer(bar$INTERVAL <- 0.1, envir = frame)
  withr::local_options(cli.unicode = TRUE, .local_envir = frame)
}
x <- mtcars["wt"]
y <- mtcars$mpg

test_that("a script sees a line for each epoch", {
  lines <- seen(fit(line_model(), x, y, epochs = 11, validation_split = 0.25, verbose = 2))
  expect_length(lines, 11)
  value <- "[0-9]+[.][0-9]{4} *"
  expect_match(lines, paste0(
    "^Epoch [ 0-9]{2}/11 +[0-9]+s  loss ", value, "  mae ", value, "  val_loss ", value,
    "  val_mae [0-9.]+$"
  ))
  expect_match(lines[[3]], "^Epoch  3/11")
  # Columns are below each other.
  expect_length(unique(regexpr("val_loss", lines)), 1)
})

test_that("a bar is written over, and ends as the line", {
  at_each_step()
  text <- paste(capture.output(
    fit(line_model(), x, y, epochs = 2, batch_size = 8, verbose = 1)
  ), collapse = "\n")
  expect_match(text, paste0(
    "\rEpoch 1/2  \u2501{10}\u2500{10}  2/4 +[0-9]+s left +[0-9.]+m?s/step  loss [0-9.]+"
  ), perl = TRUE)
  lines <- seen(fit(line_model(), x, y, epochs = 2, batch_size = 8, verbose = 1))
  expect_match(lines, "^Epoch [12]/2 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
})

test_that("no line of a bar is longer than the console is wide", {
  fitting <- import("rkeras.keras.progress")$fitting
  expect_identical(fitting(list("Epoch 1/2", "12345", "loss 1"), 16L), c("Epoch 1/2", "12345"))
  expect_identical(fitting(list("Epoch 1/2", "12345"), 3L), "Epoch 1/2")
})

test_that("numbers keep their width, and times are short", {
  progress <- import("rkeras.keras.progress")
  numbers <- vapply(c(0, 1, 0.00012345, 123456, 1e-300, Inf, NaN), progress$number, "")
  expect_identical(numbers, c("0.0000  ", "1.0000  ", "1.23e-04", "1.23e+05", "1.00e-300",
                              "inf     ", "nan     "))
  times <- vapply(c(0.4, 59, 61, 3725), progress$duration, "")
  expect_identical(times, c(" 0s", "59s", "1m01s", "1h02m"))
  times <- vapply(c(0.0004, 0.0099, 0.025, 0.999, 2.34, 59, 61), progress$short_duration, "")
  expect_identical(times, c("0.4ms", "9.9ms", " 25ms", "999ms", " 2.3s", "59.0s", "1m01s"))
})

test_that("evaluation and prediction are one line, and silent in a script", {
  model <- line_model()
  expect_identical(seen(invisible(evaluate(model, x, y))), character())
  expect_identical(seen(invisible(predict(model, x))), character())
  expect_match(seen(invisible(evaluate(model, x, y, verbose = 2))),
               "^Evaluation +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
  expect_match(seen(invisible(predict(model, x, verbose = 1))), "^Prediction +[0-9]+s$")
})

test_that("a bar that is patient shows nothing of what ends soon", {
  model <- line_model()
  predicted_with <- function(patience) {
    bar <- import("rkeras.keras.progress")$Bar(FALSE, 80L, TRUE, patience)
    seen(invisible(predict(model, x, verbose = 0, callbacks = list(bar))))
  }
  expect_identical(predicted_with(60), character())
  expect_match(predicted_with(0), "^Prediction +0s$")
})

test_that("silence is silence, and other values are errors", {
  expect_identical(seen(fit(line_model(), x, y, epochs = 2, verbose = 0)), character())
  expect_refused(fit(line_model(), x, y, verbose = 3), "`verbose` must be")
  expect_refused(fit(line_model(), x, y, view_metrics = "yes"), "`view_metrics` must be")
})

test_that("the metrics are plotted after each epoch while training runs", {
  file <- withr::local_tempfile(pattern = "epoch%03d", fileext = ".png")
  grDevices::png(file)
  device <- grDevices::dev.cur()
  fit(line_model(), x, y, epochs = 3, validation_split = 0.25, verbose = 0, view_metrics = TRUE)
  grDevices::dev.off(device)
  pages <- sprintf(file, 1:3)
  expect_true(all(file.size(pages) > 1000))
  expect_false(file.exists(sprintf(file, 4)))
})

test_that("training goes on where there is no room for a plot, or nothing to draw", {
  file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(file, 40, 40)
  device <- grDevices::dev.cur()
  withr::defer(grDevices::dev.off(device))
  expect_warning(
    history <- fit(line_model(), x, y, epochs = 3, verbose = 0, view_metrics = TRUE),
    "not plotted"
  )
  expect_length(history$metrics$loss, 3)
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  nothing <- fit(model, c(1e30, 1), c(1, 2), epochs = 2, verbose = 0, view_metrics = TRUE)
  expect_length(nothing$metrics$loss, 2)
})

test_that("a script is quiet and the prompt is not", {
  expect_identical(as_verbose("auto", 2L), if (interactive()) 1L else 2L)
  expect_identical(as_verbose(FALSE, 2L), 0L)
  expect_identical(as_verbose(1, 2L), 1L)
})

test_that("what does not fit a line of the console stands below it", {
  wrapped <- import("rkeras.keras.progress")$wrapped
  expect_identical(wrapped(list("Epoch 1/2", " 1s"), list("loss 1", "mae 2"), 79L),
                   "Epoch 1/2   1s  loss 1  mae 2")
  expect_identical(
    wrapped(list("Epoch 1/2", " 1s"),
            list("loss 1", "mae 2", "f1 3", "val_loss 1", "val_mae 2"), 30L),
    c("Epoch 1/2   1s  loss 1  mae 2", "                f1 3",
      "                val_loss 1", "                val_mae 2")
  )
  expect_identical(wrapped(list("E"), list("a_metric_with_a_long_name 1", "b 2"), 20L),
                   c("E  a_metric_with_a_long_name 1", "   b 2"))
  withr::local_options(width = 40)
  lines <- seen(fit(line_model(), x, y, epochs = 1, validation_split = 0.25, verbose = 1))
  expect_match(lines[[1]], "^Epoch 1/1 +[0-9]+s  loss [0-9.]+$")
  expect_match(lines[-1], "^ {16}")
  # Not so in a file, where a line is an epoch.
  expect_length(seen(fit(line_model(), x, y, epochs = 1, validation_split = 0.25, verbose = 2)), 1)
})

test_that("a narrow console has a short bar", {
  at_each_step()
  withr::local_options(width = 40)
  text <- capture.output(fit(line_model(), x, y, epochs = 1, batch_size = 8, verbose = 1))
  shown <- strsplit(paste(text, collapse = "\n"), "[\r\n]")[[1]]
  expect_true(all(nchar(shown) < 40))
  expect_match(shown, "^Epoch 1/1  \u2501{2}\u2500{3}  2/4 +[0-9]+s left", all = FALSE, perl = TRUE)
})

test_that("what callbacks print does not go on in the line of the bar", {
  at_each_step()
  run_python <- py_eval("lambda text: print(text)")
  noisy <- callback_lambda(
    on_train_batch_end = function(batch, logs) {
      message("said ", batch)
      run_python(paste("printed", batch))
    },
    on_epoch_end = function(epoch, logs) cat("epoch's end\n")
  )
  withr::local_options(width = 200)
  lines <- seen(withCallingHandlers(
    fit(line_model(), x, y, epochs = 1, batch_size = 16, callbacks = noisy, verbose = 1),
    message = function(message) {
      cat(conditionMessage(message))
      invokeRestart("muffleMessage")
    }
  ))
  expect_identical(grep("said|printed|end", lines, value = TRUE),
                   c("said 1", "printed 1", "said 2", "printed 2", "epoch's end"))
  expect_match(lines[[length(lines) - 1]], "^Epoch 1/1 +[0-9]+s  loss")
})

test_that("what an R callback prints after a batch stands on lines of its own, the bar below", {
  at_each_step()
  withr::local_options(width = 200)
  printing <- callback_lambda(
    on_train_batch_end = function(batch, logs) {
      cat("batch", batch, "\n")
      print(batch * 10L)
    }
  )
  train <- function(callback, verbose) {
    fit(line_model(), x, y, epochs = 2, batch_size = 16, callbacks = callback, verbose = verbose)
  }
  lines <- seen(train(printing, 1))
  expect_identical(lines[-c(5, 10)], rep(c("batch 1", "[1] 10", "batch 2", "[1] 20"), 2))
  expect_match(lines[c(5, 10)], "^Epoch [12]/2 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
  # Lines only: nothing is taken away.
  text <- capture.output(train(printing, 2))
  expect_identical(text[1:2], c("batch 1 ", "[1] 10"))
  expect_no_match(text, "\r", fixed = TRUE)
})

test_that("what Python callbacks note in `logs` stands in the epoch's line, and in the history", {
  py_run_string("
import keras
class Noting(keras.callbacks.Callback):
  def on_epoch_end(self, epoch, logs=None): logs['noted'] = 0.5 + epoch
class Saying(Noting):
  def on_epoch_end(self, epoch, logs=None):
    print('said')
    super().on_epoch_end(epoch, logs)")
  noting <- py_eval("Noting()", convert = FALSE)
  for (verbose in 1:2) {
    lines <- seen(history <- fit(line_model(), x, y, epochs = 2, callbacks = noting,
                                 verbose = verbose))
    expect_match(lines, "^Epoch [12]/2 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+ +noted [01].5000$")
    expect_identical(history$metrics$noted, c(0.5, 1.5))
    lines <- seen(fit(line_model(), x, y, epochs = 1, callbacks = py_eval("Saying()"),
                      verbose = verbose))
    expect_match(lines[[1]], "^Epoch 1/1 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
    expect_identical(lines[[2]], "said")
  }
})

test_that("R's checks for interrupts and time limits leave the line as it is", {
  # They run every 20 ms, also while the line waits for the values of other callbacks.
  py_run_string("
import time
import keras
class Late(keras.callbacks.Callback):
  def on_epoch_end(self, epoch, logs=None):
    time.sleep(0.2)
    logs['noted'] = 1")
  lines <- seen(fit(line_model(), x, y, epochs = 2, callbacks = py_eval("Late()"), verbose = 2))
  expect_match(lines, "^Epoch [12]/2 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+ +noted 1[.]0000$")
})

test_that("a callback may train, evaluate, capture and sink of its own", {
  at_each_step()
  other <- line_model()
  text <- withr::local_tempfile()
  nesting <- callback_lambda(
    on_train_batch_end = function(batch, logs) capture.output(cat("captured\n")),
    on_epoch_end = function(epoch, logs) {
      evaluate(other, x, y, verbose = 1)
      writeLines(capture.output(cat("deep\n")), text)
      message("heard")
    }
  )
  expect_message(
    lines <- seen(fit(line_model(), x, y, epochs = 1, batch_size = 16, callbacks = nesting,
                      verbose = 1)),
    "heard"
  )
  expect_match(lines, "^(Epoch 1/1|Evaluation) +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
  expect_identical(lines, lines[order(!startsWith(lines, "Epoch"))])
  expect_length(lines, 2)
  expect_identical(readLines(text), "deep")
  # A sink that is left behind is the user's.
  depth <- sink.number()
  leaving <- callback_lambda(on_epoch_end = function(epoch, logs) sink(text))
  fit(line_model(), x, y, epochs = 1, callbacks = leaving, verbose = 2)
  expect_identical(sink.number(), depth + 1L)
  sink()
})

test_that("lines go where Python's output goes", {
  text <- py_capture_output(fit(line_model(), x, y, epochs = 2, verbose = 2))
  expect_match(text, "^Epoch 1/2.*\nEpoch 2/2.*\n$")
})

test_that("training that fails ends the line of the bar", {
  at_each_step()
  failing <- callback_lambda(on_train_batch_end = function(batch, logs) stop("enough"))
  lines <- seen(try(
    fit(line_model(), x, y, epochs = 1, batch_size = 8, callbacks = failing, verbose = 1),
    silent = TRUE
  ))
  cat_after <- capture.output({
    try(fit(line_model(), x, y, epochs = 1, batch_size = 8, callbacks = failing, verbose = 1),
        silent = TRUE)
    cat("> ")
  })
  expect_length(lines, 1)
  expect_match(lines, "^Epoch 1/1  \u2501")
  expect_identical(cat_after[[length(cat_after)]], "> ")
})

test_that("the learning rate is shown where callbacks change it", {
  halved <- callback_learning_rate_scheduler(function(epoch, rate) rate / 2)
  lines <- seen(fit(line_model(), x, y, epochs = 2, callbacks = halved, verbose = 2))
  expect_match(lines, "learning_rate 5.00e-04", all = FALSE)
  expect_match(lines, "learning_rate 2.50e-04", all = FALSE)
})

test_that("a generator's length is known after its first epoch", {
  at_each_step()
  n <- 0
  batches <- function() {
    n <<- n + 1
    if (n %% 3 != 0) list(as.matrix(x), y)
  }
  shown <- capture.output(suppressWarnings(
    fit(line_model(), batches, epochs = 2, verbose = 1, steps_per_epoch = NULL)
  ))
  shown <- strsplit(paste(shown, collapse = "\n"), "[\r\n]")[[1]]
  expect_match(shown, "^Epoch 1/2  1 batches +[0-9]+s  loss", all = FALSE)
})

test_that("a bar says so while it validates, and how many batches that takes", {
  at_each_step()
  shown <- function(...) {
    text <- capture.output(fit(line_model(), x, y, batch_size = 8, verbose = 1, ...))
    paste(text, collapse = "\n")
  }
  expect_match(shown(epochs = 1, validation_split = 0.4), "\u2501{20}  validation 2/2", perl = TRUE)
  expect_match(shown(epochs = 1, validation_data = list(x, y), validation_batch_size = 4),
               "validation 8/8")
  expect_match(shown(epochs = 1, validation_data = list(x, y), validation_steps = 3),
               "validation 3/3")
  # That of a function is known after the first epoch.
  n <- 0
  batches <- function() {
    n <<- n + 1
    if (n %% 4 != 0) list(as.matrix(x), y)
  }
  text <- suppressWarnings(shown(epochs = 2, validation_data = batches))
  expect_match(text, "Epoch 1/2  \u2501{20}  validation 2\r", perl = TRUE)
  expect_match(text, "Epoch 2/2  \u2501{20}  validation 2/3", perl = TRUE)
})

test_that("losses that are no numbers any more are shown", {
  model <- line_model()
  expect_match(seen(fit(model, c(1e30, 1), c(1, 2), epochs = 1, verbose = 2)), "loss inf ")
})

test_that("a file or a document gets lines, without control characters", {
  script <- function() {
    library(rkeras)
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1) |>
      compile(loss = "mse", metrics = "mae")
    fit(model, mtcars["wt"], mtcars$mpg, epochs = 2)
    evaluate(model, mtcars["wt"], mtcars$mpg)
  }
  output <- in_new_session(script)$output
  expect_match(output, "Epoch 1/2 .*\nEpoch 2/2 ")
  expect_no_match(output, "[\r\b\033]")
  expect_no_match(output, "Evaluation")
})

test_that("Keras's own loop writes no control characters into a file", {
  script <- function() {
    library(rkeras)
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1) |>
      compile(loss = "mse")
    x <- as.matrix(mtcars["wt"])
    for (verbose in list("auto", 1L)) {
      model$fit(x, x, epochs = 2L, batch_size = 4L, verbose = verbose)
      model$evaluate(x, x, verbose = verbose)
      model$predict(x, verbose = verbose)
    }
  }
  output <- in_new_session(script)$output
  expect_no_match(output, "[\r\b\033]")
  expect_match(output, "Epoch 1/2\n8/8 - [0-9]+s - [0-9.]+m?s/step - loss: [0-9.]+\nEpoch 2/2\n8/8")
  expect_match(output, "1/1 - [0-9]+s - [0-9.]+m?s/step\n")
})

# Writes a bar at each of 32 steps to R's console, beside a callback.
bar_on_console <- function(hook) {
  library(rkeras)
  options(width = 200)
  bar <- import("rkeras.keras.progress")$Bar
  bar$INTERVAL <- 0
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  fit(model, mtcars["wt"], mtcars$mpg, epochs = 1, batch_size = 1, verbose = 1,
      callbacks = callback_lambda(on_train_batch_end = hook))
}

test_that("the bar stays where it is while callbacks print nothing", {
  output <- in_new_session(bar_on_console, function(batch, logs) NULL)$output
  # The first is written, the others write over it, and the line of the epoch erases the last.
  expect_length(gregexpr("\r", output, fixed = TRUE)[[1]], 31 + 2)
})

test_that("the console erases the bar for what a callback writes or reads", {
  hook <- function(batch, logs) {
    if (batch == 3) cat("printed\n")
    if (batch == 5) cat("told\n", file = stderr())
    if (batch == 7) message("message")
  }
  output <- in_new_session(bar_on_console, hook)$output
  lines <- strsplit(output, "\n", fixed = TRUE)[[1]]
  lines <- trimws(vapply(strsplit(lines, "\r", fixed = TRUE), on_one_line, ""))
  expect_identical(lines[1:3], c("printed", "told", "message"))
  expect_match(lines[[4]], "^Epoch 1/1 +[0-9]+s  loss [0-9.]+$")
})

test_that("only who watches a console gets a bar", {
  expect_identical(is_at_prompt(TRUE), sink.number() == 0L)
  capture.output(in_sink <- is_at_prompt(TRUE))
  expect_false(in_sink)
  expect_false(is_at_prompt(FALSE))
  withr::local_options(rlang_interactive = FALSE)
  expect_false(is_at_prompt())
  for (option in c("knitr.in.progress", "jupyter.in_kernel", "rstudio.notebook.executing")) {
    expect_true(withr::with_options(stats::setNames(list(TRUE), option), is_kept()))
  }
  expect_false(is_kept())
})
