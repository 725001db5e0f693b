# Functions of base R that are not generic and would answer about the R object that refers to a
# tensor. Rewritten code calls these instead; without a tensor they are base R's own.

base_functions <- function() {
  by_name <- function(names, make) sapply(names, make, simplify = FALSE)
  c(by_name(c("sum", "prod", "max", "min", "range", "any", "all"), ag_summary),
    by_name(c("rowSums", "colSums", "rowMeans", "colMeans"), ag_margin),
    by_name(c("nchar", "numeric", "tabulate"), ag_refused), list(
    crossprod = function(x, y = x) if (any_tensor(list(x, y))) t(x) %*% y else crossprod(x, y),
    tcrossprod = function(x, y = x) if (any_tensor(list(x, y))) x %*% t(y) else tcrossprod(x, y),
    c = ag_c, `:` = ag_colon, seq_len = ag_seq_len, seq_along = ag_seq_along, `%in%` = ag_in,
    isTRUE = ag_is_true, isFALSE = ag_is_false, identical = ag_identical, which = ag_which,
    which.max = ag_which_extreme(which.max, `-`), which.min = ag_which_extreme(which.min, `+`),
    pmax = ag_parallel(base::pmax, "maximum", -Inf), pmin = ag_parallel(base::pmin, "minimum", Inf),
    is.double = ag_is(is.double), is.integer = ag_is(is.integer), is.logical = ag_is(is.logical),
    is.character = ag_is(is.character),
    length = ag_length, nrow = ag_length_of_axis(nrow, 1L), ncol = ag_length_of_axis(ncol, 2L),
    is.atomic = ag_is(is.atomic), is.vector = ag_is_vector
  ))
}

any_tensor <- function(values) any(vapply(values, is_tensor, NA))

# The method of tensors also if the first argument is none.
ag_c <- function(...) {
  values <- list(...)
  if (any_tensor(values)) c.tensorflow.python.types.core.Tensor(...) else c(...)
}

# Group generics dispatch on their first argument only.
ag_summary <- function(name) {
  own <- get(name, baseenv())
  function(...) {
    values <- list(...)
    first <- if (length(values)) which(vapply(values, is_tensor, NA))[1] else NA
    if (is.na(first)) own(...) else do.call(own, c(values[first], values[-first]), quote = TRUE)
  }
}

ag_margin <- function(name) {
  own <- get(name, baseenv())
  axis <- if (startsWith(name, "row")) 2L else 1L
  reduce <- if (endsWith(name, "Sums")) sum else mean
  function(x, na.rm = FALSE, ...) {
    if (is_tensor(x)) reduce(x, axis = axis, na.rm = na.rm) else own(x, na.rm = na.rm, ...)
  }
}

# Errors of the function itself would speak of environments.
ag_refused <- function(name) {
  own <- get(name, baseenv())
  function(...) {
    if (!any_tensor(list(...))) return(own(...))
    abort(sprintf("`%s()` does not take tensors.", name), "graph", call = call(name))
  }
}

# ---- Ranges --------------------------------------------------------------------------------------

ag_colon <- function(from, to) {
  from <- known_value(from)
  to <- known_value(to)
  if (!is_tensor(from) && !is_tensor(to)) return(from:to)
  in_python("colon", range_end(from), range_end(to))
}

# A whole number is an integer, as that of a range in R.
range_end <- function(x, call = sys.call(-1)) {
  if (length(x) %in% c(1L, NA)) return(if (is_whole(x)) as.integer(x) else x)
  abort(sprintf("The end of a range is one number, not %d.", length(x)), "graph", call = call)
}

ag_seq_len <- function(length.out) { # nolint: object_name_linter.
  n <- known_value(length.out)
  if (!is_tensor(n)) return(seq_len(n))
  in_python("seq_len", n)
}

ag_seq_along <- function(along.with) { # nolint: object_name_linter.
  if (!is_tensor(along.with)) return(seq_along(along.with))
  n <- length(along.with)
  if (is.na(n)) ag_seq_len(op_size(along.with)) else seq_len(n)
}

# ---- Lengths and parts ---------------------------------------------------------------------------

# A length that is not known while the graph is built is a tensor.
ag_length <- function(x) {
  n <- length(x)
  if (is.na(n) && is_tensor(x)) op_size(x) else n
}

ag_length_of_axis <- function(own, axis) {
  force(own)
  force(axis)
  function(x) {
    n <- own(x)
    if (is_tensor(x) && is.na(n) && length(dim(x)) >= axis) op_shape(x)[[axis]] else n
  }
}

