# What R users write where Keras wants an int, an axis or a shape; each errs by the argument's name.

# `32`, `c(3, 3)` and `list(3, 3)` for ints; never truncates.
as_integer <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x) || is.integer(x) && !anyNA(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(lapply(x, as_integer, argument = argument, call = call))
  }
  if (!are_whole(x)) {
    abort(sprintf(
      "`%s` must be a whole number%s, not %s.", argument,
      if (length(x) > 1L) " (or several)" else "",
      if (is.numeric(x)) toString(format(x, trim = TRUE)) else describe(x)
    ), call = call)
  }
  as.integer(x)
}

# TensorFlow ends the process where Keras asks it to pool volumes to a width of 1.
as_volume_size <- function(x, argument = "output_size", call = sys.call(sys.parent())) {
  size <- as_integer(x, argument, call)
  width <- if (!is_py_object(size)) utils::tail(unlist(size), 1L)
  if (identical(width, 1L) && config_backend() == "tensorflow") {
    abort(sprintf(paste(
      "`%s` has a width of 1, which TensorFlow cannot pool volumes to: ask for more, or take the",
      "maximum over all with layer_global_max_pooling_3d() or op_max()."
    ), argument), call = call)
  }
  size
}

# Where Keras refuses an int or computes otherwise with one: whole doubles become ints in its
# constructors.
as_float <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.numeric(x) && length(x) == 1L) r_to_py(as.double(x), convert = FALSE) else x
}

as_floats <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.numeric(x)) lapply(x, as_float, argument, call) else x
}

# A learning rate: a number, or what gives one.
as_rate <- function(x, argument = "learning_rate", call = sys.call(sys.parent())) {
  if (is.character(x) || is.numeric(x) && length(x) != 1L) {
    abort(sprintf(
      "`%s` must be a number, a schedule or a function, not %s.", argument, describe(x)
    ), call = call)
  }
  if (is.numeric(x) && !is.na(x) && x < 0) tell("learning_rate", call, argument, format(x))
  as_float(x, argument, call)
}

# An optimizer, its name, or the wrapper that makes it.
as_optimizer <- function(x, argument = "optimizer", call = sys.call(sys.parent())) {
  if (is.function(x) && !is_py_object(x) && !is.null(wrapped_endpoint(x))) {
    return(x())
  }
  if (!is.character(x)) {
    return(x)
  }
  check_identifier(x, "optimizers", argument, call)
  call_python(keras_endpoint("keras.optimizers.get"), list(x), convert = TRUE)
}

# How often: a number of batches or epochs, or a word.
as_frequency <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.character(x)) x else as_integer(x, argument, call)
}

# A file or folder; Python does not know what `~` is.
as_path <- function(x, argument = "path", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) x else path.expand(as_string(x, argument, call))
}

# Weights are a name or a file.
as_weights <- function(x, argument = "weights", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x) || identical(x, "imagenet")) {
    return(x)
  }
  file <- as_path(x, argument, call)
  if (!file.exists(file)) {
    abort(sprintf(
      "`%s` must be \"imagenet\", NULL or a file: there is no file \"%s\".", argument, file
    ), call = call)
  }
  file
}

# Where Keras wants a list of ints, also of one.
as_integers <- function(x, argument = "x", call = sys.call(sys.parent())) {
  as_sequence(as_integer(x, argument, call))
}

# Where Keras wants a list, also of one item. All items of a vector have one type: ints where all
# are whole, otherwise floats.
as_sequence <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.double(x) && !are_whole(x)) lapply(x, as_float) else as.list(x)
}

# A list of lists: sequences of different lengths.
as_sequences <- function(x, argument = "sequences", call = sys.call(sys.parent())) {
  if (is_py_object(x)) {
    return(x)
  }
  if (!is.list(x)) {
    abort(sprintf("`%s` must be a list of vectors, not %s.", argument, describe(x)), call = call)
  }
  lapply(unname(x), as_sequence)
}

