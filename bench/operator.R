# What a call of an R function by TensorFlow costs: as an operator (r_operator()), through Python
# (tf.py_function), and, for comparison, a Python function in a process of pure Python
# (tf.numpy_function). Each is called in a graph, in a loop, so that TensorFlow's own work counts
# once. CPU time of the process in microseconds per call, the least of two rounds. The last row is
# the R function alone, called in a loop of R: what it costs without TensorFlow.
source("bench/measure.R", encoding = "UTF-8")

graphs <- "
import time
import tensorflow as tf

def looped(call, n, size):
    @tf.function
    def loop(x):
        for _ in tf.range(n):
            y = call(x)
            x = tf.ensure_shape(y, [size])
        return x
    x = tf.zeros([size], 'float64')
    return lambda: loop(x)

def mapped(call, n, size):
    x = tf.zeros([size], 'float64')
    data = tf.data.Dataset.range(n).map(lambda i: call(x), num_parallel_calls=4)
    def run():
        for y in data: pass
    return run

def each(run, n):
    run()
    best = None
    for _ in range(2):
        start, cpu = time.perf_counter(), time.process_time()
        run()
        taken = time.process_time() - cpu, time.perf_counter() - start
        best = taken if best is None else tuple(map(min, best, taken))
    return [round(1e6 * seconds / n, 1) for seconds in best]

CASES = {
    '1e4 calls of 10 doubles': (looped, 10000, 10),
    '100 calls of 1e6 doubles': (looped, 100, 1000000),
    '4 parallel kernels, 2000 calls of 10 doubles': (mapped, 2000, 10),
}

def measured(call):
    return {name: each(make(call, n, size), n) for name, (make, n, size) in CASES.items()}
"

pure <- paste0(graphs, "
import json
def add(x): return x + 1
print(json.dumps(measured(lambda x: tf.numpy_function(add, [x], tf.float64))))
")

in_python <- function() {
  file <- tempfile(fileext = ".py")
  on.exit(unlink(file))
  writeLines(pure, file)
  output <- system2(rkeras::py_config()$python, file, stdout = TRUE, stderr = FALSE)
  jsonlite::fromJSON(utils::tail(output, 1L))
}

in_r <- function() {
  library(rkeras)
  add <- function(x) x + 1
  # From a file, because TensorFlow reads the source of loops.
  folder <- tempfile()
  dir.create(folder)
  writeLines(graphs, file.path(folder, "operator_graphs.py"))
  main <- import_from_path("operator_graphs", folder)
  op <- r_operator(add, shape = function(x) x)
  through_python <- function(x) tf$py_function(function(x) add(as.array(x)), list(x), tf$float64)
  list(
    `r_operator()` = py_call_blocking(main$measured, op),
    `tf.py_function, R` = py_call_blocking(main$measured, through_python)
  )
}

# As each() and looped() of Python.
alone <- function(n, size) {
  add <- function(x) x + 1
  once <- function() {
    x <- numeric(size)
    for (i in seq_len(n)) x <- add(x)
  }
  once()
  times <- replicate(2, system.time(once(), gcFirst = FALSE))
  round(1e6 * c(min(times[1, ] + times[2, ]), min(times[3, ])) / n, 1)
}

in_plain_r <- function() {
  list(`the R function alone` = stats::setNames(
    list(alone(10000, 10), alone(100, 1e6), alone(2000, 10)), names(results[[1]])
  ))
}

results <- c(list(`tf.numpy_function, Python` = in_python()), in_r())
results <- c(results, in_plain_r())
for (case in names(results[[1]])) {
  cat("\n", case, ": CPU and elapsed microseconds per call\n", sep = "")
  for (way in names(results)) {
    cat(sprintf("  %-28s %s\n", way, toString(results[[way]][[case]])))
  }
}
