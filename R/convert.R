# The two conversions as S3 generics, and what they call of the package Matrix. The conversion
# itself is in src/rust/src/convert.

#' Conversion between R and Python types
#'
#' R values become Python objects when they are passed to Python, and results become R values. The
#' tables below list the Python type of each R type, the result of a round trip (R to Python and
#' back), and the R type of each Python type. They are part of the package's tests, which run each
#' row. `rkeras_guide("crossing")` explains the reasons.
#'
#' @section Rules:
#' * A vector of length one becomes a scalar; other vectors become lists. `I(x)` is always a list.
#' * A named list becomes a dictionary, a data frame a pandas data frame, a matrix or array a NumPy
#'   array, and a function a Python callable.
#' * A Python list becomes an R vector if all its items except `None` have one type. `c(NA, 10L)`
#'   becomes `[None, 10]`, and `[None, 10]` becomes `c(NA, 10L)`.
#' * A list of dates or times becomes an R list; an R vector of dates is restored as a vector. A
#'   POSIXct vector becomes a read-only `datetime64` array, whose times are in UTC.
#' * A tuple is always an R list: `(None, 10)` becomes `list(NULL, 10L)`. Vectors never become
#'   tuples. To keep a list a list in a round trip, pass it as a [tuple()].
#' * Python has no `NA`. In doubles and in numeric arrays `NA` becomes `nan`, in other types `None`
#'   or a nullable type of pandas. A round trip restores it, except for a single `NA` that is not a
#'   double, which becomes `NULL`.
#' * R numbers such as `10` are doubles, and become `float`. Write `10L` for a Python `int`.
#' * Objects without a corresponding type become references: a Python object in R, an
#'   `rpycall.RObject` in Python.
#' * A value that the other language cannot represent is an error of class `rkeras_error_convert`.
#'   Times are rounded to microseconds, and dates to days.
#' * An object whose class a user has derived from a container, `float`, `complex` or `bytes` stays
#'   a Python object, with its attributes and methods: `as.list()`, `as.vector()` and `as.numeric()`
#'   return its value. Converted are `OrderedDict`, `defaultdict`, `Counter`, `deque` and named
#'   tuples. An object of a class derived from `int` or `str` is a number or a string.
#' * An index of pandas, such as `df$columns`, stays a Python object where it is a result, an
#'   attribute or an argument. `py_to_r()` and `as.vector()` convert it.
#' * The index of a pandas data frame becomes row names, which are unique: an index with duplicates
#'   is dropped with a warning of class `rkeras_warning_index`. `reset_index()` makes it a column.
#'   An index of several levels, or of other labels than integers and strings, such as times, is
#'   also in the attribute `pandas.index`: the data frame has it again in Python, if it still has
#'   its row names.
#' * A pandas column of Python objects becomes a vector if all objects but missing values (`None`,
#'   `nan`, `pandas.NA`, `NaT`) have one type, and otherwise a list.
#' * An exception is a Python object and a condition: `conditionMessage()` and `stop()` work on it.
#'   An R error becomes a `RuntimeError`, and is the identical R error when it reaches R again.
#' * A raw array becomes an array of `uint8`, with which NumPy computes; `x$view("V1")` are opaque
#'   bytes, which become raw again.
#' * With `convert = FALSE`, and as results of [py_get_attr()] and [py_get_item()], values stay
#'   Python objects: also a `Fraction`, a path, a member of an enum and an array of records.
#' * With `options(reticulate.pandas_use_nullable_dtypes = TRUE)`, numbers, logicals and strings in
#'   data frames become pandas columns with nullable dtypes, in which `NA` is `pandas.NA`.
#'
#' @eval rd_crossing("From R to Python", "to-python", "R", "Python type", "In Python", "Round trip")
#' @eval rd_crossing("From Python to R", "to-r", "Python", "R")
#' @name crossing
#' @concept type conversion
#' @concept marshalling
#' @concept NumPy array
#' @concept pandas data frame
#' @concept missing values
#' @concept factor
#' @seealso [r_to_py()] and [py_to_r()] convert explicitly, [dict()], [tuple()] and [np_array()]
#'   create specific types, [as_tensor()] creates tensors, [rkeras-missing] for missing values in
#'   training data.
#' @examplesIf py_available() && py_module_available("pandas")
#' r_to_py(c(1, 2))
#' r_to_py(list(a = 1L, b = "x"))
#' r_to_py(head(iris, 2))
#' r_to_py(c("a", NA))
#'
#' # Round trips
#' py_to_r(r_to_py(c(TRUE, NA)))
#' identical(py_to_r(r_to_py(mtcars)), mtcars)
#'
#' py_eval("[1, None, 3]")
#' str(py_eval("(1, None, 3)"))
NULL

