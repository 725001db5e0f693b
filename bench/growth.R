# How the time of a conversion grows with the number of elements.
source("bench/measure.R", encoding = "UTF-8")

library(rkeras)
py_run_string("
import numpy as np
def take(x): pass
def array(n):
    x = np.ones(int(n))
    return lambda: x
def fresh(n): return lambda: np.empty(int(n))
def floats(n):
    x = [.5] * int(n)
    return lambda: x
def strings(n):
    x = ['key %d' % i for i in range(int(n))]
    return lambda: x
")
main <- import_main()
take <- main$take
# Each gives, for a number of elements, the function to time. What takes no longer for more of them
# is asked for more often.
conversions <- list(
  "float64, shared → R" = list(make = main$array, most = 1e8),
  "float64, fresh → R" = list(make = main$fresh, most = 1e8, least = 50),
  "matrix → NumPy" = list(make = function(n) {
    x <- matrix(0, n / 1000, 1000)
    function() take(x)
  }, most = 1e8, least = 1000),
  "list of float → double" = list(make = main$floats, most = 1e8),
  "list of str → character" = list(make = main$strings, most = 1e6),
  "double → list" = list(make = function(n) {
    x <- seq_len(n) / 7
    function() take(x)
  }, most = 1e7)
)
sizes <- 10^(3:8)
times <- lapply(conversions, function(asked) {
  vapply(sizes, function(n) {
    if (n > asked$most) return("")
    calls <- max(asked$least, min(1e4, 1e7 / n), 1)
    time <- shown(seconds_of(question(asked$make(n), n = calls, clock = "elapsed", times = 3)))
    gc()
    time
  }, "")
})
cat("\n## Growth with the number of elements, ", format(Sys.Date()), "\n\n", sep = "")
table <- data.frame(conversion = names(times), do.call(rbind, times), check.names = FALSE)
names(table)[-1] <- format(sizes)
print_table(table)
