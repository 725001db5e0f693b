# Conversion of vectors, arrays, labels and boxes to the types that Keras computes with.

# The arguments of losses and metrics: data as in fit(), with factors as labels from 0.
as_observed <- function(x, argument = "x") {
  x <- as_keras_data(x, argument)
  check_missing_integers(x, argument)
  x
}

# as_observed(), numbers as floats, whole or not: where TensorFlow has no float64 kernel, or Python
# modifies its argument.
as_float_array <- function(x, argument = "x") {
  x <- as_observed(x, argument)
  if (is.numeric(x)) numpy_array(x, dtype = "float32") else x
}

# TensorFlow has limits of 32 bits, which differ from the doubles that they were.
as_single <- function(x, argument = "x") if (is.double(x)) numpy_array(x, dtype = "float32") else x

# Initial values: R doubles become floats even if they are whole.
as_start <- function(x, argument = "x") {
  if (!is.double(x)) {
    return(x)
  }
  if (length(x) == 1L && is.null(dim(x))) as_float(x) else as_keras_data(x, argument)
}

# Labels as in Python, from 0: the first level of a factor is 0. A single label becomes a vector.
as_labels <- function(x, argument = "x") {
  labels <- as_whole(if (is.factor(x)) factor_codes(x) else x, argument)
  if (is.atomic(labels) && is.null(dim(labels))) array(labels) else labels
}

# Labels of files: a string, or a list of ints.
as_class_labels <- function(x, argument = "labels") {
  if (is.null(x) || is_string(x) || is_py_object(x)) {
    return(x)
  }
  must_be(x, "\"inferred\", NULL, a factor, or whole numbers from 0 up", !is.character(x), argument,
          " Make it a factor with factor().")
  as_integers(as_labels(x), argument)
}

# Keras counts and names only the classes that occur in the labels of files, by their numbers. A
# factor names them all.
dataset_of_files <- function(datasets, labels, label_mode) {
  codes <- if (is.factor(labels) || is.numeric(labels)) unique(as.vector(as_labels(labels)))
  has_gaps <- length(codes) < max(0L, codes + 1L, nlevels(labels))
  if (has_gaps && isTRUE(label_mode %in% c("categorical", "binary"))) {
    abort(c("`labels` has no file for some of the classes, so Keras would encode others wrongly.",
            "Use `label_mode = \"int\"`, and op_one_hot() in dataset_map() for one-hot vectors."))
  }
  for (dataset in if (is.list(datasets)) datasets else list(datasets)) {
    if (is.factor(labels)) py_set_attr(dataset, "class_names", as.list(levels(labels)))
    warn_of_broken(in_python("rkeras.keras.datasets.broken_images", dataset))
  }
  datasets
}

# `broken`: a list of a path and a reason for each image.
warn_of_broken <- function(broken) {
  if (!length(broken)) return(invisible())
  texts <- vapply(broken, function(one) sprintf("\"%s\" (%s)", one[[1]], one[[2]]), "")
  warn(
    paste("%s cannot be read: %s. Training would fail at them. Delete them, or leave them out:",
          "`batch_size = NULL`, then `dataset$ignore_errors()` and dataset_batch()."),
    count_of(length(texts), "image", "images"), first_few(texts), kind = "file"
  )
}

# Vectors and arrays as tensors, where Keras would treat a vector as several separate numbers.
to_tensor <- function(x, argument = "x") {
  if (!is.atomic(x) || is.null(x)) {
    return(x)
  }
  call_python(keras_endpoint("keras.ops.convert_to_tensor"), list(as_doubles_of(x, NULL)))
}

# For functions that take tensors and arrays but not lists, to which vectors are converted. Doubles
# become arrays, so that the dtype can still be chosen.
vector_as_tensor <- function(x, argument = "x") {
  if (are_doubles(x)) {
    return(as_doubles_of(x, NULL))
  }
  if (is.atomic(x) && is.null(dim(x))) to_tensor(x, argument) else x
}

# As vector_as_tensor(), but a single number is not converted: Keras gives it the dtype of the
# others.
several_as_tensor <- function(x, argument = "x") {
  # The length of a symbolic tensor may be unknown.
  if (is.atomic(x) && length(x) == 1L) x else vector_as_tensor(x, argument)
}

# Numbers without a fixed dtype: they become arrays, because a tensor would already have one.
several_as_array <- function(x, argument = "x") {
  if (is.numeric(x) && length(x) > 1L && is.null(dim(x))) array(x) else x
}

as_tensors <- function(x, argument = "xs") {
  if (is.list(x) && !is.object(x)) lapply(x, vector_as_tensor) else vector_as_tensor(x)
}

# Boxes of four numbers: the rows of a matrix (also for a single box), or lists of these. The
# elements `labels` and `confidences` of such a list are data of its boxes.
as_boxes <- function(x, argument = "boxes") {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.data.frame(x)) x <- data_frame_matrix(x, argument)
  if (is.list(x)) {
    of_boxes <- (names(x) %||% character(length(x))) %in% c("labels", "confidences")
    x[of_boxes] <- lapply(x[of_boxes], as_keras_data, argument = argument)
    x[!of_boxes] <- lapply(x[!of_boxes], as_boxes, argument = argument)
    return(x)
  }
  sizes <- if (is.null(dim(x))) length(x) else dim(x)
  if (!is.numeric(x) || utils::tail(sizes, 1L) != 4L) {
    abort("`%s` must have four numbers for each box, as rows of a matrix, not %s.", argument,
          describe(x))
  }
  numpy_array(if (is.null(dim(x))) matrix(x, 1L) else x, dtype = "float32")
}

as_inputs <- function(x) if (is.list(x)) x else list(x)
