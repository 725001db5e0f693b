# What is a reference to a Python object.

#' Test for a Python object
#'
#' Returns whether an R object is a reference to a Python object, as opposed to an R value.
#' Functions that accept both can use it to choose between methods of Python and functions of R.
#' Python functions and classes are references as well, although they are also R functions.
#'
#' @param x Any R object.
#' @return `TRUE` if `x` is a reference to a Python object, else `FALSE`.
#' @concept Python object
#' @concept type check
#' @seealso [r_to_py()] and [py_to_r()] convert, [inherits()] tests for a particular Python class,
#'   [is_keras_tensor()].
#' @export
#' @examples
#' is_py_object(1)
#' @examplesIf py_available()
#' is_py_object(r_to_py(1))
#' is_py_object(import_builtins()$len)
#' inherits(r_to_py(1), "python.builtin.float")
is_py_object <- function(x) inherits(x, "python.builtin.object")

# Python's callables are functions of R, too.
is_r_function <- function(x) is.function(x) && !is_py_object(x)
