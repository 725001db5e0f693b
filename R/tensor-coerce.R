# Conversion of TensorFlow objects to R values on request; otherwise they stay Python objects.

#' Convert tensors to R values
#'
#' A tensor remains in Python until R converts it explicitly, so that computations on a GPU need no
#' copies. These functions copy the values of a tensor to R. They accept tensors and variables of
#' TensorFlow and Keras, ragged and sparse tensors, and `IndexedSlices` (the gradients of
#' embeddings).
#'
#' @details
#' `as.array()` keeps the axes of a tensor, and a scalar is a vector of length 1; `as.vector()`,
#' `as.numeric()`, `as.integer()` and `as.logical()` return its elements column by column, the
#' order of R. Floating-point numbers become doubles. Integers become R integers, or doubles if
#' they exceed the range of R integers.
#'
#' Tensors of strings become character vectors or arrays. Their bytes must be UTF-8 text; for other
#' bytes use `x$numpy()`.
#'
#' A ragged tensor becomes a list of its rows, nested for each ragged axis. It becomes an array only
#' if its rows have the same length: fill them up with `x$to_tensor()` otherwise. A sparse tensor
#' and `IndexedSlices` become dense arrays, with zeros for the elements that are not stored;
#' `as_sparse_matrix()` keeps a matrix sparse.
#'
#' A symbolic tensor, which describes a computation in a model or a traced function, has no values:
#' its conversion is an error. Compute with operations such as [op_sum()] there.
#'
#' @param x Tensor or variable. For `as_sparse_matrix()`: a `tf.SparseTensor` with two axes, or a
#'   SciPy matrix. For `as_sparse_tensor()`: a sparse matrix of the package Matrix, or a SciPy
#'   matrix.
#' @param dtype String. Dtype of the elements of the result, such as `"float32"`. `NULL`, the
#'   default, means the dtype of `x`.
#' @param ... Passed to other methods.
#' @return R vector, array or list. `as_sparse_matrix()`: a sparse matrix of the package Matrix.
#'   `as_sparse_tensor()`: a `tf.SparseTensor`.
#' @seealso [as_tensor()] and [op_array()] for the other direction, [py_to_r()] for Python objects
#'   in general.
#' @concept as.array
#' @concept sparse matrix
#' @concept ragged tensor
#' @concept convert tensor to R
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tf <- import("tensorflow")
#' as.array(tf$constant(matrix(1:4, 2)))
#' as.character(tf$constant(c("a", "b")))
#' as.list(tf$ragged$constant(list(list(1, 2), list(3))))
#' as.array(tf$sparse$eye(2L))
#' @family conversion
#' @name tensor-coercion
NULL

# Numbers take the shortest way.
#' @export
as.array.rkeras.tensor <- function(x, ...) {
  value <- try_python(python_function("numpy.asarray"), list(x), TRUE)
  if (is.object(value) || !(is.numeric(value) || is.logical(value))) value <- r_value(x)
  is_scalar <- length(value) == 1L && is.null(dim(value)) && length(dim(x)) == 0L
  if (is_scalar) value else as.array(value, ...)
}

#' @rdname tensor-coercion
#' @export
as.character.rkeras.tensor <- function(x, ...) {
  value <- plain_value(x)
  if (is_py_object(value)) check_has_values(x)
  if (is_py_object(value)) NextMethod() else as.character(value, ...)
}

#' @rdname tensor-coercion
#' @export
as.list.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor <- function(x, ...) { # nolint
  splits <- ragged_splits(x)
  rows <- rows_between(plain_value(py_get_attr(x, "flat_values")), splits[[length(splits)]])
  for (outer in rev(splits[-length(splits)])) rows <- rows_between(rows, outer)
  rows
}

#' @rdname tensor-coercion
#' @export
as_sparse_matrix <- function(x) {
  if (is_sparse_tensor(x)) x <- scipy_of_tensor(x)
  value <- if (is_py_object(x)) py_to_r(x) else x
  if (!methods::is(value, "sparseMatrix")) {
    abort("`x` must be a tf.SparseTensor or a SciPy matrix, of two dimensions.")
  }
  value
}

