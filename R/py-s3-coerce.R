# Python objects as R vectors: coercion and the base generics for vectors.

#' Apply R functions to Python objects
#'
#' R's coercion functions and basic vector functions accept Python objects. The object is converted
#' to an R value (see [py_to_r()]), whether or not it was created with `convert = TRUE`, and the R
#' function is applied to the result. So `lapply()`, `sapply()` and `vapply()` work on Python lists,
#' `mean()` on NumPy arrays, and `as.data.frame()` on pandas data frames.
#'
#' Objects that NumPy can read as an array, such as tensors, are treated as arrays. `as.list()`
#' accepts any Python iterable. `as.integer()`, `as.double()` and `as.logical()` call Python's
#' `int()`, `float()` and `bool()` for objects that have no corresponding R type, such as a
#' `Decimal`. `as.character()` returns the elements of an array, and the text ([py_str()]) of all
#' other objects. `all.equal()` compares values. `t()` transposes in Python.
#'
#' `Map()` and `mapply()` index their arguments from 1, and `for` and `%in%` accept only R vectors:
#' pass `as.list(x)` to them.
#'
#' @param x,target,current A Python object; `current` can be an R value.
#' @param mode,row.names,optional,...,na.rm,encoding,errors Passed to the R function, or to Python's
#'   `bytes.decode()`.
#' @param nul String that takes the place of NUL characters, which R strings cannot hold. Without
#'   it, they are an error.
#' @param decreasing,incomparables Passed to [sort()] and [unique()].
#' @return The result of the R function for the converted value.
#' @concept coercion
#' @concept as.numeric
#' @concept sapply
#' @concept pandas data frame
#' @concept NumPy array
#' @seealso [py_to_r()] for the conversion, [tensor-coercion] for tensors, [python-objects] for
#'   subscripts, [iterate()] for iterables.
#' @name python-coercion
#' @examplesIf py_available() && py_module_available("pandas")
#' x <- py_eval("[3, 1, 2]", convert = FALSE)
#' as.integer(x)
#' sapply(x, function(item) item * 10L)
#' sort(x)
#' head(x, 2)
#' max(x)
#' all.equal(x, c(3, 1, 2))
#'
#' # A pandas data frame
#' df <- r_to_py(iris)
#' means <- df$groupby("Species", observed = TRUE)$mean()
#' as.data.frame(means)
NULL

# ---- as.*() -------------------------------------------------------------------------------------

#' @rdname python-coercion
#' @export
as.list.python.builtin.object <- function(x, ...) {
  value <- plain_value(x)
  if (is_py_object(value)) check_has_values(value)
  if (inherits(value, "integer64")) {
    lapply(seq_along(value), function(i) value[[i]])
  } else if (!is_py_object(value)) {
    as.list(value, ...)
  } else if (is_iterable(x)) {
    iterate(x, simplify = FALSE)
  } else if (is.function(x)) {
    as.list.function(x, ...)
  } else {
    abort("`x` is a Python %s, which has no elements to list.", class(x)[[1L]])
  }
}

#' @rdname python-coercion
#' @export
as.vector.python.builtin.object <- function(x, mode = "any") {
  if (mode == "list") {
    return(as.list(x))
  }
  value <- r_value(x)
  # as.vector() would drop the class, without which the values are wrong.
  if (inherits(value, "integer64") && mode == "any") c(value) else as.vector(value, mode)
}

#' @rdname python-coercion
#' @export
as.logical.python.builtin.object <- function(x, ...) as.logical(r_value(x, "bool"), ...)

#' @rdname python-coercion
#' @export
as.integer.python.builtin.object <- function(x, ...) as.integer(r_value(x, "int"), ...)

#' @rdname python-coercion
#' @export
as.double.python.builtin.object <- function(x, ...) as.double(r_value(x, "float"), ...)

#' @rdname python-coercion
#' @export
as.complex.python.builtin.object <- function(x, ...) as.complex(r_value(x, "complex"), ...)

#' @rdname python-coercion
#' @export
as.character.numpy.ndarray <- function(x, ...) as.character(r_value(x), ...)

#' @export
as.character.pandas.Series <- as.character.numpy.ndarray
#' @export
as.character.pandas.Index <- as.character.numpy.ndarray
#' @export
as.character.polars.Series <- as.character.numpy.ndarray

#' @rdname python-coercion
#' @export
as.character.python.builtin.bytes <- function(x, encoding = "utf-8", errors = "strict", nul, ...) {
  decoded <- call_python(unwrap(rs_get_attr(x, "decode", FALSE)), list(encoding, errors), FALSE)
  as.character.python.builtin.str(decoded, nul)
}

