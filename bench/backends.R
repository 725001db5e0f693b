# Training and prediction of data in memory on JAX: as rkeras chooses
# (R/train-resident.R) beside Keras's own loop in the same session. The first three networks are run
# in few calls, the others are left to Keras's loop on a CPU.
Sys.setenv(KERAS_BACKEND = "jax")

source("bench/measure.R")
suppressMessages(library(rkeras))

networks <- list(
  `iris, 16 units` = list(n = 150, shape = 4, size = 32, layers = function(x) {
    layer_dense(x, 16, activation = "relu")
  }),
  `digits, 64 units` = list(n = 1797, shape = 64, size = 32, layers = function(x) {
    layer_dense(x, 64, activation = "relu")
  }),
  `20,000 x 784, 64 units` = list(n = 20000, shape = 784, size = 32, layers = function(x) {
    layer_dense(x, 64, activation = "relu")
  }),
  `the same, batches of 128` = list(n = 20000, shape = 784, size = 128, layers = function(x) {
    layer_dense(x, 64, activation = "relu")
  }),
  `10,000 x 784, 512 units` = list(n = 10000, shape = 784, size = 128, layers = function(x) {
    layer_dense(x, 512, activation = "relu")
  }),
  `convnet` = list(n = 2000, shape = c(28, 28, 1), size = 32, layers = function(x) {
    x |>
      layer_conv_2d(8, 3, activation = "relu") |>
      layer_max_pooling_2d() |>
      layer_flatten()
  }),
  LSTM = list(n = 2000, shape = c(28, 28), size = 32, layers = function(x) layer_lstm(x, 32))
)

model_of <- function(network) {
  input <- keras_input(network$shape)
  model <- keras_model(input, layer_dense(network$layers(input), 10, activation = "softmax"))
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy")
  model
}

# Seconds of the first epoch, of another, and of predictions.
times <- function(network, data, is_resident) {
  options(rkeras.resident = is_resident)
  model <- model_of(network)
  train <- function(epochs) {
    fit(model, data$x, data$y, batch_size = network$size, epochs = epochs, verbose = 0)
  }
  seconds <- function(code) system.time(code, gcFirst = FALSE)[["elapsed"]]
  first <- seconds(train(1))
  predict(model, data$x)
  epochs <- if (network$n < 5000) 10 else 3
  c(first = first, epoch = min(seconds(train(epochs)), seconds(train(epochs))) / epochs,
    predict = min(replicate(5, seconds(predict(model, data$x)))))
}

for (name in names(networks)) {
  network <- networks[[name]]
  set.seed(1)
  data <- list(x = array(runif(network$n * prod(network$shape)), c(network$n, network$shape)),
               y = sample(0:9, network$n, TRUE))
  kerass <- times(network, data, FALSE)
  chosen <- times(network, data, TRUE)
  cat(sprintf(
    "%-25s epoch %.4f s, Keras's %.4f (%.1f); first %.1f, %.1f; predict() %.3f, %.3f (%.1f)\n",
    name, chosen[["epoch"]], kerass[["epoch"]], kerass[["epoch"]] / chosen[["epoch"]],
    chosen[["first"]], kerass[["first"]], chosen[["predict"]], kerass[["predict"]],
    kerass[["predict"]] / chosen[["predict"]]
  ))
}
