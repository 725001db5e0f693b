# Random models, data and arguments of fit(): weights and histories equal those of the same model
# that Python's own fit() trains, from the same weights.

random_case <- function() {
  task <- sample(c("number", "two", "several"), 1L)
  epochs <- sample(1:3, 1L)
  n <- sample(5:40, 1L)
  list(
    task = task, n = n, columns = sample(1:4, 1L), epochs = epochs,
    hidden = sample(list(NULL, "relu", "tanh", "selu"), 1L)[[1]],
    normalize = chance(0.2), dropout = chance(0.2),
    optimizer = sample(c("sgd", "adam", "rmsprop", "adagrad", "nadam"), 1L),
    batch_size = sample(c(3L, 8L, 32L), 1L), split = sample(c(0, 0.25), 1L, prob = c(2, 1)),
    weights = sample(c("none", "samples", "classes"), 1L),
    as = sample(c("array", "frame", "dataset"), 1L)
  )
}

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
  if (!is.null(case$hidden)) model <- layer_dense(model, 4, activation = case$hidden)
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
metric_of <- c(number = "mae", two = "accuracy", several = "accuracy")

# The same in Python. Arrays that cannot be confused with others: float32, targets as columns.
twin <- function() {
  py_run_string(paste(
    "import keras, numpy as np",
    "def rkeras_twin(config, weights, optimizer, loss, metric, x, y, **args):",
    "    model = keras.Sequential.from_config(config)",
    "    model.set_weights(weights)",
    "    model.compile(optimizer=optimizer, loss=loss, metrics=[metric])",
    "    x = np.asarray(x, 'float32')",
    "    history = model.fit(x, np.asarray(y), verbose=0, shuffle=False, **args)",
    "    return [history.history, model.get_weights()]", sep = "\n"
  ))
  import_main(convert = FALSE)$rkeras_twin
}

wrong_in <- function(case) {
  data <- data_of(case)
  model <- model_of(case)
  plain <- model$get_config()
  start <- model$get_weights()
  split <- if (case$as == "array") case$split else 0
  weights <- if (case$as == "dataset") "none" else case$weights
  args <- list(epochs = case$epochs, batch_size = case$batch_size)
  if (split > 0) args$validation_split <- split
  if (weights == "samples") args$sample_weight <- data$w
  classes <- if (weights == "classes" && case$task != "number") list(`0` = 1, `1` = 2.5, `2` = 0.5)
  if (case$task == "two") classes <- classes[1:2]
  twin_args <- args
  if (!is.null(classes)) {
    args$class_weight <- classes
    twin_args$class_weight <- py_dict(as.integer(names(classes)), unname(classes))
  }
  if (weights == "samples") twin_args$sample_weight <- np_array(data$w)
  found <- outcome({
    compile(model, case$optimizer, loss_of[[case$task]], metrics = metric_of[[case$task]])
    x <- switch(case$as, array = data$x, frame = as.data.frame(data$x), dataset = NULL)
    if (is.null(x)) {
      batches <- dataset_batch(tensor_slices_dataset(list(data$x, data$y)), case$batch_size)
      do.call(fit, list(model, batches, epochs = case$epochs, verbose = 0))
    } else {
      do.call(fit, c(list(model, x, data$y, verbose = 0, shuffle = FALSE), args))
    }
  })
  if (inherits(found, "error")) return(conditionMessage(found))
  expected <- do.call(twin(), c(list(plain, start, case$optimizer, loss_of[[case$task]],
                                     metric_of[[case$task]],
                                     np_array(data$x), np_array(data$y)), twin_args))
  expected <- py_to_r(expected)
  differs <- function(x, y) !isTRUE(all.equal(as.numeric(x), as.numeric(y), tolerance = 2e-4))
  names <- names(expected[[1]])
  wrong <- c(
    Filter(function(name) differs(found$metrics[[name]], unlist(expected[[1]][[name]])), names),
    if (any(mapply(differs, get_weights(model), expected[[2]]))) "weights"
  )
  if (length(wrong)) sprintf("%s differ", toString(wrong))
}

# With the first, simplest value of one choice.
smaller <- function(case) {
  simple <- list(task = "number", n = 5L, columns = 1L, epochs = 1L, normalize = FALSE,
                 dropout = FALSE,
                 optimizer = "sgd", batch_size = 32L, split = 0, weights = "none", as = "array")
  changed <- Filter(function(name) !identical(case[[name]], simple[[name]]), names(simple))
  lapply(changed, function(name) utils::modifyList(case, simple[name]))
}

function(seed) {
  list(case = random_case(), wrong = function(case) {
    set.seed(seed)
    set_random_seed(seed)
    wrong_in(case)
  }, smaller = smaller, shown = shown)
}
