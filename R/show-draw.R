# Draws bounding boxes and segmentation masks into images.

# The image of image_load(). Its method of as.array() has the pixels; as.raster() takes those of one
# or three channels as numbers from 0 to 255.
#' @exportS3Method graphics::plot PIL.Image.Image
plot.PIL.Image.Image <- function(x, ...) {
  pixels <- as.array(call_python(x$convert, list("RGB")))
  graphics::plot(grDevices::as.raster(pixels, max = 255), ...)
  invisible(x)
}

#' @eval rd_keras("keras.visualization.draw_bounding_boxes")
#' @export
draw_bounding_boxes <- function(
    images,
    bounding_boxes,
    bounding_box_format,
    class_mapping = NULL,
    color = c(128L, 128L, 128L),
    line_thickness = 2L,
    text_thickness = 1L,
    font_scale = 1,
    data_format = NULL
) {
  names <- class_names(class_mapping, "class_mapping")
  images <- channel_last(images, data_format, "images")
  class_mapping <- python_dict(as.list(unname(names)), as.list(as.integer(names(names))))
  args <- list(
    images = numpy_array(images), # OpenCV needs row-major arrays
    bounding_boxes = as_boxes(bounding_boxes, "bounding_boxes"),
    bounding_box_format = bounding_box_format,
    class_mapping = class_mapping,
    color = as_tuple(colour_numbers(color, "color")),
    line_thickness = as_integer(line_thickness, "line_thickness"),
    text_thickness = as_integer(text_thickness, "text_thickness"),
    font_scale = font_scale, data_format = "channels_last"
  )
  drawn <- needing("OpenCV", "opencv-python-headless", {
    call_python(keras_endpoint("keras.visualization.draw_bounding_boxes"), args)
  })
  as.array(drawn)
}

#' @eval rd_keras("keras.visualization.draw_segmentation_masks")
#' @export
draw_segmentation_masks <- function(
    images,
    segmentation_masks,
    num_classes = NULL,
    color_mapping = NULL,
    alpha = 0.8,
    blend = TRUE,
    ignore_index = -1L,
    data_format = NULL
) {
  check_flags()
  draw_masks(
    channel_last(images, data_format, "images"),
    channel_last(segmentation_masks, data_format, "segmentation_masks"),
    num_classes, color_mapping, alpha, blend, ignore_index, "segmentation_masks"
  )
}

# `num_classes` is computed here, because Keras's own default omits the largest class.
draw_masks <- function(images, masks, num_classes, color_mapping, alpha, blend, ignore_index,
                       argument) {
  if (!length(dim(masks)) %in% 3:4 || any(dim(masks)[1:3] != dim(images)[1:3])) {
    abort("`%s` must have a number for each pixel: the shape (%s), not (%s).", argument,
          toString(dim(images)[1:3]), toString(dim(masks)))
  }
  masks <- as_whole(array(masks, c(dim(masks)[1:3], 1L)), argument)
  num_classes <- as_integer(num_classes, "num_classes") %||% (max(masks, 0L) + 1L)
  drawn <- call_keras(
    "keras.visualization.draw_segmentation_masks", images, masks, num_classes = num_classes,
    color_mapping = class_colours(color_mapping, num_classes), alpha = alpha, blend = blend,
    ignore_index = as_integer(ignore_index, "ignore_index"), data_format = "channels_last"
  )
  drawn <- as.array(drawn)
  storage.mode(drawn) <- "integer"
  drawn
}

# One color for each class, as three numbers.
class_colours <- function(x, n) {
  if (is.null(x)) {
    return(NULL)
  }
  classes <- names(x) %||% as.character(seq_along(x) - 1L)
  needed <- as.character(seq_len(n) - 1L)
  absent <- setdiff(needed, classes)
  if (length(absent) > 0L) {
    abort("`color_mapping` has no colour for the class %s.", absent[[1]])
  }
  colours <- lapply(as.list(x)[match(needed, classes)], colour_numbers, "color_mapping")
  python_dict(lapply(unname(colours), as.list), as.list(seq_len(n) - 1L))
}

# ---- Colors -------------------------------------------------------------------------------------

# The red, green and blue components, from 0 to 255.
colour_numbers <- function(x, argument) {
  if (is_string(x)) {
    known <- tryCatch(grDevices::col2rgb(x), error = function(e) NULL)
    if (!is.null(known)) {
      return(as.integer(known))
    }
  }
  if (!is.numeric(x) || length(x) != 3L || !isTRUE(all(x >= 0 & x <= 255))) {
    abort("`%s` must be a colour such as \"red\", or three numbers from 0 to 255, not %s.",
          argument, if (is.numeric(x)) toString(x) else describe(x))
  }
  as_integer(x, argument)
}

as_colour <- function(x, argument) {
  numbers <- colour_numbers(x, argument)
  grDevices::rgb(numbers[[1]], numbers[[2]], numbers[[3]], maxColorValue = 255)
}
