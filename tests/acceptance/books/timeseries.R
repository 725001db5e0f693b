# Temperatures of the next day: windows of a series, baselines, and recurrent networks
set_random_seed(1)
hours <- 1:1500
temperature <- 10 + 8 * sin(2 * pi * hours / 24) + as.numeric(arima.sim(list(ar = 0.9), 1500))
pressure <- 1000 + cumsum(rnorm(1500, sd = 0.1))
raw <- cbind(temperature, pressure, wind = abs(rnorm(1500)))
train <- 1:900
mean <- colMeans(raw[train, ])
sd <- apply(raw[train, ], 2, sd)
normalised <- scale(raw, center = mean, scale = sd)
sequence_length <- 24
delay <- sequence_length + 3 - 1
inputs <- head(normalised, -delay)
targets <- tail(temperature, -delay)
make_dataset <- function(from, to, shuffle = FALSE) {
  timeseries_dataset_from_array(
    inputs, targets, sequence_length = sequence_length, batch_size = 64, shuffle = shuffle,
    seed = 1, start_index = from, end_index = to
  )
}
train_dataset <- make_dataset(1, 900, TRUE)
val_dataset <- make_dataset(901, 1200)
test_dataset <- make_dataset(1201, nrow(inputs))
c(samples, wanted) %<-% iter_next(as_iterator(val_dataset))
stopifnot(identical(dim(samples), c(64L, 24L, 3L)))
stopifnot(all.equal(as.array(samples)[1, , 1], unname(inputs[901:924, 1]), tolerance = 1e-5))
stopifnot(all.equal(as.vector(wanted)[1:3], targets[901:903], tolerance = 1e-5))

# The last temperature as a forecast
evaluate_naive_method <- function(dataset) {
  total <- 0
  seen <- 0
  iterate(dataset, function(batch) {
    c(samples, targets) %<-% batch
    preds <- as.array(samples[, 24, 1]) * sd[[1]] + mean[[1]]
    total <<- total + sum(abs(preds - as.array(targets)))
    seen <<- seen + dim(samples)[1]
  })
  total / seen
}
baseline <- evaluate_naive_method(test_dataset)

train_model <- function(body, epochs = 6) {
  input <- layer_input(shape = c(sequence_length, ncol(raw)))
  model <- keras_model(input, input |> body() |> layer_dense(1))
  model |> compile(optimizer = optimizer_adam(0.01), loss = "mse", metrics = "mae")
  file <- tempfile(fileext = ".keras")
  model |> fit(train_dataset, epochs = epochs, validation_data = val_dataset, verbose = 0,
                callbacks = list(callback_model_checkpoint(file, save_best_only = TRUE)))
  evaluate(load_model(file), test_dataset, verbose = 0)[["mae"]]
}
errors <- c(
  dense = train_model(function(x) {
    x |> layer_reshape(-1) |> layer_dense(16, activation = "relu")
  }),
  convolution = train_model(function(x) {
    x |> layer_conv_1d(8, 12, activation = "relu") |> layer_max_pooling_1d(2) |>
      layer_global_average_pooling_1d()
  }, 2),
  lstm = train_model(function(x) {
    x |> layer_lstm(8, recurrent_dropout = 0.1) |> layer_dropout(0.1)
  }, 3),
  stacked = train_model(function(x) {
    x |> layer_gru(8, return_sequences = TRUE) |> layer_gru(8)
  }, 3),
  bidirectional = train_model(function(x) bidirectional(x, layer_lstm(units = 4)), 2)
)
stopifnot(errors[["dense"]] < baseline, all(is.finite(errors)))
