# R's doubles among the arguments of operations: float64, or the type of the floats beside them.

# Python's lists of numbers, which vectors would be, become float32 in Keras. One number stays a number,
# which takes the type of any tensor.
with_doubles <- function(args) {
  if (!any(vapply(args, has_doubles, NA))) {
    return(args)
  }
  type <- float_type(args)
  lapply(args, as_doubles_of, if (!identical(type, "float64")) type)
}

has_doubles <- function(x) {
  if (is.list(x)) !is.object(x) && any(vapply(x, has_doubles, NA)) else are_doubles(x)
}

are_doubles <- function(x) {
  is.double(x) && (length(x) != 1L || !is.null(dim(x))) && !is.object(x)
}

as_doubles_of <- function(x, type) {
  if (is.list(x) && !is.object(x)) {
    return(lapply(x, as_doubles_of, type))
  }
  if (!are_doubles(x)) {
    return(x)
  }
  x <- if (is.null(dim(x))) array(x, length(x)) else x
  if (is.null(type)) x else as_tensor_of(x, type)
}

as_tensor_of <- function(x, type) {
  call_python(keras_endpoint("keras.ops.convert_to_tensor"), list(x, dtype = type))
}

# The type that the tensors of floats among `x` have together; NULL where there are none.
float_type <- function(x) {
  tensors <- py_objects_in(x)
  if (length(tensors)) {
    call_python(python_function("rkeras.arithmetic", "float_type"), tensors, TRUE)
  }
}

py_objects_in <- function(x) {
  if (is_py_object(x)) list(x) else if (is.list(x)) unlist(lapply(unname(x), py_objects_in), FALSE)
}

# Numbers of R in the type of another tensor, as most operations do not mix types.
as_tensor_like <- function(x, tensor) {
  if (!is.atomic(x) || is.null(x)) {
    return(x)
  }
  as_tensor_of(if (is.null(dim(x))) as.list(x) else x, op_dtype(tensor))
}
