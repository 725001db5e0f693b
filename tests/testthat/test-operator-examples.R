# Larger examples: the gradient of each is compared with central differences or with TensorFlow's.

slopes_of <- function(op, inputs, weights = NULL) {
  inputs <- lapply(inputs, as_tensor)
  with(tf$GradientTape() %as% tape, {
    tape$watch(Filter(function(x) x$dtype$is_floating, inputs))
    y <- do.call(op, inputs)
    total <- tf$reduce_sum(if (is.null(weights)) y else y * weights)
  })
  lapply(tape$gradient(total, inputs), function(x) if (!is.null(x)) as.array(x))
}

network <- function(x, W1, b1, W2, b2) W2 %*% tanh(W1 %*% x + b1) + b2 # nolint

jacobian <- function(x, W1, b1, W2) { # nolint
  h <- as.vector(tanh(W1 %*% x + b1))
  W2 %*% ((1 - h^2) * W1)
}

jacobian_gradient <- function(x, W1, b1, W2, J, G) { # nolint
  h <- as.vector(tanh(W1 %*% x + b1))
  s <- 1 - h^2
  back <- crossprod(W2, G)
  dz <- rowSums(back * W1) * -2 * h * s
  list(crossprod(W1, dz)[, 1], s * back + outer(dz, as.vector(x)), dz, tcrossprod(G, s * W1))
}

test_that("the Jacobian of a two-layer network", {
  set.seed(1)
  n <- 10
  inputs <- list(rnorm(n), matrix(rnorm(n^2), n) / 3, rnorm(n), matrix(rnorm(n^2), n) / 3)
  shape <- function(x, ...) c(x, x)
  op <- r_operator(jacobian, shape = shape, gradient = jacobian_gradient)
  by_tf <- function() {
    x <- as_tensor(inputs[[1]])
    rest <- lapply(inputs[-1], as_tensor)
    with(tf$GradientTape() %as% tape, {
      tape$watch(x)
      h <- tf$tanh(tf$linalg$matvec(rest[[1]], x) + rest[[2]])
      y <- tf$linalg$matvec(rest[[3]], h)
    })
    as.array(tape$jacobian(y, x))
  }
  ours <- as.array(do.call(op, inputs))
  expect_identical(dim(ours), c(10L, 10L))
  expect_equal(ours, by_tf(), tolerance = 1e-12)
  weights <- as_tensor(matrix(rnorm(n^2), n))
  numeric <- r_operator(jacobian, shape = shape, gradient = "numeric")
  expect_equal(
    slopes_of(op, inputs, weights), slopes_of(numeric, inputs, weights), tolerance = 1e-7
  )
  tensors <- lapply(inputs, as_tensor)
  graph <- tf$`function`(function(x) op(x, tensors[[2]], tensors[[3]], tensors[[4]]))
  expect_identical(as.array(graph(tensors[[1]])), ours)
  points <- matrix(rnorm(8 * n), 8)
  data <- tf$data$Dataset$from_tensor_slices(as_tensor(points))$map(
    function(x) op(x, tensors[[2]], tensors[[3]], tensors[[4]]), num_parallel_calls = 4L
  )
  found <- lapply(iterate(data), as.array)
  expected <- lapply(1:8, function(i) do.call(jacobian, c(list(points[i, ]), inputs[-1])))
  expect_equal(found, expected)
})

test_that("an ordinary differential equation of deSolve, trained through", {
  skip_if_not_installed("deSolve")
  times <- seq(0, 5, length.out = 11)
  # A drug in the gut and in the blood: absorbed at rate p[1], eliminated at rate p[2].
  rates <- function(t, y, p) list(c(-p[[1]] * y[[1]], p[[1]] * y[[1]] - p[[2]] * y[[2]]))
  solve_ode <- function(p) unname(deSolve::ode(c(1, 0), times, rates, p)[, -1])
  adjoint <- function(t, z, p) {
    y <- z[1:2]
    l <- z[3:4]
    jacobian <- matrix(c(-p[[1]], p[[1]], 0, -p[[2]]), 2)
    by_p <- matrix(c(-y[[1]], y[[1]], 0, -y[[2]]), 2)
    list(c(unlist(rates(t, y, p)), -crossprod(jacobian, l), -crossprod(by_p, l)))
  }
  backwards <- function(p, y, dy) {
    z <- c(0, 0, 0, 0, 0, 0)
    for (i in length(times):2) {
      z[1:2] <- y[i, ]
      z[3:4] <- z[3:4] + dy[i, ]
      z <- deSolve::ode(z, times[c(i, i - 1)], adjoint, p)[2, -1]
    }
    z[5:6]
  }
  op <- r_operator(solve_ode, gradient = backwards, shape = function(p) c(11, 2))
  p <- c(1.2, 0.4)
  weights <- as_tensor(matrix(sin(1:22), 11))
  numeric <- r_operator(solve_ode, gradient = "numeric", shape = function(p) c(11, 2))
  expect_equal(
    slopes_of(op, list(p), weights), slopes_of(numeric, list(p), weights), tolerance = 1e-4
  )
  target <- as_tensor(solve_ode(c(0.9, 0.3)))
  fitted <- tf$Variable(as_tensor(log(p)))
  optimizer <- optimizer_adam(0.1)
  step <- tf$`function`(function() {
    with(tf$GradientTape() %as% tape, {
      loss <- tf$reduce_sum((op(tf$exp(fitted)) - target)^2)
    })
    optimizer$apply(list(tape$gradient(loss, fitted)), list(fitted))
    loss
  })
  for (i in 1:80) loss <- step()
  expect_lt(as.numeric(as.array(loss)), 1e-3)
  expect_equal(as.vector(as.array(tf$exp(fitted))), c(0.9, 0.3), tolerance = 0.05)
})

