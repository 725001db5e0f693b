# What a data frame of a million rows costs on its way to pandas and back, beside reticulate.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  n <- 1e6
  set.seed(1)
  words <- paste0("w", 1:1000)
  mixed <- data.frame(
    d1 = rnorm(n), d2 = rnorm(n), d3 = rnorm(n), d4 = rnorm(n), d5 = rnorm(n), i1 = sample(n),
    i2 = sample(n), i3 = sample(n), s1 = sample(words, n, TRUE), s2 = sample(words, n, TRUE)
  )
  dates <- data.frame(a = as.Date("2000-01-01") + sample(1e4, n, TRUE))
  moments <- data.frame(a = as.POSIXct(sample(1e9, n), origin = "1970-01-01", tz = "UTC"))
  factors <- data.frame(a = factor(mixed$s1))
  py_run_string("
import pandas as pd, numpy as np
rng = np.random.default_rng(1)
n = 10**6
words = np.array(['w%d' % i for i in range(1000)], dtype=object)
mixed = pd.DataFrame(
    {'d%d' % i: rng.normal(size=n) for i in range(5)}
    | {'i%d' % i: rng.integers(0, 100000, size=n) for i in range(3)}
    | {'s%d' % i: words[rng.integers(0, 1000, size=n)] for i in range(2)})
nullable = pd.DataFrame({'a': pd.array(rng.integers(0, 100, size=n), dtype='Int64')})
nullable.loc[::7, 'a'] = pd.NA
")
  main <- import("__main__", convert = FALSE)
  py_mixed <- main$mixed
  py_nullable <- main$nullable
  once <- function(f) question(f, n = 1)
  answer(list(
    "mixed, to pandas" = once(function() r_to_py(mixed)),
    "mixed, to R" = once(function() py_to_r(py_mixed)),
    "nullable ints, to R" = once(function() py_to_r(py_nullable)),
    "factor, there and back" = once(function() py_to_r(r_to_py(factors))),
    "Date, there and back" = once(function() py_to_r(r_to_py(dates))),
    "POSIXct, there and back" = once(function() py_to_r(r_to_py(moments)))
  ))
} else {
  use_peer_python()
  report("Data frames of 1e6 rows", ask_in_turns("bench/data_frame.R", rounds = 3))
}
