# Models: made, looked at, trained, evaluated, changed.

x <- as.matrix(iris[, 1:4])
y <- as.integer(iris$Species) - 1L
small <- function(...) keras_model_sequential(input_shape = 4, ...) |> layer_dense(units = 3)

case("keras_model_sequential() with a pipe", {
  model <- keras_model_sequential(input_shape = c(28, 28, 1)) |>
    layer_flatten() |>
    layer_dense(units = 10, activation = "softmax")
  list(length(model$layers), count_params(model))
}, list(2L, 7850))
case("keras_model_sequential() with a list of layers", {
  model <- keras_model_sequential(layers = list(layer_dense(units = 2), layer_dense(units = 1)))
  dim(model(matrix(0, 3, 4)))
}, c(3L, 1L))
case("keras_model_sequential() with a batch size", {
  small(input_batch_size = 16)$input_shape
}, list(16L, 4L))
case("keras_model_sequential() with a batch size by keras_input()'s name", {
  small(batch_size = 16)$input_shape
}, list(16L, 4L))
case("keras_model() of inputs and outputs", {
  input <- keras_input(shape = 4)
  output <- input |> layer_dense(8) |> layer_dense(3)
  dim(predict(keras_model(input, output), x, verbose = 0))
}, c(150L, 3L))
case("keras_model() with two inputs, data by position", {
  a <- keras_input(2, name = "a")
  b <- keras_input(2, name = "b")
  model <- keras_model(list(a, b), layer_add(a, b))
  predict(model, list(diag(2), diag(2)), verbose = 0)
}, 2 * diag(2))
case("keras_model() with two inputs, data by name", {
  a <- keras_input(2, name = "a")
  b <- keras_input(2, name = "b")
  model <- keras_model(list(a = a, b = b), layer_subtract(a, b))
  predict(model, list(b = diag(2), a = 3 * diag(2)), verbose = 0)
}, 2 * diag(2))
case("inputs with and without names", {
  a <- keras_input(2, name = "a")
  b <- keras_input(2, name = "b")
  model <- keras_model(list(a, b = b), layer_add(a, b))
  predict(model, list(diag(2), b = diag(2)), verbose = 0)
}, 2 * diag(2))
case("a list of tensors with a name, joined", {
  layer_concatenate(keras_input(1), list(keras_input(2), other = keras_input(3)))$shape
}, list(NULL, 6L))
case("outputs with names", {
  input <- keras_input(4)
  model <- keras_model(input, list(a = layer_dense(input, 1), b = layer_dense(input, 2)))
  lapply(predict(model, x[1:2, ], verbose = 0), dim)
}, list(a = c(2L, 1L), b = c(2L, 2L)))
case("compile() with names", {
  model <- small()
  model |> compile(optimizer = "sgd", loss = "mse", metrics = c("mae"))
  class(model$optimizer)[1]
}, "keras.src.optimizers.sgd.SGD")
case("compile() with wrappers and objects", {
  model <- small()
  model |> compile(optimizer = optimizer_adam(learning_rate = 0.01),
                    loss = loss_mean_squared_error(),
                   metrics = list(metric_mean_absolute_error()))
  round(as.numeric(model$optimizer$learning_rate), 5)
}, 0.01)
case("fit() returns the history", {
  model <- small()
  model |> compile("adam", loss_sparse_categorical_crossentropy(from_logits = TRUE), "accuracy")
  history <- model |> fit(x, y, epochs = 2, verbose = 0, validation_split = 0.2)
  sort(names(history$metrics))
}, c("accuracy", "loss", "val_accuracy", "val_loss"))
case("the history as a data frame", {
  model <- small() |> compile("adam", "mse")
  history <- model |> fit(x, to_categorical(y), epochs = 3, verbose = 0)
  as.data.frame(history)$epoch
}, 1:3)
case("evaluate() names its values", {
  model <- small() |> compile("adam", "mse", metrics = "mae")
  names(evaluate(model, x, to_categorical(y), verbose = 0))
}, c("loss", "mae"))
case("predict() returns an array", dim(predict(small(), x, verbose = 0)), c(150L, 3L))
case("train_on_batch() and test_on_batch()", {
  model <- small() |> compile("sgd", "mse")
  c(length(train_on_batch(model, x, to_categorical(y))),
    length(test_on_batch(model, x, to_categorical(y))))
}, c(1L, 1L))
case("predict_on_batch()", dim(as.array(predict_on_batch(small(), x[1:5, ]))), c(5L, 3L))
case("get_weights() and set_weights()", {
  model <- small()
  set_weights(model, list(matrix(1, 4, 3), c(0, 0, 1)))
  unname(predict(model, x[1, , drop = FALSE], verbose = 0))
}, matrix(sum(iris[1, 1:4]) + c(0, 0, 1), 1), tolerance = 1e-6)
case("get_layer() by name", get_layer(small() |> layer_dense(2, name = "last"), "last")$units, 2L)
case("get_layer() by position, from 1", get_layer(small(), index = 1)$units, 3L)
case("pop_layer()", {
  model <- small() |> layer_dense(2)
  pop_layer(model)
  length(model$layers)
}, 1L)
case("freeze_weights()", {
  model <- small() |> layer_dense(2)
  freeze_weights(model)
  length(model$trainable_weights)
}, 0L)
case("unfreeze_weights() from a layer on", {
  model <- small() |> layer_dense(2, name = "head")
  freeze_weights(model)
  unfreeze_weights(model, from = "head")
  length(model$trainable_weights)
}, 2L)
case("freeze_weights() where a function says so", {
  model <- small() |> layer_dense(2)
  freeze_weights(model, which = function(layer) layer$units == 3)
  length(model$trainable_weights)
}, 2L)
case("freeze_weights() where a formula says so", {
  model <- small() |> layer_dense(2)
  freeze_weights(model, which = ~ .x$units == 3)
  length(model$trainable_weights)
}, 2L, better = "keras3's page lists functions only")
case("freeze_weights() of some by number and name", {
  model <- small() |> layer_dense(2, name = "middle") |> layer_dense(1)
  freeze_weights(model, which = list(3, "middle"))
  length(model$trainable_weights)
}, 2L)
case("clone_model() has other weights", {
  model <- small()
  identical(get_weights(clone_model(model)), get_weights(model))
}, FALSE)
case("a model as a layer", {
  base <- small()
  input <- keras_input(4)
  model <- keras_model(input, input |> base() |> layer_dense(1))
  dim(predict(model, x, verbose = 0))
}, c(150L, 1L))
case("summary() prints the layers", {
  any(grepl("Total params: 15", capture.output(summary(small())), fixed = TRUE))
}, TRUE)
case("layers with shared weights", {
  shared <- layer_dense(units = 2)
  a <- keras_input(4)
  b <- keras_input(4)
  model <- keras_model(list(a, b), layer_add(shared(a), shared(b)))
  length(model$weights)
}, 2L)
case("fit() with sample weights of 0 learns nothing", {
  model <- small() |> compile("sgd", "mse")
  before <- get_weights(model)
  model |> fit(x, to_categorical(y), sample_weight = rep(0, 150), epochs = 1, verbose = 0)
  identical(get_weights(model), before)
}, TRUE)
case("fit() with class weights", {
  model <- small(name = "weighted")
  model |> compile("adam", loss_sparse_categorical_crossentropy(from_logits = TRUE))
  history <- model |> fit(x, y, class_weight = list("0" = 1, "1" = 2, "2" = 1), verbose = 0,
                          epochs = 1)
  length(history$metrics$loss)
}, 1L)
case("fit() of a tf.data dataset", {
  data <- tf$data$Dataset$from_tensor_slices(tuple(x, to_categorical(y)))$batch(32L)
  model <- small() |> compile("adam", "mse")
  length((model |> fit(data, epochs = 2, verbose = 0))$metrics$loss)
}, 2L)
case("fit() of an R generator", {
  model <- small() |> compile("adam", "mse")
  generator <- function() list(x[1:10, ], to_categorical(y[1:10], 3))
  length((model |> fit(generator, steps_per_epoch = 3, epochs = 2, verbose = 0))$metrics$loss)
}, 2L)
