# TensorShape, the shape of TensorFlow tensors, as a vector of lengths.

#' Shapes of TensorFlow tensors
#'
#' The attribute `shape` of a TensorFlow tensor is a `TensorShape` object of Python. These methods
#' make it behave like an R vector of the lengths of all axes: it has a length (the number of axes)
#' and elements at positions that start at 1, it can be compared and combined, and an axis of
#' unknown length is `NA`. [shape()] creates shapes without TensorFlow, and `dim(x)` returns the
#' shape of any tensor as an integer vector.
#'
#' @param x,e1,e2 `TensorShape`. In comparisons, one of them may be any argument of [shape()].
#' @param i Integer vector. Positions of axes, counted from 1.
#' @param value Integer vector. Lengths of axes, with `NA` for an unknown length.
#' @param ... For `c()`: arguments of [shape()].
#' @return `length()`: the number of axes, or `NA` if it is unknown. `[[` and `as.integer()`:
#'   integers. `[`, `c()` and the assignments: a `TensorShape`. `==`: `TRUE` or `FALSE`.
#' @family tensors
#' @seealso [shape()], [op_shape()] for the shape on any backend.
#' @concept TensorShape
#' @concept dimensions of a tensor
#' @name tensorflow-shape
#' @examplesIf py_available() && py_module_available("tensorflow")
#' lengths <- as_tensor(matrix(0, 2, 3))$shape
#' lengths
#' lengths[[1]]
#' as.integer(lengths)
#' lengths == c(2, 3)
#' c(lengths, NA)
NULL

#' @rdname tensorflow-shape
#' @export
length.tensorflow.python.framework.tensor_shape.TensorShape <- function(x) { # nolint
  if (is_lost(x)) 0L else py_to_r(x$rank) %||% NA_integer_
}

#' @export
as.list.tensorflow.python.framework.tensor_shape.TensorShape <- function(x, ...) { # nolint
  as.list(shape_with_rank(x))
}

#' @rdname tensorflow-shape
#' @export
as.integer.tensorflow.python.framework.tensor_shape.TensorShape <- function(x, ...) { # nolint
  as.integer(shape_with_rank(x))
}

#' @export
as.double.tensorflow.python.framework.tensor_shape.TensorShape <- function(x, ...) { # nolint
  as.double(as.integer(x))
}

#' @rdname tensorflow-shape
#' @export
`[[.tensorflow.python.framework.tensor_shape.TensorShape` <- function(x, i) { # nolint
  as.integer(x)[[i]]
}

#' @rdname tensorflow-shape
#' @export
`[.tensorflow.python.framework.tensor_shape.TensorShape` <- function(x, i) { # nolint
  tensor_shape(as.integer(x)[i])
}

#' @rdname tensorflow-shape
#' @export
`[<-.tensorflow.python.framework.tensor_shape.TensorShape` <- function(x, i, value) { # nolint
  lengths <- as.integer(x)
  lengths[i] <- as.integer(shape(value))
  tensor_shape(lengths)
}

#' @export
`[[<-.tensorflow.python.framework.tensor_shape.TensorShape` <- # nolint
  `[<-.tensorflow.python.framework.tensor_shape.TensorShape`

#' @rdname tensorflow-shape
#' @export
c.tensorflow.python.framework.tensor_shape.TensorShape <- function(...) tensor_shape(...) # nolint

#' @rdname tensorflow-shape
#' @export
Ops.tensorflow.python.framework.tensor_shape.TensorShape <- Ops.keras_shape # nolint

tensor_shape <- function(...) import("tensorflow", convert = FALSE)$TensorShape(shape(...))

shape_with_rank <- function(x, call = sys.call(-1)) {
  if (is.na(length(x))) abort("Of this shape not even the number of axes is known.", call = call)
  shape(x)
}