#' @rdname python-coercion
#' @export
as.character.python.builtin.str <- function(x, nul, ...) {
  if (!missing(nul)) {
    zero <- call_python(python_builtin("chr"), list(0L), FALSE)
    x <- call_python(unwrap(rs_get_attr(x, "replace", FALSE)), list(zero, nul), FALSE)
  }
  py_to_r.default(x)
}

#' @rdname python-coercion
#' @export
as.raw.python.builtin.bytes <- function(x) {
  as.raw(as.integer(call_python(python_builtin("list"), list(x), TRUE)))
}

#' @rdname python-coercion
#' @export
as.array.python.builtin.object <- function(x, ...) {
  as.array(r_value(x) %||% abort("`x` is None, of which there is no array."), ...)
}

#' @rdname python-coercion
#' @export
as.matrix.python.builtin.object <- function(x, ...) {
  value <- r_value(x)
  # as.matrix() would drop the class of a vector.
  if (inherits(value, "integer64") && is.null(dim(value))) dim(value) <- c(length(value), 1L)
  as.matrix(value, ...)
}

#' @rdname python-coercion
#' @export
as.data.frame.python.builtin.object <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(r_value(x), row.names = row.names, optional = optional, ...)
}

#' @export
as.data.frame.polars.LazyFrame <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(x$collect(), row.names = row.names, optional = optional, ...)
}

#' @export
as.data.frame.pyarrow._dataset.Dataset <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(py_to_r(x$to_table()), row.names = row.names, optional = optional, ...)
}

#' @rdname python-coercion
#' @export
as.Date.python.builtin.object <- function(x, ...) {
  as.Date(one_vector(x, as.Date(NA)), ...)
}

#' @rdname python-coercion
#' @export
as.POSIXct.python.builtin.object <- function(x, ...) {
  as.POSIXct(one_vector(x, as.POSIXct(NA)), ...)
}

# A list of dates or times is a list in R, too: its elements in a vector, where NULL is `missing`.
one_vector <- function(x, missing) {
  value <- r_value(x)
  if (!is.list(value)) return(value)
  do.call(c, lapply(value, function(element) if (is.null(element)) missing else element))
}

# ---- vector functions ---------------------------------------------------------------------------

#' @rdname python-coercion
#' @export
rev.python.builtin.object <- function(x) rev(r_value(x))

#' @rdname python-coercion
#' @export
rep.python.builtin.object <- function(x, ...) rep(r_value(x), ...)

#' @rdname python-coercion
#' @export
sort.python.builtin.object <- function(x, decreasing = FALSE, ...) {
  sort(r_value(x), decreasing = decreasing, ...)
}

#' @rdname python-coercion
#' @export
unique.python.builtin.object <- function(x, incomparables = FALSE, ...) {
  unique(r_value(x), incomparables = incomparables, ...)
}

#' @rdname python-coercion
#' @exportS3Method utils::head python.builtin.object
head.python.builtin.object <- function(x, ...) utils::head(r_value(x), ...)

#' @rdname python-coercion
#' @exportS3Method utils::tail python.builtin.object
tail.python.builtin.object <- function(x, ...) utils::tail(r_value(x), ...)

#' @rdname python-coercion
#' @export
mean.python.builtin.object <- function(x, ...) mean(r_value(x), ...)

#' @rdname python-coercion
#' @exportS3Method stats::median python.builtin.object
median.python.builtin.object <- function(x, na.rm = FALSE, ...) {
  stats::median(r_value(x), na.rm = na.rm, ...)
}

#' @rdname python-coercion
#' @exportS3Method stats::quantile python.builtin.object
quantile.python.builtin.object <- function(x, ...) stats::quantile(r_value(x), ...)

#' @rdname python-coercion
#' @export
Math.python.builtin.object <- function(x, ...) get(.Generic, baseenv())(r_value(x), ...)

#' @rdname python-coercion
#' @export
Summary.python.builtin.object <- function(..., na.rm = FALSE) {
  values <- lapply(list(...), function(x) if (is_py_object(x)) r_value(x) else x)
  do.call(.Generic, c(values, na.rm = na.rm))
}

#' @rdname python-coercion
#' @export
t.numpy.ndarray <- function(x) {
  call_python(unwrap(rs_get_attr(x, "transpose", FALSE)), list(), py_has_convert(x))
}

# ---- questions ----------------------------------------------------------------------------------

# Objects that cannot be converted to R (modules, models, ...) have length 1 and are not missing.

#' @rdname python-coercion
#' @export
is.na.python.builtin.object <- function(x) each_value(x, is.na)

