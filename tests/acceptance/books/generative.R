# Pictures from codes: a variational autoencoder and two networks that compete
set_random_seed(1)
n <- 256
centre <- matrix(runif(2 * n, 3, 6), n)
grid <- expand.grid(1:8, 1:8)
images <- t(vapply(seq_len(n), function(i) {
  exp(-((grid[[1]] - centre[i, 1])^2 + (grid[[2]] - centre[i, 2])^2) / 4)
}, numeric(64)))
images <- array_reshape(images, c(n, 8, 8, 1))

# ---- Variational autoencoder ---------------------------------------------------------------------
latent_dim <- 2
encoder_inputs <- layer_input(shape = c(8, 8, 1))
x <- encoder_inputs |>
  layer_conv_2d(8, 3, activation = "relu", strides = 2, padding = "same") |>
  layer_flatten() |> layer_dense(16, activation = "relu")
encoder <- keras_model(encoder_inputs, list(
  layer_dense(x, latent_dim, name = "z_mean"), layer_dense(x, latent_dim, name = "z_log_var")
), name = "encoder")
layer_sampler <- new_layer_class(
  classname = "Sampler",
  call = function(z_mean, z_log_var) {
    epsilon <- tf$random$normal(shape = tf$shape(z_mean))
    z_mean + exp(0.5 * z_log_var) * epsilon
  }
)
decoder_inputs <- layer_input(shape = latent_dim)
decoder <- keras_model(
  decoder_inputs,
  decoder_inputs |> layer_dense(4 * 4 * 8, activation = "relu") |>
    layer_reshape(c(4, 4, 8)) |>
    layer_conv_2d_transpose(8, 3, strides = 2, activation = "relu", padding = "same") |>
    layer_conv_2d(1, 3, activation = "sigmoid", padding = "same"),
  name = "decoder"
)
model_vae <- new_model_class(
  classname = "VAE",
  initialize = function(encoder, decoder, ...) {
    super$initialize(...)
    self$encoder <- encoder
    self$decoder <- decoder
    self$sampler <- layer_sampler()
    self$total_loss_tracker <- metric_mean(name = "total_loss")
    self$reconstruction_loss_tracker <- metric_mean(name = "reconstruction_loss")
    self$kl_loss_tracker <- metric_mean(name = "kl_loss")
  },
  metrics = active_property(function() {
    list(self$total_loss_tracker, self$reconstruction_loss_tracker, self$kl_loss_tracker)
  }),
  train_step = function(data) {
    with(tf$GradientTape() %as% tape, {
      c(z_mean, z_log_var) %<-% self$encoder(data)
      z <- self$sampler(z_mean, z_log_var)
      reconstruction <- self$decoder(z)
      reconstruction_loss <- loss_binary_crossentropy(data, reconstruction) |>
        sum(axis = c(2, 3)) |> mean()
      kl_loss <- mean(-0.5 * (1 + z_log_var - z_mean^2 - exp(z_log_var)))
      total_loss <- reconstruction_loss + kl_loss
    })
    grads <- tape$gradient(total_loss, self$trainable_weights)
    self$optimizer$apply_gradients(zip_lists(grads, self$trainable_weights))
    self$total_loss_tracker$update_state(total_loss)
    self$reconstruction_loss_tracker$update_state(reconstruction_loss)
    self$kl_loss_tracker$update_state(kl_loss)
    list(total_loss = self$total_loss_tracker$result(),
         reconstruction_loss = self$reconstruction_loss_tracker$result(),
         kl_loss = self$kl_loss_tracker$result())
  }
)
vae <- model_vae(encoder, decoder)
vae |> compile(optimizer = optimizer_adam(0.01))
history <- vae |> fit(images, epochs = 12, batch_size = 32, verbose = 0)
losses <- history$metrics$reconstruction_loss
stopifnot(setequal(names(history$metrics), c("total_loss", "reconstruction_loss", "kl_loss")))
stopifnot(tail(losses, 1) < losses[1])
stopifnot(identical(dim(predict(vae$decoder, matrix(0, 1, 2), verbose = 0)), c(1L, 8L, 8L, 1L)))

# ---- Two networks that compete -------------------------------------------------------------------
discriminator <- keras_model_sequential(name = "discriminator", input_shape = c(8, 8, 1)) |>
  layer_conv_2d(8, 4, strides = 2, padding = "same") |>
  layer_activation_leaky_relu(0.2) |> layer_flatten() |> layer_dropout(0.2) |>
  layer_dense(1, activation = "sigmoid")
generator <- keras_model_sequential(name = "generator", input_shape = 4) |>
  layer_dense(4 * 4 * 8) |> layer_reshape(c(4, 4, 8)) |>
  layer_conv_2d_transpose(8, 4, strides = 2, padding = "same") |>
  layer_activation_leaky_relu(0.2) |>
  layer_conv_2d(1, 5, padding = "same", activation = "sigmoid")
gan_class <- new_model_class(
  classname = "GAN",
  initialize = function(discriminator, generator, latent_dim) {
    super$initialize()
    self$discriminator <- discriminator
    self$generator <- generator
    self$latent_dim <- as.integer(latent_dim)
    self$d_loss_metric <- metric_mean(name = "d_loss")
    self$g_loss_metric <- metric_mean(name = "g_loss")
  },
  compile = function(d_optimizer, g_optimizer, loss_fn) {
    super$compile()
    self$d_optimizer <- d_optimizer
    self$g_optimizer <- g_optimizer
    self$loss_fn <- loss_fn
  },
  metrics = active_property(function() list(self$d_loss_metric, self$g_loss_metric)),
  train_step = function(real_images) {
    batch_size <- tf$shape(real_images)[1]
    noise <- function() tf$random$normal(shape = c(batch_size, self$latent_dim))
    generated_images <- self$generator(noise())
    combined_images <- tf$concat(list(generated_images, real_images), axis = 0L)
    labels <- tf$concat(list(tf$ones(tuple(batch_size, 1L)), tf$zeros(tuple(batch_size, 1L))),
                        axis = 0L)
    labels <- labels + 0.05 * tf$random$uniform(tf$shape(labels))
    with(tf$GradientTape() %as% tape, {
      predictions <- self$discriminator(combined_images)
      d_loss <- self$loss_fn(labels, predictions)
    })
    grads <- tape$gradient(d_loss, self$discriminator$trainable_weights)
    self$d_optimizer$apply_gradients(zip_lists(grads, self$discriminator$trainable_weights))
    misleading_labels <- tf$zeros(tuple(batch_size, 1L))
    with(tf$GradientTape() %as% tape, {
      predictions <- self$discriminator(self$generator(noise()))
      g_loss <- self$loss_fn(misleading_labels, predictions)
    })
    grads <- tape$gradient(g_loss, self$generator$trainable_weights)
    self$g_optimizer$apply_gradients(zip_lists(grads, self$generator$trainable_weights))
    self$d_loss_metric$update_state(d_loss)
    self$g_loss_metric$update_state(g_loss)
    list(d_loss = self$d_loss_metric$result(), g_loss = self$g_loss_metric$result())
  }
)
gan <- gan_class(discriminator, generator, latent_dim = 4)
before <- generator$get_weights()[[1]]
gan |> compile(d_optimizer = optimizer_adam(1e-3), g_optimizer = optimizer_adam(1e-3),
                loss_fn = loss_binary_crossentropy())
history <- gan |> fit(images, epochs = 3, batch_size = 32, verbose = 0)
stopifnot(setequal(names(history$metrics), c("d_loss", "g_loss")))
stopifnot(all(is.finite(unlist(history$metrics))), any(generator$get_weights()[[1]] != before))
