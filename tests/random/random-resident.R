# Random models whose fit(), evaluate() and predict() run in few calls of TensorFlow or JAX: as by
# Keras's own loop, from the same weights, in the same session. All of it is done twice: on
# TensorFlow the second model takes what was compiled for the first, or for an earlier case like it.

random_case <- function() {
  kind <- sample(c("dense", "two_inputs", "two_outputs", "recurrent", "words", "own_step"), 1L)
  batch <- sample(c(2L, 4L, 7L), 1L)
  case <- list(
    kind = kind, batch = batch, epochs = sample(1:3, 1L), n = batch * sample(1:4, 1L),
    optimizer = sample(names(optimizers), 1L), validation = sample(c("none", "split", "data"), 1L),
    every = sample(1:2, 1L), weights = chance(0.3), built = chance(0.5), dropout = chance(0.3),
    precision = sample(c("float32", "mixed_bfloat16"), 1L, prob = c(4, 1)),
    watched = sample(c("epochs", "batches", "stops"), 1L, prob = c(2, 1, 1)),
    steps_per_execution = sample(c(1L, 3L), 1L, prob = c(3, 1)), jit = chance(0.1),
    activation = sample(c("tanh", "relu", "leaky_relu"), 1L), l2 = sample(c(0.01, 0.1), 1L),
    rate = sample(c(0.3, 0.5), 1L), frozen = chance(0.2), loss = sample(names(losses), 1L)
  )
  # A stateful layer takes whole batches only.
  if (kind != "recurrent") case$n <- case$n + sample(0:1, 1L)
  if (kind == "recurrent" && case$validation == "split") case$validation <- "none"
  if (kind %in% c("two_outputs", "own_step")) case$weights <- FALSE
  case
}

optimizers <- list(
  adam = function() optimizer_adam(0.05), sgd = function() optimizer_sgd(0.05, momentum = 0.9),
  scheduled = function() optimizer_sgd(learning_rate_schedule_cosine_decay(0.1, 5)),
  averaged = function() optimizer_adam(0.05, use_ema = TRUE, ema_overwrite_frequency = 3L),
  accumulated = function() optimizer_sgd(0.05, gradient_accumulation_steps = 2L),
  scaled = function() optimizer_loss_scale(optimizer_sgd(0.05), dynamic_growth_steps = 3L)
)

losses <- list(
  mse = "mse", named = loss_mean_squared_error(), huber = loss_huber(delta = 0.5),
  wide = loss_huber(delta = 2)
)

layers_of <- function(case, x) {
  x <- layer_dense(x, 5, activation = case$activation, trainable = !case$frozen,
                   kernel_regularizer = regularizer_l2(case$l2))
  if (case$dropout) x <- layer_dropout(layer_gaussian_noise(x, 0.1, seed = 3), case$rate, seed = 5)
  layer_batch_normalization(x)
}

# A step that returns other logs than the metrics.
OwnStep <- Model(
  "OwnStep",
  initialize = function(...) {
    super$initialize(...)
    self$out <- layer_dense(units = 1)
  },
  call = function(inputs) self$out(inputs),
  train_step = function(data) {
    c(x, y) %<-% data
    with(tf$GradientTape() %as% tape, loss <- op_mean((self(x, training = TRUE) - y)^2))
    self$optimizer$apply(tape$gradient(loss, self$trainable_variables), self$trainable_variables)
    list(last = loss, sum = op_sum(x))
  }
)

model_of <- function(case) {
  switch(
    case$kind,
    dense = {
      model <- keras_model_sequential(input_shape = if (case$built) 3)
      layer_dense(layers_of(case, model), 1)
    },
    two_inputs = {
      inputs <- list(a = keras_input(3, name = "a"), b = keras_input(3, name = "b"))
      x <- layer_concatenate(list(layers_of(case, inputs$a), inputs$b))
      keras_model(inputs, layer_dense(x, 1))
    },
    two_outputs = {
      input <- keras_input(3)
      x <- layers_of(case, input)
      keras_model(input, list(p = layer_dense(x, 1, name = "p"), q = layer_dense(x, 2, name = "q")))
    },
    recurrent = {
      input <- keras_input(batch_shape = list(case$batch, 3L, 1L))
      keras_model(input, layer_dense(layer_lstm(input, 4, stateful = TRUE), 1))
    },
    words = {
      input <- keras_input(3, dtype = "int32")
      x <- layer_flatten(layer_embedding(input, 9, 2))
      keras_model(input, layer_dense(layers_of(case, x), 1))
    },
    own_step = OwnStep()
  )
}

