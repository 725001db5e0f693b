# Attributes of Python objects by name, and items: what `x[key]` is in Python.

#' Get, set, test and delete attributes
#'
#' Python's `getattr()`, `setattr()`, `hasattr()` and `delattr()` for attributes whose names are
#' computed at run time. In most code `x$name` and `x$name <- value` are shorter; see
#' [python-objects]. In contrast to `$`, `py_get_attr()` does not convert the attribute to an R
#' value, and `py_del_attr()` deletes the attribute (`x$name <- NULL` sets it to `None`).
#'
#' @param x A Python object.
#' @param name String. Name of the attribute.
#' @param silent Logical. Whether to return `NULL` instead of raising an error if there is no such
#'   attribute.
#' @param value R value or Python object. New value of the attribute. R values are converted as
#'   [r_to_py()] does.
#' @return `py_get_attr()`: the attribute as a Python object; convert it with [py_to_r()].
#'   `py_has_attr()`: `TRUE` or `FALSE`. `py_set_attr()` and `py_del_attr()`: `x`, invisibly.
#' @section Errors:
#' Python's `AttributeError`, as an R condition of class `python.builtin.AttributeError`.
#' @concept getattr
#' @concept setattr
#' @concept hasattr
#' @concept delattr
#' @seealso [python-objects] for `$`, `[[` and `[`, [py_get_item()] for items of containers,
#'   [py_list_attributes()] for the names of all attributes.
#' @examplesIf py_available()
#' types <- import("types")
#' point <- types$SimpleNamespace(x = 1)
#' py_set_attr(point, "y", 2)
#' point
#'
#' # Read several attributes by name
#' sapply(c("x", "y"), function(name) py_to_r(py_get_attr(point, name)))
#'
#' py_del_attr(point, "y")
#' py_has_attr(point, "y")
#' py_get_attr(point, "y", silent = TRUE)
#' @export
py_get_attr <- function(x, name, silent = FALSE) {
  check_logical(silent, "silent")
  get <- function() as_handle(unwrap(rs_get_attr(x, name, FALSE)), py_has_convert(x))
  if (silent) tryCatch(get(), python.builtin.AttributeError = function(cnd) NULL) else get()
}

# NULL if there is no such attribute.
attr_or_null <- function(x, name, convert = NULL) unwrap(rs_attr_or_null(x, name, convert))

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
  unwrap(rs_del_attr(x, name))
  invisible(x)
}

# ---- Items ---------------------------------------------------------------------------------------

#' Get, set and delete items of Python containers
#'
#' Python's `x[key]`, `x[key] = value` and `del x[key]` as functions, for lists, dictionaries,
#' arrays and other objects with items. Keys are Python's: positions count from 0, and negative
#' positions from the end. In contrast to `x[[key]]`, `py_get_item()` does not convert the item to
#' an R value.
#'
#' @param x A Python object.
#' @param key Key of the item: a string, a number, or any key that `x` accepts.
#' @param silent Logical. Whether to return `NULL` instead of raising an error if there is no such
#'   item.
#' @param value R value or Python object. New value of the item.
#' @return `py_get_item()`: the item as a Python object; convert it with [py_to_r()].
#'   `py_set_item()` and `py_del_item()`: `x`, invisibly.
#' @section Errors:
#' Python's `KeyError`, `IndexError` or `TypeError`, as R conditions of classes such as
#' `python.builtin.KeyError`.
#' @concept __getitem__
#' @concept subscript
#' @concept dictionary key
#' @seealso [python-objects] for `[[` and `[` with slices, [py_get_attr()] for attributes,
#'   [py_dict()].
#' @examplesIf py_available()
#' d <- py_dict(c("a", "b"), list(1, 2))
#' py_get_item(d, "a")
#' py_get_item(d, "z", silent = TRUE)
#' py_set_item(d, "c", 3)
#' py_del_item(d, "a")
#' d
#'
#' # Positions count from 0
#' py_get_item(r_to_py(c("x", "y", "z")), -1L)
#' @export
py_get_item <- function(x, key, silent = FALSE) {
  check_logical(silent, "silent")
  get <- function() as_handle(unwrap(rs_get_item(x, key, FALSE)), py_has_convert(x))
  if (silent) tryCatch(get(), python.builtin.LookupError = function(cnd) NULL) else get()
}

#' @rdname py_get_item
#' @export
py_set_item <- function(x, key, value) {
  unwrap(rs_set_item(x, key, value))
  invisible(x)
}

#' @rdname py_get_item
#' @export
py_del_item <- function(x, key) {
  unwrap(rs_del_item(x, key))
  invisible(x)
}
