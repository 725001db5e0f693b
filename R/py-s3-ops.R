# Arithmetic, comparison and logic on Python objects, with Python's operators. The S3 methods are in
# R/tensor-operators.R, as one method has to be that of both operands.

#' Operators for Python objects and tensors
#'
#' R's operators call those of Python: `+` concatenates two Python strings, `/` joins paths, `<`
#' compares arrays element by element. One operand can be an R value. For tensors they are the
#' operations of Keras, with its type promotion and broadcasting.
#'
#' @section Operators of R and Python:
#' `+ - * /`, `&` and `|`, and the comparisons `== != < <= > >=` are written in the same way in both
#' languages. The others differ:
#'
#' | R | Python |
#' |---|---|
#' | `x ^ y` | `x ** y` |
#' | `x %% y` | `x % y` |
#' | `x %/% y` | `x // y` |
#' | `x %*% y` | `x @ y` |
#' | `!x` | `~x`; `not x` for a Python `bool` and where there is no `~` |
#'
#' @section Tensors:
#' Operators on tensors are those of Keras and work on every backend:
#' * Types are promoted: an integer and a `float32` tensor result in a `float32` tensor. R numbers
#'   take the type of the tensor if they can be represented in it: `x + 1` is an integer tensor if
#'   `x` is, `x + 0.5` a floating-point tensor, and `x + 300L` is `int32` if `x` is `uint8`. Within
#'   an integer type, results beyond its range wrap around.
#' * `/` divides integers as R does; `%/%` and `%%` round down; `^` of integers is an integer.
#' * `&`, `|` and `!` treat all values except 0 as true. Comparisons of tensors are tensors.
#' * Shapes are broadcast: they are aligned at their last axes, where R recycles from the first, and
#'   axes of length 1 are repeated.
#'
#' Before R 4.3, base R's `%*%` has no methods. There, rkeras has a `%*%` of its own, which calls
#' base R's unless an operand is a Python object.
#'
#' @param e1,e2,x,y A Python object and another one, or an R value.
#' @return An R value if all Python objects involved were created with `convert = TRUE` and the
#'   result has a corresponding R type, else a Python object. A comparison whose result is a single
#'   `True` or `False` always returns an R logical, so that it can be used in `if`.
#' @concept arithmetic
#' @concept broadcasting
#' @concept type promotion
#' @concept element-wise operations
#' @concept matrix multiplication
#' @seealso [op_add()], [op_matmul()] and other `op_*()` functions; [python-coercion] and
#'   [tensor-functions] for mathematical functions.
#' @name python-operators
#' @examplesIf py_available()
#' path <- py_eval("__import__('pathlib').PurePosixPath('/home')", FALSE)
#' path / "me" / "model.keras"
#'
#' x <- r_to_py("abc")
#' x + "def"
#' x == "abc"
#'
#' -r_to_py(2L) ^ 3L
#' @examplesIf is_keras_available()
#'
#' # Broadcasting: a (2, 3) tensor plus a (3) tensor
#' x <- as_tensor(matrix(0, 2, 3)) + as_tensor(c(1, 2, 3))
#' as.array(x)
NULL

# Python's operator for the R operator of this name, of one or two operands.
python_operation <- function(operator, operands) {
  if (length(operands) == 1L) {
    return(unary_operation(operator, operands[[1]]))
  }
  switch(operator,
    `==` = , `!=` = , `<` = , `<=` = , `>` = , `>=` = {
      compare(operands[[1]], operands[[2]], operator)
    },
    call_operator(python_operators[[operator]], operands)
  )
}

compare <- function(e1, e2, operator) {
  result <- unwrap(rs_compare(e1, e2, operator))
  if (inherits(result, "python.builtin.bool")) py_bool(result) else result
}

# R operators and the names of their functions in the Python module `operator`.
python_operators <- c(
  `+` = "add", `-` = "sub", `*` = "mul", `/` = "truediv", `^` = "pow", `%%` = "mod",
  `%/%` = "floordiv", `&` = "and_", `|` = "or_", `%*%` = "matmul"
)

unary_operation <- function(operator, x) {
  switch(operator,
    `-` = call_operator("neg", list(x)),
    `+` = call_operator("pos", list(x)),
    `!` = call_operator(if (is_inverted_bitwise(x)) "invert" else "not_", list(x))
  )
}

# Python's bool is excluded because `~True` is -2.
is_inverted_bitwise <- function(x) {
  !inherits(x, "python.builtin.bool") && unwrap(rs_has_attr(x, "__invert__"))
}

call_operator <- function(name, args) {
  call_alike(python_function(paste0("operator.", name)), args)
}
