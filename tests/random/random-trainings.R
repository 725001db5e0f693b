# Random models, data and arguments of fit(): weights and histories equal those of the same model
# that Python's own fit() trains, from the same weights.

random_case <- function() {
  task <- sample(c("number", "two", "several"), 1L)
  epochs <- sample(1:3, 1L)
  n <- sample(5:40, 1L)
  case <- list(
    task = task, n = n, columns = sample(1:4, 1L), epochs = epochs,
    hidden = sample(list(NULL, "relu", "tanh", "selu"), 1L)[[1]],
    normalize = chance(0.2), dropout = chance(0.2),
    optimizer = sample(names(optimizers), 1L),
    batch_size = sample(c(3L, 8L, 32L), 1L), split = sample(c(0, 0.25), 1L, prob = c(2, 1)),
    weights = sample(c("none", "samples", "classes"), 1L),
    as = sample(c("array", "frame", "dataset", "formula", "tensor"), 1L),
    labels = sample(c("numbers", "factor"), 1L), validation = chance(0.2),
    regularizer = chance(0.2), second_metric = chance(0.3), batch_callback = chance(0.2)
  )
  # What Keras takes for arrays only.
  if (case$as != "array") case$split <- 0
  if (case$as == "dataset") case$weights <- "none"
  if (case$as == "tensor" && case$weights == "classes") case$weights <- "none"
  case
}

# Made anew for each model. Plain Keras gets the configuration of another one.
optimizers <- list(
  sgd = function() "sgd", adam = function() "adam", rmsprop = function() "rmsprop",
  adagrad = function() "adagrad", nadam = function() "nadam",
  momentum = function() optimizer_sgd(0.05, momentum = 0.9, nesterov = TRUE),
  clipped = function() optimizer_adam(0.1, clipnorm = 0.5),
  decayed = function() optimizer_adam_w(weight_decay = 0.1),
  averaged = function() optimizer_sgd(0.1, use_ema = TRUE, ema_momentum = 0.5),
  scheduled = function() optimizer_sgd(learning_rate_schedule_exponential_decay(0.1, 3, 0.5)),
  accumulated = function() optimizer_adam(0.1, gradient_accumulation_steps = 2)
)

data_of <- function(case) {
  x <- matrix(stats::rnorm(case$n * case$columns), case$n)
  y <- switch(
    case$task,
    number = stats::rnorm(case$n), two = rep_len(c(0, 1, 1), case$n), several = rep_len(0:2, case$n)
  )
  list(x = x, y = y, w = stats::runif(case$n) + 0.5)
}

model_of <- function(case) {
  model <- keras_model_sequential(input_shape = case$columns)
  penalty <- if (case$regularizer) regularizer_l2(0.01)
  if (!is.null(case$hidden)) {
    model <- layer_dense(model, 4, activation = case$hidden, kernel_regularizer = penalty)
  }
  if (case$normalize) model <- layer_batch_normalization(model)
  if (case$dropout) model <- layer_dropout(model, 0.3, seed = 7)
  switch(
    case$task,
    number = layer_dense(model, 1), two = layer_dense(model, 1, activation = "sigmoid"),
    several = layer_dense(model, 3, activation = "softmax")
  )
}

loss_of <- c(number = "mse", two = "binary_crossentropy",
             several = "sparse_categorical_crossentropy")
second_metric_of <- c(number = "mean_squared_logarithmic_error", two = "auc",
                      several = "sparse_top_k_categorical_accuracy")
metric_of <- c(number = "mae", two = "accuracy", several = "accuracy")

# The same in Python. Arrays that cannot be confused with others: float32, targets as columns.
twin <- function() {
  py_run_string(paste(
    "import keras, numpy as np",
    "def rkeras_twin(config, weights, optimizer, loss, metrics, x, y, **args):",
    "    model = keras.Sequential.from_config(config)",
    "    model.set_weights(weights)",
    "    if isinstance(optimizer, dict): optimizer = keras.optimizers.deserialize(optimizer)",
    "    model.compile(optimizer=optimizer, loss=loss, metrics=list(metrics))",
    "    x = np.asarray(x, 'float32')",
    "    history = model.fit(x, np.asarray(y), verbose=0, shuffle=False, **args)",
    "    return [history.history, model.get_weights()]", sep = "\n"
  ))
  import_main(convert = FALSE)$rkeras_twin
}

