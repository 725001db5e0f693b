# R functions and data sets that supply batches during training.

# The batches of an R function, with columns in the order in which the model was trained.
training_generator <- function(fn, argument, facts, record) {
  data_generator(fn, function(batch, index) {
    batch <- without_part_names(facts, batch)
    batch <- batch_as_trained(facts, batch, record, argument)
    checked_batch(batch, argument, facts, index)
  })
}

checked_batch <- function(batch, argument, facts = NULL, index = NULL) {
  batch_tuple(batch, argument, function(batch) {
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
