# The places of boxes on a page, in inches. Each box stands in a row below the boxes before it, and
# rows for which a page is not long enough continue in the next band, at the side.
#
# Rows are counted along the direction of the drawing, "TB" or "LR", and boxes in a row across it.

plan_boxes <- function(boxes, rankdir, room) {
  plans <- plans_of(measured(boxes), rankdir)
  scales <- vapply(plans, function(plan) min(room / plan$size, 1), 0)
  best <- if (any(scales >= 0.75)) which(scales >= 0.75)[[1L]] else which.max(scales)
  c(plans[[best]], list(scale = scales[[best]]))
}

# Gaps between rows, between the boxes of a row, and between bands, for arrows that go round.
gap <- c(along = 0.28, across = 0.25, bands = 0.45)

# The boxes with their width and height for text of full size.
measured <- function(boxes) {
  lapply(boxes, function(box) {
    columns <- column_widths(box$cells)
    c(box, list(width = sum(columns) + 0.2, height = nrow(box$cells) * line_height() + 0.12))
  })
}

line_height <- function() 1.35 * graphics::strheight("M", units = "inches") + 0.04

column_widths <- function(cells) {
  apply(cells, 2L, function(text) max(graphics::strwidth(text, units = "inches"))) +
    if (ncol(cells) > 1L) 0.16 else 0
}

plans_of <- function(boxes, rankdir) {
  rows <- box_rows(boxes)
  lapply(seq_len(min(max(rows), 12L)), function(n) plan_bands(boxes, rows, rankdir, n))
}

# The row of each box: one after the last row of the boxes before it.
box_rows <- function(boxes) {
  rows <- integer(length(boxes))
  for (i in seq_along(boxes)) rows[[i]] <- max(0L, rows[boxes[[i]]$before]) + 1L
  # Without connections, each box has its own row.
  if (all(rows == 1L) && sum(lengths(lapply(boxes, `[[`, "before"))) == 0L) seq_along(boxes)
  else rows
}

plan_bands <- function(boxes, rows, rankdir, n_bands) {
  sizes <- vapply(boxes, function(box) c(box$width, box$height), c(0, 0))
  is_down <- rankdir == "TB"
  along <- sizes[if (is_down) 2L else 1L, ]
  across <- sizes[if (is_down) 1L else 2L, ]
  lengths <- tapply(along, rows, max) + gap[["along"]]
  band <- bands_of(lengths, n_bands)
  widths <- tapply(tapply(across + gap[["across"]], rows, sum), band, max) + gap[["bands"]]
  ends <- cumsum(widths)
  start <- stats::ave(lengths, band, FUN = function(x) cumsum(x) - x)
  middle <- (ends - widths / 2)[band] - gap[["bands"]] / 4
  places <- list(
    along = as.vector((start + lengths / 2)[rows]),
    across = as.vector(middle[rows]) + across_in_row(boxes, rows, across)
  )
  size <- c(ends[[length(ends)]], max(tapply(lengths, band, sum)))
  turned(places, boxes, sizes, band[rows], size, is_down)
}

# Places with the origin at the lower left.
turned <- function(places, boxes, sizes, band, size, is_down) {
  size <- if (is_down) size else rev(size)
  list(
    boxes = boxes, size = size, band = band,
    x = if (is_down) places$across else places$along,
    y = size[[2L]] - if (is_down) places$along else places$across,
    half_x = sizes[1L, ] / 2, half_y = sizes[2L, ] / 2
  )
}

# The band of each row, so that bands are of about the same length.
bands_of <- function(lengths, n_bands) {
  middles <- cumsum(lengths) - lengths / 2
  band <- floor(middles / (sum(lengths) / n_bands)) + 1L
  match(band, unique(band))
}

# The middle of each box, from the middle of its row. Boxes are in the order of those before them,
# so that fewer arrows cross.
across_in_row <- function(boxes, rows, across) {
  at <- numeric(length(boxes))
  for (row in seq_len(max(rows))) {
    own <- which(rows == row)
    before <- vapply(boxes[own], function(box) mean(c(at[box$before])), 0)
    own <- own[order(before)]
    widths <- across[own] + gap[["across"]]
    at[own] <- cumsum(widths) - widths / 2 - sum(widths) / 2
  }
  at
}

# The plan scaled to its page, in the middle of the room.
centred <- function(plan, room) {
  for (part in c("x", "y", "half_x", "half_y")) plan[[part]] <- plan[[part]] * plan$scale
  left <- (room - plan$size * plan$scale) / 2
  plan$x <- plan$x + left[[1L]]
  plan$y <- plan$y + left[[2L]]
  plan
}

# ---- Arrows --------------------------------------------------------------------------------------

# A straight arrow from box to box, or a path around the boxes between them.
arrow_path <- function(at, from, to, rankdir) {
  if (rankdir == "LR") {
    turned <- list(
      x = -at$y, y = -at$x, half_x = at$half_y, half_y = at$half_x, band = at$band,
      scale = at$scale
    )
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
  is_between & abs(x - at$x) < at$half_x + 0.05 * at$scale
}

# From the right side of a box at its last line, down beside the boxes, to another at its first
# line: a box may have several layers.
path_around <- function(at, from, to) {
  right <- at$x + at$half_x
  beside <- max(right[in_the_way(at, from, to)], right[c(from, to)]) + 0.15 * at$scale
  inside <- 0.15 * at$scale
  out <- at$y[[from]] - max(at$half_y[[from]] - inside, 0)
  into <- at$y[[to]] + max(at$half_y[[to]] - inside, 0)
  list(x = c(right[[from]], beside, beside, right[[to]]), y = c(out, out, into, into))
}

# From the bottom of a box, up between two bands, to the top of a box of a later band.
path_to_band <- function(at, from, to) {
  out <- at$y[[from]] - at$half_y[[from]]
  into <- at$y[[to]] + at$half_y[[to]]
  following <- at$band == at$band[[to]]
  beside <- min((at$x - at$half_x)[following]) - 0.2 * at$scale
  step <- 0.1 * at$scale
  list(
    x = c(at$x[[from]], at$x[[from]], beside, beside, at$x[[to]], at$x[[to]]),
    y = c(out, out - step, out - step, into + step, into + step, into)
  )
}
