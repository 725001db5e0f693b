# loss_gaussian_nll(), loss_quantile() and loss_gaussian_mixture_nll().

y <- c(0.5, -1, 3)
value <- function(loss) as.vector(as.array(loss))

test_that("values are those of R's densities", {
  mean <- c(0, 1, 2)
  sd <- c(1, 2, 0.5)
  expected <- -dnorm(y, mean, sd, log = TRUE)
  expect_equal(value(loss_gaussian_nll(y, cbind(mean, log(sd)))), expected, tolerance = 1e-5)
  expect_equal(value(loss_gaussian_nll(as.matrix(y), cbind(mean, log(sd)))), expected,
               tolerance = 1e-5)
  two <- loss_gaussian_nll(cbind(y, y), cbind(mean, mean, log(sd), log(sd)))
  expect_equal(value(two), 2 * expected, tolerance = 1e-5)
  parameters <- cbind(0, 1, mean, -mean, log(sd), 0)
  weight <- c(1, exp(1)) / (1 + exp(1))
  density <- weight[[1]] * dnorm(y, mean, sd) + weight[[2]] * dnorm(y, -mean, 1)
  expect_equal(value(loss_gaussian_mixture_nll(y, parameters, components = 2)), -log(density),
               tolerance = 1e-5)
})

test_that("the quantile loss is smallest at the quantiles", {
  probs <- c(0.25, 0.5)
  expect_equal(value(loss_quantile(1, cbind(0, 3), probs = probs)), (0.25 * 1 + 0.5 * 2) / 2,
               tolerance = 1e-6)
  set.seed(1)
  x <- rexp(999)
  at <- function(q) mean(value(loss_quantile(x, cbind(rep(q, 999)), probs = 0.8)))
  best <- stats::optimize(at, c(0, 5))$minimum
  expect_equal(best, stats::quantile(x, 0.8, type = 1)[[1]], tolerance = 0.02)
})

test_that("a model is trained, predicts a distribution, and survives its file", {
  set_random_seed(1)
  x <- runif(200)
  y <- x + rnorm(200) * (0.1 + x)
  losses <- list(
    gaussian = list(2, loss_gaussian_nll()), quantile = list(3, loss_quantile(probs = 1:3 / 4)),
    mixture = list(6, loss_gaussian_mixture_nll(components = 2))
  )
  for (kind in names(losses)) {
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(losses[[kind]][[1]])
    compile(model, optimizer_adam(0.05), losses[[kind]][[2]])
    history <- fit(model, x, y, epochs = 20, batch_size = 50, verbose = 0)
    expect_lt(history$metrics$loss[[20]], history$metrics$loss[[1]])
    path <- withr::local_tempfile(fileext = ".keras")
    save_model(model, path)
    loaded <- load_model(path)
    expect_identical(loaded$loss$get_config(), model$loss$get_config())
    expect_equal(evaluate(loaded, x, y, verbose = 0), evaluate(model, x, y, verbose = 0))
    q <- predict(loaded, x, type = "quantile", probs = c(0.25, 0.5, 0.75))
    expect_equal(q, predict(model, x, type = "quantile", probs = c(0.25, 0.5, 0.75)))
    expect_identical(colnames(q), c("25%", "50%", "75%"))
    half <- predict(model, x, interval = "prediction", level = 0.5)
    expect_equal(unname(half[, c("lwr", "upr")]), unname(q[, c(1, 3)]))
    # The response of Keras: its outputs.
    expect_identical(ncol(predict(model, x)), as.integer(losses[[kind]][[1]]))
  }
})

test_that("a file is loaded in a session that has made no such loss", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(2)
  compile(model, "sgd", loss_quantile(probs = c(0.2, 0.8)))
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  loaded <- in_new_session(function(path) {
    library(rkeras)
    unlist(load_model(path)$loss$distribution$probs)
  }, path)
  expect_equal(loaded$value, c(0.2, 0.8))
})

test_that("what is no distribution is an error", {
  expect_error(loss_quantile(probs = c(0.9, 0.1)), "`probs` must be increasing")
  expect_error(loss_quantile(probs = 1), "between 0 and 1")
  expect_error(loss_gaussian_mixture_nll(components = 0), "`components` must be one positive")
  expect_error(loss_quantile(1), "go together")
  expect_error(loss_gaussian_nll(1, cbind(1, 2), name = "x"), "is for the object")
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(1)
  compile(model, "sgd", "mse")
  expect_error(predict(model, 1, type = "quantile"), "loss_quantile\\(\\)")
  expect_error(predict(model, 1, probs = 2), "`probs`")
})