# NumPy's type of all else, strings among it.
as_object_type <- function(x, argument = "dtype", call = sys.call(sys.parent())) {
  if (identical(x, "object")) python_function("builtins", "object") else x
}

# What Keras sets itself: nothing else can be asked for.
as_string_type <- function(x, argument = "dtype", call = sys.call(sys.parent())) {
  if (!is.null(x) && !identical(x, "string")) {
    abort(sprintf(
      "`%s` can only be \"string\" here, not %s; layer_integer_lookup() is for integers.", argument,
      describe(x)
    ), call = call)
  }
  left_out
}

# Values to start with: R's doubles are no ints, whole or not.
as_start <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (!is.double(x)) {
    return(x)
  }
  if (length(x) == 1L && is.null(dim(x))) as_float(x) else as_keras_data(x, argument, call)
}

# A copy that Python may write to.
as_writable <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.numeric(x)) np_array(x, dtype = "float32") else x
}

# Labels of files: a word, or a list of ints.
as_class_labels <- function(x, argument = "labels", call = sys.call(sys.parent())) {
  if (is.null(x) || is.character(x)) x else as_integers(as_labels(x), argument, call)
}

# What a loss or a metric compares: data as fit() takes them, factors as labels from 0.
as_observed <- function(x, argument = "x", call = sys.call(sys.parent())) {
  x <- as_keras_data(x, argument, call)
  check_missing_integers(x, argument, call)
  x
}

# The same where TensorFlow has no operation for R's doubles.
as_float32 <- function(x, argument = "x", call = sys.call(sys.parent())) {
  x <- as_observed(x, argument, call)
  if (is.double(x)) np_array(x, dtype = "float32") else x
}

# Numbers, whole or not, as floats.
as_float_array <- function(x, argument = "inputs", call = sys.call(sys.parent())) {
  x <- as_observed(x, argument, call)
  if (is.numeric(x)) np_array(x, dtype = "float32") else x
}

# One number beside a tensor: whole numbers become ints, which take any dtype that the tensor has.
as_weak_number <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.double(x) && length(x) == 1L && is.null(dim(x)) && are_whole(x)) as.integer(x) else x
}

# An axis counts from 1 in R, the batch being axis 1; negative numbers count from the end. Several
# are a tuple, as JAX takes no list of them.
as_axis <- function(x, argument = "axis", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(several_as_tuple(lapply(x, as_axis, argument = argument, call = call)))
  }
  axis <- as_integer(x, argument, call)
  if (any(axis == 0L)) {
    abort(sprintf(
      "`%s` counts from 1 (or back from -1, the last axis); there is no axis 0.", argument
    ), call = call)
  }
  several_as_tuple(axis - (axis > 0L))
}

# Where Keras wants a list, also for one axis.
as_axes <- function(x, argument = "axes", call = sys.call(sys.parent())) {
  as_sequence(as_axis(x, argument, call))
}

# A shape as a list of ints and NULLs: `NA`, `NULL` and -1 stand for axes of unknown length. A
# tensor is a length that only the running graph knows.
as_shape <- function(x, argument = "shape", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  lapply(as.list(x), length_of_axis, argument = argument, call = call)
}

length_of_axis <- function(length, argument, call) {
  if (is.null(length) || is_py_object(length)) {
    return(length)
  }
  if (length(length) == 1L && (is.na(length) || identical(length == -1, TRUE))) {
    return(NULL)
  }
  if (!are_whole(length) || length(length) != 1L || length < 0) {
    abort(sprintf(
      "`%s` must hold whole numbers, or NA for an axis of any length, not %s.",
      argument, describe(length)
    ), call = call)
  }
  as.integer(length)
}

# Keras wants a tuple, also for one axis.
shape_tuple <- function(x, argument = "shape", call = sys.call(sys.parent())) {
  shape <- as_shape(x, argument, call)
  if (is.null(shape) || is_py_object(shape)) shape else unwrap(rs_tuple(shape, FALSE))
}

