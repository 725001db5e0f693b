# What tracing needs of the library that traces: TensorFlow, or Keras for its other backends.

backend_of <- function(x) if (is_tf_tensor(x)) tf_backend else keras_backend

# `cond()`, `switch()` and `while_loop()` return the Python function and its arguments, which
# traced_call() calls.
tf_backend <- list(
  name = "TensorFlow",
  cond = function(test, yes, no, name) {
    list(python_function("tensorflow.cond"), list(test, yes, no, name = name))
  },
  switch = function(index, branches) {
    default <- branches[[length(branches)]]
    list(python_function("tensorflow.switch_case"),
         list(index, branches[-length(branches)], default = default))
  },
  while_loop = function(test, body, vars, options) {
    list(python_function("tensorflow.while_loop"), c(list(test, body, vars), options))
  },
  not = function(x) tf$logical_not(x),
  or = function(x, y) tf$logical_or(x, y),
  cast = function(x, dtype) tf$cast(x, dtype),
  tensor = function(x, dtype = NULL) tf$convert_to_tensor(x, dtype = dtype),
  zeros = function(shape, dtype) tf$zeros(shape, dtype),
  # The name is in the message if the condition turns out to have several values.
  reshape = function(x) tf$reshape(x, list(), name = "one_condition")
)

keras_backend <- list(
  name = "Keras",
  cond = function(test, yes, no, name) list(keras_op("cond"), list(test, yes, no)),
  switch = function(index, branches) list(keras_op("switch"), list(index, branches)),
  while_loop = function(test, body, vars, options) {
    list(keras_op("while_loop"),
         list(test, body, vars, maximum_iterations = options$maximum_iterations))
  },
  not = function(x) call_keras("keras.ops.logical_not", x),
  or = function(x, y) call_keras("keras.ops.logical_or", x, y),
  cast = function(x, dtype) call_keras("keras.ops.cast", x, dtype),
  tensor = function(x, dtype = NULL) call_keras("keras.ops.convert_to_tensor", x, dtype = dtype),
  zeros = function(shape, dtype) call_keras("keras.ops.zeros", shape, dtype = dtype),
  reshape = function(x) call_keras("keras.ops.reshape", x, list())
)

keras_op <- function(name) python_function(paste0("keras.ops.", name))

# A condition as a scalar of booleans, as R takes numbers and vectors of length 1.
scalar_condition <- function(x, info) {
  backend <- backend_of(x)
  shape <- static_shape(x)
  if (!is.null(shape) && length(shape) > 0L) {
    if (!anyNA(shape) && prod(shape) != 1) abort_condition_shape(shape, info)
    x <- backend$reshape(x)
  }
  if (dtype_name(x) == "bool") x else backend$cast(x, "bool")
}

abort_condition_shape <- function(shape, info) {
  abort(located(sprintf(
    paste("The condition of `%s` is a tensor of shape (%s), but a condition is one TRUE or FALSE.",
          "Use op_any(), op_all(), or ifelse() to choose for each element."),
    head_name(info$call), toString(shape)
  ), info), kind = "graph", call = info$call)
}

# The shape as integers with NA, or NULL if not even the number of axes is known.
static_shape <- function(x) {
  shape <- in_tracing("static_shape", x)
  if (!is.null(shape)) vapply(as.list(shape), function(n) as.integer(n %||% NA), 0L)
}

# Calls a function of inst/python/rkeras/tensorflow/tracing.py.
in_tracing <- function(name, ...) in_python(paste0("rkeras.tensorflow.tracing.", name), ...)

dtype_name <- function(x) in_tracing("dtype_name", x)

is_string_tensor <- function(x) is_tensor(x) && dtype_name(x) == "string"
