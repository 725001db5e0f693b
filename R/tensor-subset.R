# `[` for tensors with R's conventions, and subscripts of either language by `@r` and `@py`.

#' Extract or replace parts of tensors
#'
#' `x[...]` extracts a part of a tensor, and `x[...] <- value` replaces it. Both work for tensors of
#' TensorFlow, JAX and PyTorch, symbolic Keras tensors, and variables. `op_subset()` and
#' `op_subset<-()` are the same as functions, and `op_subset_set()` returns the modified tensor.
#'
#' Positions start at 1 and ranges include their end, as in R. Subscripts differ from those of R
#' arrays in these points:
#'
#' * Negative positions count from the end: `x[-1]` is the last slice. `[` warns of this once.
#' * If there are fewer subscripts than axes, they apply to the first axes: `x[1]` is the first row
#'   of a matrix.
#' * A position out of range is an error, and so is 0.
#'
#' @details
#' A subscript can be:
#'
#' | Subscript | Selects |
#' |---|---|
#' | `2` | one position; the axis is dropped, unless `drop = FALSE` |
#' | `c(1, 3)` | several positions; `array(2)` is one that keeps its axis |
#' | an integer tensor | one or several positions; in `[` they count from 0, see below |
#' | `2:5`, `1:10:2`, `5:1` | a range, optionally with a step |
#' | `2:NA`, `NA:3`, `` `::2` ``, nothing | a range without start or end, or the whole axis |
#' | `c(TRUE, FALSE)`, a logical tensor | positions where the mask, as long as the axis, is true |
#' | `NULL`, `newaxis` | a new axis of length 1 |
#' | `..`, `all_dims()` | all axes without a subscript of their own |
#'
#' A single subscript can also be a logical array or tensor of the shape of `x`, or a matrix of
#' positions with one column for each axis, such as the result of [op_nonzero()]. The elements are
#' then returned in a vector: those of a mask column by column, as in R, those of positions in the
#' order of their rows.
#'
#' `x[[i]]` and `x[[i, j]]` are the same for single positions, so `x[[1]]` is the first row of a
#' matrix. `x[["shape"]]` is an attribute.
#'
#' A colon is a range only if it is written inside the brackets. Its ends may also be integer
#' tensors without axes.
#'
#' A tensor as a subscript of `[` is passed as-is, as in Python: it counts from 0, and as the end of
#' a range it is not included. `[` warns of this once. In `op_subset()` and `x@r[...]`, tensors
#' count from 1 as all other subscripts do, so these accept the positions that [op_argmax()],
#' [op_nonzero()] and other operations return.
#'
#' Tensors are immutable: `x[1] <- 0` creates a new tensor and assigns it to `x`, and other
#' references to the old tensor do not change. Variables are modified in place.
#'
#' On R 4.3 and later, `x@r[...]` applies the same rules to any object that Keras accepts as a
#' tensor, such as a NumPy array, and `x@py[...]` interprets subscripts as Python does: from 0,
#' without the end of a range.
#'
#' @param x Tensor or variable.
#' @param ... Subscripts, see Details.
#' @param drop Logical. Whether to drop axes at which a single position was selected.
#' @param style String: `"R"`, or `"python"` for subscripts as in Python, from 0 and without the end
#'   of a range. `NULL` is `"R"` with warnings. The default is the option
#'   `tensorflow.extract.style`.
#' @param options Result of [tf_extract_opts()], which sets each convention separately.
#' @param value Tensor, R array or number that broadcasts to the shape of the selected part. It must
#'   be representable in the dtype of `x`: 1.5 is an error for an integer tensor.
#' @return Tensor.
#' @name op_subset
#' @family tensors
#' @seealso [op_take()] for positions along one axis, [op_where()] to select by a condition,
#'   [op_slice()] and [op_scatter_update()], the corresponding operations of Keras.
#' @concept slice tensor
#' @concept indexing
#' @concept slicing
#' @concept boolean mask
#' @concept assignment to a tensor
#' @eval rd_example("op_subset")
NULL

#' @rdname op_subset
#' @export
op_subset <- function(x, ...) {
  subset_tensor("get", x, eval(substitute(alist(...))), ..., .frame = parent.frame())
}

#' @rdname op_subset
#' @export
op_subset_set <- function(x, ..., value) {
  subset_tensor("put", x, eval(substitute(alist(...))), ..., .frame = parent.frame(),
                .last = value)
}

#' @rdname op_subset
#' @export
`op_subset<-` <- op_subset_set

#' @rdname op_subset
#' @export
`[.rkeras.tensor` <- function(
    x, ..., drop = TRUE, style = getOption("tensorflow.extract.style"),
    options = tf_extract_opts(style)) {
  keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
  warn_of_keys(keys, options)
  call_subset("get", x, keys, subset_rules(options, TRUE), drop)
}

#' @rdname op_subset
#' @export
`[<-.rkeras.tensor` <- function(x, ..., value) {
  keys <- subset_keys(eval(substitute(alist(...))), ..., .frame = parent.frame())
  options <- tf_extract_opts()
  warn_of_keys(keys, options)
  call_subset("put", x, keys, subset_rules(options, TRUE), value)
}

