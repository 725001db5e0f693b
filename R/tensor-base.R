# Functions of base R for tensors. Results are tensors, because values are not needed yet.

#' R functions for tensors
#'
#' Mathematical functions, summaries and functions of shape and order of base R accept tensors of
#' TensorFlow, JAX and PyTorch, symbolic Keras tensors and Keras variables, and return tensors. Code
#' that was written for R vectors therefore often works on tensors, also inside models and functions
#' that Keras compiles. Each function calls the Keras operation of the same purpose. The result is a
#' tensor of the library of its argument, also if that is not Keras's backend: `sum()` of an array
#' of JAX is an array of JAX. In contrast, `op_*()` functions return tensors of the backend.
#'
#' @details
#' * `Math` (elementwise): `abs()`, `sign()`, `sqrt()`, `exp()`, `log()` with a base, `round()`,
#'   `floor()`, trigonometric and hyperbolic functions, `gamma()`, `lgamma()`, `digamma()`,
#'   `trigamma()`. See
#'   [op_exp()], [op_log()] and so on for domains and dtypes.
#' * `cumsum()`, `cumprod()`, `cummax()` and `cummin()` accept tensors with one axis. For others,
#'   use [op_cumsum()] and [op_cumprod()], which have the argument `axis`.
#' * `Summary` and `mean()` (reductions): `sum()`, `prod()`, `max()`, `min()`, `all()`, `any()`, and
#'   `range()`, which returns a tensor with two elements. In contrast to R, they have the arguments
#'   `axis` and `keepdims`; without these, they also accept several tensors and R values.
#' * `Re()`, `Im()`, `Mod()`, `Arg()` and `Conj()` of complex tensors.
#' * `is.finite()`, `is.infinite()` and `is.nan()` return logical tensors. `is.na()` and `anyNA()`
#'   do so for symbolic tensors; of tensors with values, they return R logicals.
#' * `t()`, `aperm()`, `rev()` and `diff()` (along the first axis), `sort()` (along the last axis),
#'   `rep()` (along the first axis), `rbind()` and `cbind()`, which repeat single numbers.
#' * `sort()` leaves `NaN` out of a vector, as in R; in the rows of tensors with more axes, `NaN` is
#'   last. `na.last = TRUE` keeps the length known, as XLA requires.
#' * `c()` joins tensors of up to one axis, and tensors and R vectors; other tensors and those of a
#'   model that is being built are collected in a list, such as `layer_concatenate(c(x, y))` takes.
#' * `na.omit()` leaves out `NaN`, or rows with `NaN`. `is.numeric()`, `is.array()` and
#'   `is.matrix()` answer as for R arrays.
#'
#' Logical tensors have no `NA`: comparisons with `NaN` are `FALSE`, `!=` is `TRUE`, and as an
#' operand of `&`, `|` and `!`, `NaN` counts as `TRUE`. Test for it with `is.na()`.
#' * `as.raster()` makes a picture for [plot()][grDevices::as.raster()] of a matrix, or of an array
#'   of height, width and 1, 3 or 4 channels.
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
#' @param na.last Logical. Whether `NaN` is last or first; `NA`, the default, leaves it out of a
#'   vector.
#' @param times,each Positive integer. Number of repetitions of the tensor, and of each of its
#'   elements, along the first axis. `times` can also be a vector with one number for each element.
#' @param length.out Integer. Length of the first axis of the result.
#' @param lag,differences Positive integers. Distance of the elements along the first axis that are
#'   subtracted, and how many times this is done.
#' @param max Number that is white. By default, 255 for integers and 1 for other numbers.
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
Math.rkeras.tensor <- function(x, ...) {
  in_library_of(x, {
    if (startsWith(.Generic, "cum")) {
      return(cumulate(.Generic, x))
    }
    switch(.Generic,
      ceiling = op_ceil(x), acos = op_arccos(x), asin = op_arcsin(x), atan = op_arctan(x),
      acosh = op_arccosh(x), asinh = op_arcsinh(x), atanh = op_arctanh(x),
      cospi = of_half_turns(op_cos, x, 2, c(0.5, 1.5)), sinpi = of_half_turns(op_sin, x, 2, 0:1),
      tanpi = op_where(x %% 1 == 0.5, NaN, of_half_turns(op_tan, x, 1, 0)),
      round = rounded(x, ...), log = logarithm(x, ...),
      lgamma = , digamma = , trigamma = backend_function(.Generic, x), gamma = gamma_of(x),
      abs = , sign = , sqrt = , floor = , trunc = , exp = , expm1 = , log1p = , log10 = , log2 = ,
      cos = , sin = , tan = , cosh = , sinh = , tanh = elementwise(.Generic, x),
      abort("`%s()` has no method for tensors: %s(as.array(x)) computes in R.", .Generic, .Generic)
    )
  })
}

