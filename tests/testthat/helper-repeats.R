# For what depends on the order of things between threads and processes.

# How often it is tried; `make stress` is for more.
repeats <- function() as.integer(Sys.getenv("RKERAS_TEST_REPEATS", "3"))

# Sends this session an interrupt after so many seconds, which may be none: system() ignores
# interrupts until it returns. Gives the file that is there from the moment on at which it is sent.
interrupt_in <- function(seconds) {
  ready <- tempfile()
  sent <- tempfile()
  system(sprintf(
    "(until [ -e %s ]; do sleep 0.005; done; sleep %.3f; touch %s; kill -INT %d) 2> /dev/null &",
    ready, seconds, sent, Sys.getpid()
  ))
  file.create(ready)
  sent
}
