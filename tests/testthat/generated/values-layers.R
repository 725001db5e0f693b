# What calls of layers are made with, besides the values for all groups.

features_in_time <- float32(aperm(array(7, c(2, 6, 4))))
films <- float32(whole(1, 2, 4, 4, 4, 1)) # batch x time x space x channels
boxed <- list(
  images = images,
  bounding_boxes = list(boxes = float32(whole(2, 2, 4)), labels = float32(whole(2, 2)))
)
sound <- float32(whole(2, 256) / 23)
sound_channels <- float32(whole(2, 256, 2) / 23)
words <- c("a dog", "cat", "dog")
columns <- data.frame(
  size = c(1.5, 2, 2.5), size_class = c(1L, 2L, 2L), color = c("red", "blue", "red")
)

saved_model <- function() {
  path <- tempfile("saved_model")
  model <- keras_model_sequential(input_shape = 5) |> layer_rescaling(scale = 2)
  model$export(path, verbose = FALSE)
  path
}

losses_of <- function(layer, x) {
  layer(x)
  layer$losses
}

reversed <- function(layer, x) layer(layer(x), reverse = TRUE)

# The module that a layer says it misses, or what it gives.
missing_module <- function(layer) {
  result <- tryCatch(layer, rkeras_error_module = identity)
  if (!inherits(result, "condition")) {
    return(result)
  }
  sub(".*py_install[(]\"(.*)\"[)].*", "\\1", conditionMessage(result))
}
has_jax <- py_module_available("jax")