#' @rdname python-coercion
#' @export
is.nan.python.builtin.object <- function(x) each_value(x, is.nan)

#' @rdname python-coercion
#' @export
is.finite.python.builtin.object <- function(x) each_value(x, is.finite)

#' @rdname python-coercion
#' @export
is.infinite.python.builtin.object <- function(x) each_value(x, is.infinite)

#' @rdname python-coercion
#' @export
all.equal.python.builtin.object <- function(target, current, ...) {
  target_value <- plain_value(target)
  current_value <- plain_value(current)
  if (!is_py_object(target_value) && !is_py_object(current_value)) {
    all.equal(target_value, current_value, ...)
  } else if (isTRUE(compare(target, current, "=="))) {
    TRUE
  } else {
    paste0("Python objects differ: ", py_or_r_text(target), ", ", py_or_r_text(current))
  }
}

#' @export
plot.numpy.ndarray <- function(x, ...) plot(r_value(x), ...)

# ---- helpers ------------------------------------------------------------------------------------

# Converts a Python object to R. If it has no R form or no exact one, it is converted with `type`
# (int, float, ...), if given.
r_value <- function(x, type = NULL) {
  inexact <- function(cnd) if (is.null(type)) stop(cnd) else x
  value <- tryCatch(plain_value(x), rkeras_error_convert = inexact)
  if (is_py_object(value)) check_has_values(value)
  if (is_py_object(value) && !is.null(type)) {
    value <- call_python(python_builtin(type), list(x), TRUE)
  }
  if (is_py_object(value)) {
    why <- if (is_tensor(x)) "has no values yet: it stands for one in a graph" else "has no R form"
    abort("`x` is a Python %s, which %s.", class(x)[[1L]], why, kind = "convert")
  }
  value
}

# Raises an error if an object is known to have no values as a vector or array. Otherwise its
# printed form would be used silently, for example by tolower(x).
check_has_values <- function(x) UseMethod("check_has_values")

check_has_values.python.builtin.object <- function(x) invisible()

# The R value if there is one, otherwise the Python object. A 1-dimensional array becomes a vector.
plain_value <- function(x) {
  value <- if (is_py_object(x)) py_to_r(x) else x
  if (is_py_object(value)) value <- builtin_value(value)
  if (is_py_object(value)) value <- arrow_value(value)
  if (is_py_object(value)) value <- array_value(value)
  if (inherits(value, "integer64") && length(dim(value)) == 1L) dim(value) <- NULL
  if (is.atomic(value) && length(dim(value)) == 1L && !is.object(value)) as.vector(value) else value
}

# The value of an object whose class a user has derived from a container or a number.
builtin_value <- function(x) {
  base <- intersect(class(x), paste0("python.builtin.", derived_from))
  if (!length(base)) {
    return(x)
  }
  call_python(python_builtin(sub("python.builtin.", "", base[[1L]], fixed = TRUE)), list(x), TRUE)
}

derived_from <- c("dict", "list", "tuple", "set", "frozenset", "float", "complex", "bytes")

# Tables and columns of other libraries (polars, DuckDB, ...) through Arrow's interface for streams:
# an array of NumPy has no missing values. Those of xarray are arrays, too.
arrow_value <- function(x) {
  if (!unwrap(rs_has_attr(x, "__arrow_c_stream__")) || unwrap(rs_has_attr(x, "ndim"))) {
    return(x)
  }
  needing("pyarrow", "pyarrow", in_python("rkeras.bridge.arrays.through_arrow", x))
}

# Tensors and similar objects have `__array__()`, except those without values (symbolic tensors).
array_value <- function(x) {
  dense <- dense(x)
  if (!unwrap(rs_has_attr(dense, "__array__"))) {
    return(x)
  }
  result <- try_python(python_function("rkeras.bridge.arrays.as_r_array"), list(dense), TRUE)
  has_none <- failed(result, "Exception") && !inherits(result$value, "rkeras.bridge.told.InRWords")
  if (has_none) x else text_of(dense, unwrap(result))
}

# The Python array with the values of `x`: `x` itself unless it is sparse or ragged.
dense <- function(x) UseMethod("dense")

dense.python.builtin.object <- function(x) x

# The values as text if NumPy stores the strings of `x` as bytes.
text_of <- function(x, value) UseMethod("text_of")

text_of.python.builtin.object <- function(x, value) value

each_value <- function(x, f) {
  value <- if (is_lost(x)) x else plain_value(x)
  if (is_py_object(value)) FALSE else f(value)
}

is_iterable <- function(x) unwrap(rs_has_attr(x, "__iter__"))

py_or_r_text <- function(x) if (is_py_object(x)) py_repr(x) else deparse1(x)
