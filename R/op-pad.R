# Padding: one pair of widths is for all axes, on every backend.

#' @eval rd_keras("keras.ops.pad")
#' @export
op_pad <- function(x, pad_width, mode = "constant", constant_values = NULL) {
  call_keras(
    "keras.ops.pad",
    x,
    as_pads(pad_width, n_axes_to_pad(x)),
    mode = mode,
    constant_values = as_weak_number(constant_values, "constant_values")
  )
}

# NA if Python has to find out. A single number becomes a Python scalar.
n_axes_to_pad <- function(x) {
  n <- length(dim(x))
  if (n == 0L && is.atomic(x) && length(x) > 1L) 1L else if (n > 0L) n else NA_integer_
}

# A pair for each axis. TensorFlow does not repeat a single pair.
as_pads <- function(x, n_axes) {
  pads <- as_pad_width(x)
  if (is_py_object(pads) || any(vapply(pads, is_py_object, NA))) {
    return(pads)
  }
  if (is.list(pads) && all(lengths(pads) == 1L)) pads <- unlist(pads)
  if (!is.list(pads)) pads <- list(pads)
  check_pads(pads, n_axes)
  pads <- lapply(pads, rep_len, 2L)
  if (length(pads) == 1L && !is.na(n_axes)) rep(pads, n_axes) else pads
}

check_pads <- function(pads, n_axes) {
  is_for_axes <- length(pads) == 1L || is.na(n_axes) || length(pads) == n_axes
  if (!is_for_axes || !all(lengths(pads) %in% 1:2)) {
    abort(paste0(
      "`pad_width` must be one or two numbers, or a list with two numbers for each axis of `x`: ",
      "before and after it.", if (!is_for_axes) {
        sprintf(" It has %d for %s.", length(pads), count_of(n_axes, "axis", "axes"))
      }
    ))
  }
  if (any(unlist(pads) < 0L)) {
    abort("`pad_width` must not be negative: op_slice() or `[` removes elements.")
  }
}
