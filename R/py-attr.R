# Attributes of Python objects by name.

#' Attributes of Python objects
#'
#' `x$name` reads an attribute and converts it; these functions work with names that are computed,
#' and leave the attribute a Python object.
#'
#' @param x A Python object.
#' @param name The attribute's name, one string.
#' @param silent Return `NULL`, rather than raise an error, where there is no such attribute?
#' @param value Any R or Python value.
#' @return `py_get_attr()`: the attribute as a Python object. `py_has_attr()`: `TRUE` or `FALSE`.
#'   `py_set_attr()`: `x`, invisibly; `py_del_attr()`: `NULL`, invisibly.
#' @section Errors: Python's `AttributeError`, as a condition of class
#' `python.builtin.AttributeError`.
#' @examplesIf py_available()
#' sys <- import("sys")
#' py_has_attr(sys, "platform")
#' py_get_attr(sys, "platform")
#' types <- import("types")
#' point <- types$SimpleNamespace(x = 1)
#' py_set_attr(point, "y", 2)
#' point$y
#' py_del_attr(point, "y")
#' @family attributes and items
#' @export
py_get_attr <- function(x, name, silent = FALSE) {
  get <- function() as_handle(unwrap(rs_get_attr(x, name, FALSE)), py_has_convert(x))
  if (silent) tryCatch(get(), python.builtin.AttributeError = function(cnd) NULL) else get()
}

# NULL if there is no such attribute. Checking first is cheaper than handling the AttributeError,
# and many objects lack the attribute.
attr_or_null <- function(x, name, convert = NULL) {
  if (unwrap(rs_has_attr(x, name))) unwrap(rs_get_attr(x, name, convert))
}

#' @rdname py_get_attr
#' @export
py_has_attr <- function(x, name) {
  unwrap(rs_has_attr(x, name))
}

#' @rdname py_get_attr
#' @export
py_set_attr <- function(x, name, value) {
  unwrap(rs_set_attr(x, name, value))
  invisible(x)
}

#' @rdname py_get_attr
#' @export
py_del_attr <- function(x, name) {
  invisible(unwrap(rs_del_attr(x, name)))
}
