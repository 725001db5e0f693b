# Functions of base R for tensors. Results are tensors, because values are not needed yet.

#' R functions for tensors
#'
#' Mathematical functions, summaries and functions of shape and order of base R accept tensors of
#' TensorFlow, JAX and PyTorch, symbolic Keras tensors and Keras variables, and return tensors. Code
#' that was written for R vectors therefore often works on tensors, also inside models and functions
#' that Keras compiles. Each function calls the Keras operation of the same purpose.
#'
#' @details
#' * `Math` (elementwise): `abs()`, `sign()`, `sqrt()`, `exp()`, `log()` with a base, `round()`,
#'   `floor()`, trigonometric and hyperbolic functions, `gamma()`, `lgamma()`, `digamma()`. See
#'   [op_exp()], [op_log()] and so on for domains and dtypes.
#' * `cumsum()` and `cumprod()` accept tensors with one axis. For others, use [op_cumsum()] and
#'   [op_cumprod()], which have the argument `axis`.
#' * `Summary` and `mean()` (reductions): `sum()`, `prod()`, `max()`, `min()`, `all()`, `any()`, and
#'   `range()`, which returns a tensor with two elements. They accept one tensor and, in contrast to
#'   R, the arguments `axis` and `keepdims`.
#' * `Re()`, `Im()`, `Mod()`, `Arg()` and `Conj()` of complex tensors.
#' * `is.finite()`, `is.infinite()` and `is.nan()` return logical tensors.
#' * `t()`, `aperm()`, `rev()` (of the first axis), `sort()` (along the last axis), `rep()` (along
#'   the first axis), `rbind()` and `cbind()`.
#' * `dim()` and `length()` return R integers.
#'
#' Other functions, such as `sd()`, `median()` and `quantile()`, convert the tensor to an R value
#' first: they return R values, have no gradient, and do not work on symbolic tensors. Functions
#' that require an R vector, such as `var()`, need `as.array()` first.
#'
#' @param x,a,... Tensor.
#' @param na.rm Logical. Whether to ignore `NaN`; `FALSE` by default. If no elements remain, the
#'   result is that of R: 0 for `sum()`, 1 for `prod()`, `-Inf` for `max()`, `Inf` for `min()` and
#'   `NaN` for `mean()`.
#' @param axis Integer or integer vector. Axes to reduce, counted from 1, or from the end with
#'   negative numbers; `NULL`, the default, reduces all axes to one value.
#' @param keepdims Logical. Whether the reduced axes remain with length 1.
#' @param perm Integer vector. Axes in their new order, counted from 1; `NULL`, the default,
#'   reverses the order.
#' @param decreasing Logical. Whether to sort in descending order.
#' @param times,each Positive integer. Number of repetitions of the tensor, and of each of its
#'   elements, along the first axis.
#' @param deparse.level Ignored.
#' @return Tensor. `dim()`: integer vector, with `NA` for an axis of unknown length; `length()`:
#'   integer, the number of elements, or `NA`.
#' @name tensor-functions
#' @family tensors
#' @seealso [op_sum()], [op_mean()], [op_transpose()] and the other operations, which accept R
#'   arrays as well; [op_subset()] for `x[...]`; [as.array()][tensor-coercion] to convert a tensor
#'   to an R array.
#' @concept tensor arithmetic
#' @concept rowSums and colSums
#' @concept S3 methods
#' @examplesIf is_keras_available()
#' x <- op_array(rbind(c(1, 4), c(9, NaN)))
#' sqrt(x)
#' mean(x, na.rm = TRUE)
#' sum(x, axis = 1)
#' max(x, axis = 2, keepdims = TRUE, na.rm = TRUE)
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
