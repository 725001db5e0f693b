# Training and using models from R beside the same in a process of pure Python: how many times as
# long does R take, and how many times the memory?

source("bench/measure.R")

targets <- c(
  "fit()" = 1.05, "predict()" = 1.15, "model(x) on one row" = 1.2, "compile()" = 1.2,
  "train_on_batch()" = 1.15, "test_on_batch()" = 1.15, "predict_on_batch()" = 1.15,
  "predict() of 4 rows" = 1.15, "fit() of one batch" = 1.15, "fit() with a generator" = 1.25,
  "fit() with a generator, column-major" = 1.25, "import" = 1.1, "peak memory" = 1.3
)
tasks <- c("MLP", "convnet", "LSTM")

# As main() of models.py, the data in R's arrays.
answer_task <- function(task) {
  known <- list(
    MLP = list(make = mlp, shape = 784, n = 20000, epochs = 3),
    convnet = list(make = convnet, shape = c(28, 28, 1), n = 4000, epochs = 2),
    LSTM = list(make = lstm, shape = c(28, 28), n = 4000, epochs = 2)
  )[[task]]
  set.seed(1)
  x <- array(runif(known$n * prod(known$shape)), c(known$n, known$shape))
  y <- sample(0:9, known$n, TRUE)
  set_random_seed(1)
  model <- known$make()
  compile_it <- function() {
    compile(model, loss = "sparse_categorical_crossentropy", optimizer = "adam",
            metrics = "accuracy")
  }
  fit_it <- function() {
    fit(model, x, y, batch_size = 128, epochs = known$epochs, verbose = 0)
  }
  one <- array(x[seq(1, length(x), by = known$n)], c(1, known$shape))
  compile_it()
  fit_it()
  tell("fit()", fit_it)
  tell("predict()", function() predict(model, x, batch_size = 128, verbose = 0))
  tell("model(x) on one row", function() for (i in 1:20) model(one), 20)
  cat("peak memory\t", peak_megabytes(), "\n", sep = "")
  tell("compile()", function() for (i in 1:20) compile_it(), 20)
  small_steps(model, x, y)
}

# As small_steps() of models.py: what a call costs beside its computation.
small_steps <- function(model, x, y) {
  rows <- function(i) array(x[slice.index(x, 1) %in% i], c(length(i), dim(x)[-1]))
  batch <- rows(1:32)
  labels <- y[1:32]
  few <- rows(1:4)
  each <- function(f, n) function() for (i in seq_len(n)) f()
  tell("train_on_batch()", each(function() train_on_batch(model, batch, labels), 20), 20)
  tell("test_on_batch()", each(function() test_on_batch(model, batch, labels), 20), 20)
  tell("predict_on_batch()", each(function() predict_on_batch(model, batch), 20), 20)
  tell("predict() of 4 rows", function() predict(model, few, verbose = 0))
  tell("fit() of one batch", function() fit(model, batch, labels, epochs = 1, verbose = 0))
  if (length(dim(x)) == 2L) {
    # Beside Python with both layouts.
    for (layout in c("", ", column-major")) {
      tell(paste0("fit() with a generator", layout), function() {
        fit(model, batches(x, y), steps_per_epoch = 150, epochs = 1, verbose = 0)
      })
    }
  }
}

# A generator as users write it.
batches <- function(x, y, size = 128) {
  step <- 0
  function() {
    i <- step * size + seq_len(size)
    step <<- (step + 1) %% (nrow(x) %/% size)
    list(x[i, , drop = FALSE], y[i])
  }
}

mlp <- function() {
  keras_model_sequential(input_shape = 784) |>
    layer_dense(256, activation = "relu") |>
    layer_dense(128, activation = "relu") |>
    layer_dense(10, activation = "softmax")
}

convnet <- function() {
  keras_model_sequential(input_shape = c(28, 28, 1)) |>
    layer_conv_2d(16, 3, activation = "relu") |>
    layer_max_pooling_2d(2) |>
    layer_conv_2d(32, 3, activation = "relu") |>
    layer_flatten() |>
    layer_dense(10, activation = "softmax")
}

lstm <- function() {
  keras_model_sequential(input_shape = c(28, 28)) |>
    layer_lstm(64) |>
    layer_dense(10, activation = "softmax")
}

peak_megabytes <- function() {
  line <- grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

compare <- function(task) {
  least_in_turns(names(targets), commands = list(
    python = c(rkeras::py_config()$python, "bench/models.py", task),
    rkeras = c(rscript(), "--vanilla", "bench/train.R", "rkeras", task)
  ))
}

if (identical(side, "rkeras")) {
  start <- proc.time()[["elapsed"]]
  library(rkeras)
  invisible(keras$`__version__`)
  cat("import\t", format(proc.time()[["elapsed"]] - start, digits = 6), "\n", sep = "")
  answer_task(commandArgs(TRUE)[[2]])
} else {
  cat("\n## Training from R and from Python, ", format(Sys.Date()), "\n\n", sep = "")
  tables <- lapply(tasks, function(task) {
    seconds <- compare(task)
    ratio <- seconds[, "rkeras"] / seconds[, "python"]
    reach <- targets[rownames(seconds)]
    data.frame(
      model = task, question = rownames(seconds), python = signif(seconds[, "python"], 3),
      rkeras = signif(seconds[, "rkeras"], 3), ratio = sprintf("%.2f\u00d7", ratio),
      target = sprintf("%g\u00d7", reach), reached = ifelse(ratio <= reach, "yes", "no")
    )
  })
  print_table(do.call(rbind, tables))
}
