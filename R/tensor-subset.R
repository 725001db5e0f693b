# `[` for tensors with R's conventions.

#' Parts of tensors
#'
#' `x[...]` takes a part of a tensor and `x[...] <- value` replaces it: for tensors of TensorFlow,
#' JAX and PyTorch, Keras tensors and variables. `op_subset()` and `op_subset<-()` are the same as
#' functions; `op_subset_set()` gives the changed tensor.
#'
#' Positions count from 1 and ranges include their end, as in R. Other than in R:
#'
#' * negative positions count from the end: `x[-1]` is the last;
#' * fewer subscripts than axes are for the first axes: `x[1]` is the first row of a matrix;
#' * a position beyond the axis is an error, and so is 0.
#'
#' Each subscript is one of
#'
#' | | |
#' |---|---|
#' | `2` | one position; the axis is dropped, unless `drop = FALSE` |
#' | `c(1, 3)`, a tensor of ints | several; `array(2)` is one that keeps its axis |
#' | `2:5`, `1:10:2`, `5:1` | a range, with a step |
#' | `2:NA`, `NA:3`, `` `::2` ``, nothing | a range that is open, or all |
#' | `c(TRUE, FALSE)`, a logical tensor | a mask, as long as the axis |
#' | `NULL`, `newaxis` | a new axis of length 1 |
#' | `..`, `all_dims()` | all axes that no other subscript is for |
#'
#' Alone, it may also be a logical array of the shape of `x`, or a matrix of positions with a column
#' for each axis (what [op_nonzero()] gives): the elements come row by row.
#'
#' A colon makes a range only where it is written inside the brackets; its ends may be tensors of
#' one positive number. Tensors cannot change: `x[1] <- 0` makes a new one, which `x` is then.
#' Variables do change.
#'
#' On R 4.3 and later, `x@r[...]` does the same for any object that is a tensor to Keras, such as a
#' NumPy array, and `x@py[...]` reads the subscripts as Python does, from 0 and without the stop.
#'
#' @param x A tensor or variable.
#' @param ... Subscripts.
#' @param drop Whether axes with one position are dropped.
#' @param style `"python"` reads the subscripts as Python does, from 0 and without the stop; the
#'   option `tensorflow.extract.style` is its default.
#' @param value What to put there: a tensor, an R array or number. It is repeated along axes of
#'   length 1, and has to fit the type of `x`: 1.5 is no element of an integer tensor.
#' @return A tensor.
#' @name op_subset
#' @family tensors
#' @examplesIf is_keras_available()
#' x <- op_array(rbind(1:4, 5:8, 9:12))
#' x[2, ]
#' x[-1, 2:3]
#' x[1:3:2, c(4, 1)]
#' x[x > 6L]
#' x[.., newaxis]
#'
#' x[1, ] <- 0
#' op_subset(x, 1:2, 1)
NULL

#' @rdname op_subset
#' @export
op_subset <- function(x, ...) {
  subset_tensor(x, eval(substitute(alist(...))), ..., .frame = parent.frame())
}

#' @rdname op_subset
#' @export
op_subset_set <- function(x, ..., value) {
  keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
  call_subset("put", as_tensor_argument(x), keys, value)
}

#' @rdname op_subset
#' @export
`op_subset<-` <- function(x, ..., value) {
  keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
  call_subset("put", as_tensor_argument(x), keys, value)
}

#' @rdname op_subset
#' @export
`[.tensorflow.python.types.core.Tensor` <- function(
    x, ..., drop = TRUE, style = getOption("tensorflow.extract.style", "R")) {
  if (identical(style, "python")) {
    key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
    return(unwrap(rs_get_item(x, key, NULL)))
  }
  subset_tensor(x, eval(substitute(alist(...))), ..., .frame = parent.frame(), drop = drop)
}

#' @rdname op_subset
#' @export
`[<-.tensorflow.python.types.core.Tensor` <- function(x, ..., value) {
  keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
  call_subset("put", x, keys, value)
}

#' Subscripts for axes
#'
#' `newaxis` in the brackets of a tensor makes a new axis of length 1, `all_dims()` stands for all
#' axes that no other subscript is for.
#'
#' @return `newaxis` is `NULL`; `all_dims()` is Python's `Ellipsis`.
#' @family tensors
#' @export
#' @examplesIf is_keras_available()
#' x <- op_ones(c(2, 3, 4))
#' op_shape(x[newaxis, all_dims(), 1])
all_dims <- function() py_ellipsis()

#' @rdname all_dims
#' @format NULL
#' @export
newaxis <- NULL

subset_tensor <- function(x, expressions, ..., .frame, drop = TRUE) {
  keys <- subset_keys(expressions, ..., .frame = .frame)
  call_subset("get", as_tensor_argument(x), keys, drop)
}

call_subset <- function(name, ...) {
  require_keras()
  call_python(python_function("rkeras.subset", name), list(...), all_convert(list(...)))
}

# The subscripts in brackets, in the form that rkeras.subset expects.
subset_keys <- function(expressions, ..., .frame) {
  lapply(seq_along(expressions), function(i) {
    if (is_empty(expressions[[i]])) {
      list("all")
    } else if (is_slice(expressions[[i]])) {
      bounds <- lapply(slice_parts(expressions[[i]]), slice_bound, .frame)
      c("range", lapply(bounds, one_position), rep(list(NULL), 3L - length(bounds)))
    } else if (identical(expressions[[i]], quote(..))) {
      list("rest")
    } else {
      subset_key(...elt(i))
    }
  })
}

subset_key <- function(key) {
  if (is.null(key)) {
    list("new")
  } else if (inherits(key, "python.builtin.ellipsis")) {
    list("rest")
  } else if (is.logical(key) && !anyNA(key) || is_py_object(key)) {
    list("at", key)
  } else {
    list("at", as_whole(as_numbers(key), "...", sys.call(-3)))
  }
}

as_numbers <- function(key) {
  if (!is.numeric(key)) {
    abort(sprintf("A tensor has no elements called %s: give positions, a range or a mask.",
                  describe(key)), call = sys.call(-4))
  }
  if (length(key) == 0L) integer() else unclass(key)
}

one_position <- function(bound) {
  if (is.null(bound) || is_py_object(bound)) bound else as_integer(bound, "...", sys.call(-3))
}
