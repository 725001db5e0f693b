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
  call_keras(
    "keras.ops.select",
    as_tensors(condlist, "condlist"),
    as_tensors(choicelist, "choicelist"),
    default = default
  )
}

#' @eval rd_keras("keras.ops.signbit")
#' @export
op_signbit <- function(x) {
  call_keras("keras.ops.signbit", x)
}

#' @eval rd_keras("keras.ops.abs")
#' @export
op_abs <- function(x) {
  call_keras("keras.ops.abs", x)
}

#' @eval rd_keras("keras.ops.absolute")
#' @export
op_absolute <- function(x) {
  call_keras("keras.ops.absolute", x)
}

#' @eval rd_keras("keras.ops.add")
#' @export
op_add <- function(x1, x2) {
  call_keras("keras.ops.add", x1, x2)
}

#' @eval rd_keras("keras.ops.angle")
#' @export
op_angle <- function(x) {
  call_keras("keras.ops.angle", x)
}

#' @eval rd_keras("keras.ops.arccos")
#' @export
op_arccos <- function(x) {
  call_keras("keras.ops.arccos", x)
}

#' @eval rd_keras("keras.ops.arccosh")
#' @export
op_arccosh <- function(x) {
  call_keras("keras.ops.arccosh", x)
}

#' @eval rd_keras("keras.ops.arcsin")
#' @export
op_arcsin <- function(x) {
  call_keras("keras.ops.arcsin", x)
}

#' @eval rd_keras("keras.ops.arcsinh")
#' @export
op_arcsinh <- function(x) {
  call_keras("keras.ops.arcsinh", x)
}

#' @eval rd_keras("keras.ops.arctan")
#' @export
op_arctan <- function(x) {
  call_keras("keras.ops.arctan", x)
}

#' @eval rd_keras("keras.ops.arctan2")
#' @export
op_arctan2 <- function(x1, x2) {
  call_keras("keras.ops.arctan2", x1, x2)
}

#' @eval rd_keras("keras.ops.arctanh")
#' @export
op_arctanh <- function(x) {
  call_keras("keras.ops.arctanh", x)
}

#' @eval rd_keras("keras.ops.cbrt")
#' @export
op_cbrt <- function(x) {
  call_keras("keras.ops.cbrt", x)
}

#' @eval rd_keras("keras.ops.ceil")
#' @export
op_ceil <- function(x) {
  call_keras("keras.ops.ceil", x)
}

#' @eval rd_keras("keras.ops.clip")
#' @export
op_clip <- function(x, x_min, x_max) {
  call_keras("keras.ops.clip", vector_as_tensor(x), x_min, x_max)
}

#' @eval rd_keras("keras.ops.conj")
#' @export
op_conj <- function(x) {
  call_keras("keras.ops.conj", x)
}

#' @eval rd_keras("keras.ops.conjugate")
#' @export
op_conjugate <- function(x) {
  call_keras("keras.ops.conjugate", x)
}

#' @eval rd_keras("keras.ops.cos")
#' @export
op_cos <- function(x) {
  call_keras("keras.ops.cos", x)
}

#' @eval rd_keras("keras.ops.cosh")
#' @export
op_cosh <- function(x) {
  call_keras("keras.ops.cosh", x)
}

#' @eval rd_keras("keras.ops.deg2rad")
#' @export
op_deg2rad <- function(x) {
  call_keras("keras.ops.deg2rad", x)
}

#' @eval rd_keras("keras.ops.divide")
#' @export
op_divide <- function(x1, x2) {
  call_keras("keras.ops.divide", x1, x2)
}

#' @eval rd_keras("keras.ops.divide_no_nan")
#' @export
op_divide_no_nan <- function(x1, x2) {
  call_keras("keras.ops.divide_no_nan", x1, x2)
}

#' @eval rd_keras("keras.ops.erf")
#' @export
op_erf <- function(x) {
  call_keras("keras.ops.erf", x)
}

#' @eval rd_keras("keras.ops.erfc")
#' @export
op_erfc <- function(x) {
  call_keras("keras.ops.erfc", x)
}

#' @eval rd_keras("keras.ops.erfinv")
#' @export
op_erfinv <- function(x) {
  call_keras("keras.ops.erfinv", x)
}

