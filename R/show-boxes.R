# The boxes of a model's drawing: what is written in them, in three degrees of detail.

# Each box is list(cells, before, has_weights): a matrix of text with a row for each line, and the
# positions of the boxes before it.
model_boxes <- function(layers, show, detail) {
  chain <- if (detail == "each") seq_along(layers) else chains_of(layers)
  lapply(unname(split(seq_along(layers), chain)), function(own) {
    list(
      cells = cells_of(layers[own], show, detail),
      before = unique(chain[layers_before(layers[[own[[1L]]]])]),
      has_weights = any(vapply(layers[own], function(layer) !is.null(layer$trainable), NA))
    )
  })
}

layers_before <- function(layer) as.integer(unlist(layer$before)) + 1L

# The number of each layer's chain. A layer belongs to the chain of the layer before it if that is
# the only one before it, and has no other after it.
chains_of <- function(layers) {
  # Only the code of other models determines how their layers are connected.
  is_connected <- vapply(layers, function(x) length(x$before) > 0L || is_input(x), NA)
  if (!any(is_connected)) {
    return(rep(1L, length(layers)))
  }
  before <- lapply(layers, layers_before)
  n_after <- tabulate(unlist(before), length(layers))
  chain <- integer(length(layers))
  for (i in seq_along(layers)) {
    follows <- length(before[[i]]) == 1L && n_after[before[[i]]] == 1L
    chain[[i]] <- if (follows) chain[[before[[i]]]] else max(chain) + 1L
  }
  chain
}

is_input <- function(layer) layer$class == "InputLayer"

cells_of <- function(layers, show, detail) {
  if (detail == "chains") return(do.call(rbind, lapply(layers, layer_cells, show)))
  cbind(if (length(layers) == 1L) layer_lines(layers[[1L]], show) else chain_lines(layers, show))
}

layer_lines <- function(layer, show) {
  title <- if (show$show_layer_names) sprintf("%s (%s)", layer$name, layer$class) else layer$class
  c(title, unname(layer_facts(layer, show)))
}

# The same columns for each layer of a box.
layer_cells <- function(layer, show) {
  shown <- c(show$show_layer_activations, show$show_shapes, show$show_dtype, show$show_trainable)
  facts <- stats::setNames(character(4L), c("activation", "shape", "dtype", "trainable"))
  known <- layer_facts(layer, show)
  facts[names(known)] <- known
  c(if (show$show_layer_names) layer$name, layer$class, unname(facts[shown]))
}

layer_facts <- function(layer, show) {
  c(
    activation = if (show$show_layer_activations) layer$activation,
    shape = if (show$show_shapes) layer$output,
    dtype = if (show$show_dtype) layer$dtype,
    trainable = if (show$show_trainable && isFALSE(layer$trainable)) "not trained"
  )
}

chain_lines <- function(layers, show) {
  last <- layers[[length(layers)]]
  title <- if (show$show_layer_names) c(layers[[1L]]$name, last$name)
  else c(layers[[1L]]$class, last$class)
  c(
    paste(title, collapse = " ... "),
    paste(c(paste(length(layers), "layers"), if (show$show_shapes) last$output), collapse = ", ")
  )
}

# ---- Drawing -------------------------------------------------------------------------------------

draw_layers <- function(layers, show, rankdir) {
  old <- empty_plot()
  on.exit(graphics::par(old))
  room <- graphics::par("pin")
  graphics::plot.window(c(0, room[[1L]]), c(0, room[[2L]]), xaxs = "i", yaxs = "i")
  draw_plan(readable_plan(layers, show, rankdir, room), rankdir, room)
}

# Starts an empty plot with narrow margins, and returns the previous settings.
empty_plot <- function() {
  old <- graphics::par(mar = rep(0.3, 4L))
  graphics::plot.new()
  old
}

# The boxes with most detail that can be read on the page.
readable_plan <- function(layers, show, rankdir, room) {
  best <- NULL
  for (detail in names(least_scale)) {
    plan <- plan_boxes(model_boxes(layers, show, detail), rankdir, room)
    if (is.null(best) || plan$scale > best$scale) best <- plan
    if (best$scale >= least_scale[[detail]]) break
  }
  best
}

# The size of text, as a multiple of the device's, from which boxes of the detail can be read.
least_scale <- c(each = 0.7, chains = 0.5, brief = 0)

page_size <- function(layers, show, rankdir) {
  current <- grDevices::dev.cur()
  grDevices::pdf(NULL)
  on.exit({
    grDevices::dev.off()
    if (current > 1L) grDevices::dev.set(current)
  })
  old <- empty_plot()
  detail <- if (length(layers) <= 40L) "each" else "chains"
  plans <- plans_of(measured(model_boxes(layers, show, detail)), rankdir)
  sizes <- lapply(plans, `[[`, "size")
  best <- which.min(vapply(sizes, function(size) abs(log(size[[1L]] / size[[2L]])), 0))
  pmin(0.8 * sizes[[best]] + 0.1, 40)
}

draw_plan <- function(plan, rankdir, room) {
  at <- centred(plan, room)
  for (to in seq_along(at$boxes)) {
    for (from in at$boxes[[to]]$before) draw_path(arrow_path(at, from, to, rankdir), at$scale)
  }
  fill <- ifelse(vapply(at$boxes, `[[`, NA, "has_weights"), "#DCEAF7", "white")
  graphics::rect(
    at$x - at$half_x, at$y - at$half_y, at$x + at$half_x, at$y + at$half_y, col = fill,
    border = "grey40"
  )
  for (i in seq_along(at$boxes)) write_cells(at, i)
}

# Columns are aligned at the left, a single one in the middle.
write_cells <- function(at, i) {
  cells <- at$boxes[[i]]$cells
  lines <- at$y[[i]] + at$scale * line_height() * ((nrow(cells) + 1) / 2 - seq_len(nrow(cells)))
  if (ncol(cells) == 1L) {
    return(graphics::text(at$x[[i]], lines, cells[, 1L], cex = at$scale))
  }
  widths <- at$scale * column_widths(cells)
  left <- at$x[[i]] - sum(widths) / 2 + cumsum(c(0, widths[-length(widths)]))
  for (column in seq_along(left)) {
    graphics::text(
      left[[column]], lines, cells[, column], adj = c(0, 0.5), cex = at$scale,
      col = if (column == 1L) "black" else "grey25"
    )
  }
}

draw_path <- function(path, scale) {
  n <- length(path$x)
  graphics::lines(path, col = "grey40")
  graphics::arrows(
    path$x[[n - 1L]], path$y[[n - 1L]], path$x[[n]], path$y[[n]], length = 0.08 * sqrt(scale),
    col = "grey40"
  )
}
