# Graphs of training on TensorFlow, which models of the same structure share.
skip_if_not(can("graphs"))

x <- flowers$x
y <- flowers$y

test_that("outputs that are no arrays are Keras's to join", {
  Ragged <- Model("Ragged",
    initialize = function(...) super$initialize(...),
    call = function(x) tf$RaggedTensor$from_tensor(x, padding = 0)
  )
  model <- Ragged()
  values <- matrix(c(1, 2, 0, 3, 0, 0), 2, byrow = TRUE)
  expect_equal(as.list(predict(model, values)), by_keras(as.list(predict(model, values))))
  input <- keras_input(4)
  several <- keras_model(input, list(a = layer_dense(input, 2), b = layer_dense(input, 1)))
  expect_equal(predict(several, x), by_keras(predict(several, x)), tolerance = 1e-6)
  expect_named(predict(several, x), c("a", "b"))
})

# Whether the loops of a model run the graphs that another model's do.
shares <- function(model, other) {
  graphs <- py_eval(
    "lambda memory, model: [loop.call.graph for loop in memory.of(model).loops.values()]"
  )
  memory <- import("rkeras.keras.memory")
  mine <- iterate(graphs(memory, model))
  all(mapply(identical, lapply(mine, py_id), lapply(iterate(graphs(memory, other)), py_id)))
}

small <- function(rate = 0.2, units = 5, loss = "sparse_categorical_crossentropy",
                  optimizer = optimizer_adam(0.01), norm = layer_batch_normalization(), ...) {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units, ...) |>
    norm() |>
    layer_dropout(rate, seed = 1) |>
    layer_dense(3, activation = "softmax")
  compile(model, optimizer, loss, metrics = "accuracy")
  model
}

trained <- function(...) {
  set_random_seed(4)
  model <- small(...)
  list(model = model, shown = fit_flowers(model, validation_split = 0.2))
}

test_that("the next model of the same structure uses what was compiled, with its own weights", {
  clear_session()
  first <- trained()
  weights <- get_weights(first$model)
  again <- trained()
  expect_true(shares(again$model, first$model))
  expect_equal(again$shown, first$shown, tolerance = 1e-6)
  # The learning rate is a variable.
  faster <- trained(optimizer = optimizer_adam(0.1))
  expect_true(shares(faster$model, first$model))
  expect_equal(faster$shown, by_keras(trained(optimizer = optimizer_adam(0.1)))$shown,
               tolerance = 1e-5)
  expect_identical(get_weights(first$model), weights)
  clear_session()
  expect_false(shares(trained()$model, first$model))
})

test_that("models that differ in anything are not alike", {
  own <- function(x) x * x
  key <- import("rkeras.resident.structure", convert = FALSE)$of
  hash <- py_eval("lambda key: None if key is None else str(hash(key[0]))")
  of <- function(..., change = identity) {
    model <- small(...)
    change(model)
    hash(key(model))
  }
  same <- of()
  expect_identical(of(), same)
  differing <- list(
    of(rate = 0.3), of(units = 6), of(activation = "relu"), of(kernel_regularizer = "l2"),
    of(use_bias = FALSE), of(trainable = FALSE), of(loss = loss_sparse_categorical_crossentropy()),
    of(optimizer = optimizer_adam(0.01, beta_1 = 0.8)), of(optimizer = "sgd"),
    of(optimizer = optimizer_adam(0.01, clipnorm = 1)), of(dtype = "mixed_bfloat16"),
    of(optimizer = optimizer_adam(learning_rate_schedule_cosine_decay(0.1, 5))),
    of(optimizer = optimizer_adam(learning_rate_schedule_cosine_decay(0.1, 6))),
    of(norm = layer_normalization(mean = 1:5, variance = 1:5)),
    of(norm = layer_normalization(mean = 2:6, variance = 1:5)),
    of(norm = layer_batch_normalization(momentum = 0.5)),
    of(change = function(model) model$layers[[3]]$rate <- 0.4),
    of(change = function(model) model$layers[[1]]$trainable <- FALSE)
  )
  expect_false(any(vapply(differing, is.null, NA)))
  expect_false(anyDuplicated(c(same, unlist(differing))) > 0)
  # What the user's code does is not known.
  expect_null(of(activation = own))
  expect_null(of(loss = function(y_true, y_pred) op_mean(y_pred)))
  expect_null(of(norm = layer_lambda(f = own)))
})

test_that("a layer may hold anything", {
  holding <- function(value) {
    model <- small()
    held <- py_run_string("
def held(layer, value): layer.__dict__['held'] = value
", local = TRUE)$held
    held(model$layers[[1]], value)
    expect_true(is.finite(fit(model, x, y, epochs = 1, verbose = 0)$metrics$loss))
    model
  }
  for (code in c(
    "__import__('tensorflow').Variable([1.0])", "[slice(1, 2), {3: {4}}]", "object()",
    "(lambda: (lambda: later, [later := 1]))()[0]", "__import__('numpy').array([None])"
  )) {
    value <- py_eval(code, convert = FALSE)
    holding(value)
    expect_no_error(holding(value))
  }
})

test_that("what was compiled for a model that is gone can be used by others", {
  clear_session()
  first <- trained()
  shown <- first$shown
  gone <- import("weakref")$ref(first$model)
  rm(first)
  gc()
  py_gc()
  expect_null(gone())
  expect_equal(trained()$shown, shown, tolerance = 1e-6)
  with(tf$GradientTape() %as% tape, expect_equal(trained()$shown, shown, tolerance = 1e-6))
})

test_that("a stateful layer keeps its state when another model starts", {
  stateful <- function() {
    set_random_seed(5)
    input <- keras_input(batch_shape = list(5L, 4L, 1L))
    model <- keras_model(input, layer_dense(layer_lstm(input, 3, stateful = TRUE), 1))
    compile(model, "sgd", "mse")
    fit(model, x[1:20, ], y[1:20], batch_size = 5, epochs = 2, verbose = 0, shuffle = FALSE)
    lapply(model$variables, as.array)
  }
  expected <- by_keras(stateful())
  for (i in 1:2) expect_equal(stateful(), expected, tolerance = 1e-5)
})
