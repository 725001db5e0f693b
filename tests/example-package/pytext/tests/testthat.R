library(testthat)
library(pytext)
test_check("pytext")
