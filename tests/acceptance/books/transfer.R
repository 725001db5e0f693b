# A network that knows other pictures: features, a new head, fine-tuning, and saved models
set_random_seed(1)
pictures <- function(n, patterns) {
  class <- sample(seq_along(patterns), n, TRUE)
  x <- t(vapply(class, function(i) c(patterns[[i]]) + rnorm(256, sd = 0.3), numeric(256)))
  list(x = array_reshape(x, c(n, 16, 16, 1)), y = class - 1L)
}
stripes <- function(f) outer(1:16, 1:16, f)
source_patterns <- list(
  stripes(function(i, j) i %% 2), stripes(function(i, j) j %% 2),
  stripes(function(i, j) (i + j) %% 3 == 0)
)
target_patterns <- list(stripes(function(i, j) i %% 4 < 2), stripes(function(i, j) j %% 4 < 2))
old <- pictures(300, source_patterns)
new <- pictures(60, target_patterns)

conv_base <- keras_model_sequential(input_shape = c(16, 16, 1), name = "conv_base") |>
  layer_conv_2d(8, 3, padding = "same") |> layer_batch_normalization() |>
  layer_activation("relu") |> layer_max_pooling_2d(2) |>
  layer_conv_2d(16, 3, activation = "relu") |> layer_global_average_pooling_2d()
first <- keras_model_sequential(list(conv_base, layer_dense(units = 3, activation = "softmax")))
first |> compile("adam", "sparse_categorical_crossentropy", metrics = "accuracy")
first |> fit(old$x, old$y, epochs = 8, verbose = 0)

# Features once, for a classifier
get_features <- function(data) predict(conv_base, data$x, verbose = 0)
features <- get_features(new)
stopifnot(identical(dim(features), c(60L, 16L)))
inputs <- layer_input(shape = 16)
head <- keras_model(inputs, inputs |> layer_dropout(0.2) |> layer_dense(1, activation = "sigmoid"))
head |> compile(optimizer_adam(0.05), "binary_crossentropy", metrics = "accuracy")
history <- head |> fit(features, new$y, epochs = 10, validation_split = 0.2, verbose = 0)
stopifnot(length(history$metrics$val_accuracy) == 10)

# The frozen base within a new model
freeze_weights(conv_base)
stopifnot(length(conv_base$trainable_weights) == 0)
inputs <- layer_input(shape = c(16, 16, 1))
outputs <- inputs |> conv_base(training = FALSE) |> layer_dense(1, activation = "sigmoid")
model <- keras_model(inputs, outputs)
stopifnot(length(model$trainable_weights) == 2)
before <- conv_base$get_weights()
model |> compile(optimizer_adam(0.05), "binary_crossentropy", metrics = "accuracy")
model |> fit(new$x, new$y, epochs = 10, verbose = 0)
stopifnot(identical(conv_base$get_weights(), before))

# The last layers of the base, at a small rate
unfreeze_weights(conv_base, from = -3)
stopifnot(length(conv_base$trainable_weights) == 2)
model |> compile(optimizer_adam(1e-3), "binary_crossentropy", metrics = "accuracy")
model |> fit(new$x, new$y, epochs = 3, verbose = 0)
changed <- mapply(function(a, b) any(a != b), conv_base$get_weights(), before)
stopifnot(identical(which(changed), 7:8))

# Files: the whole model, its weights, its configuration, and the base of another model
file <- tempfile(fileext = ".keras")
save_model(model, file)
expected <- predict(model, new$x, verbose = 0)
stopifnot(identical(predict(load_model(file), new$x, verbose = 0), expected))
weights <- tempfile(fileext = ".weights.h5")
save_model_weights(model, weights)
copy <- clone_model(model)
load_model_weights(copy, weights)
stopifnot(all.equal(predict(copy, new$x, verbose = 0), expected))
again <- from_config(get_config(model))
stopifnot(count_params(again) == count_params(model))

# An architecture of Keras, without downloads
mobile <- application_mobilenet_v2(weights = NULL, include_top = FALSE, alpha = 0.35,
                                   input_shape = c(32, 32, 3))
features <- predict(mobile, array(runif(3072), c(1, 32, 32, 3)), verbose = 0)
stopifnot(identical(dim(features)[4], 1280L))
