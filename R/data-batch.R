# Verbs that combine elements of a dataset into batches, and take batches apart.

#' Combine elements into batches
#'
#' `dataset_batch()` stacks consecutive elements along a new first axis, as training needs them.
#' Elements of a batch must have the same shape. `dataset_padded_batch()` fills up elements of
#' different shapes with a padding value. `dataset_unbatch()` splits batches into their elements,
#' and `dataset_rebatch()` changes the size of the batches of a dataset that is batched already.
#'
#' @param dataset A dataset.
#' @param batch_size Positive integer. Number of elements in a batch. For `dataset_rebatch()` also a
#'   vector of sizes, which are used in turn.
#' @param drop_remainder Logical. Whether to drop the last batch if it has fewer than `batch_size`
#'   elements. With `TRUE` the size of the batches is part of their shape.
#' @param num_parallel_calls Positive integer. Number of batches to compute at the same time, or
#'   `tf$data$AUTOTUNE`. `NULL`, the default, means one after another.
#' @param deterministic Logical. Whether parallel calls keep the order of the elements. `NULL`, the
#'   default, means the dataset's option, which is `TRUE`.
#' @param padded_shapes Shape to pad each element to: a vector or [shape()], or a list of them with
#'   the structure of the elements. `NA`, `NULL` in a shape, and -1 mean the longest element of the
#'   batch, and so does the default `NULL`.
#' @param padding_values Value to pad with: a number or string of the elements' type, or a list of
#'   them with the structure of the elements. `NULL`, the default, means 0, or `""` for strings.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset.
#' @family dataset verbs
#' @concept mini-batch
#' @concept padding sequences
#' @seealso [dataset_bucket_by_sequence_length()] batches sequences of similar length,
#'   [dataset_map_and_batch()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 7) |>
#'   dataset_batch(3) |>
#'   iterate(print)
#'
#' # Sequences of different lengths
#' range_dataset(1, 4) |>
#'   dataset_map(~ tf$range(.x)) |>
#'   dataset_padded_batch(3) |>
#'   iterate(print)
#'
#' range_dataset(0, 7) |>
#'   dataset_batch(3) |>
#'   dataset_rebatch(2) |>
#'   dataset_unbatch() |>
#'   length()
dataset_batch <- function(dataset, batch_size, drop_remainder = FALSE, num_parallel_calls = NULL,
                          deterministic = NULL, name = NULL) {
  dataset_verb("batch")
}

#' @rdname dataset_batch
#' @export
dataset_padded_batch <- function(dataset, batch_size, padded_shapes = NULL, padding_values = NULL,
                                 drop_remainder = FALSE, name = NULL) {
  dataset_verb("padded_batch", padded_shapes = as_padded_shapes(padded_shapes, dataset),
               padding_values = as_padding(padding_values, dataset))
}

#' @rdname dataset_batch
#' @export
dataset_unbatch <- function(dataset, name = NULL) dataset_verb("unbatch")

#' @rdname dataset_batch
#' @export
dataset_rebatch <- function(dataset, batch_size, drop_remainder = FALSE, name = NULL) {
  if (length(batch_size) < 2L || is_py_object(batch_size)) return(dataset_verb("rebatch"))
  dataset_verb("rebatch", batch_size = array(vapply(batch_size, as_size, 0L, "batch_size")))
}

# ---- Structures of shapes and values -------------------------------------------------------------

# The structure of `padded_shapes` follows that of the elements: a shape is a vector, or a list
# where the elements have no parts.
as_padded_shapes <- function(x, dataset) {
  if (!is.null(x)) shapes_like(x, element_spec(dataset), "padded_shapes")
}

shapes_like <- function(x, spec, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is_py_object(spec)) {
    return(if (is.null(x)) spec$shape else as_tensor_shape(x))
  }
  parts <- parts_like(x, spec, argument)
  as_structure(Map(function(x, spec) shapes_like(x, spec, argument), parts, spec))
}

as_padding <- function(x, dataset) {
  if (is.null(x)) NULL else values_like(x, element_spec(dataset), "padding_values")
}

# R numbers with the dtypes of the elements' parts.
values_like <- function(x, spec, argument) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is_py_object(spec)) {
    return(as_tensor(x, spec$dtype))
  }
  # One value for several parts of different types would fail in TensorFlow.
  parts <- if (is.list(x)) parts_like(x, spec, argument) else rep(list(x), length(spec))
  as_structure(Map(function(x, spec) values_like(x, spec, argument), parts, unname(spec)),
               names(spec))
}

# The list `x` in the order of the parts of the elements.
parts_like <- function(x, spec, argument) {
  x <- as.list(x)
  is_same <- length(x) == length(spec) && (is.null(names(x)) || setequal(names(x), names(spec)))
  if (!is_same) {
    parts <- names(spec)
    wanted <- if (is.null(parts)) "" else paste0(": ", in_ticks(parts))
    abort("`%s` must have the %d parts of the elements%s, but has %d.", argument, length(spec),
          wanted, length(x))
  }
  if (is.null(names(x))) x else x[names(spec)]
}

# A tuple, or a named list for a dictionary.
as_structure <- function(parts, names = base::names(parts)) {
  if (is.null(names)) python_tuple(unname(parts)) else stats::setNames(parts, names)
}

# The structure of the elements: a list of TensorSpecs, nested as the elements are, or one of them.
element_spec <- function(dataset) get_attr(dataset, "element_spec", TRUE)