test_that("a model of mgcv as a layer", {
  skip_if_not_installed("mgcv")
  set.seed(1)
  x <- runif(300)
  z <- rnorm(300)
  y <- sin(6 * x) + 2 * z + rnorm(300, sd = 0.1)
  smooth <- mgcv::gam(y ~ s(x))
  predicted <- function(x) array(predict(smooth, data.frame(x = c(x))), c(length(x), 1))
  op <- r_operator(predicted, "float32", shape = function(x) c(x[[1]], 1), gradient = "numeric")
  inputs <- list(keras_input(1), keras_input(1))
  output <- layer_add(list(op(inputs[[1]]), layer_dense(inputs[[2]], 1)))
  model <- keras_model(inputs, output)
  compile(model, optimizer_adam(0.1), "mse")
  fit(model, list(x, z), y, epochs = 30, verbose = 0)
  expect_equal(unlist(get_weights(model))[[1]], 2, tolerance = 0.1)
  by_r <- diff(predict(smooth, data.frame(x = c(0.4999, 0.5001)))) / 0.0002
  wide <- r_operator(predicted, gradient = "numeric")
  expect_equal(c(slopes_of(wide, list(matrix(0.5)))[[1]]), unname(c(by_r)), tolerance = 1e-3)
})

test_that("likelihoods of R's distributions with their scores", {
  nbinom <- r_operator(
    function(y, eta) -sum(dnbinom(y, mu = exp(eta[, 1]), size = exp(eta[, 2]), log = TRUE)),
    shape = function(y, eta) integer(),
    gradient = function(y, eta, value, d) {
      mu <- exp(eta[, 1])
      k <- exp(eta[, 2])
      by_mu <- k * (y - mu) / (k + mu)
      by_k <- k * (digamma(y + k) - digamma(k) + log(k / (k + mu)) + (mu - y) / (k + mu))
      list(NULL, -d * cbind(c(by_mu), c(by_k)))
    }
  )
  weibull <- r_operator(
    function(t, event, eta) {
      shape <- exp(eta[, 2])
      scale <- exp(eta[, 1])
      log_f <- dweibull(t, shape, scale, log = TRUE)
      log_s <- pweibull(t, shape, scale, lower.tail = FALSE, log.p = TRUE)
      -sum(ifelse(event == 1, log_f, log_s))
    },
    shape = function(...) integer(),
    gradient = function(t, event, eta, value, d) {
      k <- exp(eta[, 2])
      u <- c(t) / exp(eta[, 1])
      by_scale <- k * (u^k - c(event))
      by_shape <- c(event) + k * log(u) * (c(event) - u^k)
      list(NULL, NULL, -d * cbind(by_scale, by_shape))
    }
  )
  set.seed(1)
  n <- 40
  eta <- matrix(rnorm(2 * n, sd = 0.3), n)
  data <- list(as.integer(rnbinom(n, size = 2, mu = 3)), rweibull(n, 1.5), rbinom(n, 1, 0.7))
  numeric <- function(op) {
    r_operator(definition_of(op)$f, shape = function(...) integer(), gradient = "numeric")
  }
  expect_equal(
    slopes_of(nbinom, list(data[[1]], eta))[[2]],
    slopes_of(numeric(nbinom), list(data[[1]], eta))[[2]], tolerance = 1e-7
  )
  expect_equal(
    slopes_of(weibull, list(data[[2]], data[[3]], eta))[[3]],
    slopes_of(numeric(weibull), list(data[[2]], data[[3]], eta))[[3]], tolerance = 1e-7
  )
})
