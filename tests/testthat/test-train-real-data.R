# Introductory examples with data sets of R: each model must be better than a prediction that does
# not use the inputs.

skip_if_not(is_keras_available())

# Titles of R's help pages, classified by package.
help_titles <- function(packages = c("stats", "base")) {
  titles <- lapply(packages, function(package) {
    readRDS(system.file("Meta", "Rd.rds", package = package))$Title
  })
  set_random_seed(1)
  pages <- data.frame(text = unlist(titles), label = rep(seq_along(packages) - 1, lengths(titles)))
  pages <- pages[sample(nrow(pages)), ]
  list(train = pages[-(1:150), ], test = pages[1:150, ])
}

majority <- function(y) max(table(y)) / length(y)

accuracy <- function(model, x, y) mean((c(as.array(predict(model, x, verbose = 0))) > 0.5) == y)

numbered <- function(pages, length = 8L, words = 500L) {
  vectorize <- layer_text_vectorization(max_tokens = words, output_sequence_length = length)
  adapt(vectorize, pages$train$text)
  lapply(pages, function(part) as.array(vectorize(part$text)))
}

test_that("titles are told apart by their words", {
  pages <- help_titles()
  vectorize <- layer_text_vectorization(max_tokens = 800, output_mode = "multi_hot")
  adapt(vectorize, pages$train$text)
  model <- keras_model_sequential() |>
    layer_dense(16, activation = "relu") |>
    layer_dropout(0.3) |>
    layer_dense(1, activation = "sigmoid") |>
    compile(optimizer = optimizer_adam(0.01), loss = "binary_crossentropy")
  words <- lapply(pages, function(part) as.array(vectorize(part$text)))
  fit(model, words$train, pages$train$label, epochs = 15, verbose = 0)
  expect_gt(accuracy(model, words$test, pages$test$label), majority(pages$test$label) + 0.1)
})

test_that("titles are told apart by a transformer of one's own", {
  layer_block <- Layer(
    "Block",
    initialize = function(width, heads) {
      super$initialize()
      self$attention <- layer_multi_head_attention(num_heads = heads, key_dim = width)
      self$inner <- layer_dense(units = 2 * width, activation = "relu")
      self$outer <- layer_dense(units = width)
      self$first <- layer_layer_normalization()
      self$second <- layer_layer_normalization()
    },
    call = function(x, mask = NULL) {
      if (!is.null(mask)) mask <- op_expand_dims(mask, 2L)
      x <- self$first(x + self$attention(x, x, attention_mask = mask))
      self$second(x + self$outer(self$inner(x)))
    }
  )
  pages <- help_titles()
  words <- numbered(pages)
  input <- keras_input(8L, dtype = "int32")
  output <- input |>
    layer_embedding(500, 16, mask_zero = TRUE) |>
    layer_block(width = 16, heads = 2) |>
    layer_global_average_pooling_1d() |>
    layer_dense(1, activation = "sigmoid")
  model <- keras_model(input, output) |>
    compile(optimizer = optimizer_adam(0.005), loss = "binary_crossentropy")
  fit(model, words$train, pages$train$label, epochs = 12, verbose = 0)
  expect_gt(accuracy(model, words$test, pages$test$label), majority(pages$test$label) + 0.1)
})

test_that("earthquakes: how many stations noticed them, better than their mean", {
  set_random_seed(1)
  rows <- sample(nrow(quakes))
  x <- scale(as.matrix(quakes[rows, c("lat", "long", "depth", "mag")]))
  y <- quakes$stations[rows]
  new <- 1:200
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(32, activation = "relu") |>
    layer_dense(1) |>
    compile(optimizer = optimizer_adam(0.02), loss = "mse", metrics = "mae")
  fit(model, x[-new, ], y[-new], epochs = 30, batch_size = 64, verbose = 0)
  naive <- mean(abs(y[new] - mean(y[-new])))
  expect_lt(evaluate(model, x[new, ], y[new], verbose = 0)[["mae"]], 0.8 * naive)
})

