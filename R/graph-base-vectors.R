# Vectors that functions of base R make in graphs: ranges, repetitions, arrays, and values of
# another type.

# ---- Ranges --------------------------------------------------------------------------------------

ag_colon <- function(from, to) {
  from <- known_value(from)
  to <- known_value(to)
  if (!is_tensor(from) && !is_tensor(to)) return(from:to)
  in_tracing("colon", range_end(from), range_end(to))
}

# A whole number is an integer, as that of a range in R.
range_end <- function(x) {
  if (length(x) %in% c(1L, NA)) return(if (is_whole(x)) as.integer(x) else x)
  abort("The end of a range is one number, not %d.", length(x), kind = "graph")
}

ag_seq_len <- function(length.out) { # nolint: object_name_linter.
  n <- known_value(length.out)
  if (!is_tensor(n)) return(seq_len(n))
  in_tracing("seq_len", n)
}

ag_seq_along <- function(along.with) { # nolint: object_name_linter.
  if (!is_tensor(along.with)) return(seq_along(along.with))
  n <- length(along.with)
  if (is.na(n)) ag_seq_len(op_size(along.with)) else seq_len(n)
}

# Of the arguments of seq() those that tensors are often given to.
ag_seq <- function(from, to, by, ...) {
  given <- lapply(as.list(match.call())[-1], eval, parent.frame())
  given <- lapply(given, known_value)
  if (!any_tensor(given)) return(do.call(seq, given, quote = TRUE))
  if (!all(names(given) %in% c("from", "to", "by"))) {
    abort("`seq()` of tensors takes the arguments `from`, `to` and `by`.", kind = "graph")
  }
  from <- given$from %||% 1L
  if (is.null(given$to) && is.null(given$by)) {
    return(if (length(from) %in% c(1L, NA)) ag_colon(1L, from) else ag_seq_along(from))
  }
  if (is.null(given$by)) return(ag_colon(from, given$to))
  ends <- alike(lapply(list(from, given$to %||% 1L, given$by), range_end))
  do.call(in_tracing, c("seq_by", ends))
}

# ---- Repetitions and arrays ----------------------------------------------------------------------

ag_rep <- function(x, times = 1L, each = 1L, length.out = NULL, ...) { # nolint: object_name_linter.
  given <- lapply(list(times = times, each = each, length.out = length.out), known_value)
  if (!any_tensor(given)) {
    if (nargs() == 1L) return(rep(x))
    return(do.call(rep, c(list(x), given[c(!missing(times), !missing(each), !missing(length.out))],
                          ...), quote = TRUE))
  }
  if (is_tensor(given$each) || is_tensor(given$length.out) || !length(given$times) %in% c(1L, NA)) {
    abort("Of the arguments of `rep()`, only `times` can be a tensor, with one number.",
          kind = "graph")
  }
  in_tracing("repeated", alike_vector(ag_rep(x, each = given$each)), given$times)
}

ag_rep_len <- function(x, length.out) { # nolint: object_name_linter.
  ag_rep(x, length.out = length.out)
}

alike_vector <- function(x) {
  if (is_tensor(x)) by_columns(x) else as_weak_tensor(x, NULL, "tensorflow")
}

# Its head and its tail are those of the vector.
ag_append <- function(x, values, after = length(x)) {
  if (!any_tensor(list(x, values))) return(append(x, values, after))
  if (missing(after)) return(ag_c(x, values))
  ag_c(utils::head(with_axis(x), after), values, utils::tail(with_axis(x), -after))
}

ag_array <- function(data = NA, dim = length(data), dimnames = NULL) {
  if (!is_tensor(data)) return(array(data, dim, dimnames))
  shape <- as_whole(dim, "dim")
  op_transpose(op_reshape(elements_for(data, shape), rev(shape)))
}

ag_matrix <- function(data = NA, nrow = 1, ncol = 1, byrow = FALSE, dimnames = NULL) {
  if (!is_tensor(data)) return(do.call(matrix, as.list(match.call())[-1], envir = parent.frame()))
  n <- length(data)
  if (missing(ncol)) ncol <- if (missing(nrow)) 1 else n / nrow
  if (missing(nrow)) nrow <- n / ncol
  if (is.na(nrow) || is.na(ncol)) {
    abort("`matrix()` needs `nrow` and `ncol`: the length of the tensor is not known yet.",
          kind = "graph")
  }
  if (byrow) t(ag_array(data, c(ncol, nrow))) else ag_array(data, c(nrow, ncol))
}

# A single number is repeated; other lengths have to be right.
elements_for <- function(x, shape) {
  n <- length(x)
  if (n %in% 1L) return(op_broadcast_to(op_reshape(x, 1), list(prod(shape))))
  if (is.na(n) || n == prod(shape)) return(by_columns(x))
  abort("A tensor of %d elements does not fill an array of shape (%s).", n, toString(shape),
        kind = "graph")
}

# ---- Values of another type ----------------------------------------------------------------------

# A tensor without values is cast, without its axes, as R's functions do.
ag_cast <- function(name) {
  own <- get(name, baseenv())
  function(x, ...) {
    x <- known_value(x)
    is_cast <- is_tensor(x) && !is_string_tensor(x) && !is_model_tensor(x) && ...length() == 0L
    if (!is_cast) return(own(x, ...))
    x <- without_axes(x)
    switch(
      name,
      as.vector = x, as.integer = in_tracing("as_integer", x),
      as.logical = in_tracing("as_logical", x),
      if (is_floating(x)) x else op_cast(x, context$float %||% config_floatx())
    )
  }
}

# ---- Statistics ----------------------------------------------------------------------------------

ag_atan2 <- function(y, x) {
  if (any_tensor(list(y, x))) do.call(op_arctan2, alike(list(y, x))) else atan2(y, x)
}

# Of one vector. Other arguments are those of R vectors.
ag_var <- function(x, y = NULL, na.rm = FALSE, ...) { # nolint: object_name_linter.
  if (!is_tensor(x) || length(dim(x)) > 1L || !is.null(y)) return(stats::var(x, y, na.rm, ...))
  if (na.rm) x <- stats::na.omit(x)
  x <- if (is_floating(x)) x else ag_cast("as.numeric")(x)
  op_sum((x - mean(x))^2) / op_cast(op_maximum(op_size(x) - 1L, 0L), x$dtype)
}

ag_sd <- function(x, na.rm = FALSE) { # nolint: object_name_linter.
  if (is_tensor(x)) sqrt(ag_var(x, na.rm = na.rm)) else stats::sd(x, na.rm)
}
