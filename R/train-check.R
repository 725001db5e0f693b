# Checks of models and data before the first training step.

check_compiled <- function(facts, fun) {
  if (!facts$is_compiled) tell("not_compiled", fun)
}

# Layers such as layer_normalization() do not learn in fit().
check_adapted <- function(facts, fun) {
  names <- facts$not_adapted
  if (length(names[[1]])) tell("not_adapted", names[[1]][[1]], fun)
  if (length(names[[2]])) tell("not_normalized", names[[2]][[1]], fun)
}

# `data` is a list of x, y and sample_weight, already converted to arrays; `y` is the target in it,
# without a list around one.
check_training_data <- function(facts, data, y, names) {
  check_targets_given(facts, data, names)
  check_missing(facts$model, data$x, names[[1]], warn = is.null(facts$memory$trained$formula$table))
  for (i in 1:2) each_part(data[[i]], names[[i]], warn_of_infinite)
  check_input_shape(facts, data$x, names[[1]])
  check_targets_of_outputs(facts, data$y, names[[2]])
  check_lengths(data, names)
  check_labels(facts, y, names[[2]])
  check_target_shape(facts, y, names[[2]])
  check_reach(facts, y, names[[2]])
  if (!is.null(data$sample_weight)) check_weights(facts, data$sample_weight, names[[3]])
}

# Datasets and generators supply targets with the inputs; Keras checks Keras tensors. A training
# that fails for lack of targets would leave the optimizer without variables permanently.
check_targets_given <- function(facts, data, names) {
  check_given(data$x, names[[1]])
  is_array <- if (is_py_object(data$x)) is_one_array(data$x) else !is.function(data$x)
  if (is.null(data$y) && is_array && facts$has_loss) {
    tell("no_targets", names[[2]])
  }
}

check_given <- function(x, argument) {
  if (is.null(x)) tell("no_inputs", argument)
}

check_lengths <- function(data, names) {
  expected <- n_observations(data$x, names[[1]])
  if (identical(expected, 0L)) tell("no_observations", names[[1]])
  for (i in 2:3) {
    part <- data[[c("x", "y", "sample_weight")[[i]]]]
    found <- if (is.null(part)) NA else n_observations(part, names[[i]])
    if (!is.na(expected) && !is.na(found) && found != expected) {
      tell("observations", names[[i]], found, names[[1]], expected, c("target", "weight")[[i - 1]])
    }
  }
}

warn_of_infinite <- function(x, argument) {
  # Summing allocates no memory, and the sum is finite in most cases.
  if (is.double(x) && !is.finite(sum(x)) && any(is.infinite(x))) {
    tell("infinite", argument)
  }
}

check_input_shape <- function(facts, x, argument) {
  expected <- facts$input_shape
  if (is.list(x)) {
    check_input_count(facts, x, argument)
    check_names_of_inputs(x, c(facts$input_names, facts$named_inputs), argument)
  } else if (is.array(x)) {
    check_one_input(facts, x, argument)
  }
  is_wrong <- !is.null(expected) && is.array(x) && !shape_fits(dim(x)[-1], expected[-1])
  if (is_wrong) tell_shape(x, expected, argument)
}

# Keras silently ignores surplus inputs. A model with several inputs may get only some, by name.
check_input_count <- function(facts, x, argument) {
  expected <- length(facts$input_names)
  some <- is.null(facts$input_shape) && !is.null(names(x))
  if (expected == 0L || length(x) == expected || some || any(vapply(x, is.list, NA))) {
    return(invisible())
  }
  tell(
    "input_count", argument, length(x),
    if (expected > 1L) sprintf("%d inputs", expected)
    else if (are_rows(facts, x)) "one input: do.call(rbind, ...) makes one array of these rows"
    else "one input: cbind() makes one array of columns"
  )
}

# Whether a list has an observation in each element.
are_rows <- function(facts, x) {
  length(x) > 0L && isTRUE(all(lengths(x) == facts$input_shape[2]))
}

check_one_input <- function(facts, x, argument) {
  dtype <- facts$input_dtypes
  if (length(dtype) > 1L) {
    tell("input_list", argument, length(dtype), in_ticks(facts$input_names))
  }
  if (length(dtype) == 0L) {
    return(invisible())
  }
  if (is.character(x) && dtype != "string") tell("text_inputs", argument, dtype)
  if (is.complex(x) && !startsWith(dtype, "complex")) tell("complex_inputs", argument, dtype)
}