elementwise <- function(name, x) {
  require_keras()
  in_python("rkeras.tensors.arithmetic.elementwise", name, x)
}

# A trigonometric function of `x` times pi, which is exactly 0 at its `roots`.
of_half_turns <- function(f, x, period, roots) {
  turns <- x %% period
  value <- f(turns * pi)
  for (root in roots) value <- op_where(turns == root, 0, value)
  value
}

# Functions of the backend for which Keras has no operation.
backend_function <- function(name, x) {
  in_python("rkeras.tensors.arithmetic.special", name, x, .convert = FALSE)
}

# lgamma() is the logarithm of the absolute value: gamma() is negative between -1 and 0, positive
# between -2 and -1 and so on, and not defined for 0 and negative integers.
gamma_of <- function(x) {
  below <- op_floor(x)
  sign <- op_where(x < 0, 1 - 2 * (below %% 2), 1)
  op_where(x <= 0 & x == below, NaN, op_cast(sign, x$dtype) * op_exp(lgamma(x)))
}

# R truncates fractional digits.
rounded <- function(x, digits = 0) op_round(x, as.integer(digits))

logarithm <- function(x, base = NULL) if (is.null(base)) op_log(x) else op_log(x) / log(base)

cumulate <- function(name, x) {
  axes <- known_axes(x)
  if (length(axes) == 0L) return(with_axis(x))
  if (length(axes) > 1L) {
    abort(
      c("`%s()` needs a tensor with one axis, not %d: op_cumsum() and op_cumprod() have an",
        "argument `axis`."), name, length(axes)
    )
  }
  switch(name,
    cumsum = op_cumsum(x), cumprod = op_cumprod(x),
    in_python("rkeras.tensors.arithmetic.cumulate", name, x, .convert = FALSE)
  )
}

#' @export
Complex.rkeras.tensor <- function(z) {
  in_library_of(z, {
    switch(.Generic,
      Re = op_real(z), Im = op_imag(z), Mod = op_abs(z), Conj = op_conj(z),
      Arg = op_arctan2(op_imag(z), op_real(z)) # op_angle() computes with 32 bits
    )
  })
}

#' @export
is.finite.rkeras.tensor <- function(x) {
  in_library_of(x, {
    if (is_string_dtype(x)) op_zeros_like(x, dtype = "bool") else op_isfinite(x)
  })
}
#' @export
is.infinite.rkeras.tensor <- function(x) in_library_of(x, op_isinf(x))
#' @export
is.nan.rkeras.tensor <- function(x) in_library_of(x, op_isnan(x))

# Of tensors with values, these are R's own answers, because they decide what R does next.
#' @rdname tensor-functions
#' @export
is.na.rkeras.tensor <- function(x) {
  if (!is_symbolic(x)) return(NextMethod())
  in_library_of(x, if (is_floating(x)) op_isnan(x) else op_zeros_like(x, dtype = "bool"))
}

#' @export
anyNA.rkeras.tensor <- function(x, recursive = FALSE) {
  in_library_of(x, if (is_symbolic(x)) op_any(is.na(x)) else any(is.na(x)))
}

# ---- what a tensor is ---------------------------------------------------------------------------

#' @rdname tensor-functions
#' @method is.numeric rkeras.tensor
#' @exportS3Method base::is.numeric rkeras.tensor
is.numeric.rkeras.tensor <- function(x) {
  grepl("int|float", standardize_dtype(x$dtype))
}