#' @eval rd_keras("keras.ops.exp")
#' @export
op_exp <- function(x) {
  call_keras("keras.ops.exp", x)
}

#' @eval rd_keras("keras.ops.exp2")
#' @export
op_exp2 <- function(x) {
  call_keras("keras.ops.exp2", x)
}

#' @eval rd_keras("keras.ops.expm1")
#' @export
op_expm1 <- function(x) {
  call_keras("keras.ops.expm1", x)
}

#' @eval rd_keras("keras.ops.extract_sequences")
#' @export
op_extract_sequences <- function(x, sequence_length, sequence_stride) {
  call_keras(
    "keras.ops.extract_sequences",
    vector_as_tensor(x),
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride")
  )
}

#' @eval rd_keras("keras.ops.fabs")
#' @export
op_fabs <- function(x) {
  call_keras("keras.ops.fabs", x)
}

#' @eval rd_keras("keras.ops.fft")
#' @export
op_fft <- function(x) {
  call_keras("keras.ops.fft", x)
}

#' @eval rd_keras("keras.ops.fft2")
#' @export
op_fft2 <- function(x) {
  call_keras("keras.ops.fft2", x)
}

#' @eval rd_keras("keras.ops.floor")
#' @export
op_floor <- function(x) {
  call_keras("keras.ops.floor", x)
}

#' @eval rd_keras("keras.ops.floor_divide")
#' @export
op_floor_divide <- function(x1, x2) {
  call_keras("keras.ops.floor_divide", x1, x2)
}

#' @eval rd_keras("keras.ops.fmax")
#' @export
op_fmax <- function(x1, x2) {
  call_keras("keras.ops.fmax", x1, x2)
}

#' @eval rd_keras("keras.ops.fmin")
#' @export
op_fmin <- function(x1, x2) {
  call_keras("keras.ops.fmin", x1, x2)
}

#' @eval rd_keras("keras.ops.fmod")
#' @export
op_fmod <- function(x1, x2) {
  call_keras("keras.ops.fmod", x1, x2)
}

