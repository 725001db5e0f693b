# What a call of tf_function() and its tracing cost, beside Python's tf.function and its autograph.
library(rkeras)

py_run_file("bench/graph.py")

newton <- function(x) {
  y <- x
  steps <- 0
  while (abs(y * y - x) > 1e-6) {
    y <- (y + x / y) / 2
    if (steps > 20) break
    steps <- steps + 1
  }
  if (y > 1) y else -y
}

add <- function(x, y) x + y

median_ms <- function(code, times = 31L) {
  stats::median(vapply(seq_len(times), function(i) system.time(code())[["elapsed"]], 0)) * 1e3
}

per_call_us <- function(code, n = 500L) median_ms(function() for (i in seq_len(n)) code()) / n * 1e3

x <- tf$constant(2)
in_r <- tf_function(add)
in_python <- py$python_add
in_r(x, x)
in_python(x, x)
from_python <- py$call_many
tracing_r <- median_ms(function() tf_function(newton)$get_concrete_function(x), 11L)
tracing_python <- median_ms(function() py$python_newton()$get_concrete_function(x), 11L)

print(data.frame(
  what = c("a call from R, us", "a call from Python, us", "tracing, ms"),
  r = c(per_call_us(function() in_r(x, x)), from_python(in_r, x), tracing_r),
  python = c(per_call_us(function() in_python(x, x)), from_python(in_python, x), tracing_python)
))
