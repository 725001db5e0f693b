# Draws models: in base graphics, or with Graphviz if that is asked for.

#' Plot the layers of a model
#'
#' Draws the layers of a model as boxes, with their names, classes and output shapes, and the flow
#' of tensors between them as arrows. Layers with weights are blue.
#'
#' The drawing adapts to the number of layers and to the size of the device. Each layer has a box of
#' its own if these can be read. Otherwise, layers in a chain share a box with a line for each, and
#' in models of hundreds of layers, a box names the first and the last layer of its chain. Rows that
#' do not fit below one another continue in another column. A file is as large as the model needs.
#' Nine or more inputs of the same type, and layers without weights that each has alone, share a
#' box, too, unless `layer_range` is given.
#'
#' `method = "graphviz"` draws with Keras's `plot_model()`, which needs the Python package `pydot`,
#' the program Graphviz and, on a device of R, the package png. It draws models that are built of
#' layers, that is sequential and functional ones. Of other models the layers are known but not how
#' they are connected, so base graphics draw them without arrows.
#'
#' @param x A Keras model.
#' @param kind,data Deprecated: the arguments `type` and `data` of [plot_diagnostics()].
#' @param show_shapes Logical. Whether to show the shapes of the layers' outputs; `NA` is
#'   an axis of any length, such as that of the observations.
#' @param show_dtype Logical. Whether to show data types.
#' @param show_layer_names Logical. Whether to show the names of layers.
#' @param ... Further arguments of Keras's `plot_model()`, for Graphviz.
#' @param rankdir `"TB"` or `"LR"`. The direction: from top to bottom, or from left to right.
#' @param expand_nested Logical. Whether to show the layers of models inside the model.
#' @param dpi Integer. Dots per inch, for `.png` files.
#' @param layer_range Two names of layers, the first and the last to show, in base graphics. `NULL`
#'   shows all.
#' @param show_layer_activations Logical. Whether to show activation functions.
#' @param show_trainable `TRUE`, `FALSE` or `NA`. Whether to mark layers that training does not
#'   change; `NA` means if there are any.
#' @param to_file Path of a file to draw to (`.png`, `.pdf` or `.svg`), in place of R's graphics
#'   device.
#' @param method `"base"` for R's own drawing, `"graphviz"` for Keras's.
#' @return The model, invisibly.
#' @concept plot model
#' @concept model diagram
#' @concept architecture
#' @concept visualize a network
#' @concept Graphviz
#' @seealso [plot_diagnostics()] for how well a model predicts,
#'   [summary()][summary.keras.src.models.model.Model] for a table of layers,
#'   [keras_model()], [plot()][plot.keras_training_history] for the training history.
#' @aliases plot
#' @exportS3Method graphics::plot keras.src.models.model.Model
#' @examplesIf is_keras_available()
#' input <- keras_input(4)
#' left <- input |> layer_dense(units = 8, activation = "relu")
#' right <- input |> layer_dense(units = 2)
#' output <- layer_concatenate(left, right) |> layer_dense(units = 1)
#' model <- keras_model(input, output)
#' plot(model)
#' plot(model, rankdir = "LR", show_layer_activations = TRUE)
plot.keras.src.models.model.Model <- function(
    x, show_shapes = TRUE, show_dtype = FALSE, show_layer_names = TRUE, ..., rankdir = "TB",
    expand_nested = FALSE, dpi = 200, layer_range = NULL, show_layer_activations = FALSE,
    show_trainable = NA, to_file = NULL, method = c("base", "graphviz"), kind = "layers",
    data = NULL) {
  check_flags()
  if (!identical(kind, "layers")) {
    .Deprecated("plot_diagnostics()", old = "plot(model, kind = )")
    return(plot_diagnostics(x, kind, data, if (missing(method)) "auto" else method))
  }
  rankdir <- as_choice(rankdir, c("TB", "LR"), "rankdir")
  method <- chosen_method(method, ...)
  if (!is.null(to_file)) to_file <- picture_file(to_file, "to_file")
  show <- list(
    show_shapes = show_shapes, show_dtype = show_dtype, show_layer_names = show_layer_names,
    show_layer_activations = show_layer_activations,
    show_trainable = if (is.na(show_trainable)) has_fixed_layer(x) else show_trainable
  )
  if (method == "graphviz") {
    check_drawable(x, layer_range, is.null(to_file))
    draw_by_graphviz(x, to_file, c(show, list(
      rankdir = rankdir, expand_nested = expand_nested, dpi = as_integer(dpi, "dpi"), ...
    )))
  } else {
    layers <- model_layers(x, expand_nested, fold = is.null(layer_range))
    layers <- layers_between(layers, layer_range)
    # A page on which the text has its full size, up to the size of a poster.
    size <- function() page_size(layers, show, rankdir) + 0.3
    draw_in(to_file, dpi, size, draw_layers(layers, show, rankdir))
  }
  invisible(x)
}

