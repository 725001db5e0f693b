# The suite is about a running Python: without one, say so at once rather than in a thousand
# failures.
if (!py_available()) {
  stop("The tests need a Python: set RKERAS_PYTHON, or run `make test`, which makes one.\n",
    paste(utils::capture.output(print(py_config())), collapse = "\n"),
    call. = FALSE
  )
}
if (on_jax() && !is_keras_available()) {
  stop("The tests on JAX need the packages in tools/requirements-test.txt.", call. = FALSE)
}
# tools/run-tests/queue.R asks a session that hangs for the stacks of its Python threads.
import("faulthandler")$register(tools::SIGQUIT, file = 2L, all_threads = TRUE)
# Tests call Python's collector often. It does not go through the million objects of the libraries
# each time. Before any test has run: garbage of that moment would stay, with all that it leads to,
# and so would whatever py_gc() finds together with it later.
if (is.null(getOption("rkeras_tests.frozen"))) {
  options(rkeras_tests.frozen = TRUE)
  import("keras")
  py_gc()
  import("gc")$freeze()
}
