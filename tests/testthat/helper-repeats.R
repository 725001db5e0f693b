# How often what depends on the order of things between threads and processes is tried. In
# continuous integration .ci/run says it; `make stress` is for more.
repeats <- function() as.integer(Sys.getenv("RKERAS_TEST_REPEATS", "3"))
