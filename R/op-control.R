# Operations that call R functions with tensors: branches, loops, scans and gradients.
#
# While a graph is traced or a functional model is built, Keras calls these functions with symbolic
# tensors, once; the graph then runs without R.

# Returns an R function for Keras to call. Its results become tensors, because a vector would be
# converted to a list of separate results.
tensor_function <- function(f, argument = "f") {
  if (is_py_object(f)) {
    return(f)
  }
  check_function(f, argument)
  function(...) tensors_within(f(...))
}

tensors_within <- function(x, argument = "x") {
  if (is.list(x) && !is.object(x)) lapply(x, tensors_within) else to_tensor(x)
}

# Values that are split along their first axis: a single number becomes a vector of length 1.
as_slices <- function(x, argument = "x") {
  if (is.list(x) && !is.object(x)) {
    return(lapply(x, as_slices))
  }
  if (inherits(x, "numpy.ndarray") && !can("arrays")) return(op_convert_to_tensor(x))
  to_tensor(if (is.atomic(x) && length(x) == 1L && is.null(dim(x))) list_tensor(x) else x)
}

list_tensor <- function(x) call_keras("keras.ops.convert_to_tensor", as.list(x))

#' @eval rd_keras("keras.ops.switch")
#' @export
op_switch <- function(index, branches, ...) {
  branches <- lapply(branches, tensor_function, "branches")
  do.call(call_keras, c("keras.ops.switch", as_branch(index, length(branches)), list(branches),
                        tensors_within(list(...))))
}

# The index of a branch from 0. For an index out of bounds Keras calls the nearest branch.
as_branch <- function(index, n) {
  if (is_py_object(index)) {
    return(as_index(index, "index"))
  }
  index <- without_integer64(index)
  must_be(index, "a whole number or a scalar integer tensor", is_whole(index))
  as.integer(min(max(index, 1), n)) - 1L
}

#' @eval rd_keras("keras.ops.scan")
#' @export
op_scan <- function(f, init, xs = NULL, length = NULL, reverse = FALSE, unroll = 1L) {
  check_flags()
  xs <- as_slices(xs)
  results <- call_keras(
    "keras.ops.scan", tensor_function(f), as_carry(init, xs), xs = xs,
    length = as_integer(length, "length"), reverse = reverse,
    unroll = if (is.logical(unroll)) unroll else as_integer(unroll, "unroll")
  )
  name_results(results, c("carry", "results"))
}

# The initial carry. Doubles get the type of `xs` if these are floats.
as_carry <- function(x, xs) {
  is_like <- is.double(x) && is_py_object(xs) && !is.null(float_type(xs))
  if (is_like) as_tensor_of(x, op_dtype(xs)) else tensors_within(x)
}

#' @eval rd_keras("keras.ops.map")
#' @export
op_map <- function(xs, f) {
  call_keras("keras.ops.map", tensor_function(f), as_slices(xs))
}

#' @eval rd_keras("keras.ops.vectorized_map")
#' @export
op_vectorized_map <- function(elements, f) {
  call_keras("keras.ops.vectorized_map", tensor_function(f), as_slices(elements))
}

#' @eval rd_keras("keras.ops.custom_gradient")
#' @export
op_custom_gradient <- function(f) {
  decorated <- call_keras("keras.ops.custom_gradient", tensor_function(f))
  function(...) call_python(decorated, tensors_within(list(...)))
}

# R numbers in the type of another tensor, because most operations require equal types.
as_tensor_like <- function(x, tensor) {
  if (!is.atomic(x) || is.null(x)) {
    return(x)
  }
  as_tensor_of(if (is.null(dim(x))) as.list(x) else x, op_dtype(tensor))
}
