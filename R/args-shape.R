# Shapes of tensors as R values.

#' Create and inspect shapes
#'
#' `shape()` creates a shape from the lengths of axes, or returns the shape of a tensor. Use it to
#' write shapes with axes of unknown length, and in layers and functions that must work for tensors
#' of any shape. Arguments that are shapes also accept a vector or list of whole numbers, so `c(28,
#' 28)` is usually sufficient.
#'
#' A shape is a list with one element for each axis: an integer, `NULL` for an axis of unknown
#' length, or a scalar tensor if the length is known only when the graph runs. In Python it is a
#' tuple, with `None` for unknown lengths.
#'
#' @param ... Lengths of axes: whole numbers, vectors and lists of them, or other shapes. `NULL`,
#'   `NA` and `-1` mean an axis of unknown length. A scalar integer tensor is the length of one
#'   axis; any other tensor contributes its own axes. An object in [I()] is always one length.
#' @param dims The lengths as one vector, list or shape, instead of `...`. `NULL` is a shape whose
#'   number of axes is unknown: a `TensorShape` of TensorFlow.
#' @param x,e1,e2 Shapes; for comparisons also vectors or lists of lengths.
#' @param i Integer vector. Positions of axes, counted from 1.
#' @param value Lengths, as in `...`.
#' @param na.rm Logical. Whether to ignore axes of unknown length.
#' @param prefix Text to print before the parentheses: a string, `TRUE` for `"shape"`, or `FALSE`
#'   for none.
#' @return `shape()`, `c()`, `[` and the assignments: a list of class `keras_shape`. `as.integer()`:
#'   an integer vector with `NA` for unknown lengths. `[[`: one length, or `NULL`. `prod()`: the
#'   number of elements. `==` and `!=`: `TRUE` or `FALSE`. `format()`: a string.
#' @concept tensor shape
#' @concept dimensions
#' @concept unknown dimension
#' @concept rank
#' @seealso [op_shape()] for shapes within graphs, [op_reshape()] to change a shape,
#'   [keras_input()].
#' @export
#' @examples
#' shape(28, 28)
#' shape(NULL, c(28, 28))
#' shape(dims = c(NA, 4))
#' prod(shape(2, 3))
#' as.integer(shape(2, NULL))
#' shape(2, 3) == c(2, 3)
#' @examplesIf is_keras_available()
#' x <- op_ones(c(2, 3))
#' shape(x)
#' shape(x, 4)
#' shape(op_convert_to_tensor(5L), 4)
shape <- function(..., dims = list(...)) {
  if (is.null(dims)) {
    return(import("tensorflow", convert = FALSE)$TensorShape(NULL))
  }
  lengths <- if (is.list(dims) && !is.object(dims)) dims else list(dims)
  axes <- lapply(lengths, axis_lengths)
  structure(unlist(axes, recursive = FALSE) %||% list(), class = "keras_shape")
}

# A list with the length of each axis of the shape `x`.
axis_lengths <- function(x) {
  if (is.null(x)) {
    return(list(NULL))
  }
  if (inherits(x, "AsIs")) {
    class(x) <- setdiff(class(x), "AsIs")
    return(list(length_of_axis(x, "...")))
  }
  if (is_py_object(x)) {
    return(if (has_attr(x, "shape")) tensor_lengths(x) else py_lengths(x))
  }
  if (is.list(x)) {
    return(unlist(lapply(unclass(x), axis_lengths), recursive = FALSE))
  }
  lapply(unname(as.list(short_numbers(x, "..."))), length_of_axis, "...")
}

# Python ints, tuples of ints, and TensorFlow's TensorShape, which list() accepts too.
py_lengths <- function(x) {
  is_int <- inherits(x, "python.builtin.int")
  value <- if (is_int) py_to_r(x) else call_python(python_builtin("list"), list(x), TRUE)
  axis_lengths(as.list(value))
}

tensor_lengths <- function(x) {
  if (is_scalar_integer(x)) list(value_if_known(x)) else unclass(shape_of(x))
}

is_scalar_integer <- function(x) {
  dtype <- attr_or_null(x, "dtype", FALSE)
  !is.null(dtype) && grepl("int", py_str(dtype), fixed = TRUE) &&
    identical(length(get_attr(x, "shape", FALSE)), 0L)
}

# Symbolic tensors have no value.
value_if_known <- function(x) {
  tryCatch(call_python(python_builtin("int"), list(x), TRUE),
           python.builtin.Exception = function(e) x)
}

shape_of <- function(x) {
  lengths <- call_python(python_builtin("list"), list(get_attr(x, "shape", FALSE)), TRUE)
  known <- do.call(shape, as.list(lengths))
  # The other lengths are tensors that are evaluated when the graph runs.
  is_of_graph <- inherits(x, "tensorflow.python.framework.ops.SymbolicTensor")
  if (anyNA(as.integer(known)) && is_of_graph) graph_shape(x) else known
}

# Lengths that are not known yet are tensors.
graph_shape <- function(x) {
  lengths <- call_keras("keras.ops.shape", x)
  if (is_py_object(lengths)) lengths else do.call(shape, as.list(lengths))
}

#' @rdname shape
#' @export
`[.keras_shape` <- function(x, i) structure(unclass(x)[i], class = "keras_shape")

#' @rdname shape
#' @export
`[<-.keras_shape` <- function(x, i, value) {
  lengths <- unclass(x)
  lengths[i] <- unclass(shape(value))
  structure(lengths, class = "keras_shape")
}

#' @rdname shape
#' @export
`[[<-.keras_shape` <- `[<-.keras_shape`

#' @rdname shape
#' @export
c.keras_shape <- function(...) shape(...)

#' @rdname shape
#' @export
as.integer.keras_shape <- function(x, ...) {
  vapply(unclass(x), function(length) if (is.null(length)) NA_integer_ else as.integer(length), 0L)
}

#' @export
as.double.keras_shape <- function(x, ...) as.double(as.integer.keras_shape(x))

#' @export
as.list.keras_shape <- function(x, ...) unclass(x)

#' @rdname shape
#' @export
Ops.keras_shape <- function(e1, e2) {
  if (!.Generic %in% c("==", "!=")) {
    abort("Shapes have no `%s`. Use as.integer().", .Generic)
  }
  same <- identical(lengths_or_null(e1), lengths_or_null(e2))
  if (.Generic == "==") same else !same
}

# NULL for a TensorShape whose number of axes is unknown.
lengths_or_null <- function(x) if (!is_py_object(x) || !is.na(length(x))) unclass(shape(x))

#' @rdname shape
#' @export
Summary.keras_shape <- function(..., na.rm = FALSE) {
  lengths <- unlist(lapply(list(...), as.integer))
  do.call(.Generic, list(as.double(lengths), na.rm = na.rm))
}

#' @rdname shape
#' @export
format.keras_shape <- function(x, ..., prefix = TRUE) {
  if (is.logical(prefix)) prefix <- if (isTRUE(prefix)) "shape" else ""
  lengths <- vapply(unclass(x), function(length) {
    if (is.null(length)) "NA" else if (is_py_object(length)) "?" else format(length)
  }, "")
  sprintf("%s(%s)", prefix, paste(lengths, collapse = ", "))
}

#' @export
print.keras_shape <- function(x, ...) {
  cat(format(x, ...), "\n", sep = "")
  invisible(x)
}

#' @export
r_to_py.keras_shape <- function(x, convert = FALSE) as_handle(python_tuple(unclass(x)), convert)

# For messages.
format_shape <- function(shape) paste0("(", toString(ifelse(is.na(shape), "NA", shape)), ")")
