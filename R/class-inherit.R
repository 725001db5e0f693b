# The bases of a class written in R.

# Converts `inherit` to a list of Python classes.
as_bases <- function(inherit) {
  unname(lapply(inherit_list(inherit), as_python_class))
}

inherit_list <- function(inherit) {
  if (is.null(inherit) || is.list(inherit) && !is_py_object(inherit)) inherit else list(inherit)
}

as_python_class <- function(x) {
  if (inherits(x, "R6ClassGenerator")) {
    return(r_to_py(x))
  }
  # The results of Callback(), Layer() and others store the Python class.
  if (is.function(x) && inherits(x, "python_class_maker")) {
    return(environment(x)$python_class)
  }
  x <- through_hooks("class", x)
  if (!is_py_object(x) || !is_python_class(x)) abort_no_class(x, "a Python class")
  x
}

abort_no_class <- function(x, wanted, what = describe(x)) {
  if (is_py_object(x)) what <- py_repr(x)
  remedy <- if (is_py_object(x) && !is.function(x)) ": give its class, which is not called" else ""
  abort("`inherit` must be %s, not %s%s.", wanted, what, remedy)
}

is_python_class <- function(x) inherits(x, "python.builtin.type")
