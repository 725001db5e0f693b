# What the functions of operators return on JAX and PyTorch. For TensorFlow, Rust checks it
# (src/rust/src/op).

# Calls the function and returns its outputs as arrays with one more axis, the first, so that
# scalars are arrays too. `shapes` has the known shapes, or is NULL.
operator_outputs <- function(f, inputs, shapes, dtypes, name, what) {
  value <- do.call(f, unname(lapply(inputs, as_plain)))
  count <- length(dtypes)
  values <- if (count == 1L && !is_plain_list(value)) list(value) else value
  if (!is_plain_list(values) || length(values) != count) {
    subject <- if (what == "gradient") "The gradient of the" else "The"
    abort("%s operator `%s` must return a list of length %d, but it returned %s.", subject, name,
          count, value_in_words(value), kind = "operator", call = NULL)
  }
  lapply(seq_len(count), function(i) {
    label <- sprintf("%s %d of the operator `%s`", capitalized(what), i, name)
    shape <- if (!is.null(shapes)) as.integer(unlist(shapes[[i]]))
    value <- values[[i]]
    if (is.null(value) && what == "gradient") value <- array(0, shape)
    as_output(value, shape, dtypes[[i]], label)
  })
}

# Vectors have no `dim`, as on TensorFlow.
as_plain <- function(x) {
  if (length(dim(x)) == 1L && length(x) != 1L) dim(x) <- NULL
  x
}

is_plain_list <- function(x) is.list(x) && !is.object(x)

as_output <- function(x, shape, dtype, label) {
  if (is_py_object(x)) x <- as.array(x)
  if (!is_of_dtype(x, dtype)) mismatch(label, paste("of dtype", dtype), x)
  own <- dim(x) %||% if (length(x) == 1L) integer() else length(x)
  if (is.null(shape)) shape <- own
  is_line <- length(own) <= 1L && sum(shape > 1L) <= 1L && prod(shape) == length(x)
  if (!identical(as.integer(own), as.integer(shape)) && !is_line) {
    mismatch(label, sprintf("of shape (%s)", toString(shape)), x)
  }
  array(x, c(1L, shape))
}

is_of_dtype <- function(x, dtype) {
  if (is.factor(x)) {
    return(FALSE)
  }
  if (grepl("^(b?float|complex)", dtype)) {
    return(is.numeric(x) || (is.complex(x) && startsWith(dtype, "complex")))
  }
  if (dtype == "bool") {
    return(is.logical(x) && !anyNA(x))
  }
  only_whole(x) && all(abs(x) < 2^63)
}

mismatch <- function(label, expected, x) {
  message <- sprintf("%s must be %s, but it is %s.", label, expected, value_in_words(x))
  abort(message, kind = "operator", call = NULL)
}

value_in_words <- function(x) {
  if (is.null(x) || is.function(x) || is.list(x) && is.object(x)) {
    return(describe(x))
  }
  if (is.list(x)) {
    return(paste("a list of length", length(x)))
  }
  kind <- paste(typeof(x), if (is.array(x)) "array" else "vector")
  article <- if (grepl("^[aeiou]", kind)) "an" else "a"
  if (is.array(x)) {
    sprintf("%s %s of shape (%s)", article, kind, toString(dim(x)))
  } else {
    paste(article, kind, "of length", length(x))
  }
}

no_shape <- function(name) {
  abort(
    c("Keras must know the shape of the operator `%s` to trace it. Supply `shape` to r_operator():",
      "a function of the shapes of the inputs that returns the whole shape of each output."), name,
    kind = "operator", call = NULL
  )
}
