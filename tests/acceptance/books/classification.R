# Two classes, several classes and a number: the first three problems
set_random_seed(1)
# ---- Reviews as sets of words, multi-hot --------------------------------------------------------
words <- 200
reviews <- lapply(1:400, function(i) sample(words, 20, prob = if (i %% 2) words:1 else 1:words))
sentiment <- rep_len(c(1, 0), 400)
vectorize_sequences <- function(sequences, dimension = words) {
  results <- array(0, dim = c(length(sequences), dimension))
  for (i in seq_along(sequences)) results[i, sequences[[i]]] <- 1
  results
}
x <- vectorize_sequences(reviews)
model <- keras_model_sequential() %>%
  layer_dense(16, activation = "relu") %>%
  layer_dense(16, activation = "relu") %>%
  layer_dense(1, activation = "sigmoid")
model %>% compile(optimizer = "rmsprop", loss = "binary_crossentropy", metrics = "accuracy")
history <- model %>% fit(
  x[1:300, ], sentiment[1:300], epochs = 12, batch_size = 64, verbose = 0,
  validation_data = list(x[301:350, ], sentiment[301:350])
)
stopifnot(setequal(names(history$metrics), c("loss", "accuracy", "val_loss", "val_accuracy")))
frame <- as.data.frame(history)
stopifnot(identical(dim(frame), c(48L, 4L)), tail(history$metrics$val_accuracy, 1) > 0.8)
results <- model %>% evaluate(x[351:400, ], sentiment[351:400], verbose = 0)
stopifnot(results[["accuracy"]] > 0.8)
stopifnot(identical(dim(model %>% predict(x[351:400, ], verbose = 0)), c(50L, 1L)))

# ---- Digits of a few pixels ---------------------------------------------------------------------
shapes <- array(runif(5 * 8 * 8) > 0.5, c(5, 8, 8)) * 200
classes <- sample(0:4, 300, replace = TRUE)
images <- shapes[classes + 1, , ] + array(rnorm(300 * 64, sd = 40), c(300, 8, 8))
images <- array_reshape(pmin(pmax(images, 0), 255), c(300, 64)) / 255
model <- keras_model_sequential(list(
  layer_dense(units = 32, activation = "relu"), layer_dense(units = 5, activation = "softmax")
))
compile(model, optimizer = "adam", loss = "sparse_categorical_crossentropy", metrics = "accuracy")
fit(model, images, classes, epochs = 15, batch_size = 32, verbose = 0)
predictions <- predict(model, images[1:10, ], verbose = 0)
stopifnot(all.equal(rowSums(predictions), rep(1, 10), tolerance = 1e-5))
stopifnot(evaluate(model, images, classes, verbose = 0)[["accuracy"]] > 0.9)

# The same with one-hot labels, class weights and weights of samples
one_hot <- to_categorical(classes, 5)
stopifnot(identical(max.col(one_hot) - 1L, as.integer(classes)))
compile(model, optimizer = "adam", loss = "categorical_crossentropy", metrics = list("accuracy"))
fit(model, images, one_hot, epochs = 1, verbose = 0, sample_weight = runif(300))
fit(model, images, one_hot, epochs = 1, verbose = 0,
    class_weight = list("0" = 1, "1" = 2, "2" = 1, "3" = 1, "4" = 1))

# ---- Prices, with cross-validation by hand ------------------------------------------------------
data <- as.matrix(scale(mtcars[, -1]))
targets <- mtcars$mpg
build_model <- function() {
  model <- keras_model_sequential() |>
    layer_dense(16, activation = "relu", kernel_regularizer = regularizer_l2(0.001)) |>
    layer_dropout(0.1) |>
    layer_dense(1)
  model |> compile(optimizer = optimizer_rmsprop(0.01), loss = "mse", metrics = "mae")
  model
}
fold <- sample(rep(1:3, length.out = nrow(data)))
scores <- vapply(1:3, function(i) {
  model <- build_model()
  model |> fit(data[fold != i, ], targets[fold != i], epochs = 60, batch_size = 4, verbose = 0)
  (model |> evaluate(data[fold == i, ], targets[fold == i], verbose = 0))[["mae"]]
}, 0)
stopifnot(mean(scores) < 6)