#' @rdname tensor-coercion
#' @export
as_sparse_tensor <- function(x, dtype = NULL) {
  if (is_sparse_tensor(x)) {
    return(if (is.null(dtype)) x else import("tensorflow", convert = FALSE)$cast(x, dtype))
  }
  x <- if (is_py_object(x)) x else r_to_py(x)
  if (!has_attr(x, "tocoo")) abort("`x` must be a sparse matrix of Matrix or SciPy.")
  tf <- import("tensorflow", convert = FALSE)
  coo <- x$tocoo()
  indices <- import("numpy", convert = FALSE)$stack(coo$coords, axis = 1L)
  values <- tf$convert_to_tensor(coo$data)
  if (!is.null(dtype)) values <- tf$cast(values, dtype)
  # TensorFlow requires the elements in row-major order.
  tf$sparse$reorder(tf$SparseTensor(indices$astype("int64"), values, coo$shape))
}

# ---- Methods of py-s3-coerce.R -------------------------------------------------------------------

dense.tensorflow.python.framework.sparse_tensor.SparseTensor <- function(x) { # nolint
  sparse <- import("tensorflow", convert = FALSE)$sparse
  sparse$to_dense(sparse$reorder(x))
}

dense.tensorflow.python.framework.indexed_slices.IndexedSlices <- function(x) { # nolint
  import("tensorflow", convert = FALSE)$convert_to_tensor(x)
}

dense.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor <- function(x) { # nolint
  if (is_uniform(x)) x$to_tensor() else x
}

# nolint start: object_length_linter.
check_has_values.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor <- function(x) {
  abort("`x` has rows of different lengths. Take as.list(x), or fill them up with x$to_tensor().",
        kind = "convert")
}
# nolint end

check_has_values.rkeras.symbolic <- function(x) {
  abort(paste(
    "`x` is a symbolic tensor, which has no values while a graph is built: compute with",
    "functions of tensors, such as op_*() and tf$strings."
  ), kind = "convert", symbolic = TRUE)
}

text_of.rkeras.tensor <- function(x, value) {
  if (!is.list(value) && !is.raw(value)) {
    return(value)
  }
  items <- if (is.raw(value)) list(value) else value
  text <- vapply(items, bytes_text, "")
  if (is.list(value)) dim(text) <- dim(value)
  text
}

bytes_text <- function(bytes) {
  text <- if (any(bytes == 0L)) NA_character_ else rawToChar(bytes)
  if (is.na(text) || !validUTF8(text)) {
    abort("The tensor has a string that is not UTF-8 text. `x$numpy()` gives the bytes themselves.",
          kind = "convert", call = NULL)
  }
  Encoding(text) <- "UTF-8"
  text
}

is_sparse_tensor <- function(x) {
  inherits(x, "tensorflow.python.framework.sparse_tensor.SparseTensor")
}

# The start of each row and the end of the last one, for each ragged dimension, outermost first.
ragged_splits <- function(x) {
  lapply(iterate(py_get_attr(x, "nested_row_splits"), simplify = FALSE), function(splits) {
    as.double(plain_value(splits))
  })
}

is_uniform <- function(x) {
  all(vapply(ragged_splits(x), function(splits) length(unique(diff(splits))) <= 1L, NA))
}

# The rows of a vector or list, or of an array with more dimensions.
rows_between <- function(x, splits) {
  row <- function(from, to) {
    which <- seq_len(to - from) + from
    rest <- rep(list(TRUE), max(length(dim(x)) - 1L, 0L))
    do.call(`[`, c(list(x, which), rest, drop = FALSE))
  }
  Map(row, splits[-length(splits)], splits[-1L])
}

scipy_of_tensor <- function(x) {
  if (length(plain_value(x$dense_shape)) != 2L) abort("`x` must have two dimensions.", call = NULL)
  columns <- numpy_of(x$indices)$T
  places <- tuple(py_get_item(columns, 0L), py_get_item(columns, 1L))
  scipy <- import("scipy.sparse", convert = FALSE)
  scipy$coo_matrix(tuple(numpy_of(x$values), places), shape = numpy_of(x$dense_shape))$tocsc()
}

# As a NumPy array in Python, also if the tensor was created with `convert = TRUE`.
numpy_of <- function(x) call_python(get_attr(x, "numpy", FALSE), list(), FALSE)
