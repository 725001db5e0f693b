# What is of PyTorch alone: `make matrix` runs the suite's core on it (tools/run-tests.R).

if (on_torch()) test_that("where a gradient is needed, R does not compute without it", {
  set_random_seed(1)
  x <- matrix(rnorm(20), 10)
  one_layer <- function() keras_model_sequential(input_shape = 2) |> layer_dense(1)
  trained <- function(model, ...) {
    compile(model, "sgd", ...)
    unlist(fit(model, x, x[, 1], epochs = 1, verbose = 0)$metrics)
  }
  expect_error(
    trained(one_layer(), function(y_true, y_pred) op_mean(y_pred^2) + 5 * sd(y_pred)),
    "R would compute here without the gradient"
  )
  by_its_mean <- function(x) x * mean(as.array(x))
  expect_error(trained(one_layer() |> layer_lambda(by_its_mean), "mse"), "without the gradient")
  # Without a gradient it is meant.
  expect_silent(trained(one_layer(), function(y_true, y_pred) {
    op_mean(y_pred^2) * sd(op_stop_gradient(y_pred))
  }))
  spread <- custom_metric("spread", function(y_true, y_pred) op_mean(sd(as.array(y_pred))))
  expect_gt(trained(one_layer(), "mse", metrics = spread)[["spread"]], 0)
  expect_gt(sd(one_layer()(x)), 0)
})

if (on_torch()) test_that("an error of LAPACK is an error of Python", {
  x <- op_array(matrix(NaN, 3, 2), "float32")
  for (i in 1:2) expect_error(op_lstsq(x, c(1, 2, 3)), class = "python.builtin.RuntimeError")
  expect_equal(as.numeric(op_matrix_rank(matrix(1, 2, 2))), 1)
})

if (on_torch()) test_that("numbers of 64 bits stay what they are", {
  large <- op_array(c(16777217, 1))
  expect_identical(as.vector(floor(large)), c(16777217, 1))
  expect_identical(as.vector(large %*% large), 16777217^2 + 1)
  expect_identical(mean(op_array(c(16777217, 16777219))) |> as.numeric(), 16777218)
  expect_identical(op_dtype(op_sum(op_array(2^40, "int64"))), "int64")
})

if (on_torch()) test_that("a matrix of R is one for operations that take no arrays", {
  x <- matrix(1:6 + 0, 2)
  expect_identical(as.array(op_kron(diag(2), x)), kronecker(diag(2), x))
  expect_identical(dim(op_unfold(array(x, c(1, 1, 2, 3)), 2)), c(1L, 4L, 2L))
  expect_identical(dim(random_dropout(x, 0.5)), c(2L, 3L))
  found <- op_jvp(function(x) x^2, list(3), list(1))
  expect_equal(as.numeric(found$tangent), 6)
})

if (on_torch() && has_tensorflow()) test_that("TensorFlow and Triton are in one process", {
  skip_if_not(py_module_available("triton"))
  loaded <- callr::r(function() {
    rkeras::import("tensorflow")
    rkeras::import("triton")
    "loaded"
  })
  expect_identical(loaded, "loaded")
})