#' @eval rd_keras("keras.ops.gcd")
#' @export
op_gcd <- function(x1, x2) {
  call_keras("keras.ops.gcd", as_whole(x1, "x1"), as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.hypot")
#' @export
op_hypot <- function(x1, x2) {
  call_keras("keras.ops.hypot", x1, x2)
}

#' @eval rd_keras("keras.ops.i0")
#' @export
op_i0 <- function(x) {
  call_keras("keras.ops.i0", x)
}

#' @eval rd_keras("keras.ops.ifft2")
#' @export
op_ifft2 <- function(x) {
  call_keras("keras.ops.ifft2", x)
}

#' @eval rd_keras("keras.ops.imag")
#' @export
op_imag <- function(x) {
  call_keras("keras.ops.imag", x)
}

#' @eval rd_keras("keras.ops.irfft")
#' @export
op_irfft <- function(x, fft_length = NULL) {
  call_keras("keras.ops.irfft", x, fft_length = as_integer(fft_length, "fft_length"))
}

#' @eval rd_keras("keras.ops.istft")
#' @export
op_istft <- function(
    x,
    sequence_length,
    sequence_stride,
    fft_length,
    length = NULL,
    window = "hann",
    center = TRUE
) {
  call_keras(
    "keras.ops.istft",
    x,
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride"),
    as_integer(fft_length, "fft_length"),
    length = as_integer(length, "length"),
    window = window,
    center = center
  )
}

#' @eval rd_keras("keras.ops.lcm")
#' @export
op_lcm <- function(x1, x2) {
  call_keras("keras.ops.lcm", as_whole(x1, "x1"), as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.ldexp")
#' @export
op_ldexp <- function(x1, x2) {
  call_keras("keras.ops.ldexp", x1, as_whole(x2, "x2"))
}

#' @eval rd_keras("keras.ops.log")
#' @export
op_log <- function(x) {
  call_keras("keras.ops.log", x)
}

#' @eval rd_keras("keras.ops.log10")
#' @export
op_log10 <- function(x) {
  call_keras("keras.ops.log10", x)
}

#' @eval rd_keras("keras.ops.log1p")
#' @export
op_log1p <- function(x) {
  call_keras("keras.ops.log1p", x)
}

#' @eval rd_keras("keras.ops.log2")
#' @export
op_log2 <- function(x) {
  call_keras("keras.ops.log2", x)
}

#' @eval rd_keras("keras.ops.logaddexp")
#' @export
op_logaddexp <- function(x1, x2) {
  call_keras("keras.ops.logaddexp", x1, x2)
}

#' @eval rd_keras("keras.ops.logaddexp2")
#' @export
op_logaddexp2 <- function(x1, x2) {
  call_keras("keras.ops.logaddexp2", x1, x2)
}

#' @eval rd_keras("keras.ops.logdet")
#' @export
op_logdet <- function(x) {
  call_keras("keras.ops.logdet", x)
}

#' @eval rd_keras("keras.ops.logsumexp")
#' @export
op_logsumexp <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.logsumexp", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.maximum")
#' @export
op_maximum <- function(x1, x2) {
  call_keras("keras.ops.maximum", x1, x2)
}

#' @eval rd_keras("keras.ops.minimum")
#' @export
op_minimum <- function(x1, x2) {
  call_keras("keras.ops.minimum", x1, x2)
}

#' @eval rd_keras("keras.ops.mod")
#' @export
op_mod <- function(x1, x2) {
  call_keras("keras.ops.mod", x1, x2)
}

#' @eval rd_keras("keras.ops.multiply")
#' @export
op_multiply <- function(x1, x2) {
  call_keras("keras.ops.multiply", x1, x2)
}

#' @eval rd_keras("keras.ops.nan_to_num")
#' @export
op_nan_to_num <- function(x, nan = 0, posinf = NULL, neginf = NULL) {
  call_keras("keras.ops.nan_to_num", x, nan = nan, posinf = posinf, neginf = neginf)
}

#' @eval rd_keras("keras.ops.negative")
#' @export
op_negative <- function(x) {
  call_keras("keras.ops.negative", x)
}

#' @eval rd_keras("keras.ops.nextafter")
#' @export
op_nextafter <- function(x1, x2) {
  call_keras("keras.ops.nextafter", x1, x2)
}

#' @eval rd_keras("keras.ops.power")
#' @export
op_power <- function(x1, x2) {
  call_keras("keras.ops.power", x1, x2)
}

#' @eval rd_keras("keras.ops.rad2deg")
#' @export
op_rad2deg <- function(x) {
  call_keras("keras.ops.rad2deg", x)
}

#' @eval rd_keras("keras.ops.real")
#' @export
op_real <- function(x) {
  call_keras("keras.ops.real", x)
}

#' @eval rd_keras("keras.ops.reciprocal")
#' @export
op_reciprocal <- function(x) {
  call_keras("keras.ops.reciprocal", x)
}

#' @eval rd_keras("keras.ops.rfft")
#' @export
op_rfft <- function(x, fft_length = NULL) {
  call_keras("keras.ops.rfft", x, fft_length = as_integer(fft_length, "fft_length"))
}

#' @eval rd_keras("keras.ops.round")
#' @export
op_round <- function(x, decimals = 0L) {
  call_keras("keras.ops.round", vector_as_tensor(x), decimals = as_integer(decimals, "decimals"))
}

#' @eval rd_keras("keras.ops.rsqrt")
#' @export
op_rsqrt <- function(x) {
  call_keras("keras.ops.rsqrt", x)
}

#' @eval rd_keras("keras.ops.sign")
#' @export
op_sign <- function(x) {
  call_keras("keras.ops.sign", x)
}

#' @eval rd_keras("keras.ops.sin")
#' @export
op_sin <- function(x) {
  call_keras("keras.ops.sin", x)
}

#' @eval rd_keras("keras.ops.sinc")
#' @export
op_sinc <- function(x) {
  call_keras("keras.ops.sinc", x)
}

#' @eval rd_keras("keras.ops.sinh")
#' @export
op_sinh <- function(x) {
  call_keras("keras.ops.sinh", x)
}

#' @eval rd_keras("keras.ops.slogdet")
#' @export
op_slogdet <- function(x) {
  call_keras("keras.ops.slogdet", x)
}

#' @eval rd_keras("keras.ops.sqrt")
#' @export
op_sqrt <- function(x) {
  call_keras("keras.ops.sqrt", x)
}

#' @eval rd_keras("keras.ops.square")
#' @export
op_square <- function(x) {
  call_keras("keras.ops.square", x)
}

#' @eval rd_keras("keras.ops.stft")
#' @export
op_stft <- function(
    x,
    sequence_length,
    sequence_stride,
    fft_length,
    window = "hann",
    center = TRUE
) {
  call_keras(
    "keras.ops.stft",
    vector_as_tensor(x),
    as_integer(sequence_length, "sequence_length"),
    as_integer(sequence_stride, "sequence_stride"),
    as_integer(fft_length, "fft_length"),
    window = window,
    center = center
  )
}

#' @eval rd_keras("keras.ops.subtract")
#' @export
op_subtract <- function(x1, x2) {
  call_keras("keras.ops.subtract", x1, x2)
}

#' @eval rd_keras("keras.ops.tan")
#' @export
op_tan <- function(x) {
  call_keras("keras.ops.tan", x)
}

#' @eval rd_keras("keras.ops.tanh")
#' @export
op_tanh <- function(x) {
  call_keras("keras.ops.tanh", x)
}

#' @eval rd_keras("keras.ops.true_divide")
#' @export
op_true_divide <- function(x1, x2) {
  call_keras("keras.ops.true_divide", x1, x2)
}

#' @eval rd_keras("keras.ops.trunc")
#' @export
op_trunc <- function(x) {
  call_keras("keras.ops.trunc", x)
}

#' @eval rd_keras("keras.ops.view_as_complex")
#' @export
op_view_as_complex <- function(x) {
  call_keras("keras.ops.view_as_complex", x)
}

#' @eval rd_keras("keras.ops.view_as_real")
#' @export
op_view_as_real <- function(x) {
  call_keras("keras.ops.view_as_real", x)
}

#' @eval rd_keras("keras.ops.amax")
#' @export
op_amax <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.amax", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.amin")
#' @export
op_amin <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.amin", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.average")
#' @export
op_average <- function(x, axis = NULL, weights = NULL) {
  call_keras("keras.ops.average", x, axis = as_axis(axis), weights = weights)
}

#' @eval rd_keras("keras.ops.bincount")
#' @export
op_bincount <- function(x, weights = NULL, minlength = 0L, sparse = FALSE) {
  call_keras(
    "keras.ops.bincount",
    as_whole(x),
    weights = weights,
    minlength = as_integer(minlength, "minlength"),
    sparse = sparse
  )
}

#' @eval rd_keras("keras.ops.corrcoef")
#' @export
op_corrcoef <- function(x) {
  call_keras("keras.ops.corrcoef", vector_as_tensor(x))
}

#' @eval rd_keras("keras.ops.correlate")
#' @export
op_correlate <- function(x1, x2, mode = "valid") {
  call_keras("keras.ops.correlate", x1, x2, mode = mode)
}

#' @eval rd_keras("keras.ops.count_nonzero")
#' @export
op_count_nonzero <- function(x, axis = NULL) {
  call_keras("keras.ops.count_nonzero", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.cumprod")
#' @export
op_cumprod <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.cumprod", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.cumsum")
#' @export
op_cumsum <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.cumsum", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.diff")
#' @export
op_diff <- function(a, n = 1L, axis = -1L) {
  call_keras("keras.ops.diff", a, n = as_integer(n, "n"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.histogram")
#' @export
op_histogram <- function(x, bins = 10L, range = NULL) {
  call_keras(
    "keras.ops.histogram",
    x,
    bins = as_integer(bins, "bins"),
    range = as_tuple(range, "range")
  )
}

#' @eval rd_keras("keras.ops.max")
#' @export
op_max <- function(x, axis = NULL, keepdims = FALSE, initial = NULL) {
  call_keras("keras.ops.max", x, axis = as_axis(axis), keepdims = keepdims, initial = initial)
}

#' @eval rd_keras("keras.ops.mean")
#' @export
op_mean <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.mean", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.median")
#' @export
op_median <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.median", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.min")
#' @export
op_min <- function(x, axis = NULL, keepdims = FALSE, initial = NULL) {
  call_keras("keras.ops.min", x, axis = as_axis(axis), keepdims = keepdims, initial = initial)
}

#' @eval rd_keras("keras.ops.nancumprod")
#' @export
op_nancumprod <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.nancumprod", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.nancumsum")
#' @export
op_nancumsum <- function(x, axis = NULL, dtype = NULL) {
  call_keras("keras.ops.nancumsum", x, axis = as_axis(axis), dtype = dtype)
}

#' @eval rd_keras("keras.ops.nanmax")
#' @export
op_nanmax <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmax", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanmean")
#' @export
op_nanmean <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmean", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanmedian")
#' @export
op_nanmedian <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmedian", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanmin")
#' @export
op_nanmin <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanmin", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanpercentile")
#' @export
op_nanpercentile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.nanpercentile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = keepdims
  )
}

