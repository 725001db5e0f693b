# Tensors of TensorFlow from R values.

#' Make a tensor
#'
#' Makes a tensor of TensorFlow, whatever backend Keras has, of an R value, an array of Python or
#' another tensor. [op_array()] makes one of Keras's backend.
#'
#' A vector of doubles becomes `"float32"`, a matrix or array of doubles `"float64"`; integers
#' become `"int32"`, logicals `"bool"`, strings `"string"`. Doubles become ints only if they are
#' whole.
#'
#' @param x An R value, an array of Python or a tensor.
#' @param dtype The type of the elements, as `"int64"`; `NULL` for the one above, or that of `x`.
#' @param ... For methods; `shape`: the shape of the tensor, filled row by row, or with one number.
#' @param name A name for the operation in a graph.
#' @return A tensor.
#' @family tensors
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' as_tensor(1:3)
#' as_tensor(c(1, 2), "int64")
#' as_tensor(0, shape = c(2, 3))
as_tensor <- function(x, dtype = NULL, ..., name = NULL) UseMethod("as_tensor")

#' @export
as_tensor.default <- function(x, dtype = NULL, ..., shape = NULL, name = NULL) {
  if (inherits(x, "tensorflow.python.types.core.Tensor")) {
    x <- if (is.null(dtype)) x else tf$cast(x, dtype, name = name)
  } else {
    if (is.double(x) && is_int_type(dtype)) x <- as_whole(x, "x", sys.call(-1))
    x <- tf$convert_to_tensor(x, dtype = dtype, name = name)
  }
  if (is.null(shape)) x else in_shape(x, as_new_shape(shape))
}

is_int_type <- function(dtype) {
  if (is_py_object(dtype)) dtype <- unwrap(rs_get_attr(dtype, "name", TRUE))
  is.character(dtype) && grepl("^u?int", dtype)
}

in_shape <- function(x, shape) {
  is_open <- is.list(shape) && any(vapply(shape, identical, NA, -1L))
  if (length(x) == 1L && !is_open) tf$fill(shape, tf$squeeze(x)) else tf$reshape(x, shape)
}
