# Functions of base R for tensors. Results are tensors, because values are not needed yet.

#' R's functions on tensors
#'
#' These functions of R take tensors of TensorFlow, JAX and PyTorch, Keras tensors and Keras
#' variables, and give tensors: `Math` (`abs()`, `exp()`, `round()`, ...), `Summary` (`sum()`,
#' `max()`, ...), `Re()` and its kin, `mean()`, `t()`, `aperm()`, `rev()`, `sort()`, `rep()`,
#' `rbind()`, `cbind()`, `is.finite()` and its kin. `dim()` and `length()` give R integers. Each is
#' the operation of Keras of that name, such as [op_sum()].
#'
#' `range()` is a tensor of two elements. Cumulative sums are for tensors of one dimension: for
#' others say along which axis, with [op_cumsum()]. `sd()`, `var()`, `median()` and `quantile()`
#' take the values to R.
#'
#' @param x,a,... Tensors.
#' @param na.rm Logical. Whether to leave `NaN` out, `FALSE` by default. Without any element left,
#'   the result is R's: 0 for `sum()`, 1 for `prod()`, `-Inf` for `max()`, `Inf` for `min()`, `NaN`
#'   for `mean()`.
#' @param axis The axis or axes to work along, counted from 1; `NULL` for all elements.
#' @param keepdims Whether the axes that are worked off stay, with length 1.
#' @param perm The axes in their new order, counted from 1; `NULL` to reverse them.
#' @param decreasing Whether to sort from the greatest on.
#' @param times,each How often to repeat the tensor, and each of its elements, along the first axis.
#' @param deparse.level Ignored.
#' @return A tensor. `dim()`: integers, `NA` for an axis of any length; `length()`: an integer, the
#'   number of elements.
#' @name tensor-functions
#' @family tensors
#' @examplesIf is_keras_available()
#' x <- op_array(rbind(c(1, 4), c(9, NaN)))
#' sqrt(x)
#' mean(x, na.rm = TRUE)
#' sum(x, axis = 1)
#' dim(t(x))
NULL

# ---- one element at a time ----------------------------------------------------------------------

#' @rdname tensor-functions
#' @export
Math.tensorflow.python.types.core.Tensor <- function(x, ...) {
  if (startsWith(.Generic, "cum")) {
    return(cumulate(.Generic, x))
  }
  switch(.Generic,
    ceiling = op_ceil(x), acos = op_arccos(x), asin = op_arcsin(x), atan = op_arctan(x),
    acosh = op_arccosh(x), asinh = op_arcsinh(x), atanh = op_arctanh(x),
    cospi = op_cos(x * pi), sinpi = op_sin(x * pi), tanpi = op_tan(x * pi),
    round = op_round(x, ...), log = logarithm(x, ...),
    lgamma = , digamma = backend_function(.Generic, x), gamma = op_exp(lgamma(x)),
    abs = , sign = , sqrt = , floor = , trunc = , exp = , expm1 = , log1p = , log10 = , log2 = ,
    cos = , sin = , tan = , cosh = , sinh = , tanh = call_keras(paste0("keras.ops.", .Generic), x),
    abort(sprintf("`%s()` is not for tensors: take as.array().", .Generic))
  )
}

# Functions of the backend for which Keras has no operation.
backend_function <- function(name, x) {
  endpoint <- switch(paste(config_backend(), name),
    `tensorflow lgamma` = "tensorflow.math.lgamma",
    `tensorflow digamma` = "tensorflow.math.digamma",
    `jax lgamma` = "jax.scipy.special.gammaln",
    `jax digamma` = "jax.scipy.special.digamma",
    `torch lgamma` = "torch.lgamma",
    `torch digamma` = "torch.digamma"
  )
  call_python(keras_endpoint(endpoint), list(x))
}

logarithm <- function(x, base = NULL) if (is.null(base)) op_log(x) else op_log(x) / log(base)

cumulate <- function(name, x) {
  if (!name %in% c("cumsum", "cumprod") || length(dim(x)) != 1L) {
    abort("Of tensors, cumsum() and cumprod() take those of one dimension: see op_cumsum(axis = ).")
  }
  if (name == "cumsum") op_cumsum(x) else op_cumprod(x)
}

#' @export
Complex.tensorflow.python.types.core.Tensor <- function(z) {
  switch(.Generic,
    Re = op_real(z), Im = op_imag(z), Mod = op_abs(z), Arg = op_angle(z), Conj = op_conj(z)
  )
}

