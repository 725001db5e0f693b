# What `R CMD check` runs; `make test` runs tools/run-tests.R, which counts.
library(testthat)
library(rkeras)

# CRAN's machines need not have a Python. Elsewhere the suite stops without one (setup.R).
if (py_available() || identical(Sys.getenv("NOT_CRAN"), "true")) {
  test_check("rkeras")
} else {
  message("The tests are not run, as there is no Python here.")
}
