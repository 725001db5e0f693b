# R's operators on tensors: Keras's operations, with R's promotion of numbers (rkeras.arithmetic).

operation.tensorflow.python.types.core.Tensor <- function(x, operator, operands) { # nolint
  if (operator == "%*%") {
    return(call_keras("keras.ops.matmul", operands[[1]], operands[[2]]))
  }
  require_keras()
  name <- if (length(operands) == 1L) "operate_one" else "operate"
  args <- c(operator, lapply(operands, as_doubles_of, NULL))
  call_python(python_function("rkeras.arithmetic", name), args, all_convert(operands))
}