wrong_in <- function(case) {
  data <- data_of(case)
  held <- if (case$validation && case$split == 0) data_of(case)
  model <- model_of(case)
  plain <- list(model$get_config(), model$get_weights(), as_plain(optimizers[[case$optimizer]]()))
  loss <- loss_of[[case$task]]
  metrics <- c(metric_of[[case$task]], if (case$second_metric) second_metric_of[[case$task]])
  batches <- 0L
  count <- callback_lambda(on_train_batch_end = function(batch, logs) batches <<- batches + 1L)
  found <- outcome({
    compile(model, optimizers[[case$optimizer]](), loss, metrics = metrics)
    fitted_model(case, model, data, held, if (case$batch_callback) list(count))
  })
  if (inherits(found, "error")) return(conditionMessage(found))
  expected <- py_to_r(do.call(twin(), c(
    plain, list(loss, as.list(metrics), np_array(data$x), np_array(data$y)),
    plain_arguments(case, data, held)
  )))
  differs <- function(x, y) !isTRUE(all.equal(as.numeric(x), as.numeric(y), tolerance = 2e-4))
  names <- names(expected[[1]])
  wrong <- c(
    if (case$batch_callback && batches != steps_of(case)) "calls of the callback",
    Filter(function(name) differs(found$metrics[[name]], unlist(expected[[1]][[name]])), names),
    if (any(mapply(differs, get_weights(model), expected[[2]]))) "weights"
  )
  if (length(wrong)) sprintf("%s differ", toString(wrong))
}

as_plain <- function(optimizer) {
  if (is.character(optimizer)) return(optimizer)
  import("keras.optimizers", convert = FALSE)$serialize(optimizer)
}

steps_of <- function(case) {
  ceiling(floor(case$n * (1 - case$split)) / case$batch_size) * case$epochs
}

common_arguments <- function(case) {
  c(list(epochs = case$epochs, batch_size = case$batch_size),
    if (case$split > 0) list(validation_split = case$split))
}

# Classes are labels of plain Keras's data.
class_weights <- function(case) {
  if (case$weights != "classes" || case$task == "number") return(NULL)
  list(`0` = 1, `1` = 2.5, `2` = 0.5)[if (case$task == "two") 1:2 else 1:3]
}

fitted_model <- function(case, model, data, held, callbacks) {
  y <- labels_of(case, data$y)
  args <- c(common_arguments(case), list(verbose = 0, callbacks = callbacks))
  if (case$weights == "samples") args$sample_weight <- data$w
  args$class_weight <- class_weights(case)
  if (case$as == "dataset") {
    args$batch_size <- NULL
    if (!is.null(held)) args$validation_data <- in_batches(case, held)
    return(do.call(fit, c(list(model, in_batches(case, data)), args)))
  }
  if (!is.null(held)) args$validation_data <- list(held$x, held$y)
  args$shuffle <- FALSE
  if (case$as == "formula") {
    if (!is.null(held)) args$validation_data <- frame_of(held$x, labels_of(case, held$y))
    return(do.call(fit, c(list(model, y ~ ., data = frame_of(data$x, y)), args)))
  }
  x <- switch(case$as, array = data$x, frame = as.data.frame(data$x), tensor = as_tensor(data$x))
  do.call(fit, c(list(model, x, if (case$as == "tensor") as_tensor(y) else y), args))
}

in_batches <- function(case, data) {
  dataset_batch(tensor_slices_dataset(list(data$x, data$y)), case$batch_size)
}

plain_arguments <- function(case, data, held) {
  args <- common_arguments(case)
  if (case$weights == "samples") args$sample_weight <- np_array(data$w)
  classes <- class_weights(case)
  if (!is.null(classes)) args$class_weight <- py_dict(as.integer(names(classes)), unname(classes))
  if (!is.null(held)) args$validation_data <- tuple(np_array(held$x, "float32"), np_array(held$y))
  args
}

labels_of <- function(case, y) {
  if (case$labels == "factor" && case$task != "number" && case$as != "tensor") factor(y) else y
}

frame_of <- function(x, y) cbind(as.data.frame(x), y = y)

smaller <- function(case) {
  simple <- list(task = "number", n = 5L, columns = 1L, epochs = 1L, normalize = FALSE,
                 dropout = FALSE,
                 optimizer = "sgd", batch_size = 32L, split = 0, weights = "none", as = "array",
                 labels = "numbers",
                 validation = FALSE, regularizer = FALSE, second_metric = FALSE,
                 batch_callback = FALSE)
  with_simpler(case, simple)
}

function(seed) {
  list(case = random_case(), wrong = function(case) {
    set.seed(seed)
    set_random_seed(seed)
    wrong_in(case)
  }, smaller = smaller, shown = shown)
}