#' @exportS3Method base::is.array rkeras.tensor
is.array.rkeras.tensor <- function(x) TRUE

#' @exportS3Method base::is.matrix rkeras.tensor
is.matrix.rkeras.tensor <- function(x) length(dim(x)) == 2L

# Tensors have no names; `$` completes their attributes.
#' @export
names.rkeras.tensor <- function(x) NULL

# ---- all elements -------------------------------------------------------------------------------

#' @rdname tensor-functions
#' @export
Summary.rkeras.tensor <- function(..., axis = NULL, keepdims = FALSE, na.rm = FALSE) {
  check_flags()
  if (...length() == 1L) {
    return(in_library_of(..1, reduced(.Generic, ..1, axis, keepdims, na.rm)))
  }
  if (!is.null(axis)) {
    abort("`%s()` reduces one tensor along `axis`, not %d.", .Generic, ...length())
  }
  in_library_of(list(...), {
    each <- lapply(alike(list(...)), function(x) reduced(.Generic, x, NULL, FALSE, na.rm))
    reduced(.Generic, op_stack(each), NULL, FALSE, na.rm)
  })
}

reduced <- function(name, x, axis, keepdims, na.rm) {
  if (name %in% c("max", "min", "range")) x <- as_numbers_of_bool(x)
  reduce <- function(name) {
    if (na.rm) x <- without_nan(x, neutral_values[[name]])
    if (is.null(axis) && !keepdims) {
      return(call_python(keras_endpoint(paste0("keras.ops.", name)), list(x), TRUE))
    }
    call_keras(paste0("keras.ops.", name), x, axis = as_axis(axis), keepdims = keepdims)
  }
  if (name == "range") op_stack(list(reduce("min"), reduce("max"))) else reduce(name)
}

# Tensors of one dtype: R values take that of the tensor that they are combined with, if they can.
alike <- function(values) {
  values <- lapply(unname(values), function(x) as_doubles_of(na_as_nan(x), NULL))
  alike <- python_function("rkeras.tensors.arithmetic.alike")
  iterate(call_python(alike, list(I(values)), FALSE), simplify = FALSE)
}

# A missing value is NaN, as in all arrays of numbers.
na_as_nan <- function(x) {
  if ((is.logical(x) || is.integer(x)) && anyNA(x)) storage.mode(x) <- "double"
  x
}

#' @rdname tensor-functions
#' @export
mean.rkeras.tensor <- function(x, axis = NULL, keepdims = FALSE, na.rm = FALSE, ...) {
  check_flags()
  check_dots_empty(...) # such as `trim`
  in_library_of(x, {
    if (!na.rm || !is_floating(x)) {
      return(op_mean(x, axis = axis, keepdims = keepdims))
    }
    count <- op_sum(op_cast(!op_isnan(x), x$dtype), axis = axis, keepdims = keepdims)
    op_sum(without_nan(x, 0), axis = axis, keepdims = keepdims) / count
  })
}

# The results for empty tensors, as in R. Keras has identity values from version 3.14 on.
neutral_values <- list(sum = 0, prod = 1, max = -Inf, min = Inf)

without_nan <- function(x, neutral) {
  if (is.null(neutral) || !is_floating(x)) x else op_where(op_isnan(x), neutral, x)
}

is_floating <- function(x) grepl("float", standardize_dtype(x$dtype), fixed = TRUE)

is_string_dtype <- function(x) standardize_dtype(x$dtype) == "string"

# As in R, TRUE counts as 1.
as_numbers_of_bool <- function(x) {
  if (is_tensor(x) && standardize_dtype(x$dtype) == "bool") op_cast(x, "int32") else x
}

# ---- shape and order ----------------------------------------------------------------------------

#' @rdname tensor-functions
#' @export
dim.rkeras.tensor <- function(x) {
  lengths <- try_shape(x)
  if (!is.null(lengths)) vapply(lengths, function(n) n %||% NA_integer_, 0L)
}

