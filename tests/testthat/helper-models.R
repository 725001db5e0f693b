# Small models of the iris, for the files on training, predicting and checking.
iris_model <- function(units = 3) {
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 16, activation = "relu") |>
    layer_dense(units = units, activation = "softmax")
  compile(model, "adam", "sparse_categorical_crossentropy", metrics = "accuracy")
}

classifier <- function(compiled = TRUE) {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 3, activation = "softmax")
  if (compiled) compile(model, loss = "sparse_categorical_crossentropy") else model
}

# A function that returns these batches one after another, then NULL.
supplied <- function(...) {
  left <- list(...)
  function() {
    batch <- if (length(left)) left[[1]]
    left <<- left[-1]
    batch
  }
}
