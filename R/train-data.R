# The data of fit() and evaluate(): as Keras takes them, checked, and validation data.

# Converts and checks the user's data, in the order of `known`. `names` are the names of the user's
# arguments.
training_data <- function(model, x, y, sample_weight = NULL, known = trained_on(model),
                          names = c("x", "y", "sample_weight"), step = "train_function", call) {
  given <- as_trained(model, x, y, known, names, call = call)
  data <- list(
    x = inputs_of(model, given$x, known, names[[1]], call),
    y = as_keras_data(given$y, names[[2]], call),
    sample_weight = as_keras_data(sample_weight, names[[3]], call)
  )
  check_training_data(model, data, names, call)
  if (is.factor(given$y)) check_classes_compared(model, names[[2]], call)
  data$y <- target_of_one_output(model, data$y)
  renew_step(model, step, data$x, data$y)
  data
}

inputs_of <- function(model, x, known, argument, call) {
  x <- as_batches(x, model, argument, call)
  if (inherits(x, "rkeras.bridge.iterator.RIterator")) {
    return(call_python(python_function("rkeras.keras.generator", "as_generator"), list(x)))
  }
  is_generator <- is.function(x) && !is_py_object(x)
  if (is_generator) training_generator(x, argument, call, model, known)
  else as_keras_data(x, argument, call)
}

# A list of one target is for models with several outputs or with a named output.
target_of_one_output <- function(model, y) {
  if (!is.list(y) || length(y) != 1L || length(output_names(model)) != 1L) {
    return(y)
  }
  structure <- attr_or_null(model, borrowed_names("structures")[[2]], TRUE)
  if (is.list(structure) && !is.null(names(structure))) y else y[[1]]
}

# TensorFlow's graph of a step is for data with fixed numbers of axes; others need a new graph.
# `step` is the attribute of the model: "train_function" or the like.
renew_step <- function(model, step, x, y = NULL) {
  axes <- data_axes(x, y)
  facts <- facts_of(model)
  if (is.null(facts)) {
    return(invisible())
  }
  before <- facts$axes[[step]]
  if (!is.null(before) && !identical(before, axes)) forget_steps(model, step)
  facts$axes[[step]] <- axes
}

# Those of generators are unknown.
data_axes <- function(x, y) {
  batches <- batch_axes(x)
  if (!is.null(batches)) batches
  else if (!is.null(y) || !is_py_object(x)) lapply(drop_null(list(x = x, y = y)), n_axes)
  else "unknown"
}

n_axes <- function(x) {
  if (is_py_object(x)) NA_integer_ else if (is.list(x)) lapply(x, n_axes) else length(dim(x))
}

forget_steps <- function(model, steps = c("train_function", "test_function")) {
  for (step in steps) unwrap(rs_set_attr(model, step, NULL))
}

as_validation_data <- function(model, data, known, call, steps = NULL) {
  if (is.null(data) || is_py_object(data)) {
    check_steps(data, steps, "validation_data", "validation_steps", call)
    data <- as_batches(data, model, "validation_data", call)
    renew_step(model, "test_function", data)
    return(data)
  }
  if (is.function(data)) {
    return(training_generator(data, "validation_data", call, model, known))
  }
  if (is.data.frame(data) && !is.null(known$formula)) {
    data <- unname(formula_data(known$formula, data, response = TRUE, call))
  }
  if (!is.list(data) || is.data.frame(data) || !length(data) %in% 2:3) {
    abort(sprintf(
      "`validation_data` must be list(x, y) or list(x, y, sample_weight), not %s.",
      if (is_batch_tuple(data)) sprintf("a list of %d", length(data)) else describe(data)
    ), call = call)
  }
  names <- c("validation_data[[1]]", "validation_data[[2]]", "validation_data[[3]]")
  weights <- if (length(data) == 3L) data[[3]]
  data <- training_data(model, data[[1]], data[[2]], weights, known, names, "test_function", call)
  unwrap(rs_tuple(unname(drop_null(data)), FALSE))
}
