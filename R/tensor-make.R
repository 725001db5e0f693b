# Tensors of TensorFlow from R values.

#' Create a TensorFlow tensor
#'
#' Converts an R value, a Python array or another tensor to a tensor of TensorFlow, regardless of
#' the backend of Keras. Use [op_array()] for a tensor of the backend, and `as_tensor()` for code
#' that calls TensorFlow directly, such as pipelines of `tf.data`. Most functions of the package
#' convert R values themselves.
#'
#' Doubles become `"float64"`, integers `"int32"`, logicals `"bool"`, raw vectors `"uint8"`, strings
#' and factors `"string"`. Doubles are converted to an integer dtype only if they are whole numbers:
#' `as_tensor(1.5, "int32")` is an error. Numbers beyond the range of an integer dtype become its
#' smallest or largest number: `as_tensor(256, "uint8")` is 255.
#'
#' # Dtypes of R doubles
#'
#' * `as_tensor()`, [op_convert_to_tensor()] and [op_array()] keep all 64 bits of doubles, in single
#'   numbers as well as in vectors and arrays. Tensors of JAX have 32 bits unless its option
#'   `jax_enable_x64` is set.
#' * In `op_*()` functions and arithmetic, arrays of doubles and vectors of any length but 1 have
#'   dtype `"float64"`, as in `op_sum(c(0.1, 0.2))`. Combined with a floating-point tensor they take
#'   its dtype: `op_add(x, c(0.1, 0.2))` is `"float32"` if `x` is. Combined with an integer tensor
#'   they remain `"float64"`.
#' * A single number without dimensions takes the dtype of the floating-point tensor that it is
#'   combined with. Alone it has the dtype [config_floatx()]: `op_sqrt(2)` is `"float32"`.
#' * Layers, models and [fit()] convert their inputs to their compute dtype, by default
#'   [config_floatx()].
#'
#' @param x R vector, array or list, Python array, or tensor.
#' @param dtype String. Dtype of the tensor, such as `"int64"`. `NULL`, the default, means the dtype
#'   listed above, or that of a tensor `x`.
#' @param ... Arguments of methods. `shape`: vector of integers, the shape of the tensor. The
#'   elements of `x` fill it row by row (the last axis changes fastest); a single number is
#'   repeated.
#' @param name String. Name of the operation in a graph.
#' @return Tensor of TensorFlow.
#' @family tensors
#' @seealso [op_array()] for a tensor of the backend, [op_cast()] to change the dtype,
#'   [tensor-coercion] to convert a tensor to R.
#' @concept constant tensor
#' @concept convert R array to tensor
#' @concept dtype
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' as_tensor(1:3)
#' as_tensor(c(1, 2), "int64")
#' as_tensor(1:6, shape = c(2, 3))
#' as_tensor(0, shape = c(2, 3))
as_tensor <- function(x, dtype = NULL, ..., name = NULL) UseMethod("as_tensor")

#' @export
as_tensor.default <- function(x, dtype = NULL, ..., shape = NULL, name = NULL) {
  if (...length()) check_dots_empty(...)
  made <- if (is_tf_tensor(x)) {
    if (is.null(dtype)) x else cast_tensor(x, dtype, name)
  } else {
    tensor_of_r(check_tensor_value(x), dtype, name)
  }
  if (is.null(shape)) made else in_shape(made, as_new_shape(shape, "shape"))
}

is_tf_tensor <- function(x) inherits(x, "tensorflow.python.types.core.Tensor")

# Numbers out of the range of an integer dtype become its smallest or largest number. A cast would
# wrap them around.
cast_tensor <- function(x, dtype, name = NULL) {
  is_ranged <- is_int_type(tf$as_dtype(dtype)) && !x$dtype$name %in% c("bool", "string")
  (if (is_ranged) tf$dtypes$saturate_cast else tf$cast)(x, dtype, name = name)
}

# The numbers of a narrow or logical dtype, which TensorFlow would wrap around or refuse, are cast.
tensor_of_r <- function(x, dtype, name) {
  if (is.double(x) && is_int_type(dtype) && !are_large(x)) x <- as_whole(x, "x")
  if (is.raw(x)) dtype <- dtype %||% "uint8"
  if (is.raw(x) || are_flags(x) && is_number_type(dtype)) storage.mode(x) <- "integer"
  own <- if (is.numeric(x) && !is.object(x) && !is.null(dtype)) own_dtype(x, dtype)
  made <- converted(x, own %||% dtype, name)
  if (is.null(own)) made else cast_tensor(made, dtype, name)
}

are_flags <- function(x) is.logical(x) && !is.object(x)

is_number_type <- function(dtype) {
  !is.null(dtype) && grepl("^[a-z]*(int|float|complex)", tf$as_dtype(dtype)$name)
}

# Whole numbers of which some are beyond R's integers. Doubles hold them up to 2^53.
are_large <- function(x) {
  only_whole(x) && any(abs(x) > .Machine$integer.max)
}

# Doubles without dimensions would become Python floats, which have 32 bits in TensorFlow.
converted <- function(x, dtype, name) {
  is_plain <- is.atomic(x) && !is.object(x)
  if (is_plain && is.double(x) && is.null(dim(x)) && length(x) != 1L) dim(x) <- length(x)
  dtype <- dtype %||% lost_dtype(x)
  if (is_plain && length(x) == 1L && is.null(name)) {
    return(in_python("tensorflow.constant", x, dtype))
  }
  convert <- python_function("tensorflow.convert_to_tensor")
  call_python(convert, list(x, dtype = dtype, name = name), TRUE)
}

# The type of vectors that have none in Python: a double is a float, an empty vector a list.
lost_dtype <- function(x) {
  if (is.double(x) && !is.object(x) && is.null(dim(x)) && length(x) == 1L) "float64"
  else if (is.atomic(x) && length(x) == 0L) empty_dtypes[[typeof(x)]]
}

empty_dtypes <- list(logical = "bool", integer = "int32", character = "string")

own_dtype <- function(x, dtype) {
  if (is.double(x) && is_int_type(dtype)) return("float64")
  narrow <- tf$as_dtype(dtype)$name %in% c("bool", "int8", "int16", "uint8", "uint16", "uint32",
                                           "uint64")
  if (narrow) if (is.integer(x)) "int32" else "float64"
}

check_tensor_value <- function(x) {
  must_be(x, "numbers, strings, logicals or a Python array",
          !(is.null(x) || is_time(x) || is.function(x) || is.language(x)),
          remedy = if (is_time(x)) " as.numeric(x) gives its numbers." else "")
  x
}

in_shape <- function(x, shape) {
  is_open <- is.list(shape) && any(vapply(shape, identical, NA, -1L))
  if (length(x) == 1L && !is_open) tf$fill(shape, tf$squeeze(x)) else tf$reshape(x, shape)
}
