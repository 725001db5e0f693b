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