# NULL if even the number of axes is unknown.
try_shape <- function(x) {
  result <- try_python(python_builtin("list"), list(get_attr(x, "shape", FALSE)), TRUE)
  if (failed(result, "ValueError")) NULL else as.list(unwrap(result))
}

#' @rdname tensor-functions
#' @export
length.rkeras.tensor <- function(x) {
  axes <- dim(x)
  if (is.null(axes)) NA_integer_ else as.integer(prod(axes))
}

# The lengths of the axes, for functions that need at least their number.
known_axes <- function(x) dim(x) %||% abort(unranked_text)

#' @rdname tensor-functions
#' @export
t.rkeras.tensor <- function(x) {
  in_library_of(x, {
    axes <- dim(x)
    if (length(axes) < 2L && !is.null(axes)) op_reshape(x, c(1, -1)) else op_transpose(x)
  })
}

#' @rdname tensor-functions
#' @export
aperm.rkeras.tensor <- function(a, perm = NULL, ...) {
  in_library_of(a, op_transpose(a, perm))
}

#' @rdname tensor-functions
#' @export
rev.rkeras.tensor <- function(x) {
  in_library_of(x, {
    known_axes(x)
    op_flip(with_axis(x), axis = 1)
  })
}

# R has no scalars: a single number is a vector of one.
with_axis <- function(x) if (identical(dim(x), integer())) op_reshape(x, 1) else x

#' @rdname tensor-functions
#' @export
sort.rkeras.tensor <- function(x, decreasing = FALSE, na.last = NA, ...) {
  in_library_of(x, {
    require_keras()
    check_logical(decreasing, "decreasing")
    last <- if (!is.na(na.last)) isTRUE(na.last)
    in_python("rkeras.tensors.arithmetic.sort", with_axis(x), decreasing, last)
  })
}

#' @rdname tensor-functions
#' @export
rep.rkeras.tensor <- function(x, times = 1, each = 1, length.out = NULL, ...) {
  in_library_of(x, {
    known_axes(x)
    x <- with_axis(x)
    if (each != 1) x <- op_repeat(x, each, axis = 1)
    if (!is.null(length.out)) {
      return(recycled(x, as_integer(length.out, "length.out")))
    }
    if (length(times) != 1L) {
      return(op_repeat(x, as_integer_vector(times, dim(x)[[1]]), axis = 1))
    }
    op_tile(x, c(times, rep(1, length(dim(x)) - 1L)))
  })
}

as_integer_vector <- function(times, length) {
  if (!is.na(length) && length(times) != length) {
    abort("`times` must have length 1 or %d, the length of the first axis, not %d.", length,
          length(times))
  }
  as_whole(times, "times")
}

recycled <- function(x, length) {
  n <- length_along(x, 1L)
  positions <- (if (is_tensor(n)) op_arange(length) else seq_len(length)) - 1L
  op_take(x, positions %% n + 1L, axis = 1)
}

# An R integer, or a tensor if the length is not known while a graph is traced.
length_along <- function(x, axis) {
  length <- dim(x)[[axis]]
  if (is.na(length)) op_shape(x)[[axis]] else length
}

#' @rdname tensor-functions
#' @export
c.rkeras.tensor <- function(...) {
  in_library_of(list(...), {
    values <- drop_null(list(...))
    if (is_collection(values)) {
      return(unlist(lapply(values, as_elements), recursive = FALSE))
    }
    op_concatenate(lapply(alike(values), by_columns))
  })
}

# Inputs of layers and what they return are lists of tensors, as are values with names. Other
# tensors of up to one axis, and those beside R vectors, are vectors, as in R. Tensors of integers
# have no NA, which stands for an open axis in a shape.
is_collection <- function(values) {
  is_part <- function(x) if (is_tensor(x)) is_model_tensor(x) else !is.atomic(x)
  tensors <- vapply(values, is_tensor, NA)
  !is.null(names(values)) || any(vapply(values, is_part, NA)) ||
    all(tensors) && any(lengths(lapply(values, dim)) > 1L) ||
    any(vapply(values[!tensors], anyNA, NA)) && !any(vapply(values[tensors], is_floating, NA))
}

