# Pictures changed by gradients: what a network sees in them, and the style of another
set_random_seed(1)
base <- keras_model_sequential(input_shape = list(NULL, NULL, 3), name = "base") |>
  layer_conv_2d(8, 3, activation = "relu", padding = "same", name = "low") |>
  layer_max_pooling_2d(2) |>
  layer_conv_2d(16, 3, activation = "relu", padding = "same", name = "middle") |>
  layer_max_pooling_2d(2) |>
  layer_conv_2d(16, 3, activation = "relu", padding = "same", name = "high")
freeze_weights(base)
stopifnot(length(base$trainable_weights) == 0)

layer_settings <- c(low = 1.0, middle = 1.5)
outputs <- lapply(names(layer_settings), function(name) get_layer(base, name)$output)
names(outputs) <- names(layer_settings)
feature_extractor <- keras_model(inputs = base$inputs, outputs = outputs)
compute_loss <- function(input_image) {
  features <- feature_extractor(input_image)
  losses <- lapply(names(features), function(name) {
    activation <- features[[name]]
    # Borders would have their own patterns.
    layer_settings[[name]] * tf$reduce_mean(tf$square(activation[, 3:-3, 3:-3, ]))
  })
  Reduce(`+`, losses)
}
gradient_ascent_step <- tf_function(function(image, learning_rate) {
  with(tf$GradientTape() %as% tape, {
    tape$watch(image)
    loss <- compute_loss(image)
  })
  grads <- tape$gradient(loss, image) %>% tf$math$l2_normalize()
  list(loss, image + learning_rate * grads)
})
gradient_ascent_loop <- function(image, iterations, learning_rate) {
  losses <- numeric()
  learning_rate <- as_tensor(learning_rate, "float32")
  for (i in seq_len(iterations)) {
    c(loss, image) %<-% gradient_ascent_step(image, learning_rate)
    losses <- c(losses, as.numeric(loss))
  }
  stopifnot(all(diff(losses) > 0))
  image
}
original_img <- as_tensor(array(runif(32 * 24 * 3), c(1, 32, 24, 3)), "float32")
original_hw <- dim(original_img)[2:3]
successive_shapes <- lapply(2:0, function(i) as.integer(original_hw / 1.4^i))
shrunk <- tf$image$resize(original_img, successive_shapes[[1]])
img <- original_img
for (hw in successive_shapes) {
  img <- tf$image$resize(img, hw) %>% gradient_ascent_loop(3, 0.5)
  upscaled <- tf$image$resize(shrunk, hw)
  same_size <- tf$image$resize(original_img, hw)
  img <- img + (same_size - upscaled)
  shrunk <- tf$image$resize(original_img, hw)
}
stopifnot(identical(dim(img), c(1L, 32L, 24L, 3L)))

# ---- The style of another picture ----------------------------------------------------------------
gram_matrix <- function(x) {
  features <- x %>% aperm(c(3, 1, 2)) %>% tf$reshape(list(dim(x)[3], -1L))
  tf$matmul(features, t(features))
}
style_loss <- function(style, combination) {
  sum((gram_matrix(style) - gram_matrix(combination))^2) / (4 * 16^2 * (32 * 24)^2)
}
content_loss <- function(base_img, combination) sum((combination - base_img)^2)
total_variation_loss <- function(x) {
  a <- tf$square(x[, NA:-2, NA:-2, ] - x[, 2:NA, NA:-2, ])
  b <- tf$square(x[, NA:-2, NA:-2, ] - x[, NA:-2, 2:NA, ])
  sum((a + b)^1.25)
}
style_image <- as_tensor(array(rep(c(0, 1), each = 3), c(1, 32, 24, 3)), "float32")
combination_image <- tf$Variable(original_img)
optimizer <- optimizer_sgd(learning_rate_schedule_exponential_decay(0.05, 10, 0.96))
style_step <- tf_function(function() {
  with(tf$GradientTape() %as% tape, {
    features <- feature_extractor(tf$concat(
      list(original_img, style_image, combination_image), axis = 0L
    ))
    loss <- 2.5e-3 * content_loss(features$middle[1, , , ], features$middle[3, , , ])
    for (name in names(layer_settings)) {
      layer <- features[[name]]
      loss <- loss + style_loss(layer[2, , , ], layer[3, , , ])
    }
    loss <- loss + 1e-6 * total_variation_loss(combination_image)
  })
  optimizer$apply_gradients(list(list(tape$gradient(loss, combination_image), combination_image)))
  loss
})
losses <- vapply(1:10, function(i) as.numeric(style_step()), 0)
stopifnot(losses[10] < losses[1], all(is.finite(as.array(combination_image))))
