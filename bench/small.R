# Small data in memory: training, evaluation and prediction beside the same in a process of pure
# Python. Most of Python's time is not spent in the model.

source("bench/measure.R")

# How many times as fast as Python.
targets <- c(
  "start to the first layer" = 1.4, "first fit, one epoch" = 1,
  "iris, 50 epochs with validation" = 10,
  "iris, five folds of 30 epochs" = 3, "digits, 20 epochs" = 4,
  "20,000 x 784, 2 epochs of batches of 32" = 1.3,
  "20,000 x 784, 2 epochs of batches of 128" = NA,
  "predict() of 150 rows" = 5, "evaluate() of 150 rows" = 5, "predict() of one row" = 5
)

# As main() of small.py.
answer_small <- function() {
  x <- as.matrix(iris[1:4])
  y <- as.integer(iris$Species) - 1L
  once("first fit, one epoch", model <- trained(x, y, epochs = 1))
  tell("iris, 50 epochs with validation", function() {
    trained(x, y, validation_data = list(x, y))
  }, times = 3)
  tell("iris, five folds of 30 epochs", function() five_folds(x, y), times = 2)
  digits <- import("sklearn.datasets")$load_digits(return_X_y = TRUE)
  tell("digits, 20 epochs", function() {
    trained(digits[[1]], as.integer(digits[[2]]), 64, 20)
  }, times = 2)
  set.seed(1)
  large <- matrix(runif(20000 * 784), 20000)
  labels <- rep_len(0:9, 20000)
  for (size in c(32, 128)) {
    tell(sprintf("20,000 x 784, 2 epochs of batches of %d", size), function() {
      trained(large, labels, 64, 2, batch_size = size)
    }, times = 2)
  }
  each <- function(f) function() for (i in 1:20) f()
  tell("predict() of 150 rows", each(function() predict(model, x, verbose = 0)), 20)
  tell("evaluate() of 150 rows", each(function() evaluate(model, x, y, verbose = 0)), 20)
  tell("predict() of one row", each(function() predict(model, x[1, , drop = FALSE], verbose = 0)),
       20)
}

once <- function(name, code) {
  took <- system.time(code, gcFirst = FALSE)[["elapsed"]]
  cat(name, "\t", format(took, digits = 6), "\n", sep = "")
}

dense <- function(inputs, units, outputs) {
  model <- keras_model_sequential(input_shape = inputs) |>
    layer_dense(units, activation = "relu") |>
    layer_dense(outputs, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy")
  model
}

trained <- function(x, y, units = 16, epochs = 50, ...) {
  model <- dense(ncol(x), units, max(y) + 1)
  fit(model, x, y, epochs = epochs, verbose = 0, ...)
  model
}

five_folds <- function(x, y) {
  fold <- seq_len(nrow(x)) %% 5
  for (i in 0:4) {
    model <- trained(x[fold != i, ], y[fold != i], epochs = 30)
    evaluate(model, x[fold == i, ], y[fold == i], verbose = 0)
  }
}

if (identical(side, "rkeras")) {
  once("start to the first layer", {
    library(rkeras)
    layer_dense(units = 1)
  })
  answer_small()
} else {
  cat("\n## Small data, ", format(Sys.Date()), "\n\n", sep = "")
  seconds <- least_in_turns(names(targets), commands = list(
    python = c(rkeras::py_config()$python, "bench/small.py"),
    rkeras = c(rscript(), "--vanilla", "bench/small.R", "rkeras")
  ))
  faster <- seconds[, "python"] / seconds[, "rkeras"]
  reach <- targets[rownames(seconds)]
  print_table(data.frame(
    question = rownames(seconds), python = signif(seconds[, "python"], 3),
    rkeras = signif(seconds[, "rkeras"], 3), faster = sprintf("%.1f\u00d7", faster),
    target = ifelse(is.na(reach), "", sprintf("%g\u00d7", reach)),
    reached = ifelse(is.na(reach), "", ifelse(faster >= reach, "yes", "no"))
  ))
}
