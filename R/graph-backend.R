# What tracing needs of the library that traces: TensorFlow, or Keras for its other backends.

# The module whose functions trace. Most have the same name in both.
backend_of <- function(x) if (is_tf_tensor(x)) "tensorflow" else "keras.ops"

in_backend <- function(backend, name, ...) {
  (if (backend == "tensorflow") in_python else call_keras)(paste0(backend, ".", name), ...)
}

# The next three return the Python function and its arguments, which traced_call() calls.

graph_cond <- function(backend, test, yes, no, name = NULL) {
  list(paste0(backend, ".cond"),
       c(list(test, yes, no), if (backend == "tensorflow") list(name = name)))
}

graph_switch <- function(backend, index, branches) {
  list(if (backend == "tensorflow") "tensorflow.switch_case" else "keras.ops.switch",
       list(index, branches))
}

graph_while <- function(backend, test, body, vars, options) {
  if (backend != "tensorflow") options <- options[names(options) == "maximum_iterations"]
  list(paste0(backend, ".while_loop"), c(list(test, body, vars), options))
}

graph_tensor <- function(backend, x, dtype = NULL) {
  in_backend(backend, "convert_to_tensor", x, dtype = dtype)
}

# A condition as a scalar of booleans, as R takes numbers and vectors of length 1.
scalar_condition <- function(x, info) {
  backend <- backend_of(x)
  type <- dtype_and_shape(x)
  shape <- type$shape
  if (!is.null(shape) && length(shape) > 0L) {
    if (!anyNA(shape) && prod(shape) != 1) abort_condition_shape(shape, info)
    # The name is in the message if the condition turns out to have several values.
    x <- if (backend == "tensorflow") tf$reshape(x, list(), name = "one_condition")
      else call_keras("keras.ops.reshape", x, list())
  }
  if (type$dtype == "bool") x else in_backend(backend, "cast", x, "bool")
}

abort_condition_shape <- function(shape, info) {
  abort(located(sprintf(
    paste("The condition of `%s` is a tensor of shape (%s), but a condition is one TRUE or FALSE.",
          "Use op_any(), op_all(), or ifelse() to choose for each element."),
    head_name(info$call), toString(shape)
  ), info), kind = "graph", call = info$call)
}

# The shape as integers with NA, or NULL if not even the number of axes is known.
static_shape <- function(x) dtype_and_shape(x)$shape

# The name of the dtype and the shape.
dtype_and_shape <- function(x) {
  type <- in_tracing("dtype_and_shape", x)
  if (is.null(type$shape)) return(type["dtype"])
  type$shape <- vapply(as.list(type$shape), function(n) as.integer(n %||% NA), 0L)
  type
}

# Calls a function of inst/python/rkeras/tensorflow/tracing.py.
in_tracing <- function(name, ...) in_python(paste0("rkeras.tensorflow.tracing.", name), ...)

dtype_name <- function(x) in_tracing("dtype_name", x)

is_string_tensor <- function(x) is_tensor(x) && dtype_name(x) == "string"
