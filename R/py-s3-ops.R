# Arithmetic, comparison and logic on Python objects, with Python's operators.

#' Operators on Python objects
#'
#' The operators mean what they mean in Python for the objects at hand: `+` joins two Python
#' strings, `/` joins paths, `<` compares arrays element by element. One side may be an R value.
#' `+ - * /`, `&` and `|` are written the same in both languages, and so are the comparisons
#' `== != < <= > >=`; these differ:
#'
#' | R | Python |
#' |---|---|
#' | `x ^ y` | `x ** y` |
#' | `x %% y` | `x % y` |
#' | `x %/% y` | `x // y` |
#' | `!x` | `~x`; `not x` for a Python `bool` and where there is no `~` |
#'
#' On tensors they are Keras's: types are promoted (an int and a `float32` tensor make a `float32`
#' one), `/` divides ints as R does, `%/%` and `%%` round down, `^` of ints is an int, and `&`, `|`
#' and `!` take what is not 0 for true. Numbers of R take the type of the tensor where they fit it:
#' `x + 1` is an int tensor if `x` is, `x + 0.5` a floating one. Shapes are aligned at their last
#' axes, where R recycles from the first, and axes of length 1 are repeated. Comparisons of tensors
#' are tensors. `%*%` works from R 4.3 on; `op_matmul()` everywhere.
#'
#' @param e1,e2,x,y A Python object and another one, or an R value.
#' @return An R value if every Python object involved was made with `convert = TRUE` and the result
#'   has an R form, else a Python object. A comparison that gives one `True` or `False` is always
#'   an R logical, so that it can be used in `if`.
#' @name python-operators
#' @family objects
#' @examplesIf py_available()
#' path <- py_eval("__import__('pathlib').PurePosixPath('/home')", convert = FALSE)
#' path / "me" / "model.keras"
#'
#' x <- r_to_py("abc")
#' x + "def"
#' x == "abc"
#'
#' -r_to_py(2L) ^ 3L
NULL

#' @rdname python-operators
#' @export
Ops.python.builtin.object <- function(e1, e2) {
  if (missing(e2)) operation(e1, .Generic, list(e1)) else operation_of_two(.Generic, e1, e2)
}

#' @rdname python-operators
#' @rawNamespace if (getRversion() >= "4.3.0") S3method(matrixOps, python.builtin.object)
matrixOps.python.builtin.object <- function(x, y) operation_of_two("%*%", x, y)

# If one operand is a tensor, its class determines the method.
operation_of_two <- function(operator, x, y) {
  decides <- if (is_tensor(y) || !is_py_object(x)) y else x
  operation(decides, operator, list(x, y))
}

# Applies the R operator named `operator` to one or two `operands`, of which `x` is one.
operation <- function(x, operator, operands) UseMethod("operation")

operation.python.builtin.object <- function(x, operator, operands) {
  if (length(operands) == 1L) {
    return(unary_operation(operator, x))
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
  call_python(python_function("operator", name), args, all_convert(args))
}

# Results are not converted if any of the objects has `convert = FALSE`.
all_convert <- function(args) {
  for (arg in args) {
    if (is_py_object(arg) && !py_has_convert(arg)) {
      return(FALSE)
    }
  }
  TRUE
}
