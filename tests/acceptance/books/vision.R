# Pictures: a network with convolutions, augmentation, files in folders, and blocks with shortcuts
set_random_seed(1)
# Bars across and bars down, in files
picture <- function(is_down) {
  x <- array(0.2, c(16, 16, 3))
  at <- sample(3:12, 1)
  if (is_down) x[, at:(at + 2), ] <- 0.9 else x[at:(at + 2), , ] <- 0.9
  pmin(pmax(x + rnorm(length(x), sd = 0.05), 0), 1)
}
folder <- file.path(tempdir(), "bars")
for (class in c("across", "down")) {
  dir.create(file.path(folder, class), recursive = TRUE)
  for (i in 1:24) {
    image_array_save(picture(class == "down") * 255, file.path(folder, class, paste0(i, ".png")))
  }
}
train_dataset <- image_dataset_from_directory(
  folder, image_size = c(16, 16), batch_size = 8, validation_split = 0.25, subset = "training",
  seed = 1, verbose = FALSE
)
validation_dataset <- image_dataset_from_directory(
  folder, image_size = c(16, 16), batch_size = 8, validation_split = 0.25, subset = "validation",
  seed = 1, verbose = FALSE
)
c(data_batch, labels_batch) %<-% iter_next(as_iterator(train_dataset))
stopifnot(identical(dim(data_batch), c(8L, 16L, 16L, 3L)), identical(dim(labels_batch), 8L))

data_augmentation <- keras_model_sequential() |>
  layer_random_flip("horizontal") |>
  layer_random_brightness(0.1, value_range = c(0, 255)) |>
  layer_random_contrast(0.1)
flipped <- data_augmentation(data_batch, training = TRUE)
stopifnot(identical(dim(flipped), dim(data_batch)))

inputs <- layer_input(shape = c(16, 16, 3))
outputs <- inputs |> data_augmentation() |> layer_rescaling(1 / 255) |>
  layer_conv_2d(filters = 8, kernel_size = 3, activation = "relu") |>
  layer_max_pooling_2d(pool_size = 2) |>
  layer_conv_2d(filters = 16, kernel_size = 3, activation = "relu") |>
  layer_global_average_pooling_2d() |>
  layer_dropout(0.2) |>
  layer_dense(1, activation = "sigmoid")
model <- keras_model(inputs, outputs)
model |> compile(loss = "binary_crossentropy", optimizer = optimizer_adam(0.02),
                  metrics = "accuracy")
file <- tempfile(fileext = ".keras")
callbacks <- list(callback_model_checkpoint(file, save_best_only = TRUE, monitor = "val_loss"))
history <- model |> fit(train_dataset, epochs = 15, validation_data = validation_dataset,
                         callbacks = callbacks, verbose = 0)
test_model <- load_model(file)
result <- evaluate(test_model, validation_dataset, verbose = 0)
stopifnot(all.equal(result[["loss"]], min(history$metrics$val_loss), tolerance = 1e-4))
stopifnot(result[["accuracy"]] > 0.8)

# A small Xception: residual blocks of separable convolutions with batch normalisation
inputs <- layer_input(shape = c(16, 16, 3))
x <- inputs |> layer_rescaling(scale = 1 / 255) |>
  layer_conv_2d(filters = 8, kernel_size = 5, use_bias = FALSE)
for (size in c(8, 16)) {
  residual <- x
  x <- x |>
    layer_batch_normalization() |> layer_activation("relu") |>
    layer_separable_conv_2d(size, 3, padding = "same", use_bias = FALSE) |>
    layer_batch_normalization() |> layer_activation("relu") |>
    layer_separable_conv_2d(size, 3, padding = "same", use_bias = FALSE) |>
    layer_max_pooling_2d(3, strides = 2, padding = "same")
  residual <- residual |>
    layer_conv_2d(size, 1, strides = 2, padding = "same", use_bias = FALSE)
  x <- layer_add(list(x, residual))
}
outputs <- x |> layer_global_average_pooling_2d() |> layer_dense(1, activation = "sigmoid")
model <- keras_model(inputs, outputs)
stopifnot(identical(dim(predict(model, train_dataset, verbose = 0)), c(36L, 1L)))
model |> compile(loss = "binary_crossentropy", optimizer = "adam", metrics = "accuracy")
history <- model |> fit(train_dataset, epochs = 2, verbose = 0)
stopifnot(all(is.finite(history$metrics$loss)))

# What the layers see, and the pattern to which a filter responds most
is_conv <- vapply(model$layers, function(layer) grepl("conv", layer$name), NA)
layer_outputs <- lapply(model$layers[is_conv], function(layer) layer$output)
activation_model <- keras_model(model$input, layer_outputs)
activations <- activation_model |> predict(data_batch[1, , , , drop = FALSE], verbose = 0)
stopifnot(length(activations) == sum(is_conv))
stopifnot(identical(dim(activations[[1]]), c(1L, 12L, 12L, 8L)))
extractor <- keras_model(model$input, layer_outputs[[1]])
gradient_ascent_step <- tf_function(function(image, filter_index, learning_rate) {
  with(tf$GradientTape() %as% tape, {
    tape$watch(image)
    activation <- extractor(image)
    loss <- tf$reduce_mean(activation[, 3:10, 3:10, filter_index])
  })
  grads <- tf$math$l2_normalize(tape$gradient(loss, image))
  list(image + learning_rate * grads, loss)
})
image <- tf$random$uniform(shape(1, 16, 16, 3), minval = 100, maxval = 150)
losses <- numeric()
for (i in 1:5) {
  c(image, loss) %<-% gradient_ascent_step(image, 2L, 50)
  losses <- c(losses, as.numeric(loss))
}
stopifnot(all(diff(losses) > 0))
unlink(folder, recursive = TRUE)
