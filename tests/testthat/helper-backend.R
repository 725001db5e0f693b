# Tests of what only one backend has are there where that computes; those on JAX: tools/run-tests.R.
on_tensorflow <- function() chosen_backend()[["backend"]] == "tensorflow"
on_jax <- function() chosen_backend()[["backend"]] == "jax"
