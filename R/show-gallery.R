# Draws galleries of images in base graphics, with bounding boxes or segmentation masks.

#' @eval rd_keras("keras.visualization.plot_image_gallery")
#' @export
plot_image_gallery <- function(
    images,
    y_true = NULL,
    y_pred = NULL,
    label_map = NULL,
    rows = NULL,
    cols = NULL,
    value_range = c(0L, 255L),
    scale = 2L,
    path = NULL,
    show = NULL,
    transparent = TRUE,
    dpi = 60L,
    legend_handles = NULL,
    data_format = NULL
) {
  check_flags()
  images <- as_pictures(images, if (!missing(value_range)) value_range, data_format)
  titles <- gallery_titles(y_true, y_pred, label_map, dim(images)[[1]])
  draw_gallery(images, mget(gallery_settings), titles)
}

# The arguments other than images and labels.
gallery_settings <- c(
  "rows", "cols", "scale", "path", "show", "transparent", "dpi", "legend_handles"
)

#' @eval rd_keras("keras.visualization.plot_bounding_box_gallery")
#' @export
plot_bounding_box_gallery <- function(
    images,
    bounding_box_format,
    y_true = NULL,
    y_pred = NULL,
    value_range = c(0L, 255L),
    true_color = c(0L, 188L, 212L),
    pred_color = c(255L, 235L, 59L),
    line_thickness = 2L,
    font_scale = 1,
    text_thickness = NULL,
    class_mapping = NULL,
    ground_truth_mapping = NULL,
    prediction_mapping = NULL,
    legend = FALSE,
    legend_handles = NULL,
    rows = NULL,
    cols = NULL,
    data_format = NULL,
    ...
) {
  check_flags()
  images <- as_pictures(images, if (!missing(value_range)) value_range, data_format)
  colours <- c(
    "Ground Truth" = as_colour(true_color, "true_color"),
    Prediction = as_colour(pred_color, "pred_color")
  )
  if (legend && !is.null(legend_handles)) abort("Give `legend` or `legend_handles`, not both.")
  text <- list(width = line_thickness, size = font_scale, font = 1 + (text_thickness %||% 1 > 1))
  layers <- drop_null(list(
    boxes_to_draw(y_true, "y_true", bounding_box_format, dim(images), colours[[1]],
                  ground_truth_mapping %||% class_mapping, text),
    boxes_to_draw(y_pred, "y_pred", bounding_box_format, dim(images), colours[[2]],
                  prediction_mapping %||% class_mapping, text)
  ))
  draw_gallery(
    images,
    gallery_options(..., rows = rows, cols = cols,
                    legend_handles = if (legend) colours else legend_handles),
    over = function(i) for (boxes in layers) draw_boxes(boxes, i)
  )
}

#' @eval rd_keras("keras.visualization.plot_segmentation_mask_gallery")
#' @export
plot_segmentation_mask_gallery <- function(
    images,
    num_classes,
    value_range = c(0L, 255L),
    y_true = NULL,
    y_pred = NULL,
    color_mapping = NULL,
    blend = TRUE,
    alpha = 0.8,
    ignore_index = -1L,
    data_format = NULL,
    ...
) {
  check_flags()
  pictures <- as_pictures(images, if (!missing(value_range)) value_range, data_format)
  with_masks <- function(masks, argument) {
    if (is.null(masks)) return()
    masks <- channel_last(masks, data_format, argument)
    draw_masks(pictures, masks, num_classes, color_mapping, alpha, blend, ignore_index, argument)
  }
  shown <- drop_null(list(pictures, with_masks(y_true, "y_true"), with_masks(y_pred, "y_pred")))
  side_by_side <- array(0, c(length(shown), dim(pictures)))
  for (i in seq_along(shown)) side_by_side[i, , , , ] <- shown[[i]]
  dim(side_by_side) <- c(length(shown) * dim(pictures)[[1]], dim(pictures)[-1])
  draw_gallery(
    side_by_side, gallery_options(..., rows = dim(pictures)[[1]], cols = length(shown))
  )
}

gallery_options <- function(...) {
  options <- lapply(formals(plot_image_gallery)[gallery_settings], eval)
  given <- list(...)
  check_extra(names(given), character(), names(options))
  utils::modifyList(options, drop_null(given))
}

# Images as numbers from 0 to 255, with the channel last. Without a range, fractions are of 1.
as_pictures <- function(images, value_range, data_format) {
  images <- channel_last(images, data_format, "images")
  if (length(dim(images)) != 4L) {
    abort("`images` must have the axes image, row, column, channel, not %s.", describe(images))
  }
  value_range <- value_range %||% if (are_fractions(images)) c(0, 1) else c(0, 255)
  pictures <- (images - value_range[[1]]) / (value_range[[2]] - value_range[[1]]) * 255
  pictures[] <- pmin(pmax(pictures, 0), 255)
  pictures
}

are_fractions <- function(x) all(x >= 0 & x <= 1, na.rm = TRUE) && any(x > 0 & x < 1, na.rm = TRUE)

channel_last <- function(x, data_format, argument) {
  if (is_py_object(x)) x <- as.array(x)
  must_be(x, "an array or a tensor", is.numeric(x) && !is.null(dim(x)), argument)
  is_first <- identical(data_format %||% config_image_data_format(), "channels_first")
  if (is_first && length(dim(x)) == 4L) aperm(x, c(1, 3, 4, 2)) else x
}

gallery_titles <- function(y_true, y_pred, label_map, n) {
  parts <- drop_null(list(
    "Label:" = label_names(y_true, label_map, "y_true"),
    "Pred:" = label_names(y_pred, label_map, "y_pred")
  ))
  titles <- Map(function(word, names) paste(word, names)[seq_len(n)], names(parts), parts)
  if (length(titles) > 0L) do.call(paste, c(unname(titles), sep = "  "))
}

