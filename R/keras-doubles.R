# R doubles in arguments of operations: float64, or the type of the floating-point tensors among the
# other arguments. Integers of bit64, which R keeps in doubles: int64.

# Vectors would become Python lists, of which Keras makes float32 tensors. A single number stays a
# number, which takes the type of any tensor.
with_doubles <- function(args) {
  if (!has_doubles(args)) {
    return(args)
  }
  type <- float_type(args)
  lapply(args, as_doubles_of, if (!identical(type, "float64")) type)
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
