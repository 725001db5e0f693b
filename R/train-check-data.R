# Checks of what data and weights are, and of which arguments go together.

# `given` is a list of x, y and sample_weight, as the user supplied them, without those left out.
check_data_kinds <- function(given, names) {
  for (part in names(given)) {
    if (part != "x") {
      if (supplies_batches(given$x)) tell("batches_and_more", names[["x"]], names[[part]])
      if (supplies_batches(given[[part]])) abort_no_data(given[[part]], names[[part]])
    }
    check_python_data(given[[part]], names[[part]])
  }
  if (!is.null(given$sample_weight)) {
    each_part(given$sample_weight, names[["sample_weight"]], check_weight_numbers)
  }
}

check_python_data <- function(x, argument) {
  if (is.list(x) && !is.object(x)) {
    each_part(x, argument, check_python_data)
  } else if (inherits(x, never_data)) {
    abort_no_data(x, argument)
  }
}

never_data <- c(
  paste0("python.builtin.", c("module", "type", "function", "str", "int", "float", "bool")),
  "keras.src.layers.layer.Layer", "keras.src.backend.common.keras_tensor.KerasTensor"
)

# Whether the object supplies batches of inputs, targets and weights.
supplies_batches <- function(x) {
  is.function(x) && is_r_function(x) || inherits(x, c(
    "tf_dataset", "keras.src.trainers.data_adapters.py_dataset_adapter.PyDataset",
    "python.builtin.generator", "rkeras.bridge.iterator.RIterator"
  ))
}

# Python's lists and tuples are data as R's lists and vectors are.
from_python_list <- function(x) {
  if (!inherits(x, c("python.builtin.list", "python.builtin.tuple"))) {
    return(x)
  }
  x <- py_to_r(x)
  is_number <- function(x) is.atomic(x) && length(x) == 1L && is.null(dim(x))
  if (is.list(x) && all(vapply(x, is_number, NA))) unlist(x) else x
}

check_weight_numbers <- function(x, argument) {
  if (!is.null(x) && is.atomic(x) && !is.numeric(x) && !is.logical(x)) {
    tell("weight_numbers", argument, if (is.character(x)) "text" else describe(x))
  }
}

check_weights <- function(facts, weights, argument) {
  if (facts$is_plain) check_parts(facts, weights, argument)
  each_part(weights, argument, check_missing_labels)
  check_weight_shape(facts, weights, argument)
}

# A loss has one value for each observation, or for each step or pixel of it.
check_weight_shape <- function(facts, weights, argument) {
  shape <- facts$output_shape
  is_known <- length(shape) > 1L && is.array(weights) && facts$is_plain
  lengths <- if (is_known) dim(weights)[-1]
  values <- shape[-c(1L, length(shape))]
  if (is_known && !all(lengths == 1L) && !shape_fits(lengths, values)) {
    tell("weight_shape", argument, format_data_shape(weights), format_shape(c(NA, values)))
  }
}

# Arguments that are for arrays, or that exclude each other.
check_together <- function(x, y, data, validation_split, class_weight, sample_weight) {
  if (!inherits(x, "formula") && !is.null(data)) tell("data_of_formula")
  if (inherits(x, "formula") && !is.null(data) && !is.null(y)) tell("data_and_targets")
  if (supplies_batches(x) && !identical(as.double(validation_split), 0)) tell("split_batches")
  check_weights_together(class_weight, sample_weight)
}

check_weights_together <- function(class_weight, sample_weight) {
  if (!is.null(class_weight) && !is.null(sample_weight)) tell("two_weights")
}
