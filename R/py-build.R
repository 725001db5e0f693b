# Functions that create Python objects of particular types.

#' Make a dict, a tuple or a NumPy array
#'
#' Python objects of a certain type, for functions that insist on it. R values become Python
#' objects by themselves where they are passed; [r_to_py()] says which.
#'
#' @param ... For `dict()`: the items, named; an argument without a name is an error. For `tuple()`:
#'   the items, or one list or vector of them.
#' @param keys,values A vector or list each, of equal length. Keys are any Python values that can be
#'   one.
#' @param data A vector, matrix or array, or anything that NumPy makes an array of.
#' @param dtype The NumPy type, as `"float32"`; `NULL` is the one that R's type has.
#' @param order `"C"` (row-major) or `"F"` (column-major).
#' @param convert Do items convert to R when they are taken out?
#' @return A Python object. `np_array()` gives an array with memory of its own.
#' @examplesIf py_available()
#' dict(a = 1, b = "two")
#' py_dict(list(1L, 2L), c("one", "two"))
#' tuple(1, "two")
#' np_array(matrix(1:4, 2), dtype = "float32")
#' @family conversion
#' @export
dict <- function(..., convert = FALSE) {
  items <- list(...)
  if (length(items) && (is.null(names(items)) || !all(nzchar(names(items))))) {
    abort("Each item of `dict()` needs a name: `dict(key = value)`. For other keys use py_dict().")
  }
  if (anyDuplicated(names(items))) {
    twice <- names(items)[[anyDuplicated(names(items))]]
    abort(paste0("The name `", twice, "` is given twice to `dict()`, and a dict holds it once."))
  }
  unwrap(rs_dict(as.list(names(items)), unname(items), convert))
}

#' @rdname dict
#' @export
py_dict <- function(keys, values, convert = FALSE) {
  if (length(keys) != length(values)) {
    abort(paste0(
      "`keys` and `values` must be equally long: they have ", length(keys), " and ",
      length(values), "."
    ))
  }
  unwrap(rs_dict(as_items(keys), as_items(values), convert))
}

#' @rdname dict
#' @export
tuple <- function(..., convert = FALSE) {
  items <- list(...)
  # tuple(c(1, 2)) and tuple(list(1, 2)) both have two items.
  if (length(items) == 1L && !is_py_object(items[[1L]]) && is_plain_vector(items[[1L]])) {
    items <- as_items(items[[1L]])
  }
  unwrap(rs_tuple(unname(items), convert))
}

#' @rdname dict
#' @export
np_array <- function(data, dtype = NULL, order = "C") {
  if (!(is_string(order) && order %in% c("C", "F"))) {
    abort("`order` must be \"C\" (row-major) or \"F\" (column-major).")
  }
  numpy <- import("numpy", convert = FALSE)
  # Without dim, a vector would be converted to a list, with a Python object for each element.
  if (is.atomic(data) && !is.object(data) && is.null(dim(data)) && length(data) > 1L) {
    data <- array(data, length(data))
  }
  call_python(numpy$array, list(data, dtype = dtype, order = order))
}

is_plain_vector <- function(x) {
  is.vector(x) && (length(x) > 1L || is.list(x))
}

# The elements as a list. `as.list()` would convert a Python list and would drop classes.
as_items <- function(x) {
  if (is_py_object(x)) abort("`keys` and `values` must be R vectors or lists.", call = sys.call(-2))
  unname(as.list(x))
}

#' Reshape an array
#'
#' Gives the elements of an array another shape, read and written in the order that Python libraries
#' use (`"C"`: the last index runs fastest), where `dim<-` reads them in R's.
#'
#' @param x A vector, matrix or array, or a NumPy array.
#' @param dim The new dimensions, integers. One of them may be `-1` or `NA`: it is what remains.
#' @param order `"C"` (row-major) or `"F"` (column-major, as `dim<-`).
#' @return An R array.
#' @examples
#' x <- matrix(1:6, nrow = 2)
#' array_reshape(x, c(3, 2))
#' array_reshape(x, -1)
#' @family conversion
#' @export
array_reshape <- function(x, dim, order = c("C", "F")) {
  order <- match.arg(order)
  if (is_py_object(x)) x <- py_to_r(x)
  dim <- whole_dim(dim, length(x))
  if (order == "F") {
    return(array(x, dim))
  }
  # A row-major array is the column-major array with its axes reversed.
  if (length(base::dim(x)) > 1L) x <- aperm(x)
  aperm(array(x, rev(dim)))
}

# The dimensions with the unknown one filled in. Their product must be `n`.
whole_dim <- function(dim, n) {
  dim <- as.integer(unlist(dim))
  open <- is.na(dim) | dim == -1L
  if (sum(open) == 1L) {
    dim[open] <- as.integer(n / prod(dim[!open]))
  }
  if (sum(open) > 1L || anyNA(dim) || any(dim < 0L) || prod(dim) != n) {
    shown <- paste(dim, collapse = ", ")
    abort(paste0("`dim`: an array of ", n, " elements cannot be reshaped to (", shown, ")."),
          call = sys.call(-1))
  }
  dim
}