#' Convert between R and Python
#'
#' Values are converted automatically when they are passed between the languages: arguments to
#' Python objects, results to R values. `r_to_py()` and `py_to_r()` convert explicitly. Use
#' `r_to_py()` to get a Python object whose methods can be called, such as a pandas data frame, and
#' `py_to_r()` for results of functions that were imported with `convert = FALSE`.
#'
#' The page [crossing] lists the corresponding types, and `rkeras_guide("crossing")` explains them.
#' Numeric matrices and arrays are not copied: NumPy reads R's memory, as a read-only array. Use
#' [np_array()] for an array that Python can modify.
#'
#' @section Methods:
#' Define conversions for other classes with S3 methods `r_to_py.<R class>` and `py_to_r.<Python
#' class>`, where the Python class is written as in `class(x)`. A class that is defined in a
#' submodule of its package, and exported by the package, has both names:
#' `pandas.core.frame.DataFrame` is also `pandas.DataFrame`. Prefer the shorter name, because
#' classes move between submodules from version to version.
#'
#' Methods are also used for arguments, results and elements of lists, if they are registered by a
#' package or defined in the global environment. Only `None`, `bool`, `int`, `float`, `complex`,
#' `str`, `bytes`, `list`, `tuple` and `dict` are converted without a search for methods, unless
#' `py_to_r()` is called; their subclasses can have methods.
#'
#' @param x An R value for `r_to_py()`; a Python object for `py_to_r()`.
#' @param convert Logical. Whether attributes, items and results of the Python object are converted
#'   to R values.
#' @return `r_to_py()`: a Python object. `py_to_r()`: an R value, or `x` if there is no
#'   corresponding R type.
#' @section Errors:
#' * `rkeras_error_convert` if a value cannot be represented: an `int` outside the range of R's
#'   numbers, a string with an embedded NUL or of an undeclared encoding other than UTF-8, a list
#'   with duplicated names, a value nested deeper than 500 levels, an object that does not have the
#'   structure of its class.
#' * `rkeras_error_memory` if R or rkeras cannot allocate the memory for a result; Python raises
#'   `MemoryError`.
#' * `rkeras_error_module` if NumPy or pandas is needed and not installed.
#' @concept type conversion
#' @concept pandas data frame
#' @concept numpy array
#' @concept dictionary
#' @concept data exchange
#' @seealso [crossing] for the table of types; [dict()], [tuple()] and [np_array()] for specific
#'   types; [as_tensor()] for tensors; [as.data.frame()][python-coercion] and other R functions for
#'   Python objects.
#' @examplesIf py_available() && py_module_available("pandas")
#' x <- r_to_py(list(a = 1, b = "two"))
#' x
#' py_to_r(x)
#'
#' # Methods of pandas
#' df <- r_to_py(iris)
#' df$groupby("Species", observed = TRUE)$size()
#'
#' # Python integers larger than R's become doubles
#' py_to_r(py_eval("2**40", convert = FALSE))
#'
#' # A method for an R class
#' r_to_py.temperature <- function(x, convert = FALSE) {
#'   r_to_py(unclass(x) + 273.15, convert)
#' }
#' py_repr(structure(20, class = "temperature"))
#' rm(r_to_py.temperature)
#' @export
r_to_py <- function(x, convert = FALSE) {
  if (!is_flag(convert)) check_logical(convert, "convert")
  UseMethod("r_to_py")
}

