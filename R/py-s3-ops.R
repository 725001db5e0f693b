# Arithmetic, comparison and logic on Python objects: each operator is Python's own.

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
#' @param e1,e2 A Python object and another one, or an R value.
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
  if (missing(e2)) {
    return(unary_operation(.Generic, e1))
  }
  switch(.Generic,
    `==` = , `!=` = , `<` = , `<=` = , `>` = , `>=` = compare(e1, e2, .Generic),
    call_operator(python_operators[[.Generic]], list(e1, e2))
  )
}

compare <- function(e1, e2, operator) {
  result <- unwrap(rs_compare(e1, e2, operator))
  if (inherits(result, "python.builtin.bool")) py_bool(result) else result
}

# R's operators by the name of their function in Python's module `operator`.
python_operators <- c(
  `+` = "add", `-` = "sub", `*` = "mul", `/` = "truediv", `^` = "pow", `%%` = "mod",
  `%/%` = "floordiv", `&` = "and_", `|` = "or_"
)

unary_operation <- function(operator, x) {
  switch(operator,
    `-` = call_operator("neg", list(x)),
    `+` = call_operator("pos", list(x)),
    `!` = call_operator(if (is_inverted_bitwise(x)) "invert" else "not_", list(x))
  )
}

# In Python `~True` is -2.
is_inverted_bitwise <- function(x) {
  !inherits(x, "python.builtin.bool") && unwrap(rs_has_attr(x, "__invert__"))
}

call_operator <- function(name, args) {
  call_python(python_function("operator", name), args, all_convert(args))
}

# Results stay in Python as soon as one of the objects asks for it.
all_convert <- function(args) {
  for (arg in args) {
    if (is_py_object(arg) && !py_has_convert(arg)) {
      return(FALSE)
    }
  }
  TRUE
}
