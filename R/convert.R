# The two conversions as S3 generics; all the work is done in src/rust/src/convert.

#' Convert between R and Python
#'
#' Values convert by themselves when they cross: arguments to Python, results to R. `r_to_py()`
#' makes the Python object here and now, `py_to_r()` the R value (also of objects that were made
#' with `convert = FALSE`).
#'
#' | R | Python |
#' |---|---|
#' | `NULL` | `None` |
#' | one logical, integer, double, complex, character | `bool`, `int`, `float`, `complex`, `str` |
#' | `bit64::integer64` | `int` |
#' | the same of any other length | `list` of those; and back to a vector |
#' | `NA` | `None`; as a double `nan` |
#' | raw | `bytearray`; also from `bytes` |
#' | list | `list`; also from `tuple` |
#' | list with names | `dict` |
#' | matrix, array | `numpy.ndarray`: a read-only view of R's memory, in column-major order |
#' | factor | `pandas.Categorical` |
#' | Date, POSIXct, difftime | `datetime.date`, `.datetime`, `.timedelta` |
#' | data.frame | `pandas.DataFrame` |
#' | function | a callable |
#' | environment, formula, S4, ... | `rpycall.RObject`, which comes back as the identical object |
#'
#' A Python `int` becomes an integer where it fits, else a double where that is exact, else a
#' `bit64::integer64`; what fits none is an error. A list whose items are of one scalar type becomes
#' a vector, with `None` as `NA`. NumPy arrays keep their shape (one of one dimension has a `dim` of
#' length 1); one that is the result of a call, and that Python keeps no hold of, is taken over
#' without a copy. `datetime64` becomes POSIXct in UTC, and Date where its unit is a day or longer.
#' In arrays a missing value is `nan` (an integer matrix becomes float64) or `None` (logical,
#' character: dtype object); in data frames the column is nullable. All else stays a Python object.
#'
#' Write methods for classes of your own: `r_to_py.<R class>` and `py_to_r.<Python class>`, where
#' the Python class is as `class(x)` shows it. They are used for arguments and results too, and for
#' elements of lists, if they are registered by a package or defined in the global environment.
#'
#' @param x An R value; a Python object.
#' @param convert Do attributes, items and results of the Python object convert to R?
#' @return `r_to_py()`: a Python object. `py_to_r()`: an R value, or `x` where R has none for it.
#' @section Errors: Of class `rkeras_error_convert` where a value cannot be represented: an int that
#'   no R number holds, a string with an embedded NUL, a list with duplicated names, a value nested
#'   deeper than 500 levels. Of class `rkeras_error_module` where NumPy or pandas is needed and
#'   missing.
#' @examplesIf py_available()
#' x <- r_to_py(list(a = 1, b = "two"))
#' x
#' py_to_r(x)
#' py_to_r(py_eval("2**40", convert = FALSE))
#' @family conversion
#' @export
r_to_py <- function(x, convert = FALSE) {
  UseMethod("r_to_py")
}

#' @export
r_to_py.default <- function(x, convert = FALSE) {
  # As callables do (R/py-call.R): only a list may be an error that travels as a value.
  out <- .Call(.native$to_py, x, convert)
  if (is.list(out)) unwrap(out) else out
}

#' @rdname r_to_py
#' @export
py_to_r <- function(x) {
  UseMethod("py_to_r")
}

#' @export
py_to_r.default <- function(x) {
  if (!inherits(x, "python.builtin.object")) {
    return(x)
  }
  out <- .Call(.native$to_r, x)
  if (is.list(out)) unwrap(out) else out
}