#' @eval rd_keras("keras.ops.nanprod")
#' @export
op_nanprod <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanprod", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanquantile")
#' @export
op_nanquantile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.nanquantile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = keepdims
  )
}

#' @eval rd_keras("keras.ops.nanstd")
#' @export
op_nanstd <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanstd", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nansum")
#' @export
op_nansum <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nansum", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.nanvar")
#' @export
op_nanvar <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.nanvar", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.percentile")
#' @export
op_percentile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras(
    "keras.ops.percentile",
    x,
    q,
    axis = as_axis(axis),
    method = method,
    keepdims = keepdims
  )
}

#' @eval rd_keras("keras.ops.prod")
#' @export
op_prod <- function(x, axis = NULL, keepdims = FALSE, dtype = NULL) {
  call_keras("keras.ops.prod", x, axis = as_axis(axis), keepdims = keepdims, dtype = dtype)
}

#' @eval rd_keras("keras.ops.ptp")
#' @export
op_ptp <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.ptp", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.quantile")
#' @export
op_quantile <- function(x, q, axis = NULL, method = "linear", keepdims = FALSE) {
  call_keras("keras.ops.quantile", x, q, axis = as_axis(axis), method = method, keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.std")
#' @export
op_std <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.std", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.sum")
#' @export
op_sum <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.sum", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.trapezoid")
#' @export
op_trapezoid <- function(y, x = NULL, dx = 1, axis = -1L) {
  call_keras("keras.ops.trapezoid", y, x = x, dx = dx, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.var")
#' @export
op_var <- function(x, axis = NULL, keepdims = FALSE) {
  call_keras("keras.ops.var", x, axis = as_axis(axis), keepdims = keepdims)
}

#' @eval rd_keras("keras.ops.append")
#' @export
op_append <- function(x1, x2, axis = NULL) {
  call_keras("keras.ops.append", x1, x2, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.broadcast_to")
#' @export
op_broadcast_to <- function(x, shape) {
  call_keras("keras.ops.broadcast_to", x, as_shape(shape))
}

#' @eval rd_keras("keras.ops.concatenate")
#' @export
op_concatenate <- function(xs, axis = 1L) {
  call_keras("keras.ops.concatenate", as_tensors(xs), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.diag")
#' @export
op_diag <- function(x, k = 0L) {
  call_keras("keras.ops.diag", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.diagflat")
#' @export
op_diagflat <- function(x, k = 0L) {
  call_keras("keras.ops.diagflat", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.diagonal")
#' @export
op_diagonal <- function(x, offset = 0L, axis1 = 1L, axis2 = 2L) {
  call_keras(
    "keras.ops.diagonal",
    x,
    offset = as_integer(offset, "offset"),
    axis1 = as_axis(axis1, "axis1"),
    axis2 = as_axis(axis2, "axis2")
  )
}

#' @eval rd_keras("keras.ops.expand_dims")
#' @export
op_expand_dims <- function(x, axis) {
  call_keras("keras.ops.expand_dims", x, as_axis(axis))
}

#' @eval rd_keras("keras.ops.flip")
#' @export
op_flip <- function(x, axis = NULL) {
  call_keras("keras.ops.flip", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.fliplr")
#' @export
op_fliplr <- function(x) {
  call_keras("keras.ops.fliplr", x)
}

#' @eval rd_keras("keras.ops.flipud")
#' @export
op_flipud <- function(x) {
  call_keras("keras.ops.flipud", x)
}

#' @eval rd_keras("keras.ops.moveaxis")
#' @export
op_moveaxis <- function(x, source, destination) {
  call_keras(
    "keras.ops.moveaxis",
    x,
    as_axis(source, "source"),
    as_axis(destination, "destination")
  )
}

#' @eval rd_keras("keras.ops.ndim")
#' @export
op_ndim <- function(x) {
  call_keras("keras.ops.ndim", x)
}

#' @eval rd_keras("keras.ops.pad")
#' @export
op_pad <- function(x, pad_width, mode = "constant", constant_values = NULL) {
  call_keras(
    "keras.ops.pad",
    x,
    as_pad_width(pad_width),
    mode = mode,
    constant_values = constant_values
  )
}

#' @eval rd_keras("keras.ops.ravel")
#' @export
op_ravel <- function(x) {
  call_keras("keras.ops.ravel", x)
}

#' @eval rd_keras("keras.ops.repeat")
#' @export
op_repeat <- function(x, repeats, axis = NULL) {
  call_keras("keras.ops.repeat", x, as_whole(repeats, "repeats"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.reshape")
#' @export
op_reshape <- function(x, newshape) {
  call_keras("keras.ops.reshape", x, as_new_shape(newshape))
}

#' @eval rd_keras("keras.ops.roll")
#' @export
op_roll <- function(x, shift, axis = NULL) {
  call_keras("keras.ops.roll", x, as_whole(shift, "shift"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.rot90")
#' @export
op_rot90 <- function(array, k = 1L, axes = 1:2) {
  call_keras("keras.ops.rot90", array, k = as_integer(k, "k"), axes = as_axis(axes, "axes"))
}

#' @eval rd_keras("keras.ops.size")
#' @export
op_size <- function(x) {
  call_keras("keras.ops.size", x)
}

#' @eval rd_keras("keras.ops.sort")
#' @export
op_sort <- function(x, axis = -1L) {
  call_keras("keras.ops.sort", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.squeeze")
#' @export
op_squeeze <- function(x, axis = NULL) {
  call_keras("keras.ops.squeeze", x, axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.stack")
#' @export
op_stack <- function(x, axis = 1L) {
  call_keras("keras.ops.stack", as_tensors(x, "x"), axis = as_axis(axis))
}

#' @eval rd_keras("keras.ops.swapaxes")
#' @export
op_swapaxes <- function(x, axis1, axis2) {
  call_keras("keras.ops.swapaxes", x, as_axis(axis1, "axis1"), as_axis(axis2, "axis2"))
}

#' @eval rd_keras("keras.ops.tile")
#' @export
op_tile <- function(x, repeats) {
  call_keras("keras.ops.tile", x, as_whole(repeats, "repeats"))
}

#' @eval rd_keras("keras.ops.transpose")
#' @export
op_transpose <- function(x, axes = NULL) {
  call_keras("keras.ops.transpose", x, axes = as_axis(axes, "axes"))
}

#' @eval rd_keras("keras.ops.tril")
#' @export
op_tril <- function(x, k = 0L) {
  call_keras("keras.ops.tril", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.triu")
#' @export
op_triu <- function(x, k = 0L) {
  call_keras("keras.ops.triu", x, k = as_integer(k, "k"))
}

#' @eval rd_keras("keras.ops.view")
#' @export
op_view <- function(x, dtype = NULL) {
  call_keras("keras.ops.view", x, dtype = dtype)
}

#' @eval rd_keras("keras.ops.array")
#' @export
op_array <- function(x, dtype = NULL) {
  call_keras("keras.ops.array", x, dtype = dtype)
}

#' @eval rd_keras("keras.ops.bartlett")
#' @export
op_bartlett <- function(x) {
  call_keras("keras.ops.bartlett", as_integer(x))
}

#' @eval rd_keras("keras.ops.blackman")
#' @export
op_blackman <- function(x) {
  call_keras("keras.ops.blackman", as_integer(x))
}

#' @eval rd_keras("keras.ops.copy")
#' @export
op_copy <- function(x) {
  call_keras("keras.ops.copy", x)
}

#' @eval rd_keras("keras.ops.empty")
#' @export
op_empty <- function(shape, dtype = NULL) {
  call_keras("keras.ops.empty", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.empty_like")
#' @export
op_empty_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.empty_like", x, dtype = dtype)
}

#' @eval rd_keras("keras.ops.eye")
#' @export
op_eye <- function(N, M = NULL, k = 0L, dtype = NULL) {
  call_keras(
    "keras.ops.eye",
    as_integer(N, "N"),
    M = as_integer(M, "M"),
    k = as_integer(k, "k"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.ops.full")
#' @export
op_full <- function(shape, fill_value, dtype = NULL) {
  call_keras("keras.ops.full", as_shape(shape), fill_value, dtype = dtype)
}

#' @eval rd_keras("keras.ops.full_like")
#' @export
op_full_like <- function(x, fill_value, dtype = NULL) {
  call_keras("keras.ops.full_like", x, fill_value, dtype = dtype)
}

#' @eval rd_keras("keras.ops.geomspace")
#' @export
op_geomspace <- function(start, stop, num = 50L, endpoint = TRUE, dtype = NULL, axis = 1L) {
  call_keras(
    "keras.ops.geomspace",
    start,
    stop,
    num = as_integer(num, "num"),
    endpoint = endpoint,
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.hamming")
#' @export
op_hamming <- function(x) {
  call_keras("keras.ops.hamming", as_integer(x))
}

#' @eval rd_keras("keras.ops.hanning")
#' @export
op_hanning <- function(x) {
  call_keras("keras.ops.hanning", as_integer(x))
}

#' @eval rd_keras("keras.ops.identity")
#' @export
op_identity <- function(n, dtype = NULL) {
  call_keras("keras.ops.identity", as_integer(n, "n"), dtype = dtype)
}

#' @eval rd_keras("keras.ops.kaiser")
#' @export
op_kaiser <- function(x, beta) {
  call_keras("keras.ops.kaiser", as_integer(x), beta)
}

#' @eval rd_keras("keras.ops.linspace")
#' @export
op_linspace <- function(
    start,
    stop,
    num = 50L,
    endpoint = TRUE,
    retstep = FALSE,
    dtype = NULL,
    axis = 1L
) {
  call_keras(
    "keras.ops.linspace",
    vector_as_tensor(start, "start"),
    vector_as_tensor(stop, "stop"),
    num = as_integer(num, "num"),
    endpoint = endpoint,
    retstep = retstep,
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.logspace")
#' @export
op_logspace <- function(
    start,
    stop,
    num = 50L,
    endpoint = TRUE,
    base = 10L,
    dtype = NULL,
    axis = 1L
) {
  call_keras(
    "keras.ops.logspace",
    vector_as_tensor(start, "start"),
    vector_as_tensor(stop, "stop"),
    num = as_integer(num, "num"),
    endpoint = endpoint,
    base = base,
    dtype = dtype,
    axis = as_axis(axis)
  )
}

#' @eval rd_keras("keras.ops.ones")
#' @export
op_ones <- function(shape, dtype = NULL) {
  call_keras("keras.ops.ones", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.ones_like")
#' @export
op_ones_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.ones_like", x, dtype = dtype)
}

#' @eval rd_keras("keras.ops.tri")
#' @export
op_tri <- function(N, M = NULL, k = 0L, dtype = NULL) {
  call_keras(
    "keras.ops.tri",
    as_integer(N, "N"),
    M = as_integer(M, "M"),
    k = as_integer(k, "k"),
    dtype = dtype
  )
}

#' @eval rd_keras("keras.ops.vander")
#' @export
op_vander <- function(x, N = NULL, increasing = FALSE) {
  call_keras(
    "keras.ops.vander",
    vector_as_tensor(x),
    N = as_integer(N, "N"),
    increasing = increasing
  )
}

#' @eval rd_keras("keras.ops.zeros")
#' @export
op_zeros <- function(shape, dtype = NULL) {
  call_keras("keras.ops.zeros", as_shape(shape), dtype = dtype)
}

#' @eval rd_keras("keras.ops.zeros_like")
#' @export
op_zeros_like <- function(x, dtype = NULL) {
  call_keras("keras.ops.zeros_like", x, dtype = dtype)
}