# `x[[i]]` is `x[i]` of one position for each subscript; `x[["name"]]` is an attribute.
#' @rdname op_subset
#' @export
`[[.rkeras.tensor` <- function(x, ...) {
  if (...length() == 1L && is_name(..1)) return(item_or_attribute(x, ..1))
  check_single(...)
  x[...]
}

#' @rdname op_subset
#' @export
`[[<-.rkeras.tensor` <- function(x, ..., value) {
  if (...length() == 1L && is_name(..1)) return(`$<-`(x, ..1, value))
  check_single(...)
  x[...] <- value
  x
}

check_single <- function(...) {
  sizes <- vapply(list(...), function(i) if (is_tensor(i)) prod(dim(i)) else length(i), 0)
  if (any(sizes %in% 1) && all(sizes %in% c(1, NA))) return()
  abort("`[[` takes one position for each subscript. `x[i]` selects several.")
}

#' Subscripts for new and remaining axes
#'
#' `newaxis` in the brackets of a tensor inserts an axis of length 1, for example to make a batch of
#' a single observation. `all_dims()`, or `..` for short, selects all axes without a subscript of
#' their own, like `...` in Python: `x[all_dims(), 1]` is the first position of the last axis,
#' regardless of the number of axes.
#'
#' @return `newaxis` is `NULL`; `all_dims()` is Python's `Ellipsis`.
#' @family tensors
#' @seealso [op_subset()] for all subscripts, [op_expand_dims()], [op_squeeze()]
#' @concept ellipsis
#' @concept new axis
#' @concept indexing
#' @export
#' @examplesIf is_keras_available()
#' x <- op_ones(c(2, 3, 4))
#' op_shape(x[newaxis, all_dims(), 1])
all_dims <- function() py_ellipsis()

#' @rdname all_dims
#' @format NULL
#' @export
newaxis <- NULL

# Gets or puts a part, with subscripts that count from 1 even if they are tensors. `.last` is
# whether to drop axes, or the new value.
subset_tensor <- function(.how, x, expressions, ..., .frame, .last = TRUE) {
  keys <- subset_keys(expressions, ..., .frame = .frame)
  rules <- subset_rules(subset_options, FALSE)
  call_subset(.how, as_tensor_argument(x), keys, rules, .last)
}

call_subset <- function(name, ...) {
  require_keras()
  call_alike(python_function(paste0("rkeras.tensors.subset.", name)), list(...))
}

# The subscripts in brackets, in the form that rkeras.tensors.subset expects.
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
  if (is_place(key)) {
    list("at", as.integer(key))
  } else if (is.null(key)) {
    list("new")
  } else if (inherits(key, "python.builtin.ellipsis")) {
    list("rest")
  } else if (is.logical(key) && !anyNA(key) || is_py_object(key)) {
    list("at", key)
  } else {
    list("at", as_whole(as_numbers(key), "..."))
  }
}

# Most subscripts: a check that takes little time.
is_place <- function(x) {
  is.double(x) && length(x) == 1L && is.null(attributes(x)) && isTRUE(abs(x) < 1e9) && x == trunc(x)
}

as_numbers <- function(key) {
  key <- without_integer64(key)
  if (!is.numeric(key)) {
    abort("A tensor has no elements named %s. Use positions, a range or a mask.", describe(key))
  }
  if (length(key) == 0L) integer() else if (inherits(key, "integer64")) key else unclass(key)
}

one_position <- function(bound) {
  if (is.null(bound) || is_py_object(bound)) bound else as_integer(bound, "...")
}

# ---- Subscripts from 1 or 0 ----------------------------------------------------------------------

# `x@r[...]` and `x@py[...]`: subscripts that start at 1, as in R, or at 0, as in Python.

# R 4.3 and later call methods of `@` for objects that are not S4.
#' @rawNamespace if (getRversion() >= "4.3.0") S3method("@", python.builtin.object)
`@.python.builtin.object` <- function(object, name) {
  if (!name %in% c("r", "py")) {
    abort("A Python object has no slot `%s`: `x@r[...]` counts from 1, `x@py[...]` from 0.", name,
          call = NULL)
  }
  structure(list(object), class = paste0("subscripts_from_", if (name == "r") 1 else 0))
}

# For `x@r[1] <- value`, the method of `[<-` below has already created the new value of `x`.
#' @export
`@<-.python.builtin.object` <- function(object, name, value) {
  if (!inherits(value, c("subscripts_from_0", "subscripts_from_1"))) {
    abort("Nothing can be assigned to the slot `%s` of a Python object.", name, call = NULL)
  }
  unclass(value)[[1]]
}

#' @export
`[.subscripts_from_1` <- function(x, ...) {
  subset_tensor("get", unclass(x)[[1]], eval(substitute(alist(...))), ..., .frame = parent.frame())
}

#' @export
`[<-.subscripts_from_1` <- function(x, ..., value) {
  replaced(x, subset_tensor(
    "put", unclass(x)[[1]], eval(substitute(alist(...))), ..., .frame = parent.frame(),
    .last = value
  ))
}

#' @export
`[.subscripts_from_0` <- function(x, ...) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  get_item(unclass(x)[[1]], key, NULL)
}

#' @export
`[<-.subscripts_from_0` <- function(x, ..., value) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  set_item(unclass(x)[[1]], key, value)
  x
}

replaced <- function(x, object) structure(list(object), class = class(x))