# Python takes any text for true.
check_flag <- function(x, argument, call) {
  is_known <- is.null(x) || is_py_object(x) || is.logical(x) && length(x) == 1L && !is.na(x)
  if (!is_known && !(is.numeric(x) && length(x) == 1L && x %in% 0:1)) {
    abort(sprintf("`%s` must be TRUE or FALSE, not %s.", argument, describe(x)), call = call)
  }
}

# One of these; the first of them, where the argument is left at its default.
as_choice <- function(x, choices, argument, call = sys.call(sys.parent())) {
  if (identical(x, choices)) {
    return(choices[[1]])
  }
  if (!is_string(x) || !x %in% choices) {
    abort(sprintf(
      "`%s` must be %s, not %s.", argument,
      paste0('"', choices, '"', collapse = " or "), describe(x)
    ), call = call)
  }
  x
}

# Whole numbers as ints, in the shape that they have: bits and counts. Python judges what is no R
# number.
as_whole <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (!is.numeric(x) || is.object(x)) {
    return(x)
  }
  whole <- as_integer(x, argument, call)
  dim(whole) <- dim(x)
  whole
}

# Positions count from 1 in R; negative ones count from the end in both languages.
as_index <- function(x, argument = "indices", call = sys.call(sys.parent())) {
  if (is.null(x)) {
    return(x)
  }
  if (is_py_object(x)) {
    return(call_python(python_function("rkeras.positions", "from_one"), list(x)))
  }
  if (is.list(x)) {
    return(lapply(x, as_index, argument = argument, call = call))
  }
  if (!is.numeric(x)) x <- as_integer(x, argument, call)
  x <- as_whole(x, argument, call)
  if (any(x == 0L)) {
    abort(sprintf(
      "`%s` counts from 1 (or back from -1, the last one); there is no position 0.", argument
    ), call = call)
  }
  x - (x > 0L)
}

# One position, as a Python int.
as_py_index <- function(x, argument = "index", call = sys.call(sys.parent())) {
  if (!is_py_object(x) && length(x) != 1L) {
    abort(sprintf("`%s` must be one position, not %s.", argument, describe(x)), call = call)
  }
  as_index(x, argument, call)
}

# Vectors and arrays as tensors, where Keras would take a vector for several numbers.
to_tensor <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (!is.atomic(x) || is.null(x)) {
    return(x)
  }
  call_python(keras_endpoint("keras.ops.convert_to_tensor"), list(as_doubles_of(x, NULL)))
}

# Labels as Python has them, from 0: a factor's first level is 0. One label is a vector of them.
as_labels <- function(x, argument = "x", call = sys.call(sys.parent())) {
  labels <- as_whole(if (is.factor(x)) factor_codes(x) else x, argument, call)
  if (is.atomic(labels) && is.null(dim(labels))) array(labels) else labels
}

# A shape with at most one length left to be found: `NA`, `NULL` or -1.
as_new_shape <- function(x, argument = "newshape", call = sys.call(sys.parent())) {
  if (is_py_object(x)) {
    return(x)
  }
  open <- vapply(as.list(x), FUN.VALUE = NA, function(length) {
    is.null(length) || !is_py_object(length) && (is.na(length) || length == -1)
  })
  x[open] <- list(1L)
  shape <- as_shape(x, argument, call)
  shape[open] <- list(-1L)
  shape
}

# One number, a pair, or a pair for each axis: a list of pairs or a matrix with a row for each.
as_pad_width <- function(x, argument = "pad_width", call = sys.call(sys.parent())) {
  if (is.matrix(x)) x <- lapply(seq_len(nrow(x)), function(i) x[i, ])
  as_integer(x, argument, call)
}

# For functions that take tensors and arrays but not lists, which vectors are to Python. Doubles are
# arrays, whose type is still open.
vector_as_tensor <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (are_doubles(x)) {
    return(as_doubles_of(x, NULL))
  }
  if (is.atomic(x) && is.null(dim(x))) to_tensor(x, argument, call) else x
}

