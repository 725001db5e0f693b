# rkeras_guide("python-keras-to-r"): my tf.data pipeline, with a validation part and early stopping.
set_random_seed(1)
flowers <- list(as.matrix(iris[1:4]), as.integer(iris$Species) - 1L)
shuffled <- tensor_slices_dataset(flowers) |>
  dataset_shuffle(buffer_size = 150, reshuffle_each_iteration = FALSE) |>
  dataset_map(function(x, y) list(x / 10, y), num_parallel_calls = 2)
validation <- shuffled |> dataset_take(30) |> dataset_batch(32)
train <- shuffled |>
  dataset_skip(30) |>
  dataset_batch(32) |>
  dataset_prefetch()
c(x, y) %<-% iter_next(as_iterator(train))
stopifnot(identical(dim(x), c(32L, 4L)))

model <- keras_model_sequential(input_shape = 4) |>
  layer_dense(units = 16, activation = "relu") |>
  layer_dense(units = 3, activation = "softmax")
model |> compile(
  optimizer = optimizer_adam(0.02), loss = "sparse_categorical_crossentropy", metrics = "accuracy"
)
stopping <- callback_early_stopping(patience = 3, restore_best_weights = TRUE)
history <- model |>
  fit(train, epochs = 15, validation_data = validation, callbacks = stopping, verbose = 0)
stopifnot(c("val_loss", "val_accuracy") %in% names(history$metrics))
found <- model |> evaluate(validation, verbose = 0)
stopifnot(found$accuracy > 0.5, nrow(predict(model, validation, verbose = 0)) == 30)
