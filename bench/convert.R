# What each kind of value costs on its way, beside reticulate and beside what rkeras means to reach.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string("
import numpy as np, pandas as pd
class Thing:
    def __init__(self): self.x = 1
    def method(self): return 1
thing = Thing()
def nothing(): return 1
def make(): return Thing()
def take(x): pass
double = np.random.rand(10_000_000)
rows = np.random.rand(3000, 3000)
single = double.astype('float32')
whole = np.arange(10_000_000)
def fresh(): return np.empty(10_000_000)
strings = ['key %d' % i for i in range(100_000)]
fixed = np.array(strings)
objects = np.array(strings, dtype=object)
table = {'key %d' % i: i for i in range(10_000)}
floats = double.tolist()
def floats_of(): return floats
def strings_of(): return strings
def table_of(): return table
rng = np.random.default_rng(1)
n = 10**6
words = np.array(['w%d' % i for i in range(1000)], dtype=object)
mixed = pd.DataFrame(
    {'d%d' % i: rng.normal(size=n) for i in range(5)}
    | {'i%d' % i: rng.integers(0, 100000, size=n) for i in range(3)}
    | {'s%d' % i: words[rng.integers(0, 1000, size=n)] for i in range(2)})
")
  main <- import_main()
  nothing <- main$nothing
  take <- main$take
  thing <- main$thing
  fresh <- main$fresh
  floats_of <- main$floats_of
  strings_of <- main$strings_of
  table_of <- main$table_of
  unconverted <- import("__main__", convert = FALSE)
  py_mixed <- unconverted$mixed
  make <- unconverted$make
  scalar <- r_to_py(1.5)

  # Made when they are first needed.
  delayedAssign("ints", as.list(1:10000))
  delayedAssign("named", setNames(ints, paste("key", 1:10000)))
  delayedAssign("doubles", seq_len(1e7) / 7)
  delayedAssign("strings", paste("key", 1:100000))
  delayedAssign("repeated", rep_len(paste("key", letters), 1e6))
  words <- paste0("w", 1:1000)
  n <- 1e6
  delayedAssign("mixed", data.frame(
    d1 = rnorm(n), d2 = rnorm(n), d3 = rnorm(n), d4 = rnorm(n), d5 = rnorm(n), i1 = sample(n),
    i2 = sample(n), i3 = sample(n), s1 = sample(words, n, TRUE), s2 = sample(words, n, TRUE)
  ))
  # reticulate takes minutes for a million.
  few <- if (side == "reticulate") 1e4 else 1e6
  delayedAssign("dates", data.frame(a = as.Date("2000-01-01") + sample(1e4, few, TRUE)))
  delayedAssign("moments", data.frame(
    a = as.POSIXct(sample(1e9, few), origin = "1970-01-01", tz = "UTC")
  ))

  references <- NULL
  make_references <- function() references <<- lapply(seq_len(1e5), function(i) make())
  forget <- function() {
    references <<- NULL
    gc()
    # What R collected is given back at the next call.
    nothing()
  }
  column <- function(f) question(f, n = 1, per = few / 1e6, target = 50, times = 3)
  large <- function(f, target) question(f, n = 1, clock = "elapsed", target = target)
  answer(list(
    # First, while R's collector has nothing else to look at.
    "1e5 references made, each" =
      question(make_references, n = 1, per = 1e5, target = 5, before = forget, times = 5),
    "1e5 references collected" =
      question(forget, n = 1, target = 2, before = make_references, times = 5),
    "f()" = question(function() nothing(), target = 10),
    "obj$attr" = question(function() thing$x, target = 10),
    "obj$method()" = question(function() thing$method(), target = 15),
    "scalar → Python" = question(function() r_to_py(1.5), target = 1.5),
    "scalar, Python → R" = question(function() py_to_r(scalar), target = 1.5),
    "float64 1e7, fresh result → R" =
      question(function() fresh(), n = 20, clock = "elapsed", target = 1000),
    "float64 1e7, shared → R" = large(function() main$double, 1.5),
    "float64 3000×3000, row-major → R" = large(function() main$rows, 2.5),
    "float32 1e7 → R" = large(function() main$single, 2),
    "int64 1e7 → R" = large(function() main$whole, 2),
    "list of 1e5 str → character" = question(function() strings_of(), n = 10, target = 2),
    "NumPy strings 1e5, fixed width → character" =
      question(function() main$fixed, n = 5, target = 3),
    "NumPy strings 1e5, objects → character" = question(function() main$objects, n = 5,
                                                     target = 3),
    "dict of 1e4 → named list" = question(function() table_of(), n = 50, target = 4),
    "named list of 1e4 → dict" = question(function() take(named), n = 50, target = 4),
    "list of 1e4 int → list" = question(function() take(ints), n = 100, target = 4),
    "pandas 1e6 × 10 mixed → data.frame" = large(function() py_to_r(py_mixed), 3),
    "data.frame 1e6 × 10 mixed → pandas" = large(function() r_to_py(mixed), 4),
    "list of 1e7 float → double" = large(function() floats_of(), 1.5),
    "double 1e7 → list, an argument" = question(function() take(doubles), n = 1, target = 1.5),
    "double 1e7 → list, kept for R" = question(function() r_to_py(doubles), n = 1, target = 1.1),
    "character 1e6, 26 distinct → list" = question(function() take(repeated), n = 2, target = 2),
    "character 1e5, distinct → list, an argument" =
      question(function() take(strings), n = 20, target = 1.2),
    "character 1e5, distinct → list, kept for R" =
      question(function() r_to_py(strings), n = 20, target = 1.2),
    "Date column of 1e6 there and back" = column(function() py_to_r(r_to_py(dates))),
    "POSIXct column of 1e6 there and back" = column(function() py_to_r(r_to_py(moments)))
  ))
} else {
  use_peer()
  report("Values", ask_in_turns("bench/convert.R", rounds = 2))
}
