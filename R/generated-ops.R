# keras.ops, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.ops.bitwise_and")
#' @export
op_bitwise_and <- function(x, y) {
  call_keras("keras.ops.bitwise_and", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_invert")
#' @export
op_bitwise_invert <- function(x) {
  call_keras("keras.ops.bitwise_invert", as_whole(x))
}

#' @eval rd_keras("keras.ops.bitwise_left_shift")
#' @export
op_bitwise_left_shift <- function(x, y) {
  call_keras("keras.ops.bitwise_left_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_not")
#' @export
op_bitwise_not <- function(x) {
  call_keras("keras.ops.bitwise_not", as_whole(x))
}

#' @eval rd_keras("keras.ops.bitwise_or")
#' @export
op_bitwise_or <- function(x, y) {
  call_keras("keras.ops.bitwise_or", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_right_shift")
#' @export
op_bitwise_right_shift <- function(x, y) {
  call_keras("keras.ops.bitwise_right_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.bitwise_xor")
#' @export
op_bitwise_xor <- function(x, y) {
  call_keras("keras.ops.bitwise_xor", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.left_shift")
#' @export
op_left_shift <- function(x, y) {
  call_keras("keras.ops.left_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.right_shift")
#' @export
op_right_shift <- function(x, y) {
  call_keras("keras.ops.right_shift", as_whole(x), as_whole(y, "y"))
}

#' @eval rd_keras("keras.ops.all")
#' @export
op_all <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.all", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.allclose")
#' @export
op_allclose <- function(x1, x2, rtol = 1e-05, atol = 1e-08, equal_nan = FALSE) {
  call_keras("keras.ops.allclose", x1, x2, rtol = rtol, atol = atol, equal_nan = equal_nan)
}

#' @eval rd_keras("keras.ops.any")
#' @export
op_any <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.any", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.equal")
#' @export
op_equal <- function(x1, x2) {
  call_keras("keras.ops.equal", x1, x2)
}

#' @eval rd_keras("keras.ops.greater")
#' @export
op_greater <- function(x1, x2) {
  call_keras("keras.ops.greater", x1, x2)
}

#' @eval rd_keras("keras.ops.greater_equal")
#' @export
op_greater_equal <- function(x1, x2) {
  call_keras("keras.ops.greater_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.heaviside")
#' @export
op_heaviside <- function(x1, x2) {
  call_keras("keras.ops.heaviside", x1, x2)
}

#' @eval rd_keras("keras.ops.isclose")
#' @export
op_isclose <- function(x1, x2, rtol = 1e-05, atol = 1e-08, equal_nan = FALSE) {
  call_keras("keras.ops.isclose", x1, x2, rtol = rtol, atol = atol, equal_nan = equal_nan)
}

#' @eval rd_keras("keras.ops.isfinite")
#' @export
op_isfinite <- function(x) {
  call_keras("keras.ops.isfinite", x)
}

#' @eval rd_keras("keras.ops.isin")
#' @export
op_isin <- function(x1, x2, assume_unique = FALSE, invert = FALSE) {
  call_keras("keras.ops.isin", x1, x2, assume_unique = assume_unique, invert = invert)
}

#' @eval rd_keras("keras.ops.isinf")
#' @export
op_isinf <- function(x) {
  call_keras("keras.ops.isinf", x)
}

#' @eval rd_keras("keras.ops.isnan")
#' @export
op_isnan <- function(x) {
  call_keras("keras.ops.isnan", x)
}

#' @eval rd_keras("keras.ops.isneginf")
#' @export
op_isneginf <- function(x) {
  call_keras("keras.ops.isneginf", x)
}

#' @eval rd_keras("keras.ops.isposinf")
#' @export
op_isposinf <- function(x) {
  call_keras("keras.ops.isposinf", x)
}

#' @eval rd_keras("keras.ops.isreal")
#' @export
op_isreal <- function(x) {
  call_keras("keras.ops.isreal", x)
}

#' @eval rd_keras("keras.ops.less")
#' @export
op_less <- function(x1, x2) {
  call_keras("keras.ops.less", x1, x2)
}

#' @eval rd_keras("keras.ops.less_equal")
#' @export
op_less_equal <- function(x1, x2) {
  call_keras("keras.ops.less_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_and")
#' @export
op_logical_and <- function(x1, x2) {
  call_keras("keras.ops.logical_and", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_not")
#' @export
op_logical_not <- function(x) {
  call_keras("keras.ops.logical_not", x)
}

#' @eval rd_keras("keras.ops.logical_or")
#' @export
op_logical_or <- function(x1, x2) {
  call_keras("keras.ops.logical_or", x1, x2)
}

#' @eval rd_keras("keras.ops.logical_xor")
#' @export
op_logical_xor <- function(x1, x2) {
  call_keras("keras.ops.logical_xor", x1, x2)
}

#' @eval rd_keras("keras.ops.not_equal")
#' @export
op_not_equal <- function(x1, x2) {
  call_keras("keras.ops.not_equal", x1, x2)
}

#' @eval rd_keras("keras.ops.select")
#' @export
op_select <- function(condlist, choicelist, default = 0L) {
  call_keras("keras.ops.select", condlist, choicelist, default = default)
}

#' @eval rd_keras("keras.ops.signbit")
#' @export
op_signbit <- function(x) {
  call_keras("keras.ops.signbit", x)
}
