# Learning curves as SVG, for pages of runs.

# Charts of metrics: one for each metric, with a line for training and one for validation. `runs` is
# a named list of data frames, each with one row per epoch; with several, colors stand for runs.
metric_charts <- function(runs) {
  names <- unique(unlist(lapply(runs, function(metrics) sub("^val_", "", names(metrics)))))
  htmltools::tags$div(class = "charts", lapply(names, function(name) {
    curves <- unlist(unname(Map(curves_of_run, list(name), runs, names(runs),
                                seq_along(runs), length(runs) > 1L)), recursive = FALSE)
    curves <- Filter(function(curve) any(is.finite(curve$values)), curves)
    if (length(curves)) chart(name, curves)
  }))
}

curves_of_run <- function(name, metrics, label, position, is_one_of_several) {
  kinds <- c(training = name, validation = paste0("val_", name))
  kinds <- kinds[kinds %in% names(metrics)]
  lapply(names(kinds), function(kind) {
    list(
      values = metrics[[kinds[[kind]]]],
      label = if (is_one_of_several) paste0(label, ", ", kind) else kind,
      class = if (is_one_of_several) sprintf("run%d %s", position, kind) else kind
    )
  })
}

chart_size <- c(width = 460, height = 250, left = 58, right = 12, top = 14, bottom = 34)

chart <- function(name, curves) {
  values <- unlist(lapply(curves, `[[`, "values"))
  n <- max(vapply(curves, function(curve) max(which(is.finite(curve$values))), 0))
  x <- scale_of(c(1, max(n, 2)), chart_size[["left"]],
                chart_size[["width"]] - chart_size[["right"]])
  y <- scale_of(value_range(name, values), chart_size[["height"]] - chart_size[["bottom"]],
                chart_size[["top"]])
  htmltools::tags$figure(
    htmltools::tags$figcaption(name, lapply(curves, function(curve) {
      htmltools::tags$span(class = paste("key", curve$class), curve$label)
    })),
    svg("svg", viewBox = sprintf("0 0 %d %d", chart_size[["width"]], chart_size[["height"]]),
        role = "img", `aria-label` = paste("Learning curve of", name),
        grid_lines(x, y, whole_breaks(c(1, max(n, 2)))),
        lapply(curves, curve_marks, x = x, y = y))
  )
}

svg <- function(name, ...) htmltools::tag(name, list(...))

# The axis of an accuracy ends at 1.
value_range <- function(name, values) {
  range <- range(values[is.finite(values)])
  if (name %in% c("acc", "accuracy")) range[[2]] <- 1
  if (diff(range) == 0) range + c(-0.5, 0.5) * max(abs(range[[1]]), 1) else range
}

# The function from values to positions, with the values of ticks.
scale_of <- function(range, from, to) {
  ticks <- pretty(range, 5)
  range <- range(range, ticks[ticks >= range[[1]] & ticks <= range[[2]]])
  place <- function(value) round(from + (value - range[[1]]) / diff(range) * (to - from), 1)
  list(place = place, ticks = ticks[ticks >= range[[1]] & ticks <= range[[2]]])
}

grid_lines <- function(x, y, epochs) {
  right <- chart_size[["width"]] - chart_size[["right"]]
  bottom <- chart_size[["height"]] - chart_size[["bottom"]]
  left <- chart_size[["left"]]
  labels <- format(y$ticks, digits = 4, trim = TRUE)
  list(
    Map(function(at, label) {
      list(svg("line", class = "grid", x1 = left, x2 = right, y1 = at, y2 = at),
           svg("text", class = "tick", x = left - 6, y = at + 4, `text-anchor` = "end", label))
    }, y$place(y$ticks), labels),
    lapply(epochs[epochs >= 1], function(epoch) {
      svg("text", class = "tick", x = x$place(epoch), y = bottom + 16, `text-anchor` = "middle",
          format(epoch))
    }),
    svg("text", class = "tick", x = right, y = bottom + 30, `text-anchor` = "end", "epoch")
  )
}

# Missing values interrupt the line.
curve_marks <- function(curve, x, y) {
  at <- which(is.finite(curve$values))
  if (!length(at)) {
    return(NULL)
  }
  starts <- c(TRUE, diff(at) > 1L)
  px <- x$place(at)
  py <- y$place(curve$values[at])
  steps <- paste0(ifelse(starts, "M", "L"), px, " ", py, collapse = "")
  points <- if (length(at) <= most_points) Map(curve_point, px, py, at, list(curve))
  list(svg("path", class = paste("curve", curve$class), d = steps), points)
}

# Browsers show the title when the pointer is on the point.
curve_point <- function(x, y, epoch, curve) {
  value <- format(curve$values[[epoch]], digits = 4)
  svg("circle", class = paste("point", curve$class), cx = x, cy = y, r = 2.6,
      svg("title", sprintf("%s, epoch %d: %s", curve$label, epoch, value)))
}