# The same where one number must stay one: Keras gives it the type of the others.
several_as_tensor <- function(x, argument = "x", call = sys.call(sys.parent())) {
  # The length of a symbolic tensor may be unknown.
  if (is.atomic(x) && length(x) == 1L) x else vector_as_tensor(x, argument, call)
}

# Numbers that take the type asked for: tensors have theirs.
several_as_array <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.numeric(x) && length(x) > 1L && is.null(dim(x))) array(x) else x
}

# How often: one whole number, or an array of them.
as_counts <- function(x, argument = "repeats", call = sys.call(sys.parent())) {
  several_as_array(as_whole(x, argument, call))
}

as_tensors <- function(x, argument = "xs", call = sys.call(sys.parent())) {
  if (is.list(x) && !is.object(x)) lapply(x, vector_as_tensor) else vector_as_tensor(x)
}

as_tuple <- function(x, argument = "x", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) x else unwrap(rs_tuple(as.list(x), FALSE))
}

# One int, or several as a tuple: Keras takes no list.
as_int_tuple <- function(x, argument = "x", call = sys.call(sys.parent())) {
  several_as_tuple(as_integer(x, argument, call))
}

several_as_tuple <- function(x) if (is_py_object(x) || length(x) < 2L) x else as_tuple(x)

# Whole numbers in a list, or the path of a file that has them.
as_int_vocabulary <- function(x, argument = "vocabulary", call = sys.call(sys.parent())) {
  if (is.character(x)) x else as_integers(x, argument, call)
}

# A layer, or several; a wrapper stands for the layer that it makes without arguments.
as_layer <- function(x, argument = "layer", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(lapply(x, as_layer, argument = argument, call = call))
  }
  if (is.function(x) && !is.null(wrapped_endpoint(x))) {
    return(x())
  }
  abort(sprintf(
    "`%s` must be a layer, such as layer_dense(units = 3), not %s.", argument, describe(x)
  ), call = call)
}

as_layers <- function(x, argument = "layers", call = sys.call(sys.parent())) {
  layers <- as_layer(x, argument, call)
  if (is.list(layers)) layers else list(layers)
}

# Boxes of four numbers, as Keras computes with them: rows of a matrix, also of one box, or lists of
# these. What such a list has beside `boxes` (labels and how sure they are) belongs to its boxes.
as_boxes <- function(x, argument = "boxes", call = sys.call(sys.parent())) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.data.frame(x)) x <- data_frame_matrix(x, argument, call)
  if (is.list(x)) {
    of_boxes <- names(x) %in% c("labels", "confidences")
    if (is.null(names(x))) of_boxes <- logical(length(x))
    x[of_boxes] <- lapply(x[of_boxes], as_keras_data, argument = argument, call = call)
    x[!of_boxes] <- lapply(x[!of_boxes], as_boxes, argument = argument, call = call)
    return(x)
  }
  sizes <- if (is.null(dim(x))) length(x) else dim(x)
  if (!is.numeric(x) || utils::tail(sizes, 1L) != 4L) {
    abort(sprintf(
      "`%s` must have four numbers for each box, as rows of a matrix, not %s.", argument,
      describe(x)
    ), call = call)
  }
  np_array(if (is.null(dim(x))) matrix(x, 1L) else x, dtype = "float32")
}

as_inputs <- function(x) if (is.list(x)) x else list(x)

whole_as_integer <- function(x) {
  is_double <- is.double(x) && !is.object(x) && is.null(attributes(x))
  if (is_double && length(x) > 0L && are_whole(x)) as.integer(x) else x
}

as_count <- function(x, argument, call) {
  count <- as_integer(x, argument, call)
  if (is.numeric(count) && (length(count) != 1L || count < 1L)) {
    tell("count", call, argument, toString(count))
  }
  count
}
