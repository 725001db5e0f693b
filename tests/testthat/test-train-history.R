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

test_that("a history without epochs counts them, where each has a value", {
  late <- history(loss = c(3, 2, 1, 0), val_loss = c(2, 1))
  frame <- as.data.frame(late)
  expect_identical(frame$epoch, c(1:4, NA, NA))
  expect_identical(generics::glance(late)$epochs, 4L)
})

line <- function() {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse")
}
train <- function(..., model = line()) fit(model, cars["speed"], cars$dist, verbose = 0, ...)
epochs_in <- function(history, data = "training") {
  frame <- as.data.frame(history)
  frame$epoch[frame$data == data & frame$metric == "loss"]
}

test_that("training that stops early has the epochs that it had", {
  model <- line()
  stop <- callback_lambda(on_epoch_end = function(epoch, logs) {
    if (epoch == 5) model$stop_training <- TRUE
  })
  history <- train(model = model, epochs = 50, callbacks = stop, validation_split = 0.2)
  expect_identical(epochs_in(history), 1:5)
  expect_identical(epochs_in(history, "validation"), 1:5)
  expect_identical(generics::glance(history)$epochs, 5L)
  expect_identical(epochs_in(train(model = model, epochs = 40, initial_epoch = 3,
                                   callbacks = stop)), 3:5)
})

test_that("validation has the epochs after which Keras validates", {
  every <- function(...) epochs_in(train(validation_split = 0.2, ...), "validation")
  expect_identical(every(epochs = 7, validation_freq = 3), c(3L, 6L))
  expect_identical(every(epochs = 8, initial_epoch = 5, validation_freq = 3), 6L)
  expect_identical(every(epochs = 6, validation_freq = c(1, 2, 5)), c(1L, 2L, 5L))
  never <- train(epochs = 2, validation_split = 0.2, validation_freq = 3)
  expect_identical(levels(droplevels(as.data.frame(never)$data)), "training")
})

test_that("each fit has its own epochs", {
  model <- line()
  train(model = model, epochs = 2)
  expect_identical(epochs_in(train(model = model, epochs = 3)), 1:3)
  own <- keras$callbacks$History()
  train(model = model, epochs = 2, callbacks = own)
  again <- train(model = model, epochs = 3, callbacks = own)
  expect_identical(epochs_in(again), 1:3)
  expect_length(own$history$loss, 5)
  expect_identical(epochs_in(own), 1:3)
  expect_identical(utils::tail(own$history$loss, 3), as.list(again$metrics$loss) |> unlist())
})

test_that("an interrupted training leaves the epochs that ended", {
  model <- line()
  stop <- callback_lambda(on_epoch_begin = function(epoch, logs) {
    if (epoch == 4) base::stop("enough")
  })
  expect_error(train(model = model, epochs = 9, validation_split = 0.2, validation_freq = 2,
                     callbacks = stop), "enough")
  expect_identical(epochs_in(model$history), 1:3)
  expect_identical(epochs_in(model$history, "validation"), 2L)
})

test_that("Python's history has the methods of R's", {
  model <- line()
  x <- np_array(as.matrix(cars["speed"]), "float32")
  model$fit(x, np_array(cars$dist, "float32"), epochs = 4L, verbose = 0L,
            validation_split = 0.2, validation_freq = 2L)
  history <- model$history
  frame <- as.data.frame(history)
  expect_identical(epochs_in(history), 1:4)
  expect_identical(epochs_in(history, "validation"), c(NA_integer_, NA))
  expect_identical(as.data.frame(generics::tidy(history)), frame)
  expect_identical(generics::glance(history)$epochs, 4L)
  expect_identical(summary(history)$last[[1]], frame$value[[4]])
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  expect_s3_class(plot(history, method = "base"), "keras_training_history")
  expect_s3_class(plot(history, method = "ggplot2"), "ggplot")
  expect_identical(plot(history, method = "ggplot2")$labels$title, "Training history")
  expect_identical(plot(history, method = "ggplot2", main = "Mine")$labels$title, "Mine")
})

test_that("no epochs at all make a history too", {
  none <- structure(list(params = list(), metrics = list()), class = "keras_training_history")
  expect_identical(nrow(as.data.frame(none)), 0L)
  expect_output(print(none), "Final epoch")
  expect_identical(nrow(summary(none)), 0L)
  expect_identical(as.data.frame(generics::glance(none)), data.frame(epochs = 0L))
  folder <- withr::local_tempdir()
  restoring <- function() callback_backup_and_restore(folder, delete_checkpoint = FALSE)
  train(epochs = 2, callbacks = restoring())
  done <- train(epochs = 2, callbacks = restoring())
  expect_identical(nrow(as.data.frame(done)), 0L)
})

test_that("both ways of plotting draw every metric", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  built <- ggplot2::ggplot_build(plot(two))
  expect_identical(nrow(built$data[[1]]), 12L)
  expect_identical(nrow(ggplot2::ggplot_build(plot(two, metrics = "loss"))$data[[1]]), 6L)
  expect_identical(plot(two, method = "base"), two)
  expect_refused(plot(two, metrics = "acc"), "no \"acc\"")
})

test_that("a plot of one epoch and of training alone works", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  one <- history(loss = 0.5, params = list(epochs = 1L))
  points <- ggplot2::ggplot_build(plot(one))$data[[2]]
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
  expect_refused(plot(history(loss = c(NaN, NaN))), "no finite numbers")
})

test_that("the values are drawn as they are, and a curve only if it is asked for", {
  ten <- history(loss = c(1.49, 1.1, 0.9, 0.7, 0.6, 0.5, 0.45, 0.4, 0.38, 0.37))
  built <- ggplot2::ggplot_build(plot(ten))
  for (layer in built$data) expect_identical(layer$y, ten$metrics$loss)
  built <- ggplot2::ggplot_build(plot(ten, smooth = TRUE))
  expect_length(built$data, 4L)
  expect_identical(built$data[[2]]$y, ten$metrics$loss)
  expect_gt(nrow(built$data[[3]]), 10L)
})

test_that("many epochs have no points, which would hide the line", {
  plot_file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(plot_file)
  withr::defer(grDevices::dev.off())
  long <- history(loss = 200:1, val_loss = 201:2)
  built <- ggplot2::ggplot_build(plot(long))
  expect_identical(vapply(built$data, nrow, 0L), c(400L, 0L))
  expect_identical(plot(long, method = "base"), long)
})

test_that("many metrics stand in two columns, and the learning rate is not smoothed", {
  rate <- rep(c(0.1, 0.01), each = 6)
  five <- history(loss = 12:1, a = 1:12, b = 1:12, c = 1:12, learning_rate = rate,
                  params = list(epochs = 12L, initial_epoch = 1L))
  built <- ggplot2::ggplot_build(plot(five, smooth = TRUE))
  expect_identical(max(built$layout$layout$COL), 2L)
  expect_identical(built$data[[1]]$y, rate)
  expect_identical(length(unique(built$data[[3]]$PANEL)), 4L)
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
