x <- matrix(1, 2, 2)
small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 3)

test_that("weights are R arrays and are set from them", {
  model <- small()
  weights <- get_weights(model)
  expect_identical(lapply(weights, dim), list(c(2L, 3L), 3L))
  set_weights(model, list(matrix(2, 2, 3), c(1, 1, 1)))
  expect_equal(predict(model, x), matrix(5, 2, 3))
  set_weights(model, weights)
  expect_equal(get_weights(model), weights)
  freeze_weights(model)
  expect_length(get_weights(model, trainable = TRUE), 0)
  expect_length(get_weights(model, trainable = FALSE), 2)
})

test_that("a weight too many or of another shape is named", {
  model <- small()
  expect_refused(set_weights(model, list(1)), "1 elements: it must have 2")
  expect_refused(set_weights(model, list(matrix(1, 3, 2), 1:3)), "weights\\[\\[1\\]\\].*\\(3, 2\\)")
  expect_refused(set_weights(model, 1), "must be a list")
})

test_that("weights that cannot be set leave the others as they were", {
  model <- small()
  before <- get_weights(model)
  wrong <- list(array("1", 3), factor(1:3), NULL, as_tensor(matrix(1, 5, 2)))
  for (last in wrong) {
    expect_error(set_weights(model, list(matrix(1, 2, 3), last)))
    expect_identical(get_weights(model), before)
  }
  expect_refused(
    set_weights(model, list(matrix(1, 2, 3), array("1", 3))),
    "`weights\\[\\[2\\]\\]` must be an array of numbers"
  )
  compile(model, loss = "mse")
  state <- get_state_tree(model)
  state$trainable_variables <- list(1, 2)
  expect_refused(set_state_tree(model, state), "names and levels")
  expect_identical(get_weights(model), before)
})

test_that("weights are counted once they are there", {
  expect_equal(count_params(small()), 9)
  expect_refused(count_params(layer_dense(units = 3)), "built")
})

test_that("an object is made again from its configuration, which may be changed", {
  config <- get_config(layer_dense(units = 3, activation = "relu"))
  config$units <- 5
  layer <- from_config(config)
  expect_identical(layer$units, 5L)
  expect_identical(layer$activation$`__name__`, "relu")
  model <- from_config(get_config(small()))
  expect_identical(dim(predict(model, x)), c(2L, 3L))
  expect_refused(from_config(list(units = 1)), "get_config")
  layer_own <- Layer("OfConfig", initialize = function(n) self$n <- n,
                     call = function(inputs) inputs)
  expect_identical(from_config(get_config(layer_own(n = 2)))$n, 2)
  kept <- unserialize(serialize(get_config(layer_dense(units = 3)), NULL))
  expect_identical(from_config(kept)$units, 3L)
})

test_that("doubles of a configuration stay doubles", {
  config <- get_config(optimizer_sgd(learning_rate = 0.25))
  config$momentum <- 1
  expect_identical(from_config(config)$momentum, 1)
  config <- get_config(layer_conv_2d(filters = 2, kernel_size = 3))
  config$strides <- c(2, 2)
  config$kernel_initializer <- initializer_constant(2)
  expect_identical(from_config(config)$strides, list(2L, 2L))
})

test_that("a model is cloned, with new weights", {
  model <- small()
  expect_false(identical(get_weights(clone_model(model))[[1]], get_weights(model)[[1]]))
  wider <- clone_model(model, clone_function = function(layer) layer_dense(units = 7))
  expect_identical(dim(predict(wider, x)), c(2L, 7L))
})

test_that("the state of a model is taken and set", {
  model <- compile(small(), "adam", "mse")
  fit(model, x, x[, c(1, 1, 1)], epochs = 1, verbose = 0)
  state <- get_state_tree(model, "numpy_array")
  before <- predict(model, x)
  fit(model, x, x[, c(1, 1, 1)], epochs = 3, verbose = 0)
  set_state_tree(model, state)
  expect_equal(predict(model, x), before)
})

test_that("the state of a model with other names is refused", {
  model <- compile(small(), "adam", "mse")
  other <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 3, name = "other")
  compile(other, "adam", "mse")
  before <- get_weights(other)
  expect_refused(set_state_tree(other, get_state_tree(model)), "other names")
  expect_identical(get_weights(other), before)
})

test_that("metrics and layers that remember start again", {
  metric <- keras$metrics$Mean()
  metric$update_state(5)
  expect_identical(reset_state(metric), metric)
  expect_equal(as.numeric(metric$result()), 0)
  model <- compile(small(), "adam", "mse")
  test_on_batch(model, x, x[, c(1, 1, 1)])
  reset_state(model)
  expect_equal(as.numeric(model$metrics[[1]]$result()), 0)
  expect_error(reset_state(1), "no state")
})

test_that("weights of one number, with an axis and without", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  set_weights(model, list(matrix(1, 2, 1), 3))
  expect_equal(predict(model, x), matrix(5, 2, 1))
  layer_scale <- Layer("OneNumber",
    build = function(input_shape) self$w <- self$add_weight(shape = list()),
    call = function(inputs) inputs * self$w
  )
  layer <- layer_scale()
  layer(x)
  set_weights(layer, list(7))
  expect_equal(as.numeric(layer$w), 7)
})

test_that("a configuration shows what is in it and no more", {
  config <- get_config(layer_flatten(name = "f"))
  shown <- capture.output(print(config))
  expect_true("[1] \"f\"" %in% shown)
  expect_false(any(grepl("attr(", shown, fixed = TRUE)))
  expect_false(any(grepl("class_of", shown, fixed = TRUE)))
  config$name <- "g"
  expect_identical(from_config(config)$name, "g")
  expect_identical(keras$layers$Flatten$from_config(config)$name, "g")
})

test_that("a model that was saved and loaded has the same configuration", {
  input <- keras_input(shape = c(NA, 10))
  fixed <- keras_input(batch_shape = c(8, 5, 10))
  output <- layer_concatenate(layer_dense(input, 4), layer_dense(fixed, 4), axis = 2) |>
    layer_lstm(3)
  layer_sized <- Layer("SizedForConfig",
    initialize = function(sizes, options = NULL) {
      self$sizes <- sizes
      self$options <- options
    },
    call = function(inputs) inputs
  )
  models <- list(
    keras_model_sequential(input_shape = 3) |> layer_dense(2) |> layer_reshape(c(1, 2)),
    keras_model(list(input, fixed), output),
    keras_model_sequential(input_shape = 3) |>
      layer_sized(sizes = c(1.5, 2), options = list(NULL, 3L)),
    keras_model_sequential(input_shape = c(4, 3)) |> layer_bidirectional(layer_gru(units = 2))
  )
  for (model in models) {
    file <- withr::local_tempfile(fileext = ".keras")
    save_model(model, file)
    expect_equal(get_config(load_model(file)), get_config(model))
  }
})

test_that("what is one item in a list stays a list", {
  config <- get_config(layer_string_lookup(vocabulary = list("a")))
  expect_identical(config$vocabulary, list("a"))
  expect_identical(get_vocabulary(from_config(config)), c("[UNK]", "a"))
  bounds <- get_config(layer_discretization(bin_boundaries = c(0, 1.5, 2)))$bin_boundaries
  expect_identical(bounds, c(0, 1.5, 2))
})

test_that("the state of a model that is not compiled is an error that says so", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  expect_refused(get_state_tree(model), "is not compiled")
})