data_of <- function(case, n = case$n) {
  x <- matrix(stats::rnorm(3 * n), n)
  y <- stats::rnorm(n)
  switch(
    case$kind,
    two_inputs = list(list(a = x, b = x^2), y),
    two_outputs = list(x, list(p = y, q = cbind(y, y^2))),
    recurrent = list(array(x, c(n, 3, 1)), y),
    words = list(matrix(sample(0:8, 3 * n, replace = TRUE), n), y),
    list(x, matrix(y, n))
  )
}

# Everything that a training shows: weights, history, what its callback saw, and what follows.
trained <- function(case, resident) {
  withr::local_options(rkeras.resident = resident)
  set_random_seed(case$n)
  config_set_dtype_policy(case$precision)
  on.exit(config_set_dtype_policy("float32"))
  data <- data_of(case)
  other <- data_of(case, if (case$kind == "recurrent") case$batch else 5L)
  model <- model_of(case)
  compile(model, optimizers[[case$optimizer]](), losses[[case$loss]], jit_compile = case$jit,
          steps_per_execution = case$steps_per_execution,
          metrics = if (!case$kind %in% c("two_outputs", "own_step")) c("mae", "cosine_similarity"))
  seen <- list()
  history <- fit(
    model, data[[1]], data[[2]], batch_size = case$batch, epochs = case$epochs, verbose = 0,
    shuffle = FALSE, validation_split = if (case$validation == "split") 0.3 else 0,
    validation_data = if (case$validation == "data") other, validation_freq = case$every,
    sample_weight = if (case$weights) seq_len(case$n) / case$n,
    callbacks = watcher(case, function(x) seen <<- c(seen, list(x)))
  )
  list(
    history = history$metrics, weights = get_weights(model), seen = seen,
    optimizer = lapply(model$optimizer$variables, function(v) as.array(v)),
    evaluated = as.list(evaluate(model, other[[1]], other[[2]], batch_size = case$batch)),
    predicted = predict(model, other[[1]], batch_size = case$batch)
  )
}

watcher <- function(case, note) {
  switch(
    case$watched,
    epochs = callback_lambda(on_epoch_end = function(epoch, logs) note(c(epoch, unlist(logs)))),
    batches = callback_lambda(
      on_train_batch_begin = function(batch, logs) note(batch),
      on_train_batch_end = function(batch, logs) note(c(batch, unlist(logs))),
      on_test_batch_end = function(batch, logs) note(c(batch, unlist(logs)))
    ),
    stops = callback_early_stopping(monitor = if (case$kind == "own_step") "sum" else "loss",
                                    mode = "min", patience = 0, restore_best_weights = TRUE)
  )
}

wrong_in <- function(case) {
  expected <- outcome(trained(case, FALSE))
  for (i in 1:2) {
    wrong <- wrong_beside(expected, case)
    if (!is.null(wrong)) return(wrong)
  }
  NULL
}

wrong_beside <- function(expected, case) {
  found <- outcome(trained(case, TRUE))
  if (inherits(expected, "error")) {
    both <- inherits(found, "error") && conditionMessage(found) == conditionMessage(expected)
    return(if (both) "refused" else paste("an error, but only there:", conditionMessage(expected)))
  }
  if (inherits(found, "error")) return(conditionMessage(found))
  # Steps of 16 bits may be rounded in another order.
  tolerance <- if (case$precision == "float32") 1e-5 else 0.05
  differs <- Filter(function(part) {
    !isTRUE(all.equal(found[[part]], expected[[part]], tolerance = tolerance))
  }, names(expected))
  if (length(differs)) sprintf("%s differ", toString(differs))
}

smaller <- function(case) {
  simple <- list(kind = "dense", batch = 2L, epochs = 1L, n = 4L, optimizer = "adam",
                 validation = "none", every = 1L, weights = FALSE, built = TRUE, dropout = FALSE,
                 precision = "float32", watched = "epochs", steps_per_execution = 1L, jit = FALSE,
                 activation = "tanh", l2 = 0.01, rate = 0.3, frozen = FALSE, loss = "mse")
  with_simpler(case, simple)
}

function(seed) {
  list(case = random_case(), wrong = function(case) {
    set.seed(seed)
    wrong_in(case)
  }, smaller = smaller, shown = shown)
}
