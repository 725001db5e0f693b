# Brief printing of tensors and Keras objects: in the console, in str(), in lists and tibbles.

#' Print and summarize tensors
#'
#' Printing a tensor or variable shows its values, shape and dtype. If the values would take more
#' than about twenty lines, only the ends of each axis and the range of the printed values are
#' shown, so that a large tensor on a GPU is not copied to R.
#'
#' @details
#' * `print()` and `format()` show the values, abbreviated if necessary; `as.array(x)` shows all
#'   values, and [py_repr()] the text that Python prints.
#' * `str()` shows dtype, shape and first elements in one line.
#' * `toString()` returns dtype and shape only.
#' * `summary()` computes quartiles and mean of all elements, as for an R vector.
#' * `head()` and `tail()` return the first and last slices along the first axis, as tensors. A
#'   single number is a vector of one.
#'
#' @param x,object Tensor or variable.
#' @param n Integer. Number of slices; a negative number is the number of slices to omit.
#' @param ... Not used.
#' @return `print()`: `x`, invisibly. `format()` and `toString()`: a string. `head()` and `tail()`:
#'   a tensor. `summary()`: an object of class `summaryDefault`, see [base::summary()].
#' @family tensors
#' @seealso [tensor-coercion] to convert a tensor to R, [py_repr()], [op_subset()] to extract other
#'   parts.
#' @concept print tensor
#' @concept show tensor values
#' @concept first rows of a tensor
#' @name tensor-printing
#' @examplesIf is_keras_available()
#' x <- op_reshape(op_arange(6000), c(1000, 6))
#' x
#' str(list(x = x, one = op_array(1)))
#' head(x, 2)
#' tail(x, -998)
#' summary(x)
NULL

# ---- Methods of py-s3-print.R --------------------------------------------------------------------

shown.rkeras.tensor <- function(x) {
  shown_by("tensor", x, getOption("width"))
}

shown_line.rkeras.tensor <- function(x, width) {
  shown_by("tensor_line", x, width)
}

shown.tensorflow.python.framework.sparse_tensor.SparseTensor <- function(x) { # nolint
  shown_by("sparse", x, getOption("width"))
}

shown_line.tensorflow.python.framework.sparse_tensor.SparseTensor <- function(x, width) { # nolint
  shown_by("sparse_line", x)
}

# For Keras classes whose repr() is only an address.
shown.rkeras.settings <- function(x) shown_by("settings", x)

shown_by <- function(how, x, ...) {
  in_python(paste0("rkeras.tensors.shown.", how), x, ...)
}

#' @rdname tensor-printing
#' @export
format.rkeras.tensor <- function(x, ...) shown(x)

#' @rdname tensor-printing
#' @export
toString.rkeras.tensor <- function(x, ...) {
  paste0("<", shown_by("type_and_shape", x), ">")
}

#' @rdname tensor-printing
#' @export
summary.rkeras.tensor <- function(object, ...) {
  value <- if (!is_lost(object)) plain_value(object)
  if (!is.numeric(value) && !is.logical(value)) {
    return(NextMethod())
  }
  summary(as.vector(value), ...)
}

#' @rdname tensor-printing
#' @exportS3Method utils::head rkeras.tensor
head.rkeras.tensor <- function(x, n = 6L, ...) {
  slices_between(x, NULL, as_integer(n, "n"))
}

#' @rdname tensor-printing
#' @exportS3Method utils::tail rkeras.tensor
tail.rkeras.tensor <- function(x, n = 6L, ...) {
  n <- as_integer(n, "n")
  slices_between(x, -n, if (n == 0L) 0L)
}

# A Python slice of the first axis: negative ends count from the end, also of an axis whose length
# is not known yet.
slices_between <- function(x, start, end) {
  x <- with_axis(x)
  if (is_model_tensor(x) && is.na(dim(x)[1])) {
    abort("The length of the first axis is not known yet.")
  }
  get_item(x, python_slice(list(start, end, NULL)), FALSE)
}

# The type in the header of a tibble column, and for a tensor in a list column.
#' @exportS3Method pillar::type_sum rkeras.tensor
type_sum.rkeras.tensor <- function(x) {
  if (is_lost(x)) "tensor" else shown_by("type_and_shape", x)
}
