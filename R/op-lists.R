# Operations on lists of tensors, and others whose arguments the generator does not support.

# ---- pieces -------------------------------------------------------------------------------------

# A number of pieces, or the positions at which they begin.
as_pieces <- function(x, argument = "indices_or_sections") {
  if (is_py_object(x)) x <- as.array(x)
  if (length(x) == 1L && is.null(dim(x)) && !is.list(x)) {
    return(as_integer(x, argument))
  }
  as.list(as_index(unlist(x), argument))
}

# ---- joined -------------------------------------------------------------------------------------

#' @eval rd_keras("keras.ops.hstack")
#' @export
op_hstack <- function(xs, ...) call_keras("keras.ops.hstack", all_tensors(xs, ...))

#' @eval rd_keras("keras.ops.vstack")
#' @export
op_vstack <- function(xs, ...) call_keras("keras.ops.vstack", all_tensors(xs, ...))

#' @eval rd_keras("keras.ops.dstack")
#' @export
op_dstack <- function(xs, ...) call_keras("keras.ops.dstack", all_tensors(xs, ...))

all_tensors <- function(xs, ...) {
  as_tensors(if (...length() > 0L) c(if (is.list(xs)) xs else list(xs), list(...)) else xs)
}

#' @eval rd_keras("keras.ops.meshgrid")
#' @export
op_meshgrid <- function(..., indexing = "xy") {
  do.call(call_keras, c("keras.ops.meshgrid", as_tensors(list(...)), indexing = indexing))
}

#' @eval rd_keras("keras.ops.rearrange")
#' @export
op_rearrange <- function(tensor, pattern, ...) {
  call <- sys.call()
  if (any(is_abbreviated(names(call), c("tensor", "pattern")))) {
    return(rearrange_as_written(call, parent.frame()))
  }
  rearranged(tensor, pattern, list(...))
}

rearranged <- function(tensor, pattern, lengths) {
  unknown <- if (is_string(pattern)) Filter(function(name) {
    !grepl(sprintf("\\b%s\\b", name), pattern)
  }, names(lengths))
  if (length(unknown)) abort("`%s` is no axis of the pattern \"%s\".", unknown[[1]], pattern)
  lengths <- Map(function(length, name) as_integer(length, name), lengths, names(lengths))
  do.call(call_keras, c("keras.ops.rearrange", list(as_tensor_argument(tensor), pattern), lengths))
}

# In `op_rearrange(x, "t c -> c t", t = 2)`, `t` is an axis, which R takes for `tensor`.
is_abbreviated <- function(names, formals) {
  nzchar(names) & !names %in% formals &
    vapply(names, function(name) any(startsWith(formals, name)), NA)
}

rearrange_as_written <- function(call, env) {
  given <- lapply(as.list(call)[-1], eval, env)
  axes <- nzchar(names(given)) & !names(given) %in% c("tensor", "pattern")
  main <- as.list(match.call(function(tensor, pattern) NULL, as.call(c(call[[1]], given[!axes]))))
  rearranged(main$tensor, main$pattern, given[axes])
}

# ---- made ---------------------------------------------------------------------------------------

#' @eval rd_keras("keras.ops.arange")
#' @export
op_arange <- function(start, end, step = 1L, dtype = NULL, include_end = TRUE) {
  check_flags()
  if (missing(end)) {
    end <- start
    start <- as.integer(include_end)
  }
  check_addend(start, "start")
  check_addend(end, "end")
  check_addend(step, "step")
  if (is_int_type(dtype)) {
    start <- as_whole(start, "start")
    end <- as_whole(end, "end")
    step <- as_whole(step, "step")
  }
  if (is.numeric(step) && identical(as.numeric(step), 0)) {
    abort("`step` must not be 0: it is added to `start` until `end` is reached.")
  }
  if (include_end) end <- beyond_end(start, end, step)
  call_keras("keras.ops.arange", start, end, step, dtype = dtype)
}

check_addend <- function(x, argument) {
  is_number <- is.numeric(x) && length(x) == 1L && !is.na(x)
  if (!is_number && !is_py_object(x)) abort_number(x, argument, "a number or a scalar tensor")
}

# Python excludes the stop, so this returns a stop for which `end` is included.
beyond_end <- function(start, end, step) {
  if (is_py_object(end) || is_py_object(start) || is_py_object(step)) {
    return(call_positions("beyond", start, end, step))
  }
  if (is.integer(start) && is.integer(end) && is.integer(step)) {
    return(end + as.integer(sign(step)))
  }
  steps <- floor((end - start) / step + 1e-10)
  if (steps < 0) start else start + (steps + 0.5) * step
}

#' @rdname op_maximum
#' @export
op_pmax <- function(x1, x2) op_maximum(x1, x2)

#' @rdname op_minimum
#' @export
op_pmin <- function(x1, x2) op_minimum(x1, x2)

# ---- asked --------------------------------------------------------------------------------------

#' @eval rd_keras("keras.ops.shape")
#' @export
op_shape <- function(x) graph_shape(as_tensor_argument(x))

#' @eval rd_keras("keras.ops.convert_to_numpy")
#' @export
op_convert_to_numpy <- function(x) {
  call_python(keras_endpoint("keras.ops.convert_to_numpy"), list(x), convert = FALSE)
}

#' @rdname op_convert_to_numpy
#' @export
op_convert_to_array <- function(x) as.array(op_convert_to_numpy(x))

#' @eval rd_keras("keras.ops.vectorize")
#' @export
op_vectorize <- function(func, ..., excluded = NULL, signature = NULL) {
  if (...length() > 0L) abort("`excluded` and `signature` must be named.")
  if (is.numeric(excluded)) excluded <- as_index(excluded, "excluded")
  if (is.list(excluded)) {
    excluded <- lapply(excluded, function(x) if (is.numeric(x)) as_index(x, "excluded") else x)
  }
  if (!is.null(excluded)) excluded <- as.list(excluded)
  func <- tensor_function(func, "func")
  vectorized <- if (config_backend() == "tensorflow") {
    vectorize <- python_function("rkeras.tensors.vectorize.vectorize")
    call_python(vectorize, list(func, excluded, signature), TRUE)
  } else {
    call_keras("keras.ops.vectorize", func, excluded = excluded, signature = signature)
  }
  function(...) call_python(vectorized, to_tensors_but(list(...), excluded), TRUE)
}

# Excluded arguments are passed to the function unchanged.
to_tensors_but <- function(args, excluded) {
  named <- names(args) %||% character(length(args))
  within <- !(seq_along(args) - 1L) %in% excluded & !named %in% excluded
  args[within] <- tensors_within(args[within])
  args
}
