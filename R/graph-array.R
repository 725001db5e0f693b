# tf$TensorArray in R: tensors that loops of a graph write one by one.

#' Write to a TensorArray
#'
#' `x[[i]] <- value` writes a tensor at a position of a `tf$TensorArray()`, a list of tensors that
#' loops of a graph can fill. Lists of R cannot grow in such loops. `x$stack()` returns the elements
#' as one tensor.
#'
#' @param x A `tf$TensorArray()`.
#' @param i Integer, or tensor of one integer. The position, counted from 0 as in TensorFlow.
#' @param ... Must be empty.
#' @param name String. Name of the operation in the graph.
#' @param value Tensor, or R value.
#' @return The TensorArray with the element.
#' @family graphs
#' @concept TensorArray
#' @concept collect values in a loop
#' @concept growing list
#' @name tensor-array
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' squares <- tf_function(function(n) {
#'   array <- tf$TensorArray("float32", size = n)
#'   for (i in tf$range(n)) array[[i]] <- tf$cast(i, "float32")^2
#'   array$stack()
#' })
#' squares(tf$constant(4L))
`[[<-.tensorflow.python.ops.tensor_array_ops.TensorArray` <- # nolint: object_name_linter.
  function(x, i, ..., name = NULL, value) {
    check_no_dots(...)
    i <- if (is_tensor(i)) tf$cast(i, "int32") else as.integer(i)
    written <- x$write(i, value, name = name)
    # In eager execution the array itself changes, and the result warns if it is not used.
    if (!inherits(written, "tensorflow.python.util.tf_should_use.ShouldUseWrapper")) return(written)
    written$mark_used()
    x
  }
