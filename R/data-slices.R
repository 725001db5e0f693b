# Datasets of R data and tensors.

#' Create a dataset from R data
#'
#' `tensor_slices_dataset()` creates a dataset with one element for each observation: for each
#' element of a vector, each row of a matrix or data frame, each slice along the first axis of an
#' array. `tensors_dataset()` creates a dataset with a single element, all of the data.
#'
#' A data frame or named list gives elements that are named lists of tensors, one for each column.
#' An unnamed list, such as `list(x, y)`, gives elements with a part for each component, which
#' functions receive as separate arguments and [fit()] takes as inputs and targets. Lists may be
#' nested. All components of `tensor_slices_dataset()` must have the same number of observations.
#'
#' # Types
#'
#' | R | tensor |
#' |---|---|
#' | double | `float64`; `NA` is `NaN` |
#' | integer, logical | `int32`, `bool`; `NA` is an error |
#' | character, factor | `string`; `NA` is an error |
#' | Date, POSIXct, difftime | `float64`, as [as.double()]: days, seconds, units |
#' | `bit64::integer64` | `int64` |
#' | raw | `uint8` |
#' | sparse matrix of Matrix | sparse tensor |
#'
#' Tensors and other Python objects are passed to TensorFlow unchanged. Data are copied
#' into TensorFlow's memory, which takes about twice their size: [arrow_dataset()] streams data that
#' are too large for that.
#'
#' @param tensors Vector, array, factor, data frame, sparse matrix, tensor, or a list of these. For
#'   slices, the first axis is that of observations.
#' @return A dataset.
#' @family dataset sources
#' @concept data frame to dataset
#' @concept from_tensor_slices
#' @concept input pipeline
#' @seealso [dataset_map()] and [dataset_batch()] transform a dataset, [iterate()] reads it,
#'   [range_dataset()] for numbers.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(iris)
#'
#' x <- as.matrix(iris[1:4])
#' y <- as.integer(iris$Species) - 1L
#' pairs <- tensor_slices_dataset(list(x, y))
#' length(pairs)
#' iter_next(as_array_iterator(pairs))
#'
#' # A single element
#' length(tensors_dataset(list(x, y)))
tensor_slices_dataset <- function(tensors) data_slices(tensors, "tensors")

#' @rdname tensor_slices_dataset
#' @export
tensors_dataset <- function(tensors) {
  tf_data("Dataset.from_tensors", as_components(tensors, "tensors"))
}

data_slices <- function(x, argument) {
  check_slices(x, argument)
  x <- if (is_list_of_scalars(x)) with_one_axis(unlist(x)) else one_axis(x)
  tf_data("Dataset.from_tensor_slices", as_components(x, argument))
}

# As in Python, where `[1, 2, 3]` is three elements.
is_list_of_scalars <- function(x) {
  is.list(x) && !is.object(x) && is.null(names(x)) && length(x) > 0L &&
    all(vapply(x, is_plain_scalar, NA)) && length(unique(vapply(x, typeof, ""))) == 1L
}

is_plain_scalar <- function(x) {
  is.atomic(x) && !is.null(x) && length(x) == 1L && is.null(attributes(x))
}

# In R a vector of length 1 has one element to slice; alone it would become a scalar.
one_axis <- function(x) {
  if (is.data.frame(x)) x <- as.list(x)
  if (is.list(x) && !is_time(x)) {
    return(lapply(x, one_axis))
  }
  if (is.factor(x)) x <- as.character(x)
  if (is_time(x)) x <- as.double(if (is.list(x)) as.POSIXct(x) else x)
  if (is.atomic(x) && !is.null(x) && is.null(dim(x))) with_one_axis(x) else x
}

check_slices <- function(x, argument) {
  counts <- slice_counts(x, argument)
  other <- counts[counts != counts[1]]
  if (length(other)) {
    abort(
      "`%s` has %s, but `%s` has %s. All components must have the same number of observations.",
      names(counts)[[1]], count_of(counts[[1]], "observation", "observations"),
      names(other)[[1]], other[[1]]
    )
  }
}

# The number of observations of each component, by the component's place in the argument.
slice_counts <- function(x, argument) {
  if (is.list(x) && !is_time(x) && !is_list_of_scalars(x)) {
    counts <- Map(slice_counts, unclass(x), paste0(argument, places_in(x)))
    return(unlist(unname(counts)))
  }
  n <- if (is_tensor(x)) dim(x)[1] else if (!is_py_object(x)) NROW(x)
  if (length(n) && !is.na(n)) stats::setNames(n, argument)
}

#' Create a dataset of the rows of a sparse tensor
#'
#' Each element of the dataset describes one row of a sparse tensor by three tensors: the positions
#' of its stored values (`int64`, with a column for each remaining axis, counted from 0), the
#' values, and the dense shape of the row. Use it for code that takes these parts;
#' `tensor_slices_dataset()` of a sparse matrix gives elements that are sparse tensors, which Keras
#' and most functions prefer.
#'
#' @param sparse_tensor A `tf.SparseTensor`, a sparse matrix of the package Matrix, or a SciPy
#'   matrix.
#' @return A dataset with elements of three parts: indices, values and dense shape.
#' @family dataset sources
#' @concept sparse matrix
#' @concept SparseTensor
#' @seealso [as_sparse_tensor()], [tensor_slices_dataset()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow") && requireNamespace("Matrix")
#' x <- Matrix::sparseMatrix(i = c(1, 2), j = c(3, 1), x = c(5, 6))
#' str(dataset_collect(sparse_tensor_slices_dataset(x)))
#'
#' # Elements that are sparse tensors
#' tensor_slices_dataset(x)
sparse_tensor_slices_dataset <- function(sparse_tensor) {
  must_be(sparse_tensor, "a sparse tensor or a sparse matrix",
          is_py_object(sparse_tensor) || is_of_matrix_package(sparse_tensor),
          remedy = " See as_sparse_tensor().")
  in_python("rkeras.tensorflow.pipeline.sparse_slices", as_sparse_tensor(sparse_tensor))
}
