# The two conversions as S3 generics. The conversion itself is in src/rust/src/convert.

#' How values cross
#'
#' What an R value becomes in Python, what that is when it comes back to R, and what Python's own
#' values become. Each row is run by the package's tests; `vignette("crossing")` gives the reasons.
#'
#' A Python list is an R vector if all its items but `None` have one type: it is what `c(NA, 10L)`
#' becomes in Python, and so `[None, 10]` becomes `c(NA, 10L)` again. A list of dates or times is an
#' R list; an R vector of dates comes back as a vector. A vector of POSIXct is a read-only
#' `datetime64` array, and what Python computes from it is in UTC. A tuple is never made of a
#' vector, and is always an R list: `(None, 10)` becomes `list(NULL, 10L)`. A list that must come
#' back as a list can be sent as a tuple, by [tuple()].
#'
#' With `convert = FALSE`, and as results of [py_get_attr()] and [py_get_item()], values stay Python
#' objects: also a `Fraction`, a path, a member of an enum and an array of records.
#'
#' @eval rd_crossing("From R to Python", "to-python", "R", "Python type", "Python shows", "back")
#' @eval rd_crossing("From Python to R", "to-r", "Python", "R")
#' @name crossing
#' @family conversion
#' @examplesIf py_available()
#' py_to_r(r_to_py(c(a = 1, b = NA)))
#' py_eval("[1, None, 3]")
NULL

#' Convert between R and Python
#'
#' Values convert by themselves when they cross: arguments to Python, results to R. `r_to_py()`
#' makes the Python object here and now, `py_to_r()` the R value (also of objects that were made
#' with `convert = FALSE`).
#'
#' [crossing] has the table of what becomes what, and `vignette("crossing")` explains it.
#'
#' Write methods for classes of your own: `r_to_py.<R class>` and `py_to_r.<Python class>`, where
#' the Python class is as `class(x)` shows it. A class that is defined in a submodule of its
#' package, and offered by the package itself, has both names: `pandas.core.frame.DataFrame` is also
#' `pandas.DataFrame`. Prefer the shorter one, as classes move between submodules from version to
#' version. Methods are used for arguments and results too, and for elements of lists, if they are
#' registered by a package or defined in the global environment. Only
#' `None`, `bool`, `int`, `float`, `complex`, `str`, `bytes`, `list`, `tuple` and `dict` themselves
#' become R values without a look for methods, unless you call `py_to_r()`; their subclasses have
#' them.
#'
#' @param x An R value; a Python object.
#' @param convert Do attributes, items and results of the Python object convert to R?
#' @return `r_to_py()`: a Python object. `py_to_r()`: an R value, or `x` where R has none for it.
#' @section Errors: Of class `rkeras_error_convert` where a value cannot be represented: an int that
#'   no R number holds, a string with an embedded NUL or of an undeclared encoding other than UTF-8,
#'   a list with duplicated names, a value nested deeper than 500 levels, an object that does not
#'   have the structure of its class. Of class `rkeras_error_memory` where R or rkeras cannot
#'   allocate the memory for a result; Python raises `MemoryError`. Of class `rkeras_error_module`
#'   where NumPy or pandas is needed and missing.
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
  # As for callables (R/py-call.R): only a list can be an error that is returned as a value.
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
