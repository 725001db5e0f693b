# What arrays cost on their way, beside reticulate and beside a copy of the same bytes.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string("
import numpy as np
double = np.random.rand(10_000_000)
rows = np.random.rand(3000, 3000)
single = double.astype('float32')
whole = np.arange(10_000_000)
def fresh(): return np.empty(10_000_000)
def ignore(x): pass
")
  main <- import_main()
  fresh <- main$fresh
  ignore <- main$ignore
  matrix <- matrix(runif(1e7), 1e4)
  bytes <- runif(1e7)
  answer(list(
    "a copy in R of 1e7 doubles" = question(function() bytes + 0, n = 5, clock = "elapsed"),
    "float64 1e7, fresh result → R" = question(function() fresh(), n = 20, clock = "elapsed"),
    "float64 1e7, shared → R" = question(function() main$double, n = 5, clock = "elapsed"),
    "float64 3000×3000, row-major → R" = question(function() main$rows, n = 5, clock = "elapsed"),
    "float32 1e7 → R" = question(function() main$single, n = 5, clock = "elapsed"),
    "int64 1e7 → R" = question(function() main$whole, n = 5, clock = "elapsed"),
    "double matrix 1e7 → NumPy" = question(function() ignore(matrix))
  ))
} else {
  use_peer_python()
  report("Arrays", ask_in_turns("bench/array.R", rounds = 3))
}
