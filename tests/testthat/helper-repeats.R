# How often what depends on the order of things between threads and processes is tried: 20 times in
# continuous integration (.ci/run).
repeats <- function() as.integer(Sys.getenv("RKERAS_TEST_REPEATS", "3"))
