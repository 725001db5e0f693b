# Checks of targets: labels, their range, and their shape compared with the outputs.

check_labels <- function(facts, y, argument) {
  if (is.list(y)) {
    return(invisible(each_part(y, argument, check_missing_labels)))
  }
  check_missing_labels(y, argument)
  if (is.logical(y)) storage.mode(y) <- "integer"
  classes <- n_classes(facts)
  if (is.numeric(y) && length(y) > 0L && !facts$has_own_step && !is.null(classes)) {
    check_shape_of_labels(facts, y, classes, argument)
  }
  check_range_of_labels(y, labels_of_loss(facts, classes), argument)
}

check_shape_of_labels <- function(facts, y, classes, argument) {
  shape <- facts$output_shape
  one_label <- c(shape[-c(1L, length(shape))], 1L)
  if (facts$loss == "sparse_categorical_crossentropy" && !shape_fits(dim(y)[-1], one_label)) {
    check_flattened(y, shape, argument)
    tell("label_shape", argument, format_data_shape(y))
  }
  if (facts$loss == "categorical_crossentropy") {
    check_flattened(y, shape, argument)
    if (length(dim(y)) == 1L || dim(y)[[length(dim(y))]] != classes) {
      tell("one_hot_labels", argument, format_data_shape(y), classes)
    }
  }
}

# The labels that the loss takes: numbers from 0 to `highest`, whole ones if they are classes. NULL
# if it takes any.
labels_of_loss <- function(facts, classes = n_classes(facts)) {
  if (facts$has_own_step) NULL
  else if (facts$loss == "binary_crossentropy") list(highest = 1, are_classes = FALSE)
  else if (facts$loss == "sparse_categorical_crossentropy" && !is.null(classes)) {
    list(highest = classes - 1, are_classes = TRUE)
  }
}

# Of an array or tensor: targets, or those of a batch.
check_range_of_labels <- function(y, labels, argument) {
  if (is.null(labels)) {
    return(invisible())
  }
  if (is_one_array(y) && !is_symbolic(y)) y <- py_to_r(call_python(y$`__array__`, list()))
  if (!is.numeric(y) || length(y) == 0L || anyNA(y)) {
    return(invisible())
  }
  if (labels$are_classes) check_sparse_labels(y, labels$highest + 1, argument)
  else check_binary_labels(y, argument)
}

# Batches that R code supplies to the model in training. Those of datasets are checked in TensorFlow
# (R/data-training.R).
check_labels_in_batch <- function(batch, argument) {
  labels <- context$labels
  if (!is.null(labels) && length(batch) > 1L && !is.list(batch[[2]])) {
    check_range_of_labels(batch[[2]], labels, argument)
  }
}

# Targets and losses, one for each output. Models with their own `train_step()` are not checked.
check_targets_of_outputs <- function(facts, y, argument) {
  if (is_py_object(y) || is.null(y) || !facts$is_plain) {
    return(invisible())
  }
  check_parts(facts, facts$losses, "loss")
  outputs <- if (!is.list(y)) facts$output_names
  if (length(outputs) > 1L) {
    tell("output_list", argument, length(outputs), in_ticks(outputs))
  }
  check_parts(facts, y, argument)
}

check_parts <- function(facts, parts, argument) {
  expected <- facts$n_outputs
  if (!is.list(parts) || any(vapply(parts, is.list, NA)) || expected == 0L) {
    return(invisible())
  }
  known <- unique(c(facts$output_names, facts$named_outputs, shown_outputs(facts)))
  if (is.null(known) && !is.null(names(parts))) {
    tell("output_names", argument)
  }
  if (length(known) > 0L) check_output_names(names(parts), known, argument)
  if (is.null(names(parts)) && length(parts) != expected) {
    tell(
      "output_count", argument, length(parts),
      if (expected == 1L) "one output" else sprintf("the outputs %s", in_ticks(known))
    )
  }
}

# Keras broadcasts arrays of different shapes and trains on meaningless differences.
check_target_shape <- function(facts, y, argument) {
  expected <- facts$output_shape
  is_compared <- is.array(y) && facts$compares %in% c(of_two_classes, of_numbers)
  if (is_compared && !is.null(expected) && !shape_fits(dim(y)[-1], expected[-1])) {
    check_flattened(y, expected, argument)
    tell("target_shape", argument, format_data_shape(y), format_shape(expected))
  }
}

