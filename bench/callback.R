# What R functions cost that Python and Keras call: on R's thread, from others, and in training.
source("bench/measure.R", encoding = "UTF-8")
library(rkeras)

py_run_string("
import threading, time
import numpy as np

def each(f, x, n):
    start = time.perf_counter()
    for _ in range(n): f(x)
    return (time.perf_counter() - start) / n

def on_thread(f, x, n):
    out = []
    thread = threading.Thread(target=lambda: out.append(each(f, x, n)))
    thread.start()
    thread.join()
    return out[0]

def failing(f, x, n):
    def quiet(x):
        try: f(x)
        except RuntimeError: pass
    return each(quiet, x, n)

array = np.arange(1e6)
def fit(model, x, y, **args):
    start = time.perf_counter()
    model.fit(x, y, verbose=0, **args)
    return time.perf_counter() - start
def batches(x, y):
    while True: yield x, y
")
main <- import_main()
array <- py_eval("array", convert = FALSE)

seconds <- function(run, n, times = 11) median(replicate(times, run(n)))
calls <- list(
  "on R's thread" = list(function(n) main$each(identity, 1, n), 20000L),
  "from the thread of a blocking call" =
    list(function(n) py_call_blocking(main$each, identity, 1, n), 20000L),
  "from another thread" = list(function(n) main$on_thread(identity, 1, n), 20000L),
  "an error that passes" = list(function(n) main$failing(function(x) stop("no"), 1, n), 2000L),
  "1e6 doubles both ways, on R's thread" = list(function(n) main$each(identity, array, n), 50L),
  "1e6 doubles both ways, from another thread" =
    list(function(n) main$on_thread(identity, array, n), 50L)
)
times <- vapply(calls, function(call) seconds(call[[1]], call[[2]]), 0)
cat("\n## R functions that Python calls, ", format(Sys.Date()), "\n\n", sep = "")
print_table(data.frame(call = names(times), "µs" = sprintf("%.1f", times * 1e6)))

# Training: Python's own time and ours in turns.
x <- matrix(runif(64 * 100), 64)
y <- matrix(runif(64), 64)
np_x <- np_array(x, dtype = "float32")
np_y <- np_array(y, dtype = "float32")
model <- keras_model_sequential(input_shape = 100) |>
  layer_dense(units = 256, activation = "relu") |>
  layer_dense(units = 1)
compile(model, loss = "mse")
steps <- 500L
lambda <- keras$callbacks$LambdaCallback
in_python <- py_eval("lambda batch, logs: None", convert = FALSE)
elapsed <- function(expr) system.time(expr)[["elapsed"]]
training <- list(
  "a callback on every batch" = list(
    python = function() {
      main$fit(
        model, main$batches(np_x, np_y), NULL, steps_per_epoch = steps,
        callbacks = list(lambda(on_train_batch_end = in_python))
      )
    },
    r = function() {
      elapsed(fit(
        model, main$batches(np_x, np_y), steps_per_epoch = steps, epochs = 1, verbose = 0,
        callbacks = lambda(on_train_batch_end = function(batch, logs) NULL)
      ))
    }
  ),
  "a generator" = list(
    python = function() main$fit(model, main$batches(np_x, np_y), NULL, steps_per_epoch = steps),
    r = function() {
      elapsed(fit(
        model, function() list(x, y), steps_per_epoch = steps, epochs = 1, verbose = 0
      ))
    }
  )
)
cat("\n## Training with R functions\n\n")
print_table(do.call(rbind, lapply(names(training), function(name) {
  turns <- vapply(1:7, function(i) vapply(training[[name]], function(run) run(), 0), c(0, 0))
  medians <- apply(turns[, -1], 1, median)
  data.frame(
    fit = name, Python = sprintf("%.2f s", medians[[1]]), R = sprintf("%.2f s", medians[[2]]),
    ratio = sprintf("%.2f", medians[[2]] / medians[[1]])
  )
})))
