# What columns cost that pandas marks missing values in, or that are factors, beside reticulate.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  factors <- data.frame(a = factor(sample(paste0("w", 1:1000), 1e6, TRUE)))
  py_run_string("
import pandas as pd, numpy as np
ints = np.random.default_rng(1).integers(0, 100, size=10**6)
nullable = pd.DataFrame({'a': pd.array(ints, dtype='Int64')})
nullable.loc[::7, 'a'] = pd.NA
")
  nullable <- import("__main__", convert = FALSE)$nullable
  answer(list(
    "nullable ints → R" = question(function() py_to_r(nullable), n = 1),
    "factor there and back" = question(function() py_to_r(r_to_py(factors)), n = 1)
  ))
} else {
  use_peer()
  report("Columns of 1e6", ask_in_turns("bench/column.R", rounds = 3))
}