# One target per observation, although the output of the dense layer has several more axes.
check_flattened <- function(y, shape, argument) {
  n_axes <- if (length(dim(y)) == 2L && ncol(y) == 1L) 1L else length(dim(y))
  matches <- n_axes == 1L || n_axes == 2L && identical(ncol(y), shape[[length(shape)]])
  if (length(shape) > 2L && matches) {
    tell("no_flatten", argument, format_data_shape(y), format_shape(shape),
         if (length(shape) == 4L) ", or layer_global_average_pooling_2d()" else "")
  }
}

# Losses that compare each target with one output.
of_two_classes <- c(
  "bce", "binarycrossentropy", "binaryfocalcrossentropy", "hinge", "squaredhinge"
)

of_numbers <- c(
  "mse", "meansquarederror", "mae", "meanabsoluteerror", "mape", "meanabsolutepercentageerror",
  "msle", "meansquaredlogarithmicerror", "huber", "logcosh", "poisson", "kld", "kldivergence",
  "cosinesimilarity"
)

check_sparse_labels <- function(y, classes, argument) {
  range <- range(y)
  if (range[[1]] < 0 || range[[2]] >= classes || !all(y == trunc(y))) {
    tell(
      "sparse_labels", argument, format(range[[1]]), format(range[[2]]),
      if (classes == 1) "one output" else sprintf("%d outputs", classes), classes - 1,
      label_remedy(y, range, classes)
    )
  }
}

check_binary_labels <- function(y, argument) {
  range <- range(y)
  if (range[[1]] < 0 || range[[2]] > 1) {
    tell("binary_labels", argument, format(range[[1]]), format(range[[2]]),
         binary_remedy(y, as.double(range)))
  }
}

binary_remedy <- function(y, range) {
  n <- length(unique(as.vector(y)))
  if (identical(range, c(1, 2)) && n == 2L) {
    "Use `y - 1`, or supply a factor."
  } else if (identical(range, c(-1, 1)) && n == 2L) {
    "Use `(y + 1) / 2`."
  } else if (n < 20L && range[[1]] >= 0 && range[[2]] <= n && all(y == trunc(y))) {
    sprintf(paste(
      "For %d classes, use a last layer with %1$d units and `activation = \"softmax\"`, and the",
      "loss \"sparse_categorical_crossentropy\"."
    ), n)
  } else {
    paste(
      "To predict numbers, use a last layer without activation and a loss such as \"mse\"; divide",
      "pixels and percentages by their maximum."
    )
  }
}

# Targets that the last layer can never give. Some may lie beyond, as those of scaled test data do.
check_reach <- function(facts, y, argument) {
  compares_numbers <- facts$compares %in% setdiff(of_numbers, "cosinesimilarity")
  is_checked <- is.numeric(y) && length(y) >= 10L && facts$is_plain && compares_numbers
  activation <- facts$activation
  reach <- if (is_checked && is_string(activation)) reaches[[activation]]
  if (!is.null(reach) && mean(y < reach[[1]] | y > reach[[2]]) > 0.9) {
    range <- range(y)
    tell("unreachable", argument, format(range[[1]]), format(range[[2]]), activation,
         if (is.finite(reach[[2]])) sprintf("numbers from %g to %g", reach[[1]], reach[[2]])
         else "no negative numbers")
  }
}

reaches <- list(
  sigmoid = 0:1, hard_sigmoid = 0:1, softmax = 0:1, tanh = c(-1, 1), relu6 = c(0, 6),
  relu = c(0, Inf), softplus = c(0, Inf), exponential = c(0, Inf)
)

label_remedy <- function(y, range, classes) {
  if (!all(y == trunc(y))) {
    return(" To predict numbers, use a loss such as \"mse\".")
  }
  if (range[[1]] < 0 || range[[2]] < classes) {
    return("")
  }
  if (range[[1]] == 1 && range[[2]] == classes) {
    return(" For labels that count from 1 use `y - 1`, or supply a factor.")
  }
  sprintf(" For these labels the last layer needs at least %s units.", format(range[[2]] + 1))
}

check_missing_labels <- function(y, argument, of = "") {
  if (is.character(y)) {
    tell(if (nzchar(of)) "text_in_batches" else "text_targets", argument)
  }
  if (is.complex(y)) tell("complex_inputs", argument, "numbers without imaginary part")
  if (is.atomic(y) && anyNA(y)) {
    tell("missing_targets", argument, count_missing(y, of))
  }
}

n_classes <- function(facts) {
  shape <- facts$output_shape
  classes <- if (length(shape) > 1L) shape[[length(shape)]]
  if (length(classes) == 1L && !is.na(classes)) classes
}
