# Operations of linear algebra that need more than a call of a Keras function, the names of results
# that are tuples in Python, and affine transformations of boxes.

name_results <- function(results, names) {
  if (is.list(results)) stats::setNames(results, names) else results
}

result_names <- list(
  keras.ops.ctc_decode = c("decoded", "scores"),
  keras.ops.eig = c("values", "vectors"),
  keras.ops.eigh = c("values", "vectors"),
  keras.ops.lu_factor = c("lu", "pivots"),
  keras.ops.moments = c("mean", "variance"),
  keras.ops.qr = c("q", "r"),
  keras.ops.svd = c("u", "s", "vh")
)

#' @eval rd_keras("keras.ops.einsum")
#' @export
op_einsum <- function(subscripts, ...) {
  operands <- with_doubles(lapply(list(...), vector_as_tensor))
  call_python(keras_endpoint("keras.ops.einsum"),
              c(as_string(subscripts, "subscripts"), operands))
}

# One number is the number of axes; two numbers or vectors are the axes of `x1` and of `x2`.
as_contracted_axes <- function(axes, argument = "axes") {
  if (is.numeric(axes) && length(axes) == 1L) {
    return(as_integer(axes, argument))
  }
  if (length(axes) != 2L) {
    abort("`axes` must be a number of axes, or a list of two vectors: axes of `x1` and of `x2`.")
  }
  lapply(as.list(axes), as_axes, argument)
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
    "keras.ops.jvp", tensor_function(fun, "fun"), python_tuple(tensors_within(as_inputs(primals))),
    python_tuple(tensors_within(as_inputs(tangents))), has_aux = has_aux
  )
  name_results(results, c("value", "tangent", if (has_aux) "aux"))
}

# ---- Boxes ---------------------------------------------------------------------------------------

# Affine transformation of bounding boxes. Keras supports only batches.

#' @eval rd_keras("keras.utils.bounding_boxes.affine_transform")
#' @export
bounding_boxes_affine_transform <- function( # nolint: object_length_linter.
    boxes,
    angle,
    translate_x,
    translate_y,
    scale,
    shear_x,
    shear_y,
    height,
    width,
    center_x = NULL,
    center_y = NULL,
    bounding_box_format = "xyxy"
) {
  boxes <- op_convert_to_tensor(as_boxes(boxes), dtype = "float32")
  is_batch <- length(dim(boxes)) == 3L
  batch <- if (is_batch) boxes else op_expand_dims(boxes, 1L)
  how <- list(angle, translate_x, translate_y, scale, shear_x, shear_y)
  # One number for all images, or one for each image.
  how <- lapply(how, function(x) {
    if (is.numeric(x)) numpy_array(array(rep_len(x, dim(batch)[[1]])), dtype = "float32") else x
  })
  moved <- do.call(call_keras, c(
    "keras.utils.bounding_boxes.affine_transform", batch, how, height, width,
    list(center_x = center_x, center_y = center_y, bounding_box_format = bounding_box_format)
  ))
  if (is_batch) moved else op_squeeze(moved, 1L)
}