chosen_method <- function(method, ...) {
  method <- as_choice(method, c("base", "graphviz"), "method")
  if (method == "base" && ...length() > 0L) {
    abort(
      "plot() has no argument %s in base graphics; Keras's own are for `method = \"graphviz\"`.",
      listed(dQuote(names(list(...)) %||% "", FALSE))
    )
  }
  method
}

check_drawable <- function(model, layer_range, show) {
  if (!has_graphviz(show)) {
    abort(paste0(
      "`method = \"graphviz\"` needs the program Graphviz (dot), py_install(\"pydot\")",
      if (show) " and install.packages(\"png\")", "."
    ), kind = "module")
  }
  if (!is.null(layer_range)) {
    abort("`layer_range` is for `method = \"base\"`.")
  }
  if (length(model$layers) == 0L) abort("The model has no layers to draw.")
  if (!is_of_graph(model) || !has_flag(model, "built")) {
    abort(paste(
      "Graphviz draws sequential and functional models that are built: use `method = \"base\"`, or",
      "build the model."
    ))
  }
}

picture_file <- function(path, argument) {
  file <- path.expand(as_string(path, argument))
  if (!grepl("[.](png|pdf|svg)$", tolower(file))) {
    abort("`%s` must end in .png, .pdf or .svg.", argument)
  }
  check_folder(file, argument)
  file
}

# The layers from one name to another. `before` has the positions of preceding layers, from 0.
layers_between <- function(layers, ends) {
  if (is.null(ends)) {
    return(layers)
  }
  at <- match(as.character(ends), vapply(layers, `[[`, "", "name"))
  if (length(at) != 2L || anyNA(at)) {
    abort("`layer_range` must be the names of two layers of the model.")
  }
  first <- min(at)
  lapply(layers[first:max(at)], function(layer) {
    before <- unlist(layer$before) - (first - 1L)
    layer$before <- as.list(before[before >= 0L])
    layer
  })
}

model_layers <- function(model, expand = FALSE, fold = FALSE) {
  how <- if (fold) "rkeras.keras.graph.folded" else "rkeras.keras.graph.layers"
  layers <- in_python(how, model, expand)
  if (length(layers) == 0L) abort("The model has no layers to draw.")
  layers
}

# ---- Graphviz ------------------------------------------------------------------------------------

has_graphviz <- function(show) {
  py_module_available("pydot") && nzchar(Sys.which("dot")) &&
    (!show || requireNamespace("png", quietly = TRUE))
}

draw_by_graphviz <- function(model, to_file, args) {
  draw <- function(file) {
    of_keras <- keras_endpoint("keras.utils.plot_model")
    call_python(of_keras, c(list(model, to_file = file), args), FALSE)
  }
  if (!is.null(to_file)) {
    return(replace_file(to_file, draw))
  }
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  draw(file)
  image <- getExportedValue("png", "readPNG")(file)
  old <- empty_plot()
  on.exit(graphics::par(old), add = TRUE)
  graphics::plot.window(c(0, ncol(image)), c(0, nrow(image)), asp = 1)
  graphics::rasterImage(image, 0, 0, ncol(image), nrow(image))
}

# ---- Devices -------------------------------------------------------------------------------------

# Draws in a file, or on the current device if there is no file. `size` returns that of the page.
draw_in <- function(file, dpi, size, drawing, transparent = FALSE) {
  if (is.null(file)) {
    return(drawing)
  }
  replace_file(file, function(part) {
    open_device(part, dpi, size(), transparent)
    on.exit(grDevices::dev.off())
    drawing
  })
}

open_device <- function(file, dpi, size, transparent = FALSE) {
  background <- if (transparent) "transparent" else "white"
  width <- size[[1]]
  height <- size[[2]]
  switch(
    tolower(tools::file_ext(file)),
    png = grDevices::png(file, width, height, units = "in", res = dpi, bg = background),
    pdf = grDevices::pdf(file, width, height, bg = background),
    svg = grDevices::svg(file, width, height, bg = background)
  )
}
