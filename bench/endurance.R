# Does memory stay the same when TensorFlow calls an R function 1e6 times? The operator gets 10
# doubles in a loop of a graph, while another thread makes R allocate and collect. Resident memory
# of the process after each tenth of the calls.
#
#   Rscript bench/endurance.R [calls]

library(rkeras)

calls <- commandArgs(TRUE)
calls <- if (length(calls)) as.numeric(calls[[1]]) else 1e6

# From a file, because TensorFlow reads the source of loops.
folder <- tempfile()
dir.create(folder)
writeLines("
import threading, time
import tensorflow as tf

def looped(call, n):
    @tf.function
    def loop(x):
        for _ in tf.range(n):
            x = tf.ensure_shape(call(x), [10])
        return x
    x = tf.zeros([10], 'float64')
    return lambda: loop(x)

class Pressure(threading.Thread):
    def __init__(self, work):
        super().__init__(daemon=True)
        self.work, self.times, self.ends = work, 0, False
    def run(self):
        while not self.ends:
            self.work()
            self.times += 1
            time.sleep(0.02)
", file.path(folder, "endurance.py"))
main <- import_from_path("endurance", folder)

resident <- function() {
  pages <- as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][[2]])
  pages * 4096 / 2^20
}

op <- r_operator(function(x) x + 1, shape = function(x) x)
run <- main$looped(op, as.integer(calls / 10))
pressure <- main$Pressure(function() {
  items <- lapply(1:200, function(i) runif(100))
  gc(full = length(items) == 0L)
  NULL
})
pressure$start()
sizes <- resident()
time <- system.time(for (i in 1:10) {
  py_call_blocking(run)
  sizes <- c(sizes, resident())
  cat(sprintf("%8.0f calls: %.1f MB\n", i * calls / 10, sizes[[i + 1L]]))
})
pressure$ends <- TRUE
cat(sprintf("%.0f calls in %.0f s; R allocated and collected %d times meanwhile\n", calls,
            time[["elapsed"]], pressure$times))
cat(sprintf("growth after the first tenth: %.1f MB\n", sizes[[11]] - sizes[[2]]))
