# The types of numbers: R doubles in arguments of operations are float64, or of the type of the
# floating-point tensors among the other arguments. Integers of bit64, which R keeps in doubles, are
# int64. Libraries other than the backend keep their own.

# Vectors would become Python lists, of which Keras makes float32 tensors. A single number stays a
# number, which takes the type of any tensor.
with_doubles <- function(args) {
  if (!has_doubles(args)) {
    return(args)
  }
  type <- float_type(args) %||% "float64"
  lapply(args, as_doubles_of, if (type != "float64" || !can("arrays")) type)
}

# A loop is fastest here, as in keras_functions().
has_doubles <- function(args) {
  for (x in args) {
    if (if (is.list(x)) !is.object(x) && has_doubles(x) else are_doubles(x)) {
      return(TRUE)
    }
  }
  FALSE
}

are_doubles <- function(x) {
  is.double(x) &&
    if (is.object(x)) inherits(x, "integer64") else length(x) != 1L || !is.null(dim(x))
}

as_doubles_of <- function(x, type) {
  if (is.list(x) && !is.object(x)) {
    return(lapply(x, as_doubles_of, type))
  }
  if (!are_doubles(x)) {
    return(x)
  }
  if (is.object(x)) {
    return(as_tensor_of(x, "int64"))
  }
  x <- if (is.null(dim(x))) array(x, length(x)) else x
  if (is.null(type)) x else as_tensor_of(x, type)
}

as_tensor_of <- function(x, type) {
  call_python(keras_endpoint("keras.ops.convert_to_tensor"), list(x, dtype = type))
}

# The common type of the floating-point tensors in `x`, or NULL if there are none.
float_type <- function(x) {
  tensors <- py_objects_in(x)
  if (length(tensors)) {
    call_python(python_function("rkeras.tensors.arithmetic.float_type"), tensors, TRUE)
  }
}

py_objects_in <- function(x) {
  if (is_py_object(x)) list(x) else if (is.list(x)) unlist(lapply(unname(x), py_objects_in), FALSE)
}

# Doubles as a NumPy array, which keeps 64 bits. A vector would become a list, which libraries
# convert to float32, where 16777217 becomes 16777216.
as_doubles <- function(x, argument) {
  if (is.double(x) && !is.object(x) && is.null(dim(x))) numpy_array(x, "float64") else x
}

is_int_type <- function(dtype) {
  if (is_py_object(dtype)) dtype <- get_attr(dtype, "name", TRUE)
  is.character(dtype) && grepl("^u?int", dtype)
}

# ---- Libraries other than the backend ------------------------------------------------------------

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
