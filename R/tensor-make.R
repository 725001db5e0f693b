# Tensors of TensorFlow from R values.

#' Make a tensor
#'
#' Makes a tensor of TensorFlow, whatever backend Keras has, of an R value, an array of Python or
#' another tensor. [op_array()] makes one of Keras's backend.
#'
#' Doubles become `"float64"`, integers `"int32"`, logicals `"bool"` and strings `"string"`. Doubles
#' become ints only if they are whole.
#'
#' # The dtype of R's doubles
#'
#' * `as_tensor()`, [op_convert_to_tensor()] and [op_array()] keep all 64 bits of a double, whether
#'   it stands in a vector, matrix or array. On JAX tensors have 32 bits, unless JAX's own option
#'   `jax_enable_x64` is set.
#' * In `op_*()` functions and in arithmetic, vectors of other lengths than 1, matrices and arrays
#'   of doubles are `"float64"`; beside tensors of floats they take the dtype of these. So
#'   `op_sum(c(0.1, 0.2))` has dtype `"float64"`, and `op_add(x, c(0.1, 0.2))` that of `x` if `x` is
#'   `"float32"`. Integer tensors leave them `"float64"`.
#' * One number without dimensions takes the dtype of the tensor of floats beside it, and is
#'   [config_floatx()] alone: `op_sqrt(2)` has dtype `"float32"`.
#' * Layers, models and [fit()] convert their inputs to the dtype they compute in, which is
#'   [config_floatx()] unless it is set.
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
    x <- tf$convert_to_tensor(as_doubles(x), dtype = dtype, name = name)
  }
  if (is.null(shape)) x else in_shape(x, as_new_shape(shape))
}

in_shape <- function(x, shape) {
  is_open <- is.list(shape) && any(vapply(shape, identical, NA, -1L))
  if (length(x) == 1L && !is_open) tf$fill(shape, tf$squeeze(x)) else tf$reshape(x, shape)
}
