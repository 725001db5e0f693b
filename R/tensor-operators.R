# R's operators on tensors: Keras's operations, with R's promotion of numbers
# (rkeras.tensors.arithmetic).

operation.rkeras.tensor <- function(x, operator, operands) {
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
  name <- if (length(operands) == 1L) "operate_one" else "operate"
  call_alike(python_function(paste0("rkeras.tensors.arithmetic.", name)), c(operator, operands))
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
