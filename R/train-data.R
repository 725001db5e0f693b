# The data of fit() and evaluate(): as Keras takes them, checked, validation data, and functions and
# data sets that supply batches.

# Converts and checks the user's data, in the order of the record. `names` are the names of the
# user's arguments.
training_data <- function(facts, x, y, sample_weight = NULL, record = trained_on(facts),
                          names = data_arguments) {
  given <- list(x = x, y = y, sample_weight = sample_weight)
  given <- lapply(drop_null(given), from_python_list)
  check_data_kinds(given, names)
  sample_weight <- given$sample_weight
  given <- as_trained(facts, given$x, as_dense(given$y), record, names)
  sample_weight <- weights_by_output(facts, sample_weight, given$y, names[[3]])
  data <- list(
    x = inputs_of(facts, given$x, record, names[[1]], labels_of_loss(facts)),
    y = as_keras_data(given$y, names[[2]]),
    sample_weight = as_keras_data(sample_weight, names[[3]])
  )
  y <- target_of_one_output(facts, data$y)
  check_training_data(with_first_shapes(facts, data$x), data, y, names)
  # Losses that use numeric differences are meaningless for the codes of a factor.
  if (is.factor(given$y) && facts$compares %in% of_numbers) tell("factor_targets", names[[2]])
  data$y <- without_output_names(facts, y)
  data$sample_weight <- without_output_names(
    facts, target_of_one_output(facts, data$sample_weight)
  )
  data$x <- text_as_tensors(data$x)
  data
}

data_arguments <- c(x = "x", y = "y", sample_weight = "sample_weight")

# `labels` are those that the targets in batches may have.
inputs_of <- function(facts, x, record, argument, labels = NULL) {
  x <- as_batches(x, facts, argument, labels)
  if (inherits(x, "rkeras.bridge.iterator.RIterator")) {
    return(in_python("rkeras.keras.generator.as_generator", x, .convert = FALSE))
  }
  if (is.function(x) && is_r_function(x)) training_generator(x, argument, facts, record)
  else as_keras_data(x, argument)
}

# A list of one target is for models with several outputs or with a named output.
target_of_one_output <- function(facts, y) {
  is_one <- is.list(y) && length(y) == 1L && is.null(facts$named_outputs) &&
    (is_sequential(facts$model) || length(facts$output_names) == 1L)
  if (is_one) y[[1]] else y
}

# Layers that remember the samples of a batch take batches of one size, for which TensorFlow would
# repeat a single sample.
batch_size_of <- function(facts, batch_size, x) {
  size <- as_count(batch_size, "batch_size")
  fixed <- facts$stateful_batch
  if (is.null(fixed) || is_py_object(x) && !is_one_array(x) || is.function(x)) {
    return(size)
  }
  n <- n_observations(x, "x")
  if (!is.null(size) && size != fixed) tell("stateful_batch", "batch_size", size, fixed)
  if (isTRUE(n %% fixed != 0L)) tell("stateful_rows", "x", n, fixed)
  fixed
}

as_validation_data <- function(facts, data, record, steps = NULL) {
  if (is.null(data)) {
    return(NULL)
  }
  data <- from_python_list(if (is.null(record$formula)) data else as_table(data))
  check_python_data(data, "validation_data")
  if (is_r_function(data)) {
    return(training_generator(data, "validation_data", facts, record))
  }
  if (is_py_object(data) && !is_one_array(data)) {
    check_steps(data, steps, "validation_data", "validation_steps")
    return(as_batches(data, facts, "validation_data", labels_of_loss(facts)))
  }
  if (is.data.frame(data) && !is.null(record$formula)) {
    data <- unname(formula_data(record$formula, data, response = TRUE))
  }
  data <- validation_parts(data)
  names <- replace(data_arguments, 1:3, sprintf("validation_data[[%d]]", 1:3))
  weights <- if (length(data) == 3L) data[[3]]
  data <- training_data(facts, data[[1]], data[[2]], weights, record, names)
  python_tuple(unname(drop_null(data)))
}

# list(x, y) or list(x, y, sample_weight), also in another order if the elements have these names.
validation_parts <- function(data) {
  must_be(data, "list(x, y) or list(x, y, sample_weight)",
          is.list(data) && !is.data.frame(data) && length(data) %in% 2:3, "validation_data")
  parts <- c("x", "y", "sample_weight")[seq_along(data)]
  if (setequal(names(data), parts)) data[parts] else data
}

# list(x, y): the response is found in the data frame if `y` is missing.
rows_and_response <- function(facts, x, y) {
  x <- as_table(x)
  record <- trained_on(facts)
  if (is.null(y)) {
    if (is.null(record$formula) || !is.data.frame(x)) {
      abort("`y` is missing: only models with a formula find the response in a data frame.")
    }
    y <- formula_data(record$formula, x, response = TRUE)$y
  }
  list(x = x, y = y)
}

# ---- Batches of functions and data sets ----------------------------------------------------------

# The batches of an R function, with columns in the order in which the model was trained.
training_generator <- function(fn, argument, facts, record) {
  data_generator(fn, function(batch, index) {
    batch <- without_part_names(facts, batch)
    batch <- batch_as_trained(facts, batch, record, argument)
    checked_batch(batch, argument, facts, index)
  })
}

checked_batch <- function(batch, argument, facts = NULL, index = NULL) {
  batch_parts(batch, argument, function(batch) {
    if (identical(index, 1L)) check_first_batch(batch, argument, facts)
    check_batch(batch, argument)
    check_missing_in_batch(batch, argument, facts$model, index)
    check_labels_in_batch(batch, argument)
  })
}

# Those after it must have the same shapes.
check_first_batch <- function(batch, argument, facts) {
  if (length(batch) > 3L) {
    abort(
      c("A batch of `%s` must be inputs, list(inputs, targets) or list(inputs, targets,",
        "sample_weight), not a list of %d."), argument, length(batch)
    )
  }
  if (!is.null(facts)) check_input_shape(facts, batch[[1]], argument)
}

# Batches with the names of the arguments of fit(), unless they are names of inputs.
without_part_names <- function(facts, batch) {
  parts <- c("x", "y", "sample_weight")
  has_names <- is.list(batch) && all(c("x", "y") %in% names(batch)) && all(names(batch) %in% parts)
  is_of_parts <- has_names && !is.data.frame(batch) && !"y" %in% facts$input_names
  if (is_of_parts) unname(batch[intersect(parts, names(batch))]) else batch
}
