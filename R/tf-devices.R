# Devices of TensorFlow remain Python objects, because the functions of tf.config do not accept a
# list with their name and type.

#' @export
py_to_r.tensorflow.python.eager.context.PhysicalDevice <- function(x) x # nolint

#' @export
py_to_r.tensorflow.python.eager.context.LogicalDevice <- function(x) x # nolint

# ---- what TensorFlow wraps in order to save it --------------------------------------------------

#' @export
py_to_r.tensorflow.python.trackable.data_structures._DictWrapper <- function(x) { # nolint
  call_python(python_builtin("dict"), list(x), TRUE)
}
