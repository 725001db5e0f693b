# Operations of linear algebra that need more than a call of a Keras function.

#' @eval rd_keras("keras.ops.eig")
#' @export
op_eig <- function(x) {
  name_results(call_keras("keras.ops.eig", x), c("values", "vectors"))
}

#' @eval rd_keras("keras.ops.eigh")
#' @export
op_eigh <- function(x) {
  name_results(call_keras("keras.ops.eigh", x), c("values", "vectors"))
}

#' @eval rd_keras("keras.ops.lu_factor")
#' @export
op_lu_factor <- function(x) {
  name_results(call_keras("keras.ops.lu_factor", x), c("lu", "pivots"))
}

#' @eval rd_keras("keras.ops.qr")
#' @export
op_qr <- function(x, mode = "reduced") {
  name_results(call_keras("keras.ops.qr", x, mode = mode), c("q", "r"))
}

#' @eval rd_keras("keras.ops.svd")
#' @export
op_svd <- function(x, full_matrices = TRUE, compute_uv = TRUE) {
  check_flags()
  factors <- call_keras("keras.ops.svd", x, full_matrices = full_matrices, compute_uv = compute_uv)
  name_results(factors, c("u", "s", "vh"))
}

#' @eval rd_keras("keras.ops.einsum")
#' @export
op_einsum <- function(subscripts, ...) {
  operands <- with_doubles(lapply(list(...), vector_as_tensor))
  call_python(keras_endpoint("keras.ops.einsum"),
              c(as_string(subscripts, "subscripts"), operands))
}

#' @eval rd_keras("keras.ops.tensordot")
#' @export
op_tensordot <- function(x1, x2, axes = 2L) {
  call_keras("keras.ops.tensordot", x1, x2, axes = as_contracted_axes(axes))
}

# One number is the number of axes; two numbers or vectors are the axes of `x1` and of `x2`.
as_contracted_axes <- function(axes) {
  if (is.numeric(axes) && length(axes) == 1L) {
    return(as_integer(axes, "axes"))
  }
  if (length(axes) != 2L) {
    abort("`axes` must be a number of axes, or a list of two vectors: axes of `x1` and of `x2`.")
  }
  lapply(as.list(axes), as_axes, "axes")
}

#' @eval rd_keras("keras.ops.lstsq")
#' @export
op_lstsq <- function(a, b, rcond = NULL) {
  a <- to_tensor(a)
  call_keras("keras.ops.lstsq", a, as_tensor_like(b, a), rcond = rcond)
}

#' @eval rd_keras("keras.ops.solve")
#' @export
op_solve <- function(a, b) {
  a <- to_tensor(a)
  call_keras("keras.ops.solve", a, as_tensor_like(b, a))
}

#' @eval rd_keras("keras.ops.solve_triangular")
#' @export
op_solve_triangular <- function(a, b, lower = FALSE) {
  check_flags()
  a <- to_tensor(a)
  call_keras("keras.ops.solve_triangular", a, as_tensor_like(b, a), lower = lower)
}

#' @eval rd_keras("keras.ops.jvp")
#' @export
op_jvp <- function(fun, primals, tangents, has_aux = FALSE) {
  check_flags()
  results <- call_keras(
    "keras.ops.jvp", tensor_function(fun, "fun"), tensors_within(as_inputs(primals)),
    tensors_within(as_inputs(tangents)), has_aux = has_aux
  )
  name_results(results, c("value", "tangent", if (has_aux) "aux"))
}
