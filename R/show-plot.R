# Draws models with Graphviz if it is installed, otherwise in base graphics.

#' Plot the graph of a model
#'
#' Draws the layers of a model as boxes and the flow of tensors between them as arrows, for example
#' to check the branches of a functional model or to document an architecture. If the Python package
#' `pydot`, the program Graphviz, and the R package png are installed, they draw models that consist
#' of layers; otherwise base graphics are used. For models that are neither sequential nor
#' functional, the layers are drawn without arrows, because their connections are not known.
#'
#' @param x A Keras model.
#' @param show_shapes Logical. Whether to show the shapes of inputs and outputs; `NA` means any
#'   length.
#' @param show_dtype Logical. Whether to show data types.
#' @param show_layer_names Logical. Whether to show the names of layers.
#' @param ... Further arguments of Keras's `plot_model`, for Graphviz.
#' @param rankdir String. Direction: `"TB"` from top to bottom, `"LR"` from left to right.
#' @param expand_nested Logical. Whether to show the layers of nested models.
#' @param dpi Positive number. Resolution of files in dots per inch.
#' @param layer_range Character vector of two layer names: the first and the last layer to show, in
#'   base graphics. `NULL` shows all layers.
#' @param show_layer_activations Logical. Whether to show activation functions.
#' @param show_trainable Logical. Whether to show which layers are trainable; `NA` shows it if some
#'   layers are frozen.
#' @param to_file String. File to draw to (`.png`, `.pdf` or `.svg`) instead of R's graphics device.
#' @return The model, invisibly.
#' @concept model diagram
#' @concept architecture
#' @concept visualize a network
#' @concept Graphviz
#' @seealso [summary()][summary.keras.src.models.model.Model] for a table of layers,
#'   [keras_model()], [plot()][plot.keras_training_history] for the training history.
#' @exportS3Method graphics::plot keras.src.models.model.Model
#' @examplesIf is_keras_available()
#' input <- keras_input(4)
#' left <- input |> layer_dense(units = 8, activation = "relu")
#' right <- input |> layer_dense(units = 2)
#' output <- layer_concatenate(left, right) |> layer_dense(units = 1)
#' model <- keras_model(input, output)
#' plot(model, show_shapes = TRUE)
#' plot(model, rankdir = "LR", show_layer_activations = TRUE)
plot.keras.src.models.model.Model <- function(
    x, show_shapes = FALSE, show_dtype = FALSE, show_layer_names = FALSE, ..., rankdir = "TB",
    expand_nested = FALSE, dpi = 200, layer_range = NULL, show_layer_activations = FALSE,
    show_trainable = NA, to_file = NULL) {
  if (!rankdir %in% c("TB", "LR")) abort("`rankdir` must be \"TB\" or \"LR\".")
  if (!is.null(to_file)) to_file <- picture_file(to_file, "to_file")
  show <- list(
    show_shapes = show_shapes, show_dtype = show_dtype, show_layer_names = show_layer_names,
    show_layer_activations = show_layer_activations,
    show_trainable = if (is.na(show_trainable)) has_fixed_layer(x) else show_trainable
  )
  if (is.null(layer_range) && is_of_graph(x) && isTRUE(x$built) && has_graphviz(is.null(to_file))) {
    draw_by_graphviz(x, to_file, c(show, list(
      rankdir = rankdir, expand_nested = expand_nested, dpi = as_integer(dpi, "dpi"), ...
    )))
  } else {
    layers <- layers_between(model_layers(x, expand_nested), layer_range)
    if (!is.null(to_file)) {
      open_device(to_file, dpi)
      on.exit(grDevices::dev.off())
    }
    draw_layers(layers, layer_labels(layers, show), rankdir)
  }
  invisible(x)
}

picture_file <- function(path, argument, call = sys.call(-1)) {
  file <- path.expand(as_string(path, argument, call))
  if (!grepl("[.](png|pdf|svg)$", tolower(file))) {
    abort(sprintf("`%s` must end in .png, .pdf or .svg.", argument), call = call)
  }
  check_folder(file, argument, call)
  file
}

