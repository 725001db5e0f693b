# What `R CMD check` runs; `make test` runs tools/run-tests.R, which counts.
library(testthat)
library(rkeras)

test_check("rkeras")
