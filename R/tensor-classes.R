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

# Tensors without values: of a graph or function that is being traced, or of a functional model.
is_symbolic <- function(x) {
  inherits(x, c(
    "tensorflow.python.framework.ops.SymbolicTensor", "jax._src.core.Tracer",
    "keras.src.backend.common.keras_tensor.KerasTensor"
  ))
}

is_tensor <- function(x) is.environment(x) && inherits(x, tensor_classes)

# Each S3 method for tensors of TensorFlow is one for all tensors.
register_tensor_methods <- function(namespace) {
  suffix <- paste0(".", tensor_classes[[1]])
  names <- ls(namespace, sorted = FALSE) # sorting takes 3 ms
  for (name in names[endsWith(names, suffix)]) {
    generic <- substr(name, 1L, nchar(name) - nchar(suffix))
    register_for_tensors(generic, namespace[[name]], other_generics[generic])
  }
}

# Generics that are not base R's, by package.
other_generics <- c(head = "utils", tail = "utils", type_sum = "pillar")

register_for_tensors <- function(generic, method, package) {
  force(generic) # the hook comes later
  force(method)
  package <- if (is.na(package)) "base" else package
  register <- function(...) {
    namespace <- asNamespace(package)
    if (!exists(generic, namespace)) return() # loaded for its imports alone
    for (class in tensor_classes) registerS3method(generic, class, method, namespace)
  }
  if (isNamespaceLoaded(package)) register() else setHook(packageEvent(package, "onLoad"), register)
}