# The layers from one name to another. `before` has the positions of preceding layers, from 0.
layers_between <- function(layers, ends, call = sys.call(-1)) {
  if (is.null(ends)) {
    return(layers)
  }
  at <- match(as.character(ends), vapply(layers, `[[`, "", "name"))
  if (length(at) != 2L || anyNA(at)) {
    abort("`layer_range` must be the names of two layers of the model.", call = call)
  }
  first <- min(at)
  lapply(layers[first:max(at)], function(layer) {
    before <- unlist(layer$before) - (first - 1L)
    layer$before <- as.list(before[before >= 0L])
    layer
  })
}

model_layers <- function(model, expand = FALSE, call = sys.call(-1)) {
  layers <- call_python(python_function("rkeras.graph", "layers"), list(model, expand), TRUE)
  if (length(layers) == 0L) abort("The model has no layers to draw.", call = call)
  layers
}

# ---- Graphviz ------------------------------------------------------------------------------------

has_graphviz <- function(show) {
  py_module_available("pydot") && nzchar(Sys.which("dot")) &&
    (!show || requireNamespace("png", quietly = TRUE))
}

draw_by_graphviz <- function(model, to_file, args) {
  file <- to_file %||% tempfile(fileext = ".png")
  if (is.null(to_file)) on.exit(unlink(file))
  call_python(keras_endpoint("keras.utils.plot_model"), c(list(model, to_file = file), args), FALSE)
  if (!is.null(to_file)) {
    return(invisible())
  }
  image <- getExportedValue("png", "readPNG")(file)
  old <- empty_plot(c(0, ncol(image)), c(0, nrow(image)), asp = 1)
  on.exit(graphics::par(old), add = TRUE)
  graphics::rasterImage(image, 0, 0, ncol(image), nrow(image))
}

# ---- Base graphics -------------------------------------------------------------------------------

open_device <- function(file, dpi, size = c(7, 7), transparent = FALSE) {
  background <- if (transparent) "transparent" else "white"
  width <- size[[1]]
  height <- size[[2]]
  open <- switch(
    tolower(sub("^.*[.]", "", file)),
    png = function() {
      grDevices::png(file, width, height, units = "in", res = dpi, bg = background)
    },
    pdf = function() grDevices::pdf(file, width, height, bg = background),
    svg = function() grDevices::svg(file, width, height, bg = background)
  )
  open()
}

# Starts an empty plot and returns the previous settings, to be restored at the end.
empty_plot <- function(xlim, ylim, ...) {
  old <- graphics::par(mar = c(0.5, 0.5, 0.5, 0.5))
  graphics::plot.new()
  graphics::plot.window(xlim, ylim, ...)
  old
}

layer_labels <- function(layers, show) {
  vapply(layers, function(layer) {
    lines <- c(
      if (show$show_layer_names) sprintf("%s (%s)", layer$name, layer$kind) else layer$kind,
      if (show$show_layer_activations && !is.null(layer$activation)) layer$activation,
      if (show$show_shapes) paste(c(if (nzchar(layer$input)) layer$input, layer$output),
                                  collapse = " to "),
      if (show$show_dtype) layer$dtype,
      if (show$show_trainable && isFALSE(layer$trainable)) "not trained"
    )
    paste(lines, collapse = "\n")
  }, "")
}

# The row of each layer: one after the last row of its predecessors.
layer_rows <- function(layers) {
  rows <- integer(length(layers))
  for (i in seq_along(layers)) {
    before <- unlist(layers[[i]]$before) + 1L
    rows[[i]] <- if (length(before)) max(rows[before]) + 1L else 1L
  }
  # Without connections, each layer has its own row.
  if (all(rows == 1L) && !any(vapply(layers, is_input, NA))) seq_along(layers) else rows
}

is_input <- function(layer) layer$kind == "InputLayer"

# Coordinates from 0 to 1. Rows run down or to the right, and continue in the next band.
layer_places <- function(rows, rankdir, n_bands = 1L) {
  length <- ceiling(max(rows) / n_bands)
  band <- (rows - 1L) %/% length
  in_row <- stats::ave(rows, rows, FUN = function(row) (seq_along(row) - 0.5) / length(row))
  along <- ((rows - 1L) %% length + 0.5) / length
  across <- (band + in_row) / n_bands
  room <- c(across = 1 / n_bands / max(table(rows)), along = 1 / length)
  places <- if (rankdir == "TB") {
    list(x = across, y = 1 - along, room_x = room[["across"]], room_y = room[["along"]])
  } else {
    list(x = along, y = 1 - across, room_x = room[["along"]], room_y = room[["across"]])
  }
  c(places, list(band = band))
}