#' @export
r_to_py.default <- function(x, convert = FALSE) {
  if (!is.null(neighbour_methods$all) && has_neighbour_method("r_to_py", x)) {
    x <- call_neighbour("r_to_py", x, convert)
  }
  # As for callables (R/py-call.R): only a list can be an error that is returned as a value.
  out <- .Call(.native$to_py, x, convert)
  if (is.list(out)) unwrap(out) else out
}

# Asked by Rust for each data frame.
uses_nullable_dtypes <- function() isTRUE(getOption("reticulate.pandas_use_nullable_dtypes"))

# Row names are unique. `names`: those that the labels of the index would be.
warn_of_dropped_index <- function(names) {
  label <- names[duplicated(names)][1]
  warn(
    c("The index of the pandas data frame has the label '%s' more than once, so it does not become",
      "row names. Use reset_index() to keep it as a column, or reset_index(drop = TRUE)."), label,
    kind = "index", call = NULL
  )
}

#' @rdname r_to_py
#' @export
py_to_r <- function(x) {
  UseMethod("py_to_r")
}

#' @export
py_to_r.default <- function(x) {
  if (!is.null(neighbour_methods$all) && has_neighbour_method("py_to_r", x)) {
    return(call_neighbour("py_to_r", x))
  }
  out <- .Call(.native$to_r, x)
  # Most values: neither an error that is returned as a value nor a reference.
  if (!is.object(out)) {
    return(out)
  }
  if (is.list(out)) out <- unwrap(out)
  if (is_py_object(out)) py_to_r_wrapper(out) else out
}

#' Present Python objects of a class to R code
#'
#' `py_to_r_wrapper()` is an S3 generic that [py_to_r()] calls for an object that has no
#' corresponding R type. A package can define a method for a Python class to return something more
#' convenient than a reference: for callable objects, an R function with its own arguments. The
#' default method returns `x`. The result should contain `x`, so that it can be passed back to
#' Python; for conversions to R values write a method of `py_to_r()`.
#'
#' @param x A Python object.
#' @return `x`, or what the method returns.
#' @concept S3 method
#' @concept custom conversion
#' @concept package authors
#' @seealso [py_to_r()]
#' @export
#' @examplesIf py_available()
#' py_run_string("class Greeter:\n  def greet(self, name): return 'Hello ' + name")
#' py_to_r_wrapper.__main__.Greeter <- function(x) function(name) x$greet(name)
#' greet <- py_to_r(py_eval("Greeter()", convert = FALSE))
#' greet("Ada")
py_to_r_wrapper <- function(x) UseMethod("py_to_r_wrapper")

#' @export
py_to_r_wrapper.default <- function(x) x

# ---- Sparse matrices -----------------------------------------------------------------------------

# Functions of the Matrix package that src/rust/src/convert/array/sparse.rs calls. Matrix is loaded
# only when a sparse matrix is converted.

# Creates an object of a Matrix class from its slots.
new_sparse <- function(class, slots) {
  need_matrix()
  do.call(methods::new, c(list(methods::getClass(class, where = asNamespace("Matrix"))), slots))
}

# Converts to a general sparse matrix in the same layout (by row, by column or triplets), because
# SciPy has no symmetric, triangular or diagonal matrices.
general_sparse <- function(x) {
  need_matrix()
  # Matrix does not validate slots: invalid ones make it read out of bounds.
  check_valid(x)
  layouts <- c("CsparseMatrix", "RsparseMatrix", "TsparseMatrix")
  if (!any(vapply(layouts, methods::is, NA, object = x))) {
    x <- methods::as(x, "CsparseMatrix")
  }
  methods::as(x, "generalMatrix")
}

check_valid <- function(x) {
  tryCatch(methods::validObject(x, complete = TRUE), error = function(e) {
    abort(c("The sparse matrix is not valid: %s. Create it again, for example with",
            "Matrix::sparseMatrix()."), conditionMessage(e), kind = "convert", call = NULL)
  })
}

need_matrix <- function() need_package("Matrix", "Sparse matrices need", to_keep_in_python)

to_keep_in_python <- " To keep them in Python, use convert = FALSE."
