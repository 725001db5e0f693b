# Training step by step: loops by hand, and models with their own step
set_random_seed(1)
get_model <- function() {
  inputs <- layer_input(shape = c(20))
  outputs <- inputs |> layer_dense(32, activation = "relu") |> layer_dropout(0.2) |>
    layer_dense(4, activation = "softmax")
  keras_model(inputs, outputs)
}
centres <- matrix(rnorm(80, sd = 2), 4)
labels <- sample(0:3, 256, replace = TRUE)
images <- centres[labels + 1, ] + matrix(rnorm(256 * 20), 256)

# ---- By hand -------------------------------------------------------------------------------------
model <- get_model()
loss_fn <- loss_sparse_categorical_crossentropy()
optimizer <- optimizer_rmsprop()
metrics <- list(metric_sparse_categorical_accuracy())
loss_tracking_metric <- metric_mean()
train_step <- tf_function(function(inputs, targets) {
  with(tf$GradientTape() %as% tape, {
    predictions <- model(inputs, training = TRUE)
    loss <- loss_fn(targets, predictions)
  })
  gradients <- tape$gradient(loss, model$trainable_weights)
  optimizer$apply_gradients(zip_lists(gradients, model$trainable_weights))
  logs <- list()
  for (metric in metrics) {
    metric$update_state(targets, predictions)
    logs[[metric$name]] <- metric$result()
  }
  loss_tracking_metric$update_state(loss)
  logs$loss <- loss_tracking_metric$result()
  logs
})
reset_metrics <- function() for (metric in c(metrics, loss_tracking_metric)) metric$reset_state()
training_dataset <- tensor_slices_dataset(list(images, labels)) |> dataset_batch(32)
seen <- numeric()
for (epoch in 1:3) {
  reset_metrics()
  training_dataset_iterator <- as_iterator(training_dataset)
  repeat {
    batch <- iter_next(training_dataset_iterator)
    if (is.null(batch)) break
    c(inputs_batch, targets_batch) %<-% batch
    logs <- train_step(inputs_batch, targets_batch)
  }
  seen <- c(seen, as.numeric(logs$loss))
}
stopifnot(all(diff(seen) < 0), as.numeric(logs$sparse_categorical_accuracy) > 0.6)
if (requireNamespace("coro", quietly = TRUE)) {
  count <- 0
  coro::loop(for (batch in training_dataset) count <- count + 1)
  stopifnot(count == 8)
}

# ---- fit() with a step of one's own --------------------------------------------------------------
custom_model <- new_model_class(
  "CustomModel",
  train_step = function(data) {
    c(x, y = y, sample_weight = weights) %<-% c(data, list(NULL))[1:3]
    with(tf$GradientTape() %as% tape, {
      y_pred <- self(x, training = TRUE)
      loss <- self$compute_loss(y = y, y_pred = y_pred)
    })
    gradients <- tape$gradient(loss, self$trainable_weights)
    self$optimizer$apply_gradients(zip_lists(gradients, self$trainable_weights))
    logs <- list()
    for (metric in self$metrics) {
      if (metric$name == "loss") metric$update_state(loss)
      else metric$update_state(y, y_pred)
      logs[[metric$name]] <- metric$result()
    }
    logs
  }
)
inputs <- layer_input(shape = 20)
outputs <- inputs |> layer_dense(32, activation = "relu") |> layer_dense(4, activation = "softmax")
model <- custom_model(inputs = inputs, outputs = outputs)
model |> compile(optimizer_adam(0.01), "sparse_categorical_crossentropy", metrics = "accuracy")
history <- model |> fit(images, labels, epochs = 5, verbose = 0)
stopifnot(all(c("accuracy", "loss") %in% names(history$metrics)))
stopifnot(tail(history$metrics$accuracy, 1) > 0.8)
stopifnot(evaluate(model, images, labels, verbose = 0)[["accuracy"]] > 0.8)
