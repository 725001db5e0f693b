# Getting more of a model: hyperparameters, ensembles, mixed precision, callbacks, and quantization
set_random_seed(1)
n <- 240
x <- matrix(rnorm(n * 6), n)
y <- as.integer(x[, 1] * x[, 2] + x[, 3] > 0)
split <- list(train = 1:160, val = 161:200, test = 201:240)
build_model <- function(hp) {
  model <- keras_model_sequential(input_shape = 6)
  for (i in seq_len(hp$num_layers)) model |> layer_dense(hp$units, activation = "relu")
  model |> layer_dense(1, activation = "sigmoid")
  model |> compile(optimizer_adam(hp$rate), "binary_crossentropy",
                   metrics = list("accuracy", metric_auc(name = "auc")))
  model
}
space <- expand.grid(num_layers = 1:2, units = c(8, 32), rate = c(0.01, 0.001))
callbacks <- list(
  callback_early_stopping(monitor = "val_loss", patience = 3, restore_best_weights = TRUE)
)
score_of <- function(row) {
  model <- build_model(space[row, ])
  fit(model, x[split$train, ], y[split$train], epochs = 8, batch_size = 32, verbose = 0,
      validation_data = list(x[split$val, ], y[split$val]), callbacks = callbacks)
  evaluate(model, x[split$val, ], y[split$val], verbose = 0)[["loss"]]
}
tried <- sample(nrow(space), 4)
scores <- vapply(tried, score_of, 0)
best <- space[tried[which.min(scores)], ]

# An ensemble, weighted by how good its members are
members <- lapply(1:3, function(i) {
  model <- build_model(best)
  fit(model, x[split$train, ], y[split$train], epochs = 15, verbose = 0)
  model
})
prediction_of <- function(model) predict(model, x[split$test, ], verbose = 0)[, 1]
predictions <- vapply(members, prediction_of, numeric(40))
loss <- function(p) {
  p <- pmin(pmax(p, 1e-7), 1 - 1e-7)
  mean(-(y[split$test] * log(p) + (1 - y[split$test]) * log(1 - p)))
}
stopifnot(loss(rowMeans(predictions)) <= mean(apply(predictions, 2, loss)) + 1e-6)

# Learning rates: a schedule, and a callback
schedule <- learning_rate_schedule_cosine_decay(0.05, decay_steps = 50)
rates <- vapply(c(0, 25, 50), function(step) as.numeric(schedule(step)), 0)
stopifnot(all.equal(rates, c(0.05, 0.025, 0), tolerance = 1e-5))
model <- build_model(best)
model |> fit(x, y, epochs = 3, verbose = 0, callbacks = list(
  callback_learning_rate_scheduler(function(epoch, lr) lr * 0.5),
  callback_csv_logger(log <- tempfile(fileext = ".csv")), callback_terminate_on_nan()
))
stopifnot(all.equal(as.numeric(model$optimizer$learning_rate), best$rate / 8, tolerance = 1e-5))
logged <- read.csv(log)
stopifnot(identical(nrow(logged), 3L), all(c("epoch", "loss", "auc") %in% names(logged)))

# TensorBoard's files
logs <- file.path(tempdir(), "logs")
model |> fit(x, y, epochs = 1, verbose = 0, callbacks = list(callback_tensorboard(logs)))
stopifnot(length(list.files(logs, "events", recursive = TRUE)) >= 1)

# Mixed precision: 16 bits for computing, 32 bits for weights
policy <- config_dtype_policy()
config_set_dtype_policy("mixed_float16")
mixed <- keras_model_sequential(input_shape = 6) |> layer_dense(8, activation = "relu") |>
  layer_dense(1, activation = "sigmoid", dtype = "float32")
config_set_dtype_policy(policy)
stopifnot(mixed$layers[[1]]$compute_dtype == "float16", mixed$layers[[1]]$kernel$dtype == "float32")
mixed |> compile("adam", "binary_crossentropy")
history <- mixed |> fit(x, y, epochs = 2, verbose = 0)
stopifnot(all(is.finite(history$metrics$loss)))

# Integers of 8 bits
quantized <- clone_model(members[[1]])
quantized$set_weights(members[[1]]$get_weights())
quantize_weights(quantized, "int8")
close <- abs(predict(quantized, x[split$test, ], verbose = 0)[, 1] - predictions[, 1])
stopifnot(max(close) < 0.1)

# Data that comes as it is needed
batches <- PyDataset(
  "Batches",
  initialize = function(...) super$initialize(...),
  `__len__` = function() 5L,
  `__getitem__` = function(index) {
    rows <- (index * 32 + 1):(index * 32 + 32)
    list(x[rows, ], y[rows])
  }
)
history <- members[[1]] |> fit(batches(), epochs = 2, verbose = 0)
stopifnot(length(history$metrics$loss) == 2)

# Gradients of several steps, and large ones cut off
careful <- keras_model_sequential(input_shape = 6) |> layer_dense(1, activation = "sigmoid")
optimizer <- optimizer_adam_w(0.01, weight_decay = 1e-3, clipnorm = 1,
                              gradient_accumulation_steps = 2)
careful |> compile(optimizer, "binary_crossentropy")
before <- careful$get_weights()
careful |> train_on_batch(x[1:8, ], y[1:8])
stopifnot(identical(careful$get_weights(), before))
careful |> train_on_batch(x[9:16, ], y[9:16])
stopifnot(!identical(careful$get_weights(), before))
