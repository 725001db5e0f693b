# temperature_scaling().

# Logits that are three times too large, of classes drawn with the probabilities of the true ones.
overconfident <- function(n, classes) {
  set.seed(1)
  z <- matrix(rnorm(n * classes), n)
  draw <- function(p) sample.int(classes, 1L, prob = p)
  list(x = 3 * z, y = apply(exp(z) / rowSums(exp(z)), 1L, draw) - 1L)
}

model_of <- function(width, activation, loss) {
  input <- keras_input(width)
  model <- keras_model(input, layer_activation(input, activation))
  compile(model, "sgd", loss)
}

temperature_in <- function(model) 1 / get_layer(model, "temperature")$scale

test_that("the temperature is the one by which the logits are too large", {
  data <- overconfident(2000, 3)
  model <- model_of(3, "softmax", "sparse_categorical_crossentropy")
  scaled <- temperature_scaling(model, data$x, data$y)
  expect_equal(temperature_in(scaled), 3, tolerance = 0.1)
  z <- data$x / temperature_in(scaled)
  expect_equal(predict(scaled, data$x), exp(z) / rowSums(exp(z)), tolerance = 1e-4)
  # At the minimum the derivative of the log loss is 0.
  p <- predict(scaled, data$x)
  at <- cbind(seq_len(2000), data$y + 1)
  expect_equal(mean(z[at]), mean(rowSums(p * z)), tolerance = 1e-2)
  loss <- function(model) evaluate(model, data$x, data$y, verbose = 0)[["loss"]]
  expect_lt(loss(scaled), loss(model))
})

test_that("one probability and logits are scaled, too", {
  data <- overconfident(2000, 2)
  x <- data$x[, 2, drop = FALSE] - data$x[, 1]
  one <- temperature_scaling(model_of(1, "sigmoid", "binary_crossentropy"), x, data$y)
  expect_equal(temperature_in(one), 3, tolerance = 0.1)
  expect_equal(predict(one, x), stats::plogis(x / temperature_in(one)), tolerance = 1e-4)
  loss <- loss_sparse_categorical_crossentropy(from_logits = TRUE)
  two <- temperature_scaling(model_of(2, "linear", loss), data$x, data$y)
  expect_equal(temperature_in(two), temperature_in(one), tolerance = 1e-3)
  expect_equal(predict(two, data$x), data$x / temperature_in(two), tolerance = 1e-4)
})

test_that("the model of a data frame takes data frames, and is saved without code of its own", {
  skip_if_not(on_tensorflow())
  set_random_seed(1)
  data <- data.frame(x = rnorm(120))
  data$y <- factor(ifelse(runif(120) < plogis(data$x), "yes", "no"))
  model <- tabular(y ~ x, data[1:60, ], epochs = 10)
  scaled <- temperature_scaling(model, data[61:120, ])
  before <- predict(model, newdata = data, type = "prob")
  after <- predict(scaled, newdata = data, type = "prob")
  z <- stats::qlogis(before[, "yes"]) / temperature_in(scaled)
  expect_equal(after[, "yes"], stats::plogis(z), tolerance = 1e-4)
  expect_identical(predict(scaled, newdata = data, type = "class"),
                   predict(model, newdata = data, type = "class"))
  expect_output(print(scaled), "Temperature")
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(scaled, path)
  expect_equal(predict(load_model(path), list(x = data$x)), unname(after[, "yes"]),
               tolerance = 1e-6)
  conformal(scaled, data[61:120, ])
  expect_type(predict(scaled, newdata = data, interval = "prediction"), "logical")
  expect_error(temperature_scaling(scaled, data), "has a temperature already")
})

test_that("rows that do not determine the temperature give a warning, others an error", {
  model <- model_of(2, "softmax", "sparse_categorical_crossentropy")
  x <- cbind(c(2, 0, 1), c(0, 2, 3))
  expect_warning(scaled <- temperature_scaling(model, x, c(0, 1, 1)), "All rows are predicted",
                 class = "rkeras_warning_calibration")
  expect_equal(temperature_in(scaled), 1)
  expect_warning(temperature_scaling(model, x, c(1, 0, 0)), "at the end of what is searched")
  expect_error(temperature_scaling(model, x, c(0, 1)), "2 classes")
  expect_error(temperature_scaling(model, x, c(0, 1, 2)), "one of 2 classes")
  expect_error(temperature_scaling(model, x), "`y` is missing")
  expect_error(temperature_scaling(1, x), "must be a Keras model")
  numbers <- model_of(2, "linear", "mse")
  expect_error(temperature_scaling(numbers, x / 4, c(0, 1, 1)), "do not sum to 1")
})
