# The elements of a dataset as R values.

#' Collect the elements of a dataset in R
#'
#' `dataset_collect()` returns the elements of a dataset as a list of tensors. `as.data.frame()` and
#' tibble's `as_tibble()` return them as the rows of a data frame, with a column for each part.
#' `as_tensor()` and `as.array()` return the only element of a dataset, for example of one with a
#' single batch.
#'
#' The rows of batches become rows of the data frame. Elements are batches if the first axis of all
#' parts has an unknown length, as after [dataset_batch()], or the same length. Parts with further
#' axes become columns that are matrices or arrays. All elements are read into memory: for a large
#' or endless dataset, use [dataset_take()] before.
#'
#' @param dataset,x A dataset.
#' @param iter_max Positive integer. Largest number of elements. `Inf`, the default, means all.
#' @param row.names,optional,... As in [as.data.frame()]; for `as_tensor()`, arguments of
#'   [as_tensor()] for tensors.
#' @param dtype String. Dtype of the tensor. `NULL`, the default, keeps it.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return `dataset_collect()`: a list. `as.data.frame()`: a data frame. `as_tensor()` and
#'   `as.array()`: a tensor or array, or a list of them if the element has several parts.
#' @family dataset iterators
#' @concept dataset to data frame
#' @concept get_single_element
#' @seealso [as_array_iterator()], [iterate()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 3) |> dataset_collect()
#' tensor_slices_dataset(cars) |> dataset_batch(20) |> as.data.frame() |> head()
#' range_dataset(0, 6) |> dataset_batch(6) |> as.array()
dataset_collect <- function(dataset, iter_max = Inf) {
  check_dataset(dataset)
  size <- as_size(iter_max, "iter_max", -1L)
  if (!identical(size, -1L)) dataset <- dataset_method(dataset, "take", size)
  check_finite(dataset)
  iterate(dataset, simplify = FALSE)
}

check_finite <- function(dataset) {
  if (identical(length(dataset), Inf)) {
    abort("The dataset is endless. Take some of its elements: `dataset_take(dataset, 100)`.")
  }
}

#' @rdname dataset_collect
#' @export
as.data.frame.tensorflow.python.data.ops.dataset_ops.DatasetV2 <- # nolint: object_length_linter.
  function(x, row.names = NULL, optional = FALSE, ...) {
    check_finite(x)
    columns <- dataset_values(x)
    frame <- structure(list(), names = character(), row.names = .set_row_names(NROW(columns[[1]])),
                       class = "data.frame")
    for (name in names(columns)) frame[[name]] <- without_one_axis(columns[[name]])
    if (!is.null(row.names)) attr(frame, "row.names") <- row.names
    frame
  }

#' @exportS3Method tibble::as_tibble
as_tibble.tensorflow.python.data.ops.dataset_ops.DatasetV2 <- # nolint: object_length_linter.
  function(x, ...) tibble::as_tibble(as.data.frame(x), ...)

without_one_axis <- function(x) {
  if (length(dim(x)) == 1L) dim(x) <- NULL
  x
}

# The columns of all elements by name. TensorFlow joins many elements at once: an element each would
# cost an R call each.
dataset_values <- function(dataset) {
  values <- call_blocking(python_function("rkeras.tensorflow.pipeline.columns"),
                          list(dataset, is_batched(element_spec(dataset))), convert = TRUE)
  stats::setNames(values[[2]], make.unique(unlist(values[[1]])))
}

# Whether the elements are batches: the first axis of all parts has an unknown length, or is of the
# same length in several parts.
is_batched <- function(spec) {
  lengths <- vapply(flat_specs(spec), first_length, 0L)
  all(is.na(lengths)) || length(lengths) > 1L && length(unique(lengths)) == 1L && lengths[[1]] >= 0L
}

flat_specs <- function(spec) {
  if (is_py_object(spec)) {
    return(list(spec))
  }
  unlist(lapply(unname(spec), flat_specs), recursive = FALSE)
}

# NA if the length is unknown, -1 without axes.
first_length <- function(spec) {
  lengths <- as.integer(shape(attr_or_null(spec, "shape", FALSE)))
  if (length(lengths)) lengths[[1]] else -1L
}

#' @rdname dataset_collect
#' @export
as_tensor.tensorflow.python.data.ops.dataset_ops.DatasetV2 <- # nolint: object_length_linter.
  function(x, dtype = NULL, ..., name = NULL) {
    element <- call_blocking(get_attr(x, "get_single_element", TRUE),
                             drop_null(list(name = name)), convert = TRUE)
    each_tensor(element, function(tensor) {
      if (is.null(dtype) && ...length() == 0L) tensor else as_tensor(tensor, dtype, ...)
    })
  }

#' @rdname dataset_collect
#' @export
as.array.tensorflow.python.data.ops.dataset_ops.DatasetV2 <- # nolint: object_length_linter.
  function(x, ...) {
    each_tensor(as_tensor(x), function(tensor) as.array(tensor, ...))
  }

each_tensor <- function(x, f) if (is_py_object(x)) f(x) else lapply(x, each_tensor, f)

#' Number of elements of a dataset
#'
#' `length()` of a dataset is the number of its elements, as far as TensorFlow knows it without
#' reading the data: after [dataset_batch()] the number of batches. Filters and files make it
#' unknown.
#'
#' @param x A dataset.
#' @return A number, `Inf` for an endless dataset, `NA` if the number is unknown.
#' @family dataset iterators
#' @concept cardinality
#' @concept number of batches
#' @seealso [dataset_repeat()], [dataset_take()]; `dataset_reduce(dataset, 0L, ~ .x + 1L)` counts
#'   the elements.
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 42) |> length()
#' range_dataset(0, 42) |> dataset_repeat() |> length()
#' range_dataset(0, 42) |> dataset_filter(function(x) TRUE) |> length()
#' @name length.tf_dataset
NULL

#' @rdname length.tf_dataset
#' @export
length.tf_dataset <- function(x) {
  count <- as.double(get_attr(x, "cardinality", FALSE)())
  if (count == -1) Inf
  else if (count < 0) NA_real_
  else if (count <= .Machine$integer.max) as.integer(count) else count
}

#' @rdname length.tf_dataset
#' @export
length.tensorflow.python.data.ops.dataset_ops.DatasetV2 <- length.tf_dataset # nolint
