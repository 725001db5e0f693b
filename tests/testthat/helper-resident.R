# For models that are trained with options(rkeras.resident = TRUE), and with Keras's own loop.

flowers <- list(x = as.matrix(iris[1:4]), y = as.integer(iris$Species) - 1L)

flower_model <- function(...) {
  set_random_seed(3)
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(8, activation = "relu") |>
    layer_dropout(0.2, seed = 1) |>
    layer_dense(3, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy", ...)
  model
}

# What rkeras.resident has compiled for a model.
loops_of <- function(model) {
  kinds <- py_eval(
    "lambda memory, model: [k[0] for k, loop in memory.of(model).loops.items() if loop.is_suitable]"
  )
  unlist(kinds(import("rkeras.keras.memory"), model))
}

by_keras <- function(code) withr::with_options(list(rkeras.resident = FALSE), code)

fit_flowers <- function(model, ..., shuffle = FALSE) {
  history <- fit(model, flowers$x, flowers$y, epochs = 4, verbose = 0, shuffle = shuffle, ...)
  evaluated <- evaluate(model, flowers$x, flowers$y)
  list(history$metrics, get_weights(model), as.list(evaluated), predict(model, flowers$x))
}
