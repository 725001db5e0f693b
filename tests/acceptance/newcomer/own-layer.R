# rkeras_guide("python-keras-to-r"): my subclassed layer, in a functional model that is saved.
layer_scaled <- Layer(
  "Scaled",
  initialize = function(units, ...) {
    super$initialize(...)
    self$units <- units
  },
  build = function(input_shape) {
    self$kernel <- self$add_weight(shape = c(tail(input_shape, 1), self$units))
  },
  call = function(inputs) op_tanh(inputs %*% self$kernel)
)
set_random_seed(1)
inputs <- keras_input(shape = 4)
outputs <- inputs |>
  layer_scaled(units = 8) |>
  layer_dense(units = 3, activation = "softmax")
model <- keras_model(inputs, outputs)
model |> compile(
  optimizer = optimizer_adam(0.02), loss = "sparse_categorical_crossentropy", metrics = "accuracy"
)
x <- as.matrix(iris[1:4])
history <- model |> fit(x, iris$Species, epochs = 10, verbose = 0)
stopifnot(history$metrics$loss[10] < history$metrics$loss[1])

file <- file.path(tempdir(), "scaled.keras")
save_model(model, file, overwrite = TRUE)
again <- load_model(file)
stopifnot(identical(predict(again, x, verbose = 0), predict(model, x, verbose = 0)))
stopifnot(get_layer(again, index = 2)$units == 8)