# Some inputs may be omitted. A name that the model does not have is an error if known names are
# absent.
check_names_of_inputs <- function(x, known, argument) {
  unknown <- setdiff(names(x), c(known, ""))
  if (length(known) > 0L && length(unknown) > 0L && !all(known %in% names(x))) {
    tell("part_name", argument, unknown[[1]], "inputs", in_ticks(unique(known)),
         did_you_mean(closest(unknown[[1]], setdiff(known, names(x)))))
  }
}

# A sequential model without `input_shape` gets its shapes from its first data. The facts with these
# shapes; the model is not built, as the checks may fail.
with_first_shapes <- function(facts, x) {
  is_new <- is_sequential(facts$model) && is.array(x) && is.null(facts$output_shape)
  if (!is_new || !facts$is_plain) {
    return(facts)
  }
  shape <- as.list(dim(x)[-1])
  first <- in_python("rkeras.keras.facts.of_first_data", facts$model, shape)
  facts["output_shape"] <- list(open_lengths(first$output_shape))
  facts["input_dtypes"] <- list(first$input_dtypes)
  facts
}

# Keras adds or drops a last axis of length 1.
shape_fits <- function(shape, expected) {
  if (length(shape) == length(expected) + 1L && shape[[length(shape)]] == 1L) {
    shape <- shape[-length(shape)]
  } else if (length(shape) == length(expected) - 1L &&
               identical(expected[[length(expected)]], 1L)) {
    shape <- c(shape, 1L)
  }
  length(shape) == length(expected) && all(is.na(expected) | shape == expected)
}

tell_shape <- function(x, expected, argument) {
  n <- length(x)
  if (length(dim(x)) == 1L && length(expected) == 2L) {
    one <- identical(expected[[2]], n)
    return(tell(
      "input_vector", argument, n, format_shape(expected),
      if (one) sprintf(": matrix(%s, 1).", argument) else "."
    ))
  }
  tell("input_shape", argument, format_data_shape(x), format_shape(expected),
       shape_remedy(dim(x), expected))
}

# What the user probably did: supplied one observation, exchanged axes, left out some of length 1.
shape_remedy <- function(dim, expected) {
  expected <- expected[-1]
  is_one <- is_same_without_ones(dim, expected)
  leave_out <- if (length(expected) > 1L && identical(dim[-1], expected[-1])) {
    " If its first axis is that of the observations, leave it out of `input_shape`."
  }
  if (is_one) {
    one <- sprintf(" For one observation, dim(x) <- c(%s) makes a batch of it.",
                   toString(c(1L, dim, rep(1L, length(expected) - length(dim)))))
    return(paste0(one, leave_out))
  }
  if (!is.null(leave_out)) {
    return(leave_out)
  }
  axes <- exchanged_axes(dim, expected)
  if (!is.null(axes)) {
    return(if (length(dim) == 2L) " Its rows must be observations: use t(x)."
           else sprintf(" aperm(x, c(%s)) exchanges its axes.", toString(axes)))
  }
  if (anyNA(expected) || prod(dim[-1]) != prod(expected)) {
    return("")
  }
  sprintf(" dim(x) <- c(%s) gives it that shape.", toString(c(dim[[1]], expected)))
}

is_same_without_ones <- function(dim, expected) {
  fits <- function(a, b) length(a) == length(b) && all(is.na(b) | a == b)
  length(dim) <= length(expected) && any(dim != 1L) &&
    (fits(dim, expected) || fits(dim[dim != 1L], expected[!expected %in% 1L]))
}

# The order of the axes in which the data have the shape, observations first; NULL if there is none,
# or if they differ only by axes of length 1.
exchanged_axes <- function(dim, expected) {
  n <- length(dim)
  if (n != length(expected) + 1L || anyNA(expected) || is_same_without_ones(dim[-1], expected)) {
    return(NULL)
  }
  # The observations may be on any axis, but are more likely on the first one.
  for (first in seq_len(n)) {
    rest <- setdiff(seq_len(n), first)
    order <- match_axes(dim[rest], expected)
    if (!is.null(order)) return(c(first, rest[order]))
  }
}

match_axes <- function(dim, expected) {
  order <- integer()
  for (length in expected) {
    at <- setdiff(which(dim == length), order)
    if (length(at) == 0L) return(NULL)
    order <- c(order, at[[1]])
  }
  order
}

# The number of observations is shown only for a vector, which has no other length.
format_data_shape <- function(x) {
  format_shape(if (length(dim(x)) == 1L) dim(x) else c(NA, dim(x)[-1]))
}
