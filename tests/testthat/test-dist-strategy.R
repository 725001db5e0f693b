test_that("two devices train as one, also in loops of one's own", {
  skip_if_not(is_keras_available() && on_tensorflow())
  result <- in_new_session(function() {
    library(rkeras)
    devices <- use_logical_devices(2)
    out <- list(devices = devices, physical = tf$config$list_physical_devices("CPU")[[1]]$name)
    strategy <- tf$distribute$MirroredStrategy(devices)
    x <- as.matrix(iris[1:4])
    y <- as.integer(iris$Species) - 1L
    new_model <- function() {
      set_random_seed(1)
      keras_model_sequential(input_shape = 4) |>
        layer_dense(units = 3, activation = "softmax") |>
        compile(optimizer_sgd(0.1), "sparse_categorical_crossentropy", metrics = "accuracy")
    }
    # The last batch has 6 samples.
    data <- tf$data$Dataset$from_tensor_slices(tuple(x, y))$batch(16L)
    trained <- function(model) {
      history <- fit(model, data, epochs = 2, verbose = 0)
      list(history$metrics$loss, get_weights(model), unclass(evaluate(model, x, y, verbose = 0)),
           predict(model, x, verbose = 0))
    }
    out$one <- trained(new_model())
    mirrored <- with(strategy$scope(), new_model())
    out$two <- trained(mirrored)

    # A loop: the loss has the scale of one device, also for the incomplete batch.
    losses <- loss_sparse_categorical_crossentropy(reduction = "none")
    loop <- function(strategy) {
      model <- with(strategy$scope(), new_model())
      loss <- function(x, y) losses(y, model(x))
      weights <- model$trainable_variables
      step <- distributed_step(strategy, loss, model$optimizer, weights, 16)
      batches <- strategy$experimental_distribute_dataset(data$take(9L))
      list(sapply(iterate(batches, step), as.numeric), get_weights(model))
    }
    out$loop_one <- loop(tf$distribute$OneDeviceStrategy("CPU:0"))
    out$loop_two <- loop(strategy)

    # An R function runs for each device, and may not wait for the other one.
    batch <- iter_next(strategy$experimental_distribute_dataset(data)$`__iter__`())
    sums <- suppressWarnings(strategy$run(function(x, y) op_sum(x), args = batch))
    out$sum <- as.numeric(strategy$reduce("SUM", sums, axis = NULL))
    out$expected <- sum(x[1:16, ])
    apply_in_r <- function(x, y) {
      with(tf$GradientTape() %as% tape, loss <- op_mean(losses(y, mirrored(x))))
      gradients <- tape$gradient(loss, mirrored$trainable_variables)
      mirrored$optimizer$apply(gradients, mirrored$trainable_variables)
      loss
    }
    message_of <- function(code) tryCatch(code, error = conditionMessage)
    out$eager <- message_of(suppressWarnings(strategy$run(apply_in_r, args = batch)))
    traced <- tf$`function`(function(batch) strategy$run(apply_in_r, args = batch))
    out$traced <- message_of(traced(batch))
    number <- distributed_step(strategy, function(x, y) op_mean(x), optimizer_sgd(),
                               mirrored$trainable_variables)
    out$number <- message_of(number(batch))
    out$late <- message_of(use_logical_devices(3))
    out
  })$value
  expect_identical(result$devices, c("CPU:0", "CPU:1"))
  expect_identical(result$physical, "/physical_device:CPU:0")
  expect_equal(result$two, result$one, tolerance = 1e-5)
  expect_equal(result$loop_two, result$loop_one, tolerance = 1e-5)
  expect_equal(result$sum, result$expected, tolerance = 1e-5)
  expect_match(result$eager, "cannot exchange values between them.*distributed_step[(][)]")
  expect_match(result$traced, "cannot exchange values between them")
  expect_match(result$number, "must return one loss for each sample")
  expect_match(result$late, "TensorFlow has already found its devices")
})

test_that("Keras's distributions use several devices of JAX", {
  skip_if_not(is_keras_available() && is_importable("jax"))
  result <- in_new_session(function() {
    library(rkeras)
    use_backend("jax")
    devices <- use_logical_devices(4)
    x <- as.matrix(iris[1:4])
    trained <- function() {
      set_random_seed(1)
      model <- keras_model_sequential(input_shape = 4) |>
        layer_dense(units = 8, activation = "relu", name = "hidden") |>
        layer_dense(units = 1) |>
        compile(optimizer_sgd(0.01), "mse")
      history <- fit(model, x[1:144, ], x[1:144, 1], batch_size = 16, epochs = 2, shuffle = FALSE,
                     verbose = 0)
      list(loss = history$metrics$loss, weights = get_weights(model), model = model)
    }
    places <- function(model) length(model$layers[[1]]$kernel$value$sharding$device_set)
    alone <- trained()
    distribution_set(distribution_data_parallel(devices = devices))
    data <- trained()
    mesh <- distribution_device_mesh(c(2, 2), c("batch", "model"))
    layout <- distribution_layout_map(mesh)
    layout[".*hidden/kernel"] <- tuple(NULL, "model")
    distribution_set(distribution_model_parallel(layout_map = layout, batch_dim_name = "batch"))
    model <- trained()
    kernel <- model$model$layers[[1]]$kernel$value
    list(
      devices = devices, alone = alone[1:2], data = data[1:2], model = model[1:2],
      data_places = places(data$model),
      shard = unlist(kernel$addressable_shards[[1]]$data$shape),
      listed = distribution_list_devices()
    )
  })$value
  expect_identical(result$devices, paste0("cpu:", 0:3))
  expect_identical(unlist(result$listed), result$devices)
  expect_equal(result$data, result$alone, tolerance = 1e-4)
  expect_equal(result$model, result$alone, tolerance = 1e-4)
  expect_identical(as.integer(result$data_places), 4L)
  expect_identical(as.integer(result$shard), c(4L, 4L))
})

test_that("wrong arguments are errors that say what is expected", {
  expect_error(use_logical_devices(0), "`n` must be one positive whole number, not 0")
  expect_error(use_logical_devices("2"), "`n` must be one positive whole number")
  expect_error(distributed_step("mirrored", identity), "`strategy` must be a strategy such as")
  skip_if_not(is_keras_available() && on_tensorflow())
  strategy <- tf$distribute$OneDeviceStrategy("CPU:0")
  expect_error(distributed_step(strategy, 1), "`loss` must be a function")
  expect_error(distributed_step(strategy, identity, NULL, list(), -1), "`batch_size` must be one")
})
