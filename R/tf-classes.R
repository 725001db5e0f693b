# The Python classes whose objects are tensors, whatever Keras computes with.

# R's methods are written for the first of them, TensorFlow's.
tensor_classes <- c(
  "tensorflow.python.types.core.Tensor",
  "keras.src.backend.common.keras_tensor.KerasTensor",
  "keras.src.backend.common.variables.Variable",
  # JAX's arrays, by an older name as well, and what stands for one while a function is traced.
  "jaxlib._jax.ArrayImpl", "jaxlib.xla_extension.ArrayImpl", "jax._src.core.Tracer",
  "torch.Tensor"
)

is_tensor <- function(x) is.environment(x) && inherits(x, tensor_classes)

# Each S3 method for tensors of TensorFlow is one for all tensors.
register_tensor_methods <- function(namespace) {
  suffix <- paste0(".", tensor_classes[[1]])
  methods <- ls(namespace)
  for (method in methods[endsWith(methods, suffix)]) {
    generic <- substr(method, 1L, nchar(method) - nchar(suffix))
    for (class in tensor_classes[-1L]) registerS3method(generic, class, method, namespace)
  }
}