test_that("the next month at Nottingham is not as warm as this one", {
  set_random_seed(1)
  degrees <- as.numeric(nottem)
  scaled <- (degrees - mean(degrees)) / sd(degrees)
  windows <- function(from, to) {
    timeseries_dataset_from_array(
      scaled[from:(to - 1)], scaled[(from + 12):to], sequence_length = 12, batch_size = 16
    )
  }
  model <- keras_model_sequential(input_shape = c(12, 1)) |>
    layer_conv_1d(8, 3, activation = "relu") |>
    layer_gru(8) |>
    layer_dense(1) |>
    compile(optimizer = optimizer_adam(0.01), loss = "mse", metrics = "mae")
  fit(model, windows(1, 192), epochs = 60, verbose = 0)
  naive <- mean(abs(diff(scaled[204:240])))
  expect_lt(evaluate(model, windows(193, 240), verbose = 0)[["mae"]], 0.9 * naive)
})

test_that("a volcano is drawn from few numbers, better than its mean", {
  set_random_seed(1)
  heights <- (volcano - min(volcano)) / diff(range(volcano))
  model <- keras_model_sequential(input_shape = ncol(volcano)) |>
    layer_dense(16, activation = "relu") |>
    layer_dense(3, name = "code") |>
    layer_dense(16, activation = "relu") |>
    layer_dense(ncol(volcano)) |>
    compile(optimizer = optimizer_adam(0.01), loss = "mse")
  new <- seq(5, nrow(volcano), by = 10)
  fit(model, heights[-new, ], heights[-new, ], epochs = 100, batch_size = 16, verbose = 0)
  naive <- mean(sweep(heights[new, ], 2, colMeans(heights[-new, ]))^2)
  expect_lt(evaluate(model, heights[new, ], heights[new, ], verbose = 0)[["loss"]], naive / 4)
})

test_that("a training loop of one's own tells irises apart", {
  skip_if_not(config_backend() == "tensorflow")
  set_random_seed(1)
  two <- iris[iris$Species != "setosa", ]
  x <- as_tensor(scale(as.matrix(two[1:4])), "float32")
  y <- as_tensor(matrix(as.numeric(two$Species == "virginica")), "float32")
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(1, activation = "sigmoid")
  optimizer <- optimizer_adam(0.1)
  loss <- loss_binary_crossentropy()
  for (step in 1:40) {
    with(tf$GradientTape() %as% tape, {
      value <- loss(y, model(x, training = TRUE))
    })
    gradients <- tape$gradient(value, model$trainable_variables)
    optimizer$apply(gradients, model$trainable_variables)
  }
  guess <- as.array(model(x)) > 0.5
  expect_gt(mean(guess == (two$Species == "virginica")), 0.8) # 0.5 by guessing
})

test_that("what was learnt of one thing serves another, frozen and from a file", {
  set_random_seed(1)
  x <- scale(as.matrix(quakes[c("lat", "long", "depth", "mag")]))
  body <- function(head) {
    keras_model_sequential(input_shape = 4) |>
      layer_dense(32, activation = "relu", name = "body") |>
      layer_dense(1, name = head)
  }
  first <- body("stations") |> compile(optimizer = optimizer_adam(0.02), loss = "mse")
  fit(first, x, quakes$stations, epochs = 15, batch_size = 64, verbose = 0)
  learnt <- get_weights(get_layer(first, "body"))

  second <- body("many")
  set_weights(get_layer(second, "body"), learnt)
  freeze_weights(second, to = "body")
  compile(second, optimizer = optimizer_adam(0.05), metrics = "accuracy",
          loss = loss_binary_crossentropy(from_logits = TRUE))
  many <- as.numeric(quakes$stations > stats::median(quakes$stations))
  fit(second, x, many, epochs = 15, batch_size = 64, verbose = 0)
  expect_identical(get_weights(get_layer(second, "body")), learnt)
  guess <- predict(second, x, verbose = 0) > 0
  expect_gt(mean(guess == many), majority(many) + 0.2)

  # A head of another size keeps its own weights.
  file <- withr::local_tempfile(fileext = ".weights.h5")
  save_model_weights(second, file)
  third <- keras_model_sequential(input_shape = 4) |>
    layer_dense(32, activation = "relu", name = "body") |>
    layer_dense(3, name = "other")
  kept <- get_weights(get_layer(third, "other"))
  suppressWarnings(load_model_weights(third, file, skip_mismatch = TRUE))
  expect_identical(get_weights(get_layer(third, "body")), learnt)
  expect_identical(get_weights(get_layer(third, "other")), kept)
})
