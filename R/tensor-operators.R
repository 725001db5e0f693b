# R's operators: on tensors, Keras's operations with R's promotion of numbers
# (rkeras.tensors.arithmetic), and on other Python objects Python's operators.

# R requires the same method for both operands, which can be a tensor and another Python object.
#' @rdname python-operators
#' @export
Ops.python.builtin.object <- function(e1, e2) {
  operation(.Generic, if (missing(e2)) list(e1) else list(e1, e2))
}

#' @rdname python-operators
#' @usage \method{matrixOps}{python.builtin.object}(x, y)
#' @rawNamespace if (getRversion() >= "4.3.0") S3method(matrixOps, python.builtin.object)
matrixOps.python.builtin.object <- function(x, y) operation("%*%", list(x, y))

#' @rdname python-operators
#' @rawNamespace if (getRversion() < "4.3.0") export("%*%")
`%*%` <- function(x, y) {
  if (is_py_object(x) || is_py_object(y)) operation("%*%", list(x, y)) else base_product(x, y)
}

# In base's environment, so that the call in an error is `x %*% y`.
base_product <- function(x, y) x %*% y
environment(base_product) <- baseenv()

operation <- function(operator, operands) {
  for (x in operands) if (is_tensor(x)) return(tensor_operation(operator, operands))
  python_operation(operator, operands)
}

tensor_operation <- function(operator, operands) {
  if (operator == "%*%") {
    return(in_library_of(operands, {
      operands <- lapply(operands, as_numbers_of_bool)
      call_keras("keras.ops.matmul", operands[[1]], operands[[2]])
    }))
  }
  require_keras()
  for (i in seq_along(operands)) {
    if (!is_py_object(operands[[i]])) operands[[i]] <- as_operand(operands[[i]], operator, operands)
  }
  call_alike(python_function("rkeras.tensors.arithmetic.operate"), c(operator, operands))
}

# A missing value is NaN, as in all arrays of numbers. While a graph is built, an integer NA is the
# length of an axis that only the graph will know, and NaN would be a wrong result.
as_operand <- function(x, operator, operands) {
  if (identical(x, NA_integer_) && any(vapply(operands, is_symbolic, NA))) {
    abort(
      c("An operand of `%s` is NA, as length() and dim() are for axes whose length is unknown",
        "while a graph is built. op_size(x) and op_shape(x)[[1]] give it as a tensor; op_mean()",
        "needs none."), operator, call = NULL
    )
  }
  if (is.null(x)) {
    abort("An operand of `%s` is NULL: give a tensor, a number or an array.", operator, call = NULL)
  }
  if (identical(x, NA) || identical(x, NA_integer_)) NA_real_ else as_doubles_of(x, NULL)
}
