# Tests of what only one backend has are there where that computes; those on JAX: tools/run-tests.R.
on_tensorflow <- function() chosen_backend()[["backend"]] == "tensorflow"
on_jax <- function() chosen_backend()[["backend"]] == "jax"
on_torch <- function() chosen_backend()[["backend"]] == "torch"
# Beside PyTorch it may lack.
has_tensorflow <- function() py_module_available("tensorflow")