draw_layers <- function(layers, labels, rankdir) {
  old <- empty_plot(c(0, 1), c(0, 1))
  on.exit(graphics::par(old))
  at <- roomiest_places(layer_rows(layers), labels, rankdir)
  at$half_x <- graphics::strwidth(labels, cex = at$cex) / 2 + 0.015
  at$half_y <- graphics::strheight(labels, cex = at$cex) / 2 + 0.012
  for (to in seq_along(layers)) {
    for (from in unlist(layers[[to]]$before) + 1L) draw_path(arrow_path(at, from, to, rankdir))
  }
  graphics::rect(at$x - at$half_x, at$y - at$half_y, at$x + at$half_x, at$y + at$half_y,
                 col = "white")
  graphics::text(at$x, at$y, labels, cex = at$cex)
}

# The places with the fewest bands in which the labels can be read.
roomiest_places <- function(rows, labels, rankdir) {
  plans <- lapply(seq_len(min(max(rows), 8L)), function(n) layer_places(rows, rankdir, n))
  sizes <- vapply(plans, function(plan) label_size(labels, plan), 0)
  best <- if (any(sizes >= 0.6)) which(sizes >= 0.6)[[1L]] else which.max(sizes)
  c(plans[[best]], list(cex = sizes[[best]]))
}

# The largest text size at which boxes and rows do not overlap.
label_size <- function(labels, at) {
  wide <- max(graphics::strwidth(labels))
  high <- max(graphics::strheight(labels))
  max(0.2, min(1, (0.88 * at$room_x - 0.03) / wide, (0.75 * at$room_y - 0.024) / high))
}

# A straight arrow from box to box, or a curve around the boxes between them.
arrow_path <- function(at, from, to, rankdir) {
  if (rankdir == "LR") {
    turned <- list(x = -at$y, y = -at$x, half_x = at$half_y, half_y = at$half_x, band = at$band)
    path <- arrow_path(turned, from, to, "TB")
    return(list(x = -path$y, y = -path$x))
  }
  if (at$band[[from]] != at$band[[to]]) {
    path_to_band(at, from, to)
  } else if (any(in_the_way(at, from, to))) {
    path_around(at, from, to)
  } else {
    list(x = at$x[c(from, to)], y = at$y[c(from, to)] + c(-1, 1) * at$half_y[c(from, to)])
  }
}

in_the_way <- function(at, from, to) {
  is_between <- at$y < at$y[[from]] & at$y > at$y[[to]] & at$band == at$band[[from]]
  share <- (at$y - at$y[[from]]) / (at$y[[to]] - at$y[[from]])
  x <- at$x[[from]] + share * (at$x[[to]] - at$x[[from]])
  is_between & abs(x - at$x) < at$half_x + 0.01
}

# A curve to the right of the boxes.
path_around <- function(at, from, to) {
  passed <- in_the_way(at, from, to)
  ends <- c(from, to)
  right <- at$x + at$half_x
  beside <- max(right[passed], right[ends]) + 0.03
  t <- seq(0, 1, length.out = 30)
  list(
    x = right[[from]] * (1 - t)^3 + 3 * beside * t * (1 - t) + right[[to]] * t^3,
    y = at$y[[from]] * (1 - t)^2 * (1 + 2 * t) + at$y[[to]] * t^2 * (3 - 2 * t)
  )
}

# A path to the next band: from the bottom of a box, up between the bands, to the top of a box.
path_to_band <- function(at, from, to) {
  out <- at$y[[from]] - at$half_y[[from]]
  into <- at$y[[to]] + at$half_y[[to]]
  own <- at$band == at$band[[from]]
  following <- at$band == at$band[[from]] + 1L
  beside <- (max((at$x + at$half_x)[own]) + min((at$x - at$half_x)[following])) / 2
  step <- 0.012
  list(
    x = c(at$x[[from]], at$x[[from]], beside, beside, at$x[[to]], at$x[[to]]),
    y = c(out, out - step, out - step, into + step, into + step, into)
  )
}

draw_path <- function(path) {
  n <- length(path$x)
  graphics::lines(path, col = "grey30")
  graphics::arrows(path$x[[n - 1]], path$y[[n - 1]], path$x[[n]], path$y[[n]], length = 0.06,
                   col = "grey30")
}
