# Trains a small convolutional net on Fashion-MNIST, draws what it learnt, saves and reloads it.
#
#   Rscript fashion-mnist.R [folder for the pictures and the model, by default "out"]

library(rkeras)

main <- function(out) {
  dir.create(out, showWarnings = FALSE, recursive = TRUE)
  set_random_seed(1)
  fashion <- dataset_fashion_mnist()

  model <- clothes_model()
  print(model)
  history <- model |> fit(
    fashion$train$x, fashion$train$y,
    epochs = 6, batch_size = 128, validation_split = 0.1, verbose = 2
  )
  print(history)
  draw(file.path(out, "training-history.png"), print(plot(history)))

  accuracy <- evaluate(model, fashion$test$x, fashion$test$y)$accuracy
  cat(sprintf("\nTest accuracy: %.4f\n", accuracy))
  if (accuracy <= 0.85) {
    stop("The test accuracy is not above 0.85.")
  }

  probabilities <- predict(model, fashion$test$x)
  draw(file.path(out, "predictions.png"), draw_predictions(fashion$test, probabilities, 1:30))
  check_saving(model, fashion$test$x, probabilities, file.path(out, "fashion-mnist.keras"))
}

clothes_model <- function() {
  model <- keras_model_sequential(input_shape = c(28, 28, 1)) |>
    layer_rescaling(scale = 1 / 255) |>
    layer_conv_2d(filters = 16, kernel_size = 3, activation = "relu") |>
    layer_max_pooling_2d(pool_size = 2) |>
    layer_conv_2d(filters = 32, kernel_size = 3, activation = "relu") |>
    layer_max_pooling_2d(pool_size = 2) |>
    layer_flatten() |>
    layer_dense(units = 64, activation = "relu") |>
    layer_dropout(rate = 0.2) |>
    layer_dense(units = 10, activation = "softmax")
  model |> compile(
    optimizer = "adam", loss = "sparse_categorical_crossentropy", metrics = "accuracy"
  )
}

check_saving <- function(model, x, probabilities, file) {
  save_model(model, file, overwrite = TRUE)
  if (!identical(predict(load_model(file), x), probabilities)) {
    stop("The reloaded model predicts otherwise.")
  }
  cat("Saved, reloaded, and predicts the same:", file, "\n")
}

draw <- function(file, picture) {
  grDevices::png(file, width = 1200, height = 900, res = 130)
  on.exit(grDevices::dev.off())
  picture
  cat("Wrote", file, "\n")
}

classes <- c(
  "T-shirt", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Boot"
)

draw_predictions <- function(test, probabilities, which, columns = 6) {
  rows <- ceiling(length(which) / columns)
  graphics::par(mfrow = c(rows, columns), mar = c(0.4, 0.4, 2.2, 0.4), oma = c(0.5, 0.5, 3, 0.5))
  for (i in which) {
    draw_prediction(test$x[i, , ], probabilities[i, ], test$y[[i]])
  }
  heading <- "Predicted class (true class, where they differ)"
  graphics::mtext(heading, outer = TRUE, line = 0.8, font = 2)
}

draw_prediction <- function(image, probability, label) {
  guess <- which.max(probability) - 1L
  right <- guess == label
  graphics::image(t(image[28:1, ]), col = grDevices::grey(255:0 / 255), axes = FALSE, asp = 1)
  graphics::title(
    sprintf("%s %.0f%%%s", classes[[guess + 1L]], 100 * max(probability),
            if (right) "" else sprintf("\n(%s)", classes[[label + 1L]])),
    col.main = if (right) "#1A7F37" else "#C0392B", cex.main = 0.95, font.main = 2, line = 0.3
  )
}

out <- commandArgs(trailingOnly = TRUE)
main(if (length(out)) out[[1]] else "out")