# `x[...]`, also of an R vector with tensors as subscripts, which count from 1 then. The subscripts
# are evaluated where the user wrote them.
ag_subset <- function(x, ...) {
  subscripts <- eval(substitute(alist(...)))
  frame <- parent.frame()
  own <- if (is.atomic(x) && any_subscript(is_tensor, subscripts, ..., .frame = frame)) op_subset
  if (is.null(own) && !is_py_object(x)) return(x[...])
  eval(as.call(c(own %||% as.name("["), list(x), subscripts)), frame)
}

any_subscript <- function(test, expressions, ..., .frame) {
  for (i in seq_along(expressions)) {
    if (is_empty(expressions[[i]])) next
    values <- if (is_slice(expressions[[i]])) lapply(slice_parts(expressions[[i]]), eval, .frame)
    if (any(vapply(values %||% list(...elt(i)), test, NA))) return(TRUE)
  }
  FALSE
}

# ---- Questions -----------------------------------------------------------------------------------

ag_in <- function(x, table) {
  x <- known_value(x)
  table <- known_value(table)
  if (!is_tensor(x) && !is_tensor(table)) return(x %in% table)
  do.call(in_python, c("is_in", alike(list(x, table))))
}

ag_is_true <- function(x) {
  if (!is_tensor(x)) isTRUE(x) else if (is_one_flag(x)) op_reshape(x, list()) else FALSE
}

ag_is_false <- function(x) {
  if (!is_tensor(x)) isFALSE(x) else if (is_one_flag(x)) !op_reshape(x, list()) else FALSE
}

is_one_flag <- function(x) dtype_name(x) == "bool" && length(x) %in% c(1L, NA)

# Tensors of one kind and shape are compared when the graph runs.
ag_identical <- function(x, y, ...) {
  if (!is_tensor(x) && !is_tensor(y)) return(identical(x, y, ...))
  if (!identical(type_of_values(x), type_of_values(y)) || !may_have_one_shape(x, y)) return(FALSE)
  do.call(in_python, c("is_identical", alike(list(x, y))))
}

# The type that R's vectors of such values have.
type_of_values <- function(x) {
  if (!is_tensor(x)) return(if (!is.object(x)) typeof(x))
  name <- sub("[0-9]+$", "", dtype_name(x))
  value_types[[sub("^(u|b)(int|float)", "\\2", name)]]
}

value_types <- list(float = "double", int = "integer", bool = "logical", string = "character",
                    complex = "complex")

may_have_one_shape <- function(x, y) {
  shapes <- lapply(list(x, y), function(x) {
    if (is_tensor(x)) static_shape(x) else dim(x) %||% if (length(x) != 1L) length(x) else integer()
  })
  if (any(vapply(shapes, is.null, NA))) return(TRUE)
  shapes <- lapply(shapes, function(shape) if (length(shape)) shape else 1L)
  length(shapes[[1]]) == length(shapes[[2]]) && !isTRUE(any(shapes[[1]] != shapes[[2]]))
}

ag_is <- function(own) {
  force(own)
  function(x) own(if (is_tensor(x)) vector(type_of_values(x)) else x)
}

ag_is_vector <- function(x, mode = "any") {
  is.vector(if (is_tensor(x)) vector(type_of_values(x)) else x, mode)
}

# ---- Positions and extremes ----------------------------------------------------------------------

ag_which <- function(x, ...) {
  x <- known_value(x)
  if (is_tensor(x)) op_nonzero(by_columns(x))[[1]] else which(x, ...)
}

ag_which_extreme <- function(own, signed) {
  force(own)
  force(signed)
  function(x) {
    x <- known_value(x)
    if (!is_tensor(x)) return(own(x))
    x <- signed(as_numbers_of_bool(by_columns(x)))
    op_argmin(if (is_floating(x)) op_where(op_isnan(x), Inf, x) else x)
  }
}

ag_parallel <- function(own, name, neutral) {
  force(own)
  force(name)
  force(neutral)
  function(..., na.rm = FALSE) {
    values <- list(...)
    if (!any_tensor(values)) return(own(..., na.rm = na.rm))
    values <- lapply(alike(values), as_numbers_of_bool)
    combine <- function(x, y) call_keras(paste0("keras.ops.", name), x, y)
    if (!na.rm) return(Reduce(combine, values))
    missing <- Reduce(`&`, lapply(values, function(x) if (is_floating(x)) op_isnan(x) else FALSE))
    op_where(missing, NaN, Reduce(combine, lapply(values, without_nan, neutral)))
  }
}
