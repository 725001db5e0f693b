# Shapes of tensors as R values.

#' The shape of a tensor
#'
#' `shape()` makes a shape of lengths, or gives the shape of a tensor. Wherever a function wants a
#' shape, a vector or list of whole numbers does as well.
#'
#' A shape is a list of whole numbers; an axis of any length is `NA` in it and `None` in Python.
#'
#' @param ... Whole numbers, vectors or lists of them, other shapes; `NA` or `NULL` for axes of any
#'   length. Or a single tensor or Keras tensor.
#' @param x,e1,e2 Shapes; for comparisons also vectors or lists of lengths.
#' @param i Which axes, counted from 1.
#' @param na.rm Whether to leave axes of any length out.
#' @return A shape. `as.integer()` gives a vector, `[[` one length, `prod()` the number of elements;
#'   `==` is one `TRUE` or `FALSE`.
#' @export
#' @examples
#' shape(28, 28)
#' shape(NA, c(28, 28))
#' prod(shape(2, 3))
#' as.integer(shape(2, NULL))
#' shape(2, 3) == c(2, 3)
shape <- function(...) {
  parts <- list(...)
  if (length(parts) == 1L && is_py_object(parts[[1L]]) && has_shape(parts[[1L]])) {
    return(shape_of(parts[[1L]]))
  }
  structure(unlist(lapply(parts, axis_lengths), recursive = FALSE) %||% list(),
            class = "keras_shape")
}

has_shape <- function(x) unwrap(rs_has_attr(x, "shape"))

shape_of <- function(x) {
  lengths <- call_python(python_builtin("list"), list(unwrap(rs_get_attr(x, "shape", FALSE))), TRUE)
  known <- do.call(shape, as.list(lengths))
  # What only the running graph knows is a tensor.
  if (anyNA(unclass(known)) && is_graph_tensor(x)) op_shape(x) else known
}

is_graph_tensor <- function(x) inherits(x, "tensorflow.python.framework.ops.SymbolicTensor")

axis_lengths <- function(x) {
  if (is.null(x)) {
    return(list(NA_integer_))
  }
  if (inherits(x, "tensorflow.python.framework.tensor_shape.TensorShape")) {
    x <- call_python(python_builtin("list"), list(x), TRUE)
  }
  if (is_py_object(x)) {
    return(list(x)) # a length that only the running graph knows
  }
  if (is.list(x)) {
    return(unlist(lapply(unclass(x), axis_lengths), recursive = FALSE))
  }
  lapply(x, function(length) {
    if (identical(is.na(length), TRUE)) NA_integer_ else as_integer(length, "...", sys.call(-3))
  })
}

#' @rdname shape
#' @export
`[.keras_shape` <- function(x, i) structure(unclass(x)[i], class = "keras_shape")

#' @rdname shape
#' @export
as.integer.keras_shape <- function(x, ...) vapply(unclass(x), as.integer, 0L)

#' @export
as.double.keras_shape <- function(x, ...) as.double(as.integer.keras_shape(x))

#' @export
as.list.keras_shape <- function(x, ...) {
  lapply(unclass(x), function(n) if (!identical(n, NA_integer_)) n)
}

#' @rdname shape
#' @export
Ops.keras_shape <- function(e1, e2) {
  if (!.Generic %in% c("==", "!=")) {
    abort(sprintf("Shapes have no `%s`: take as.integer().", .Generic))
  }
  same <- identical(lengths_or_null(e1), lengths_or_null(e2))
  if (.Generic == "==") same else !same
}

# A TensorShape may not even know the number of axes.
lengths_or_null <- function(x) if (!is_py_object(x) || !is.na(length(x))) unclass(shape(x))

#' @rdname shape
#' @export
Summary.keras_shape <- function(..., na.rm = FALSE) {
  lengths <- unlist(lapply(list(...), as.integer))
  do.call(.Generic, list(as.double(lengths), na.rm = na.rm))
}

#' @export
format.keras_shape <- function(x, ...) {
  lengths <- vapply(unclass(x), function(n) if (is_py_object(n)) "?" else format(n), "")
  sprintf("shape(%s)", paste(lengths, collapse = ", "))
}

#' @export
print.keras_shape <- function(x, ...) {
  cat(format(x), "\n", sep = "")
  invisible(x)
}

#' @export
r_to_py.keras_shape <- function(x, convert = FALSE) unwrap(rs_tuple(as.list(x), convert))
