# The data of fit() and evaluate(): as Keras takes them, checked, and validation data.

# Converts and checks the user's data, in the order of `known`. `names` are the names of the user's
# arguments.
training_data <- function(model, x, y, sample_weight = NULL, known = trained_on(model),
                          names = c("x", "y", "sample_weight"), step = "train_function") {
  given <- lapply(list(x = x, y = y, sample_weight = sample_weight), from_python_list)
  check_data_kinds(given, names)
  sample_weight <- given$sample_weight
  given <- as_trained(model, given$x, as_dense(given$y), known, names)
  data <- list(
    x = inputs_of(model, given$x, known, names[[1]], labels_of_loss(model)),
    y = as_keras_data(given$y, names[[2]]),
    sample_weight = as_keras_data(sample_weight, names[[3]])
  )
  with_first_shapes(model, data$x, check_training_data(model, data, names))
  if (is.factor(given$y)) check_classes_compared(model, names[[2]])
  data$y <- target_of_one_output(model, data$y)
  data$sample_weight <- target_of_one_output(model, data$sample_weight)
  renew_step(model, step, data$x, data$y, data$sample_weight)
  data$x <- text_as_tensors(data$x)
  data
}

# `labels` are those that the targets in batches may have.
inputs_of <- function(model, x, known, argument, labels = NULL) {
  x <- as_batches(x, model, argument, labels)
  if (inherits(x, "rkeras.bridge.iterator.RIterator")) {
    return(in_python("rkeras.keras.generator.as_generator", x, .convert = FALSE))
  }
  if (is_r_function(x)) training_generator(x, argument, model, known)
  else as_keras_data(x, argument)
}

# A list of one target is for models with several outputs or with a named output.
target_of_one_output <- function(model, y) {
  is_one <- is.list(y) && length(y) == 1L
  if (!is_one || !is_sequential(model) && length(output_names(model)) != 1L) {
    return(y)
  }
  structure <- attr_or_null(model, borrowed_names("structures")[[2]], TRUE)
  if (is.list(structure) && !is.null(names(structure))) y else y[[1]]
}

# TensorFlow's graph of a step is for data with fixed numbers of axes; others need a new graph.
# `step` is the attribute of the model: "train_function" or the like.
renew_step <- function(model, step, x, y = NULL, weights = NULL) {
  axes <- c(data_axes(x, y), if (length(dim(weights)) > 1L) n_axes(weights))
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
  for (step in steps) set_attr(model, step, NULL)
}

as_validation_data <- function(model, data, known, steps = NULL) {
  data <- from_python_list(data)
  check_python_data(data, "validation_data")
  if (is_r_function(data)) {
    return(training_generator(data, "validation_data", model, known))
  }
  if (is.null(data) || is_py_object(data) && !is_one_array(data)) {
    check_steps(data, steps, "validation_data", "validation_steps")
    data <- as_batches(data, model, "validation_data", labels_of_loss(model))
    renew_step(model, "test_function", data)
    return(data)
  }
  if (is.data.frame(data) && !is.null(known$formula)) {
    data <- unname(formula_data(known$formula, data, response = TRUE))
  }
  data <- validation_parts(data)
  names <- c("validation_data[[1]]", "validation_data[[2]]", "validation_data[[3]]")
  weights <- if (length(data) == 3L) data[[3]]
  data <- training_data(model, data[[1]], data[[2]], weights, known, names, "test_function")
  python_tuple(unname(drop_null(data)))
}

# list(x, y) or list(x, y, sample_weight), also in another order if the elements have these names.
validation_parts <- function(data) {
  if (!is.list(data) || is.data.frame(data) || !length(data) %in% 2:3) {
    abort("`validation_data` must be list(x, y) or list(x, y, sample_weight), not %s.",
          describe(data))
  }
  parts <- c("x", "y", "sample_weight")[seq_along(data)]
  if (setequal(names(data), parts)) data[parts] else data
}