#' @export
is.finite.tensorflow.python.types.core.Tensor <- function(x) op_isfinite(x)
#' @export
is.infinite.tensorflow.python.types.core.Tensor <- function(x) op_isinf(x)
#' @export
is.nan.tensorflow.python.types.core.Tensor <- function(x) op_isnan(x)

# ---- all elements -------------------------------------------------------------------------------

#' @rdname tensor-functions
#' @export
Summary.tensorflow.python.types.core.Tensor <- function(..., axis = NULL, keepdims = FALSE,
                                                        na.rm = FALSE) {
  if (...length() != 1L) abort(sprintf("`%s()` takes one tensor at a time.", .Generic))
  reduce <- function(name) {
    x <- if (na.rm) without_nan(..1, neutral_values[[name]]) else ..1
    call_keras(paste0("keras.ops.", name), x, axis = as_axis(axis), keepdims = keepdims)
  }
  if (.Generic == "range") op_stack(list(reduce("min"), reduce("max"))) else reduce(.Generic)
}

#' @rdname tensor-functions
#' @export
mean.tensorflow.python.types.core.Tensor <- function(x, axis = NULL, keepdims = FALSE,
                                                     na.rm = FALSE, ...) {
  if (!na.rm || !is_floating(x)) {
    return(op_mean(x, axis = axis, keepdims = keepdims))
  }
  count <- op_sum(op_cast(!op_isnan(x), x$dtype), axis = axis, keepdims = keepdims)
  op_sum(without_nan(x, 0), axis = axis, keepdims = keepdims) / count
}

# The results for empty tensors, as in R. Keras has identity values from version 3.14 on.
neutral_values <- list(sum = 0, prod = 1, max = -Inf, min = Inf)

without_nan <- function(x, neutral) {
  if (is.null(neutral) || !is_floating(x)) x else op_where(op_isnan(x), neutral, x)
}

is_floating <- function(x) grepl("float", standardize_dtype(x$dtype), fixed = TRUE)

# ---- shape and order ----------------------------------------------------------------------------

#' @rdname tensor-functions
#' @export
dim.tensorflow.python.types.core.Tensor <- function(x) {
  if (is_lost(x)) {
    return(NULL)
  }
  lengths <- try_shape(x)
  if (!is.null(lengths)) vapply(lengths, function(n) n %||% NA_integer_, 0L)
}

# NULL if even the number of axes is unknown.
try_shape <- function(x) {
  result <- rs_call(python_builtin("list"), list(unwrap(rs_get_attr(x, "shape", FALSE))), TRUE)
  if (failed(result, "ValueError")) NULL else as.list(unwrap(result))
}

#' @rdname tensor-functions
#' @export
length.tensorflow.python.types.core.Tensor <- function(x) {
  if (is_lost(x)) 0L else as.integer(prod(dim(x)))
}

#' @rdname tensor-functions
#' @export
t.tensorflow.python.types.core.Tensor <- function(x) op_transpose(x)

#' @rdname tensor-functions
#' @export
aperm.tensorflow.python.types.core.Tensor <- function(a, perm = NULL, ...) op_transpose(a, perm)

#' @rdname tensor-functions
#' @export
rev.tensorflow.python.types.core.Tensor <- function(x) op_flip(x, axis = 1)

#' @rdname tensor-functions
#' @export
sort.tensorflow.python.types.core.Tensor <- function(x, decreasing = FALSE, ...) {
  sorted <- op_sort(x)
  if (decreasing) op_flip(sorted, axis = -1) else sorted
}

#' @rdname tensor-functions
#' @export
rep.tensorflow.python.types.core.Tensor <- function(x, times = 1, each = 1, ...) {
  repeated <- op_repeat(x, each, axis = 1)
  op_tile(repeated, c(times, rep(1, length(dim(x)) - 1L)))
}

#' @rdname tensor-functions
#' @export
rbind.tensorflow.python.types.core.Tensor <- function(..., deparse.level = 1) {
  op_vstack(unname(list(...)))
}

#' @rdname tensor-functions
#' @export
cbind.tensorflow.python.types.core.Tensor <- function(..., deparse.level = 1) {
  op_concatenate(lapply(unname(list(...)), as_columns), axis = 2)
}

as_columns <- function(x) {
  x <- as_tensor_argument(x)
  if (length(dim(x)) < 2L) op_reshape(x, c(-1, 1)) else x
}
