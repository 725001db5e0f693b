# Ragged and sparse tensors as R's arrays: their dimensions and parts.

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
