# The R function of dataset_map_r() as an operator: arrays to the parts of an element, and the parts
# of its result to arrays that the operator accepts.

# A function of the tensors of an element that returns a list of tensors, both in the order of
# TensorFlow, which sorts names. Results that are not exactly as declared are fitted in Python, or
# are an error there.
operator_of_elements <- function(f, element, fit) {
  inputs <- element_places(element)
  is_tuple <- is.list(inputs) && is.null(names(inputs))
  outputs <- element_places(get_attr(fit, "specs", TRUE))
  declared <- lapply(get_attr(fit, "flat", TRUE), declaration)
  force(f)
  function(...) {
    element <- from_places(inputs, list(...))
    value <- if (is_tuple) do.call(f, element) else f(element)
    parts <- declared_parts(parts_in(value, outputs, length(declared)), declared)
    parts %||% iterate(fitted_arrays(value, fit, "f"), simplify = FALSE)
  }
}

# ---- Parts and tensors ---------------------------------------------------------------------------

# The number of each part among the tensors, nested as `specs`.
element_places <- function(specs) {
  n <- 0L
  place <- function(x) {
    if (is_py_object(x)) {
      n <<- n + 1L
      return(n)
    }
    order <- if (is.null(names(x))) seq_along(x) else order(names(x), method = "radix")
    x[order] <- lapply(x[order], place)
    x
  }
  place(specs)
}

from_places <- function(places, values) {
  if (is.list(places)) lapply(places, from_places, values) else values[[places]]
}

# The `n` parts of `x`, which are nested as `places`; NULL if they are not.
parts_in <- function(x, places, n) {
  if (!is.list(places)) {
    return(list(x))
  }
  parts <- vector("list", n)
  fill <- function(x, places) {
    if (!is.list(places)) {
      parts[places] <<- list(x)
      return(TRUE)
    }
    keys <- names(places) %||% seq_along(places)
    is_alike <- is.list(x) && !is.object(x) && length(x) == length(places) &&
      is.null(names(x)) == is.null(names(places)) && all(names(x) %in% names(places))
    is_alike && all(vapply(keys, function(key) fill(x[[key]], places[[key]]), NA))
  }
  if (fill(x, places)) parts
}

# ---- Declared types and shapes -------------------------------------------------------------------

# `shape` is NULL for any number of axes.
declaration <- function(spec) {
  type <- get_attr(spec$dtype, "name", TRUE)
  rank <- spec$shape$rank
  kinds <- c(float = "^b?float", int = "^u?int", bool = "^bool", string = "^string", other = "")
  list(
    kind = names(kinds)[vapply(kinds, grepl, NA, type)][[1]],
    shape = if (!is.null(rank)) vapply(spec$shape$as_list(), function(n) n %||% NA_integer_, 0L)
  )
}

# NULL if any of the parts is not as declared.
declared_parts <- function(parts, declared) {
  parts <- Map(declared_part, parts, declared)
  if (length(parts) && !any(vapply(parts, is.null, NA))) parts
}

declared_part <- function(x, declared) {
  if (is.object(x) || !is_of_kind(x, declared$kind)) NULL
  else if (is.null(declared$shape)) x else in_declared_shape(x, declared$shape)
}

# R has no difference between a number and a vector of length 1.
in_declared_shape <- function(x, shape) {
  own <- dim(x) %||% length(x)
  if (length(x) == 1L && length(own) == 1L && length(shape) < 2L && all(shape %in% c(1L, NA))) {
    dim(x) <- if (length(shape)) 1L
    return(x)
  }
  if (length(own) == length(shape) && all(is.na(shape) | own == shape)) x
}

is_of_kind <- function(x, kind) {
  switch(kind,
    float = is.double(x) || is.integer(x) && !anyNA(x),
    int = is.integer(x) && !anyNA(x) || is.double(x) && all(is.finite(x)) && all(x == trunc(x)),
    bool = is.logical(x) && !anyNA(x),
    string = is.character(x) && !anyNA(x),
    FALSE
  )
}
