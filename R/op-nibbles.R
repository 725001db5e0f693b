# Numbers of 4 bits, two in a byte.

#' @eval rd_keras("keras.quantizers.pack_int4")
#' @export
quantizer_pack_int4 <- function(arr, axis = 1L, dtype = "int8") {
  range <- if (identical(dtype, "uint8")) c(0L, 15L) else c(-8L, 7L)
  arr <- as_small_ints(arr, "arr", dtype, range)
  call_keras("keras.quantizers.pack_int4", arr, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.quantizers.unpack_int4")
#' @export
quantizer_unpack_int4 <- function(packed, orig_len, axis = 1L, dtype = "int8") {
  range <- if (identical(dtype, "uint8")) c(0L, 255L) else c(-128L, 127L)
  packed <- as_small_ints(packed, "packed", dtype, range)
  orig_len <- as_integer(orig_len, "orig_len")
  call_keras("keras.quantizers.unpack_int4", packed, orig_len, axis = as_axis(axis), dtype = dtype)
}

as_small_ints <- function(x, argument, dtype, range) {
  if (!is.numeric(x)) {
    return(x)
  }
  x <- as_whole(x, argument)
  outside <- x[x < range[[1]] | x > range[[2]]]
  if (length(outside) > 0L) {
    abort("`%s` must be whole numbers from %d to %d, not %d.", argument, range[[1]], range[[2]],
          outside[[1]])
  }
  numpy_array(if (is.null(dim(x))) array(x) else x, dtype = dtype)
}
