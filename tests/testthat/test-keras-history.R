history <- function(..., params = list(epochs = 3L, initial_epoch = 1L)) {
  structure(list(params = params, metrics = list(...)), class = "keras_training_history")
}
two <- history(loss = c(0.9, 0.5, 0.4), accuracy = c(0.5, 0.75, 0.8),
               val_loss = c(1, 0.6, 0.55), val_accuracy = c(0.4, 0.7, 0.72))

test_that("a history prints its last epoch", {
  expect_identical(capture.output(print(two)), c(
    "Final epoch (plot to see history):", "        loss: 0.4", "    accuracy: 0.8",
    "    val_loss: 0.55", "val_accuracy: 0.72"
  ))
})

test_that("a data frame has a row for each epoch and metric", {
  frame <- as.data.frame(two)
  expect_identical(dim(frame), c(12L, 4L))
  expect_named(frame, c("epoch", "value", "metric", "data"))
  expect_identical(levels(frame$metric), c("loss", "accuracy"))
  expect_identical(levels(frame$data), c("training", "validation"))
  val_loss <- frame$metric == "loss" & frame$data == "validation"
  expect_identical(frame$value[val_loss], c(1, 0.6, 0.55))
  expect_identical(frame$epoch[1:3], 1:3)
})

test_that("epochs count from the initial one, also when validation is rarer", {
  late <- history(loss = c(3, 2, 1, 0), val_loss = c(2, 1),
                  params = list(epochs = 8L, initial_epoch = 5L))
  frame <- as.data.frame(late)
  expect_identical(frame$epoch[frame$data == "training"], 5:8)
  expect_identical(frame$epoch[frame$data == "validation"], c(6L, 8L))
})

test_that("both ways of plotting draw every metric", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  built <- ggplot2::ggplot_build(plot(two))
  expect_identical(nrow(built$data[[1]]), 12L)
  expect_identical(nrow(ggplot2::ggplot_build(plot(two, metrics = "loss"))$data[[1]]), 6L)
  expect_identical(plot(two, method = "base"), two)
  expect_error(plot(two, metrics = "acc"), "no \"acc\"", class = "rkeras_error_argument")
})

test_that("a plot of one epoch and of training alone works", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  one <- history(loss = 0.5, params = list(epochs = 1L))
  points <- ggplot2::ggplot_build(plot(one))$data[[3]]
  expect_identical(nrow(points), 1L)
  expect_no_message(print(plot(one)))
  expect_identical(plot(one, method = "base"), one)
})

test_that("numbers that are none are gaps, and metrics without any are not drawn", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  broken <- history(loss = c(1, NaN, Inf), mae = c(NaN, NaN, NaN), val_loss = c(2, 3, NaN))
  expect_identical(levels(drawable(as.data.frame(broken))$metric), "loss")
  expect_no_warning(built <- ggplot2::ggplot_build(plot(broken)))
  expect_identical(nrow(built$layout$layout), 1L)
  expect_identical(plot(broken, method = "base"), broken)
  expect_error(plot(history(loss = c(NaN, NaN))), "no finite numbers",
               class = "rkeras_error_argument")
})

test_that("many metrics stand in two columns, and the learning rate is not smoothed", {
  rate <- rep(c(0.1, 0.01), each = 6)
  five <- history(loss = 12:1, a = 1:12, b = 1:12, c = 1:12, learning_rate = rate,
                  params = list(epochs = 12L, initial_epoch = 1L))
  built <- ggplot2::ggplot_build(plot(five))
  expect_identical(max(built$layout$layout$COL), 2L)
  expect_identical(built$data[[1]]$y, rate)
  expect_identical(length(unique(built$data[[2]]$PANEL)), 4L)
})

test_that("a history lives on without Python", {
  restored <- unserialize(serialize(two, NULL))
  expect_identical(restored, two)
  expect_identical(as.data.frame(restored), as.data.frame(two))
})

test_that("a summary is a row for each metric", {
  expect_identical(summary(two)[c(1, 3), ], data.frame(
    metric = "loss", data = c("training", "validation"), first = c(0.9, 1), last = c(0.4, 0.55),
    lowest = c(0.4, 0.55), highest = c(0.9, 1), row.names = c(1L, 3L)
  ))
})
