# Datasets as data of fit(), evaluate() and predict().

# Elements `list(x = , y = )`, as of dataset_prepare(), become inputs and targets, unless the model
# has inputs of these names.
as_batches.tf_dataset <- function(x, facts, argument, labels) {
  parts <- names(element_spec(x))
  is_pairs <- "x" %in% parts && all(parts %in% c("x", "y", "sample_weight"))
  if (is_pairs && !setequal(parts, facts$input_names)) {
    x <- in_python("rkeras.tensorflow.pipeline.pairs", x)
  }
  check_is_batched(x, facts$input_shape, argument)
  x <- batches_by_output(x, facts, argument)
  targets <- targets_spec(x)
  if (is.null(targets)) labels <- NULL
  is_text <- !is.null(labels) && identical(attr_or_null(targets$dtype, "name", TRUE), "string")
  if (is_text) tell("text_in_batches", argument)
  loses_missing <- loses_missing(facts$model)
  if (!loses_missing && is.null(labels)) {
    return(x)
  }
  in_python("rkeras.tensorflow.pipeline.refuse_wrong_values", x, argument, loses_missing,
            labels$highest, labels$are_classes)
}

# Targets and weights with names, matched to the outputs. A model made with a list of named outputs
# takes them so.
batches_by_output <- function(x, facts, argument) {
  spec <- element_spec(x)
  parts <- if (is.list(spec) && is.null(names(spec))) spec[-1]
  parts <- lapply(parts, named_by_position, facts$named_outputs)
  named <- Filter(is_by_name, parts)
  known <- known_outputs(facts)
  if (length(named) == 0L || is.null(known)) {
    return(x)
  }
  for (part in named) check_output_names(names(part), known, argument)
  in_python("rkeras.tensorflow.pipeline.by_output", x, as.list(response_names(facts)),
            !is.null(facts$named_outputs))
}

# NULL if the dataset has none, or a structure of them.
targets_spec <- function(dataset) {
  spec <- element_spec(dataset)
  targets <- if (is.list(spec) && is.null(names(spec)) && length(spec) > 1L) spec[[2]]
  if (is_py_object(targets)) targets
}

# Without this check Keras reports an unknown rank or trains on the wrong axis.
check_is_batched <- function(x, takes, argument) {
  spec <- element_spec(x)
  inputs <- if (is_py_object(spec)) spec else if (is.null(names(spec))) spec[[1]]
  shape <- if (is_py_object(inputs)) attr_or_null(inputs, "shape", FALSE)
  if (is.numeric(takes) && is_one_observation(shape, takes[-1])) {
    tell("not_batched", argument, shape_text(shape), format_shape(takes))
  }
}

# Keras adds a last axis to batches that lack it, so the rank alone does not tell: all sizes must be
# known and those of one observation.
is_one_observation <- function(shape, takes) {
  if (is.null(shape) || is.null(attr_or_null(shape, "rank", TRUE))) {
    return(FALSE)
  }
  sizes <- as.integer(shape)
  length(sizes) == length(takes) && !anyNA(sizes) && !all(sizes == 1L) &&
    all(is.na(takes) | sizes == takes)
}

check_steps.tf_dataset <- function(x, steps, argument, steps_argument) {
  n <- length(x)
  if (is.null(steps)) {
    if (identical(n, Inf)) tell("endless_data", argument, steps_argument)
  } else if (!is.na(n) && is.numeric(steps) && steps > n) {
    tell("too_few_batches", steps_argument, format(steps), argument,
         count_of(n, "batch", "batches"))
  }
}
