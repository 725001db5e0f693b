line_model <- function() {
  set_random_seed(1)
  keras_model_sequential(input_shape = 1) |> layer_dense(units = 1) |>
    compile(loss = "mse", metrics = "mae")
}
# What stood in the console: \r goes back to the beginning of the line.
seen <- function(expr) {
  text <- paste(capture.output(expr), collapse = "\n")
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  sub("[[:space:]]+$", "", vapply(strsplit(lines, "\r", fixed = TRUE), function(written) {
    if (length(written)) written[[length(written)]] else ""
  }, ""))
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
  bar <- import("rkeras.progress")$Bar
  bar$INTERVAL <- 0
  withr::defer(bar$INTERVAL <- 0.1)
  text <- paste(capture.output(
    fit(line_model(), x, y, epochs = 2, batch_size = 8, verbose = 1)
  ), collapse = "\n")
  expect_match(text, "\rEpoch 1/2  \u2501{10}\u2500{10} +[0-9]+s left  loss [0-9.]+", perl = TRUE)
  lines <- seen(fit(line_model(), x, y, epochs = 2, batch_size = 8, verbose = 1))
  expect_match(lines, "^Epoch [12]/2 +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
})

test_that("no line of a bar is longer than the console is wide", {
  fitting <- import("rkeras.progress")$fitting
  expect_identical(fitting(list("Epoch 1/2", "12345", "loss 1"), 16L), c("Epoch 1/2", "12345"))
  expect_identical(fitting(list("Epoch 1/2", "12345"), 3L), "Epoch 1/2")
})

test_that("numbers keep their width, and times are short", {
  progress <- import("rkeras.progress")
  numbers <- vapply(c(0, 1, 0.00012345, 123456, 1e-300, Inf, NaN), progress$number, "")
  expect_identical(numbers, c("0.0000  ", "1.0000  ", "1.23e-04", "1.23e+05", "1.00e-300",
                              "inf     ", "nan     "))
  times <- vapply(c(0.4, 59, 61, 3725), progress$duration, "")
  expect_identical(times, c(" 0s", "59s", "1m01s", "1h02m"))
})

test_that("evaluation and prediction are one line, and silent in a script", {
  model <- line_model()
  expect_identical(seen(invisible(evaluate(model, x, y))), character())
  expect_identical(seen(invisible(predict(model, x))), character())
  expect_match(seen(invisible(evaluate(model, x, y, verbose = 2))),
               "^Evaluation +[0-9]+s  loss [0-9.]+ +mae [0-9.]+$")
  expect_match(seen(invisible(predict(model, x, verbose = 1))), "^Prediction +[0-9]+s$")
})

test_that("silence is silence, and other values are errors", {
  expect_identical(seen(fit(line_model(), x, y, epochs = 2, verbose = 0)), character())
  expect_error(fit(line_model(), x, y, verbose = 3), "`verbose` must be",
               class = "rkeras_error_argument")
  expect_error(fit(line_model(), x, y, view_metrics = "yes"), "`view_metrics` must be",
               class = "rkeras_error_argument")
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

test_that("a script is quiet and the prompt is not", {
  expect_identical(as_verbose("auto", 2L, NULL), if (interactive()) 1L else 2L)
  expect_identical(as_verbose(FALSE, 2L, NULL), 0L)
  expect_identical(as_verbose(1, 2L, NULL), 1L)
})
