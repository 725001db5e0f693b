# Items of Python objects: what `x[key]` is in Python.

#' Items of Python objects
#'
#' What Python writes `x[key]`. Keys are Python's: positions count from 0.
#'
#' @param x A Python object.
#' @param key The key: a string, a number, or whatever `x` takes.
#' @param silent Return `NULL`, rather than raise an error, where there is no such item?
#' @param value Any R or Python value.
#' @return `py_get_item()`: the item as a Python object. `py_set_item()`: `x`, invisibly;
#'   `py_del_item()`: `NULL`, invisibly.
#' @section Errors: Python's `KeyError`, `IndexError` or `TypeError`, as conditions of those
#' classes.
#' @examplesIf py_available()
#' d <- py_dict(c("a", "b"), list(1, 2))
#' py_get_item(d, "a")
#' py_set_item(d, "c", 3)
#' py_del_item(d, "a")
#' d
#' @family attributes and items
#' @export
py_get_item <- function(x, key, silent = FALSE) {
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
  invisible(unwrap(rs_del_item(x, key)))
}
