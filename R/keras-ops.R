# Operations with positions, which count from 1 in R, that the generator cannot write.

# Positions from Keras, as R counts.
as_positions <- function(x, zero_indexed = FALSE) {
  if (zero_indexed) x else call_python(python_function("rkeras.positions", "to_one"), list(x))
}

#' @eval rd_keras("keras.ops.where")
#' @export
op_where <- function(condition, x1 = NULL, x2 = NULL) {
  if (is.null(x1) != is.null(x2)) abort("`x1` and `x2` go together: give both, or neither.")
  if (is.null(x1)) nonzero(condition) else call_keras("keras.ops.where", condition, x1, x2)
}

nonzero <- function(x) {
  require_keras()
  call_python(python_function("rkeras.positions", "nonzero"), list(x))
}
