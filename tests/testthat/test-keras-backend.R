# Where JAX is missing, Keras says so when it loads.
backend_or_missing <- function() {
  tryCatch(rkeras::config_backend(), rkeras_error_module = function(e) {
    sub(".*No module named '([a-z]+)'.*", "\\1", conditionMessage(e))
  })
}

test_that("a backend is chosen before Python runs", {
  chosen <- in_new_session(function(backend) {
    rkeras::use_backend("jax")
    backend()
  }, backend_or_missing)$value
  expect_identical(chosen, "jax")
})

test_that("a backend is chosen where Python runs already, but not Keras", {
  chosen <- in_new_session(function(backend) {
    rkeras::py_eval("1")
    rkeras::use_backend("jax", gpu = FALSE)
    c(backend(), rkeras::py_eval("__import__('os').environ['CUDA_VISIBLE_DEVICES']"))
  }, backend_or_missing)$value
  expect_identical(chosen, c("jax", "-1"))
})

test_that("a choice that comes after Keras is refused", {
  expect_null(use_backend(config_backend()))
  other <- setdiff(c("jax", "tensorflow"), config_backend())[[1]]
  expect_error(use_backend(other), "runs with the backend", class = "rkeras_error_argument")
})

test_that("what is no backend is named", {
  expect_error(use_backend("theano"), "`backend` must be one of \"tensorflow\"",
               class = "rkeras_error_argument")
  expect_error(use_backend("numpy", gpu = "no"), "`gpu` must be", class = "rkeras_error_argument")
})

test_that("names begin anew after clear_session()", {
  clear_session()
  first <- layer_dense(units = 1)$name
  layer_dense(units = 1)
  expect_null(clear_session())
  expect_identical(layer_dense(units = 1)$name, first)
})
