# TensorShape, the shape of TensorFlow tensors, as a vector of lengths.

#' Shapes of TensorFlow
#'
#' The shape of a tensor of TensorFlow (`x$shape`) is used as R's vectors are: it has a length, the
#' number of axes, and lengths at positions that count from 1. An axis of any length is `NA`.
#' [shape()] makes shapes that need no TensorFlow.
#'
#' @param x,e1,e2 A `TensorShape`; for comparisons also what [shape()] takes.
#' @param i Which axes, counted from 1.
#' @param value Lengths; `NA` for any.
#' @param ... For `c()`, what [shape()] takes.
#' @return `length()`: the number of axes, `NA` where not even that is known. `[[`, `as.integer()`:
#'   integers. `[`, `c()` and the assignments: a `TensorShape`. `==`: one `TRUE` or `FALSE`.
#' @family tensors
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