label_names <- function(labels, label_map, argument) {
  if (is.null(labels)) return()
  if (is.factor(labels) && is.null(label_map)) return(as.character(labels))
  if (is.null(label_map)) {
    abort("`%s` needs the names of its labels: give `label_map`.", argument)
  }
  labels <- if (is.factor(labels)) factor_codes(labels) else as.integer(as.array(labels))
  name_of_class(labels, class_names(label_map, "label_map"), "Unknown")
}

# Names of classes by their labels.
class_names <- function(x, argument) {
  if (is.null(x)) {
    return(character())
  }
  labels <- names(x) %||% (seq_along(x) - 1L)
  if (!is.character(unlist(x)) || !all(lengths(x) == 1L) || !all(grepl("^-?[0-9]+$", labels))) {
    abort("`%s` must be strings with labels as their names: c(\"0\" = \"cat\").", argument)
  }
  stats::setNames(as.character(unlist(x)), labels)
}

name_of_class <- function(labels, names, unknown) {
  found <- unname(names[as.character(labels)])
  found[is.na(found)] <- unknown
  found
}

# ---- Drawing -------------------------------------------------------------------------------------

# `over(i)` draws over image `i`.
draw_gallery <- function(images, how, titles = NULL, over = function(i) NULL) {
  if (!is.null(how$path) && isTRUE(how$show)) {
    abort("Give `path` for a file or `show = TRUE`, not both.")
  }
  if (is.null(how$path) && isFALSE(how$show)) {
    return(invisible(images))
  }
  grid <- gallery_grid(how$rows, how$cols, dim(images)[[1]])
  file <- if (!is.null(how$path)) picture_file(how$path, "path")
  size <- function() rev(grid) * how$scale
  draw_in(file, how$dpi, size, draw_grid(images, grid, how, titles, over), how$transparent)
  invisible(images)
}

draw_grid <- function(images, grid, how, titles, over) {
  before <- graphics::par(
    mfrow = grid, mar = c(0.2, 0.2, if (is.null(titles)) 0.2 else 1.4, 0.2),
    oma = c(if (is.null(how$legend_handles)) 0 else 2, 0, 0, 0)
  )
  on.exit(graphics::par(before))
  for (i in seq_len(min(dim(images)[[1]], prod(grid)))) {
    draw_picture(images[i, , , , drop = FALSE], titles[i])
    over(i)
  }
  draw_legend(how$legend_handles)
}

gallery_grid <- function(rows, cols, n) {
  rows <- as_count(rows, "rows")
  cols <- as_count(cols, "cols")
  if (is.null(rows)) rows <- if (is.null(cols)) ceiling(sqrt(n)) else ceiling(n / cols)
  c(rows, cols %||% ceiling(n / rows))
}

# Coordinates are in pixels, from 0 at the top left, as those of boxes.
draw_picture <- function(image, title) {
  height <- dim(image)[[2]]
  width <- dim(image)[[3]]
  graphics::plot.new()
  graphics::plot.window(c(0, width), c(height, 0), asp = 1, xaxs = "i", yaxs = "i")
  dim(image) <- dim(image)[-1]
  if (dim(image)[[3]] == 1L) image <- image[, , 1L]
  graphics::rasterImage(
    grDevices::as.raster(image, max = 255), 0, height, width, 0, interpolate = FALSE
  )
  if (!is.null(title)) graphics::title(title, cex.main = 0.8, font.main = 1, line = 0.2)
}

draw_legend <- function(colours) {
  if (is.null(colours)) return()
  graphics::par(fig = c(0, 1, 0, 1), oma = c(0, 0, 0, 0), mar = c(0, 0, 0, 0), new = TRUE)
  graphics::plot.new()
  graphics::legend("bottom", names(colours), fill = colours, horiz = TRUE, bty = "n", xpd = TRUE)
}

# ---- Boxes ---------------------------------------------------------------------------------------

boxes_to_draw <- function(x, argument, format, size, colour, mapping, text) {
  if (is.null(x)) return()
  if (!is.list(x) || !all(c("boxes", "labels") %in% names(x))) {
    abort("`%s` must be a list of `boxes` and `labels`.", argument)
  }
  boxes <- bounding_boxes_convert_format(
    x$boxes, format, "xyxy", height = size[[2]], width = size[[3]]
  )
  labels <- as_matrix_of(x$labels, dim(boxes))
  list(
    boxes = as.array(boxes), labels = labels, confidences = as_matrix_of(x$confidences, dim(boxes)),
    names = class_names(mapping, "class_mapping"), colour = colour, text = text
  )
}

# A matrix with one number for each image (rows) and box (columns).
as_matrix_of <- function(x, size) {
  if (!is.null(x)) matrix(if (is.factor(x)) factor_codes(x) else as.array(x), size[[1]], size[[2]])
}

draw_boxes <- function(what, i) {
  for (k in which(what$labels[i, ] != -1)) {
    box <- what$boxes[i, k, ]
    graphics::rect(box[[1]], box[[4]], box[[3]], box[[2]], border = what$colour,
                   lwd = what$text$width)
    graphics::text(box[[1]], box[[2]], box_text(what, i, k), adj = c(0, -0.3), col = what$colour,
                   cex = what$text$size, font = what$text$font, xpd = TRUE)
  }
}

# The class of a box and its confidence; empty if the class has no name.
box_text <- function(what, i, k) {
  name <- name_of_class(what$labels[i, k], what$names, "")
  if (!nzchar(name) || is.null(what$confidences)) {
    return(name)
  }
  sprintf("%s | %.2f", name, what$confidences[i, k])
}
