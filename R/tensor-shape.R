# TensorShape, the shape of TensorFlow tensors, as a vector of lengths, and shape() as TensorShape;
# the dimensions and parts of ragged and sparse tensors.

#' Shapes of TensorFlow tensors
#'
#' The attribute `shape` of a TensorFlow tensor is a `TensorShape` object of Python. These methods
#' make it behave like an R vector of the lengths of all axes: it has a length (the number of axes)
#' and elements at positions that start at 1, it can be compared and combined, and an axis of
#' unknown length is `NA`. [shape()] creates shapes without TensorFlow, and `dim(x)` returns the
#' shape of any tensor as an integer vector.
#'
#' Shapes made by [shape()] have the attributes and methods of `TensorShape`, too, such as
#' `shape(2, 3)$rank`, `$num_elements()` and `$is_fully_defined()`. `merge()` combines what is known
#' of two shapes, and [as_tensor()] makes a tensor of the lengths, with -1 for an unknown one, as
#' `tf$reshape()` expects it.
#'
#' @param x,e1,e2 `TensorShape`. In comparisons, one of them may be any argument of [shape()].
#' @param y Shape, as `x`.
#' @param name String. Name of an attribute or method of `TensorShape`.
#' @param i Integer vector. Positions of axes, counted from 1.
#' @param value Integer vector. Lengths of axes, with `NA` for an unknown length.
#' @param ... For `c()`: arguments of [shape()].
#' @return `length()`: the number of axes, or `NA` if it is unknown. `[[`: an integer, or `NULL` for
#'   an unknown length. `as.integer()`: integers. `[`, `c()` and the assignments: a `TensorShape`.
#'   `merge()`: a shape of the same kind as `x`. `==`: `TRUE` or `FALSE`.
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
#' merge(shape(NA, 2), shape(1, 2))
#' shape(NA, 2)$is_fully_defined()
NULL

#' @rdname tensorflow-shape
#' @export
length.tensorflow.python.framework.tensor_shape.TensorShape <- function(x) { # nolint
  py_to_r(x$rank) %||% NA_integer_
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
  as.list(x)[[i]]
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

#' @rdname tensorflow-shape
#' @export
merge.tensorflow.python.framework.tensor_shape.TensorShape <- function(x, y, ...) { # nolint
  tensor_shape(x)$merge_with(tensor_shape(y))
}

#' @rdname tensorflow-shape
#' @export
merge.keras_shape <- function(x, y, ...) {
  if (is.na(length(y))) return(x)
  lengths <- as.integer(x)
  others <- as.integer(shape(y))
  if (length(lengths) != length(others) || any(lengths != others, na.rm = TRUE)) {
    abort("`x` and `y` are shapes of different tensors: %s and %s.", format(x), format(shape(y)))
  }
  shape(dims = ifelse(is.na(lengths), others, lengths))
}

#' @rdname tensorflow-shape
#' @export
`$.keras_shape` <- function(x, name) {
  if (name %in% c("rank", "ndims")) return(length(x))
  get_attr(import("tensorflow")$TensorShape(x), name, TRUE)
}

#' @export
as_tensor.keras_shape <- function(x, dtype = NULL, ..., name = NULL) {
  check_dots_empty(...)
  lengths <- lapply(unclass(shape_with_rank(x)), function(length) length %||% -1L)
  if (!length(lengths)) lengths <- integer()
  tf$convert_to_tensor(lengths, dtype = dtype %||% "int32", name = name)
}

#' @export
as_tensor.tensorflow.python.framework.tensor_shape.TensorShape <- as_tensor.keras_shape # nolint

tensor_shape <- function(...) import("tensorflow", convert = FALSE)$TensorShape(shape(...))

shape_with_rank <- function(x) {
  if (is.na(length(x))) abort("The number of axes of this shape is not known.")
  shape(x)
}

# ---- Ragged and sparse tensors -------------------------------------------------------------------

#' Ragged and sparse tensors
#'
#' A ragged tensor has rows of different lengths, a sparse tensor stores only the elements that are
#' not zero. `dim()` returns the lengths of their axes, with `NA` for an axis whose length varies,
#' and `length()` the number of rows of a ragged tensor or the number of elements of a sparse one.
#' `[` extracts rows and parts of rows of a ragged tensor with the subscripts of [op_subset()]:
#' positions, ranges, `..` and `newaxis` for all axes, and vectors of positions for the first.
#' Arithmetic is that of TensorFlow.
#'
#' @param x `tf.RaggedTensor` or `tf.SparseTensor`.
#' @param ...,drop,style,options Subscripts and their conventions, see [op_subset()].
#' @return `dim()` and `length()`: integers. `[`: a tensor, or a ragged tensor.
#' @family tensors
#' @seealso [as.list()][tensor-coercion] and [as.array()][tensor-coercion] to convert to R.
#' @concept ragged tensor
#' @concept sparse tensor
#' @name tensor-composite
#' @examplesIf py_available() && py_module_available("tensorflow")
#' rows <- tf$ragged$constant(list(list(1, 2, 3), list(4), list(5, 6)))
#' dim(rows)
#' rows[1]
#' rows[2:3]
#' as.list(rows[, -1:NA])
#' dim(tf$sparse$eye(3L))
NULL

#' @rdname tensor-composite
#' @export
dim.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor <- function(x) { # nolint
  as.integer(get_attr(x, "shape", FALSE))
}

#' @rdname tensor-composite
#' @export
length.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor <- function(x) { # nolint
  dim(x)[[1]]
}

#' @rdname tensor-composite
#' @export
dim.tensorflow.python.framework.sparse_tensor.SparseTensor <- # nolint: object_length_linter.
  dim.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor

#' @rdname tensor-composite
#' @export
length.tensorflow.python.framework.sparse_tensor.SparseTensor <- function(x) { # nolint
  as.integer(prod(dim(x)))
}

#' @rdname tensor-composite
#' @export
`[.tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor` <- # nolint: object_length_linter.
  function(x, ..., drop = TRUE, style = getOption("tensorflow.extract.style"),
           options = tf_extract_opts(style)) {
    keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
    warn_of_keys(keys, options)
    call_subset("get_ragged", x, keys, subset_rules(options, TRUE), drop)
  }
