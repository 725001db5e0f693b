# Functions of base R that are not generic and would answer about the R object that refers to a
# tensor. Rewritten code calls these instead; without a tensor they are base R's own.

base_functions <- function() {
  by_name <- function(names, make) sapply(names, make, simplify = FALSE)
  functions <- c(
    by_name(c("sum", "prod", "max", "min", "range", "any", "all"), ag_summary),
    by_name(c("rowSums", "colSums", "rowMeans", "colMeans"), ag_margin),
    by_name(c("is.double", "is.integer", "is.logical", "is.character", "is.atomic", "is.object",
              "is.recursive", "is.vector", "typeof", "mode", "storage.mode"),
            ag_question),
    by_name(c("as.numeric", "as.double", "as.integer", "as.logical", "as.vector"), ag_cast),
    by_name(c("nchar", "numeric", "table", "tabulate", "all.equal", "format", "toString", "summary",
              "object.size", "deparse"), ag_refused),
    list(
    crossprod = function(x, y = x) if (any_tensor(list(x, y))) t(x) %*% y else crossprod(x, y),
    tcrossprod = function(x, y = x) if (any_tensor(list(x, y))) x %*% t(y) else tcrossprod(x, y),
    c = ag_c, `:` = ag_colon, seq_len = ag_seq_len, seq_along = ag_seq_along, `%in%` = ag_in,
    isTRUE = ag_is_true, isFALSE = ag_is_false, identical = ag_identical, which = ag_which,
    which.max = ag_which_extreme(which.max, `-`), which.min = ag_which_extreme(which.min, `+`),
    pmax = ag_parallel(base::pmax, "maximum", -Inf), pmin = ag_parallel(base::pmin, "minimum", Inf),
    unlist = ag_unlist, sapply = ag_sapply, vapply = ag_vapply, append = ag_append,
    seq = ag_seq, seq.int = ag_seq, rep = ag_rep, rep.int = ag_rep,
    rep_len = ag_rep_len, array = ag_array, matrix = ag_matrix, atan2 = ag_atan2, var = ag_var,
    sd = ag_sd,
    length = ag_length, nrow = ag_length_of_axis(nrow, 1L), ncol = ag_length_of_axis(ncol, 2L)
    )
  )
  Map(with_own_name, functions, names(functions))
}

# An error of R's own function, which is called `own` here, shows its name.
with_own_name <- function(f, name) {
  body(f) <- do.call(substitute, list(body(f), list(own = as.name(name))))
  f
}

# The functions of base R, or of the packages that are attached by default, of these names.
own_function <- function(name) {
  get0(name, baseenv()) %||% get0(name, asNamespace("stats"), inherits = FALSE) %||%
    get(name, asNamespace("utils"))
}

# As R's vectors; a tensor without axes stays one.
without_axes <- function(x) if (length(dim(x)) > 1L) by_columns(x) else x

any_tensor <- function(values) any(vapply(values, is_tensor, NA))

# The method of tensors also if the first argument is none.
ag_c <- function(...) {
  values <- list(...)
  if (any_tensor(values)) c.rkeras.tensor(...) else c(...)
}

# Group generics dispatch on their first argument only.
ag_summary <- function(name) {
  own <- get(name, baseenv())
  function(...) {
    values <- list(...)
    if (name %in% c("max", "min", "range")) values <- lapply(values, not_empty)
    first <- if (length(values)) which(vapply(values, is_tensor, NA))[1] else NA
    if (is.na(first)) own(...) else do.call(own, c(values[first], values[-first]), quote = TRUE)
  }
}

# R's extremes of no elements are infinite, which integers cannot hold: an error when the graph
# runs.
not_empty <- function(x) {
  is_certain <- !is_tensor(x) || !is_symbolic(x) || is_floating(x) || isTRUE(length(x) > 0L)
  if (is_certain || !is_tf_tensor(x) || is_string_tensor(x)) x else in_tracing("not_empty", x)
}

ag_margin <- function(name) {
  own <- get(name, baseenv())
  axis <- if (startsWith(name, "row")) 2L else 1L
  reduce <- if (endsWith(name, "Sums")) sum else mean
  function(x, na.rm = FALSE, ...) {
    if (is_tensor(x)) reduce(x, axis = axis, na.rm = na.rm) else own(x, na.rm = na.rm, ...)
  }
}

# The functions themselves would answer about the object that refers to the tensor.
ag_refused <- function(name) {
  own <- own_function(name)
  function(...) {
    values <- lapply(list(...), known_value)
    if (!any_tensor(values)) return(do.call(own, values, quote = TRUE))
    abort("`%s()` does not take tensors of a graph: %s.", name,
          "they have no values while it is built", kind = "graph")
  }
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

# A vector of all tensors and R values in a list.
ag_unlist <- function(x, recursive = TRUE, use.names = TRUE) { # nolint: object_name_linter.
  leaves <- if (is.list(x) && !is.object(x)) rapply(x, identity, how = "unlist", classes = "ANY")
  if (!is.list(leaves) || !any_tensor(leaves)) return(unlist(x, recursive, use.names))
  do.call(ag_c, unname(leaves), quote = TRUE)
}

ag_sapply <- function( # nolint: object_name_linter.
    X, FUN, ..., simplify = TRUE, USE.NAMES = TRUE) { # nolint: object_name_linter.
  values <- sapply(X, match.fun(FUN), ..., simplify = FALSE, USE.NAMES = USE.NAMES)
  if (isFALSE(simplify) || !length(values)) return(values)
  if (any_tensor(values)) return(as_in_sapply(values))
  simplify2array(values, higher = identical(simplify, "array"))
}

ag_vapply <- function(X, FUN, FUN.VALUE, ..., USE.NAMES = TRUE) { # nolint: object_name_linter.
  values <- sapply(X, match.fun(FUN), ..., simplify = FALSE, USE.NAMES = USE.NAMES)
  if (any_tensor(values)) as_in_sapply(values) else vapply(values, identity, FUN.VALUE)
}

# Numbers become a vector, and vectors of one length the columns of a matrix.
as_in_sapply <- function(values) {
  sizes <- lengths(values)
  if (anyNA(sizes) || any(sizes != sizes[[1]]) || any(vapply(values, is_model_tensor, NA))) {
    return(values)
  }
  if (sizes[[1]] == 1L) ag_unlist(values) else do.call(cbind, unname(values), quote = TRUE)
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
  values <- alike(list(x, table))
  in_tracing("is_in", without_axes(values[[1]]), values[[2]])
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
  do.call(in_tracing, c("is_identical", alike(list(x, y))))
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

# The answer for an R vector or array of the kind.
ag_question <- function(name) {
  own <- get(name, baseenv())
  function(x, ...) own(if (is_tensor(x)) array_like(x) else x, ...)
}

array_like <- function(x) {
  axes <- length(static_shape(x))
  value <- vector(type_of_values(x))
  if (axes > 1L) array(value, rep(0L, axes)) else value
}

# ---- Positions and extremes ----------------------------------------------------------------------

ag_which <- function(x, ...) {
  x <- known_value(x)
  if (is_tensor(x)) op_reshape(op_nonzero(by_columns(x)), -1) else which(x, ...)
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
