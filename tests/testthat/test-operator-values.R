# One operator for each backend: this file runs on all (tools/run-tests.R).

square <- function(...) {
  r_operator(
    function(x) x^2, gradient = function(x, y, dy) 2 * x * dy, shape = function(x) x,
    name = "square", ...
  )
}

test_that("an operator computes on the backend in use", {
  y <- square(Tout = "float32")(op_array(c(1, 2, 3), "float32"))
  expect_equal(as.array(y), array(c(1, 4, 9)))
  expect_equal(as.vector(as.array(square()(3))), 9)
  two <- r_operator(function(x) list(sum(x), as.integer(which.max(x))), c("float32", "int32"))
  expect_equal(lapply(two(c(3, 5)), function(x) as.vector(as.array(x))), list(8, 2))
  scalar <- r_operator(sum, "float32", shape = function(x) integer())
  expect_identical(as.integer(dim(scalar(matrix(1:4 + 0, 2)))), integer())
})

test_that("operators are losses and layers on each backend", {
  loss <- r_operator(
    function(y, p) mean((c(y) - c(p))^2), "float32",
    shape = function(y, p) integer(),
    gradient = function(y, p, value, d) list(NULL, d * 2 * (c(p) - c(y)) / length(y))
  )
  half <- r_operator(
    function(x) x / 2, "float32", shape = function(x) x, gradient = function(x, y, dy) dy / 2
  )
  set.seed(1)
  x <- matrix(rnorm(200), 100)
  y <- x %*% c(1, -2)
  input <- keras_input(2)
  model <- keras_model(input, half(input) |> layer_dense(1))
  compile(
    model, optimizer_adam(0.2), function(y_true, y_pred) loss(y_true, y_pred), jit_compile = FALSE
  )
  fit(model, x, y, epochs = 60, batch_size = 50, verbose = 0)
  expect_equal(unlist(get_weights(model))[1:2] / 2, c(1, -2), tolerance = 0.05)
})

test_that("a value that is not as declared is the same error on each backend", {
  # Arrays need no backend: what operators of JAX and PyTorch check in R.
  expect_error(
    operator_outputs(function(x) "a", list(1), NULL, "float32", "f", "output"),
    "Output 1 of the operator `f` must be of dtype float32, but it is a character vector of length",
    fixed = TRUE, class = "rkeras_error_operator"
  )
  expect_error(
    operator_outputs(function(x) 1:3, list(1), list(2L), "float32", "f", "gradient"),
    "Gradient 1 of the operator `f` must be of shape (2), but it is an integer vector of length 3.",
    fixed = TRUE
  )
  expect_error(
    operator_outputs(function(x) list(1, 2), list(1), NULL, "float32", "f", "output"),
    "must return a list of length 1, but it returned a list of length 2", fixed = TRUE
  )
  expect_error(
    operator_outputs(function(x) 1.5, list(1), NULL, "int32", "f", "output"), "dtype int32"
  )
  bad <- r_operator(function(x) "a", name = "f")
  expect_error(bad(1), "`f` must be of dtype float64", class = "rkeras_error_operator")
})

if (on_jax()) {
  jax_value <- function(x) as.vector(as.array(x))

  test_that("JAX differentiates, compiles and maps operators", {
    jax <- import("jax")
    op <- square()
    total <- function(x) op_sum(op(x))
    x <- op_array(c(1, 2, 3))
    expect_equal(jax_value(jax$grad(total)(x)), c(2, 4, 6))
    expect_equal(jax_value(py_call_blocking(jax$jit(total), x)), 14)
    expect_equal(jax_value(py_call_blocking(jax$jit(jax$grad(total)), x)), c(2, 4, 6))
    numeric <- r_operator(function(x) sum(x^3), shape = function(x) integer(), gradient = "numeric")
    expect_equal(jax_value(jax$grad(function(x) numeric(x))(x)), c(3, 12, 27), tolerance = 1e-3)
  })

  test_that("JAX says what it lacks", {
    jax <- import("jax")
    shapeless <- r_operator(function(x) x, name = "shapeless")
    expect_error(
      jax$jit(function(x) shapeless(x))(op_array(1)), "`shapeless`.*`shape`",
      class = "rkeras_error_operator"
    )
    plain <- r_operator(function(x) x, shape = function(x) x, name = "plain")
    expect_error(
      jax$grad(function(x) plain(x))(op_array(1)), "`plain` has no gradient",
      class = "rkeras_error_operator"
    )
    failing <- r_operator(
      function(x) stop(errorCondition("own", class = "own_error")),
      shape = function(x) x
    )
    expect_error(failing(1), "own", class = "own_error")
  })
}

test_that("inputs with one axis are vectors of their class", {
  skip_if_not_installed("bit64")
  x <- bit64::as.integer64(c("9007199254740993", "1"))
  expect_identical(as_plain(structure(x, dim = 2L)), x)
  expect_identical(as_plain(array(1, 1L)), array(1, 1L))
})
