# Keras's operations in a library other than its backend. R's functions of tensors return tensors of
# the library that they are given; op_*() functions return those of the backend.

# Evaluates `code`, in which operations are those of the library of `x`, or of the first tensor in a
# list `x`.
in_library_of <- function(x, code) {
  if (is.list(x)) x <- first_tensor(x)
  other <- library_beside(x)
  if (is.null(other)) {
    return(code)
  }
  with_context(list(library = other), code)
}

first_tensor <- function(values) {
  for (value in values) if (is_tensor(value)) return(value)
  NULL
}

# "jax" for an array of JAX where Keras's backend is TensorFlow; NULL for what the backend has.
library_beside <- function(x) {
  others <- cached("libraries", "classes", classes_beside(config_backend()))
  if (inherits(x, names(others))) others[[intersect(class(x), names(others))[[1]]]]
}

# The libraries of the classes of tensors that are not of the backend, by class.
classes_beside <- function(backend, classes = known_classes$tensor) {
  library <- sub("^jaxlib$", "jax", sub("[.].*", "", classes))
  of_others <- !library %in% c("keras", backend)
  stats::setNames(library[of_others], classes[of_others])
}

# The function of the library in use for "keras.ops.sum"; NULL if that is the backend, or if the
# endpoint is not an operation.
library_endpoint <- function(endpoint) {
  library <- context$library
  if (is.null(library) || !startsWith(endpoint, "keras.ops.")) {
    return(NULL)
  }
  name <- sub("keras.ops.", "", endpoint, fixed = TRUE)
  cached("endpoints", paste0(library, ".", name),
         in_python("rkeras.tensors.library.operation", library, name))
}
