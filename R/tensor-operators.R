# R's operators on tensors: Keras's operations, with R's promotion of numbers
# (rkeras.tensors.arithmetic).

operation.tensorflow.python.types.core.Tensor <- function(x, operator, operands) { # nolint
  if (operator == "%*%") {
    return(call_keras("keras.ops.matmul", operands[[1]], operands[[2]]))
  }
  require_keras()
  for (i in seq_along(operands)) {
    if (!is_py_object(operands[[i]])) operands[[i]] <- as_operand(operands[[i]], operator)
  }
  name <- if (length(operands) == 1L) "operate_one" else "operate"
  call_alike(python_function("rkeras.tensors.arithmetic", name), c(operator, operands))
}

# A missing value is NaN, as in all arrays of numbers.
as_operand <- function(x, operator) {
  if (is.null(x)) {
    abort(sprintf("An operand of `%s` is NULL: give a tensor, a number or an array.", operator),
          call = NULL)
  }
  if (identical(x, NA) || identical(x, NA_integer_)) NA_real_ else as_doubles_of(x, NULL)
}