is_model_tensor <- function(x) inherits(x, "keras.src.backend.common.keras_tensor.KerasTensor")

as_elements <- function(x) if (is.list(x)) x else list(x)

# In the order of R, of which the first axis changes fastest.
by_columns <- function(x) op_reshape(if (length(dim(x)) > 1L) op_transpose(x) else x, -1)

#' @exportS3Method stats::na.omit rkeras.tensor
na.omit.rkeras.tensor <- function(object, ...) {
  in_library_of(object, {
    axes <- length(known_axes(object))
    if (axes > 2L || !is_floating(object)) return(object)
    if (axes < 2L) return(op_subset(with_axis(object), !op_isnan(with_axis(object))))
    op_subset(object, !op_any(op_isnan(object), axis = 2), )
  })
}

#' @exportS3Method stats::na.exclude rkeras.tensor
na.exclude.rkeras.tensor <- na.omit.rkeras.tensor

#' @exportS3Method stats::na.fail rkeras.tensor
na.fail.rkeras.tensor <- function(object, ...) {
  stats::na.fail(r_value(object))
  object
}

#' @rdname tensor-functions
#' @export
diff.rkeras.tensor <- function(x, lag = 1L, differences = 1L, ...) {
  in_library_of(x, {
    check_whole(lag, "lag", 1L)
    check_whole(differences, "differences", 1L)
    for (i in seq_len(differences)) {
      x <- utils::tail(with_axis(x), -lag) - utils::head(with_axis(x), -lag)
    }
    x
  })
}

#' @export
seq.rkeras.tensor <- function(...) {
  do.call(seq, lapply(list(...), function(x) if (is_py_object(x)) r_value(x) else x))
}

#' @rdname tensor-functions
#' @export
rbind.rkeras.tensor <- function(..., deparse.level = 1) {
  in_library_of(list(...), {
    op_vstack(lapply(full_length(alike(list(...)), 2L), as_rows))
  })
}

#' @rdname tensor-functions
#' @export
cbind.rkeras.tensor <- function(..., deparse.level = 1) {
  in_library_of(list(...), {
    op_concatenate(lapply(full_length(alike(list(...)), 1L), as_columns), axis = 2)
  })
}

# A single number is repeated along the axis that the other arguments have in common.
full_length <- function(values, axis) {
  axes <- lapply(values, known_axes)
  is_matrix <- lengths(axes) > 1L
  is_one <- !is_matrix & vapply(axes, prod, 0) %in% 1
  if (!any(is_one)) return(values)
  # Of vectors, the longest one; a length that is not known yet counts as the longest.
  sizes <- vapply(axes, function(lengths) prod(ifelse(is.na(lengths), Inf, lengths)), 0)
  longest <- if (any(is_matrix)) which(is_matrix)[[1]] else which.max(sizes)
  along <- if (any(is_matrix)) axis else 1L
  length <- if (all(is_one)) 1L else length_along(values[[longest]], along)
  repeated <- function(x) op_broadcast_to(op_reshape(x, 1), list(length))
  values[is_one] <- lapply(values[is_one], repeated)
  values
}

as_columns <- function(x) if (length(dim(x)) < 2L) op_reshape(x, c(-1, 1)) else x

as_rows <- function(x) if (length(dim(x)) < 2L) op_reshape(x, c(1, -1)) else x

# order() and rank() compare R values.
#' @export
xtfrm.rkeras.tensor <- function(x) as.vector(x)

# ---- pictures -----------------------------------------------------------------------------------

#' @rdname tensor-functions
#' @exportS3Method grDevices::as.raster rkeras.tensor
as.raster.rkeras.tensor <- function(x, max = NULL, ...) {
  value <- as.array(x)
  if (length(dim(value)) == 3L && dim(value)[[3]] == 1L) value <- value[, , 1]
  max <- max %||% if (grepl("int", standardize_dtype(x$dtype), fixed = TRUE)) 255 else 1
  if (is.logical(value)) grDevices::as.raster(value) else grDevices::as.raster(value, max = max)
}
