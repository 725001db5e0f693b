# Functions that create Python objects of particular types.

#' Create Python dictionaries, tuples and NumPy arrays
#'
#' These functions create Python objects of a specific type, for functions that need another type
#' than the default conversion creates. By default a named list becomes a `dict`, a vector or
#' unnamed list becomes a `list`, and a matrix becomes a read-only NumPy array (see [crossing]). Use
#' `py_dict()` for keys that are not strings, `tuple()` where Python distinguishes tuples from
#' lists, and `np_array()` to choose the dtype or to let Python modify the array.
#'
#' @param ... For `dict()`: named items, or one named list or data frame of them. A name that is a
#'   whole number becomes an `int`. If a variable has the name of an argument in `...` and holds a
#'   hashable Python object, such as a tuple, that object is the key. For `tuple()`: the
#'   items, or one list or vector of them; a single tuple is returned as it is.
#' @param keys,values Vectors or lists of equal length. The keys can be any hashable Python values:
#'   numbers, strings, tuples.
#' @param data Vector, matrix or array, or any object that NumPy converts to an array.
#' @param dtype String. NumPy data type, such as `"float32"` or `"int64"`. `NULL` keeps the type
#'   that corresponds to R's: `float64` for doubles, `int32` for integers.
#' @param order String: `"C"` for row-major or `"F"` for column-major memory layout. The values at
#'   each position are the same.
#' @param convert Logical. Whether items are converted to R values when they are read from the
#'   object.
#' @return A Python object: a `dict`, a `tuple`, or a NumPy array that owns its memory.
#' @concept Python dictionary
#' @concept tuple
#' @concept ndarray
#' @concept numpy array
#' @seealso [r_to_py()] for the default conversion, [as_tensor()] for tensors, [array_reshape()] to
#'   reshape in row-major order.
#' @examplesIf py_available() && py_module_available("numpy")
#' dict(a = 1, b = "two")
#' py_dict(list(1L, 2L), c("one", "two"))
#' tuple(1, "two")
#'
#' x <- np_array(matrix(1:4, nrow = 2), dtype = "float32")
#' x
#' x[0, 0] <- 10 # modified in place
#' x
#' @export
dict <- function(..., convert = FALSE) {
  check_flags()
  items <- list(...)
  is_given <- length(items) == 1L && is.null(names(items)) && is.list(items[[1L]])
  if (is_given) items <- items[[1L]]
  check_item_names(items)
  # The names of a list or of columns are data, which no variable replaces.
  keys <- lapply(names(items), dict_key, frame = if (is_given) emptyenv() else parent.frame())
  unwrap(rs_dict(keys, unname(items), convert))
}

check_item_names <- function(items) {
  if (length(items) && (is.null(names(items)) || !all(nzchar(names(items))))) {
    abort("Each item of `dict()` needs a name: `dict(key = value)`. For other keys use py_dict().")
  }
  if (anyDuplicated(names(items))) {
    abort("`dict()` has the name `%s` twice. The keys of a dict must be different.",
          names(items)[[anyDuplicated(names(items))]])
  }
}

# A whole number is an int, and a variable that holds a Python object is this object: a tuple or a
# tensor as a key.
dict_key <- function(name, frame) {
  if (grepl("^[0-9]{1,9}$", name)) {
    return(as.integer(name))
  }
  value <- get0(name, frame, inherits = TRUE)
  if (is_py_object(value) && !is.function(value) && is_hashable(value)) value else name
}

# A module may be in scope under the name of a key, such as `np`.
is_hashable <- function(x) {
  !inherits(x, "python.builtin.module") &&
    !failed(try_python(python_builtin("hash"), list(x), FALSE), "Exception")
}

#' @rdname dict
#' @export
py_dict <- function(keys, values, convert = FALSE) {
  check_flags()
  if (length(keys) != length(values)) {
    abort("`keys` and `values` must have the same length: they have %d and %d.", length(keys),
          length(values))
  }
  unwrap(rs_dict(as_items(keys), as_items(values), convert))
}

