# Ints, floats and flags from the values that R users write. Errors name the argument.

# How many: an integer or, unless it is required, NULL.
as_count <- function(x, argument, is_required = FALSE) {
  if (is.null(x) && !is_required) {
    return(NULL)
  }
  x <- without_integer64(x)
  if (is_whole(x, 1L)) as.integer(x)
  else check_whole(if (is_py_object(x)) py_to_r(x) else x, argument)
}

# One number `n` for every n epochs, or the indices of epochs.
as_epochs <- function(x, argument) {
  if (is_py_object(x)) x <- py_to_r(x)
  if (!is.null(x)) positive_indices(if (is.list(x)) unlist(x) else x, argument)
}

# Whole numbers as ints, with their dimensions: bits and counts. Other objects are passed to Python
# unchanged.
as_whole <- function(x, argument = "x") {
  x <- without_integer64(x)
  if (!is.numeric(x) || is.object(x)) {
    return(x)
  }
  whole <- as_integer(x, argument)
  dim(whole) <- dim(x)
  whole
}

whole_as_integer <- function(x) {
  is_double <- is.double(x) && !is.object(x) && is.null(attributes(x))
  if (is_double && length(x) > 0L && are_whole(x)) as.integer(x) else x
}

# TensorFlow aborts the process if Keras pools volumes to a width of 1.
as_volume_size <- function(x, argument = "output_size") {
  size <- as_integer(x, argument)
  width <- if (!is_py_object(size)) utils::tail(unlist(size), 1L)
  if (identical(width, 1L) && config_backend() == "tensorflow") {
    abort(
      c("`%s` has a width of 1, to which TensorFlow cannot pool volumes. Use a larger one, or",
        "compute the maximum of all with layer_global_max_pooling_3d() or op_max()."), argument
    )
  }
  size
}

# A number, a pair, or a pair for each axis: a list of pairs or a matrix with a row for each axis.
as_pad_width <- function(x, argument = "pad_width") {
  if (is.matrix(x)) x <- lapply(seq_len(nrow(x)), function(i) x[i, ])
  as_integer(x, argument)
}

# Counts: one whole number, or an array of whole numbers.
as_counts <- function(x, argument = "repeats") {
  several_as_array(as_whole(x, argument))
}

as_floats <- function(x, argument = "x") {
  x <- without_integer64(x)
  if (is.numeric(x)) lapply(x, as_float, argument) else x
}

# A learning rate: a number, a schedule or a function.
as_rate <- function(x, argument = "learning_rate") {
  x <- without_integer64(x)
  is_number <- is.numeric(x) && length(x) == 1L && is.finite(x)
  must_be(x, "a number, a schedule or a function", is_number || is.null(x) || !is.atomic(x),
          argument)
  if (is_number && x < 0) tell("learning_rate", argument, format(x))
  as_float(x, argument)
}

# One number combined with a tensor: whole numbers become ints, which take the dtype of the tensor.
as_weak_number <- function(x, argument = "x") {
  if (length(x) == 1L) x <- without_integer64(x)
  if (is.double(x) && length(x) == 1L && is.null(dim(x)) && are_whole(x)) as.integer(x) else x
}

# A frequency: a number of batches or epochs, or a string. TensorBoard also takes "batch".
as_frequency <- function(x, argument = "save_freq") {
  words <- c("epoch", if (argument == "update_freq") "batch")
  if (is_py_object(x) || is_string(x) && x %in% words) {
    return(x)
  }
  must_be(x, paste(in_quotes(words), "or one positive whole number"), is_whole(x, 1L), argument)
  as_integer(x)
}

# How much to show: TRUE and FALSE are 1 and 0.
as_verbosity <- function(x, argument = "x") {
  as_integer(if (isTRUE(x) || isFALSE(x)) as.integer(x) else x, argument)
}
