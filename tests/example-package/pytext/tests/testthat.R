library(testthat)
library("pytext", character.only = TRUE)
test_check("pytext")