#' @rdname dict
#' @export
tuple <- function(..., convert = FALSE) {
  check_flags()
  items <- list(...)
  if (length(items) == 1L && inherits(items[[1L]], "python.builtin.tuple")) {
    return(as_handle(items[[1L]], convert))
  }
  # tuple(c(1, 2)) and tuple(list(1, 2)) both have two items.
  if (length(items) == 1L && !is_py_object(items[[1L]]) && is_plain_vector(items[[1L]])) {
    items <- as_items(items[[1L]])
  }
  unwrap(rs_tuple(unname(items), convert))
}

#' @rdname dict
#' @export
np_array <- function(data, dtype = NULL, order = "C") {
  order <- as_choice(order, c("C", "F"), "order")
  # A vector of one element has one dimension, as any other vector.
  if (is_plain_atomic(data) && length(data) == 1L) data <- array(data, 1L)
  numpy_array(data, dtype, order)
}

# The same, with an array without dimensions for a vector of one element.
numpy_array <- function(data, dtype = NULL, order = "C") {
  numpy <- import("numpy", convert = FALSE)
  # Without dim, a vector would be converted to a list, with a Python object for each element.
  if (is_plain_atomic(data) && length(data) > 1L) data <- array(data, length(data))
  call_python(numpy$array, list(data, dtype = dtype, order = order))
}

is_plain_atomic <- function(x) is.atomic(x) && !is.null(x) && !is.object(x) && is.null(dim(x))

is_plain_vector <- function(x) is.vector(x) && (length(x) > 1L || is.list(x))

# The elements as a list. `as.list()` would convert a Python list and would drop classes.
as_items <- function(x) {
  if (is_py_object(x)) abort("`keys` and `values` must be R vectors or lists.")
  unname(as.list(x))
}

#' Reshape an array in row-major order
#'
#' Gives an array new dimensions, like NumPy's `reshape()`. With the default `order = "C"`, the
#' elements are read and written in row-major order: the last index varies fastest, as in Python
#' libraries. R's `dim<-` uses column-major order, in which the first index varies fastest, so it
#' arranges the same elements differently. Use `array_reshape()` to flatten or reshape images and
#' other data as Python code does.
#'
#' @param x Vector, matrix or array, or a Python object that NumPy reads as an array.
#' @param dim Integer vector. New dimensions. One of them can be `-1` or `NA`: its length is
#'   computed from the number of elements.
#' @param order String: `"C"` for row-major order or `"F"` for column-major order, as `dim<-`.
#' @return An R array with dimensions `dim` and the elements of `x`. For a Python object, a NumPy
#'   array.
#' @concept reshape
#' @concept row-major
#' @concept flatten images
#' @seealso [op_reshape()] for tensors, [layer_reshape()] within a model, [np_array()].
#' @examples
#' array_reshape(1:6, c(2, 3)) # row by row
#' array(1:6, c(2, 3)) # column by column
#'
#' # Flatten each 28 x 28 image of a batch
#' images <- array(0, c(10, 28, 28))
#' dim(array_reshape(images, c(10, -1)))
#' @export
array_reshape <- function(x, dim, order = c("C", "F")) {
  order <- match_choice(order)
  if (is_py_object(x)) {
    return(reshaped_by_numpy(x, dim, order))
  }
  dim <- whole_dim(dim, length(x))
  if (order == "F") {
    return(array(x, dim))
  }
  # A row-major array is the column-major array with its axes reversed.
  if (length(base::dim(x)) > 1L) x <- aperm(x)
  aperm(array(x, rev(dim)))
}

reshaped_by_numpy <- function(x, dim, order) {
  reshaped <- in_python("numpy.reshape", x, as_dim(dim), order, .convert = FALSE)
  as_handle(reshaped, py_has_convert(x))
}

# -1 is the length that follows from the others, as NA is.
as_dim <- function(dim) {
  dim <- unlist(if (is.list(dim)) lapply(dim, without_integer64) else without_integer64(dim))
  if (is.atomic(dim)) dim[is.na(dim)] <- -1L
  as_integer(dim, "dim")
}

# The dimensions with the unknown one filled in. Their product must be `n`.
whole_dim <- function(dim, n) {
  dim <- as_dim(dim)
  open <- dim == -1L
  if (sum(open) == 1L) {
    dim[open] <- as.integer(n / prod(dim[!open]))
  }
  if (sum(open) > 1L || any(dim < 0L) || prod(dim) != n) {
    abort("`dim`: an array of %s elements cannot be reshaped to (%s).", n, toString(dim))
  }
  dim
}
