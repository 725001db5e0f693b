# Drawings of explanations, by ggplot2 if it is installed, by base graphics otherwise.

bar_colours <- c(positive = "#1F6FB2", negative = "#D9622B")

# `data` has `feature`, a factor from bottom to top, `value` and perhaps `low` and `high`.
plot_bars <- function(data, label, method, x) {
  colours <- bar_colours[ifelse(data$value < 0, "negative", "positive")]
  has_range <- !is.null(data$low) && !all(is.na(data$low))
  if (plot_method(method) == "ggplot2") {
    plot <- ggplot2::ggplot(data, ggplot2::aes(x = .data$value, y = .data$feature)) +
      ggplot2::geom_col(fill = colours, width = 0.7) +
      ggplot2::labs(x = label, y = NULL)
    if (!has_range) return(plot)
    return(plot + ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$low, xmax = .data$high), data = data
    ))
  }
  order <- order(as.integer(data$feature))
  data <- data[order, ]
  names <- as.character(data$feature)
  limits <- range(0, data$value, data$low, data$high, na.rm = TRUE)
  old <- graphics::par(mar = c(4, 1 + 0.55 * min(max(nchar(names)), 30L), 1, 1))
  on.exit(graphics::par(old))
  at <- graphics::barplot(data$value, names.arg = names, horiz = TRUE, las = 1, xlab = label,
                          col = colours[order], border = NA, xlim = limits)
  if (has_range) graphics::segments(data$low, at, data$high, at)
  invisible(x)
}

# A curve or, for categories, points, for each output and each row.
plot_curves <- function(data, feature, label, method, x) {
  data$.at <- data[[feature]]
  if (is.character(data$.at) || is.logical(data$.at)) data$.at <- factor(data$.at)
  data$.group <- if (is.null(data$.row)) 1L else data$.row
  means <- stats::aggregate(data[".fitted"], data[c(".at", ".output")], mean)
  if (method == "ggplot2") {
    return(curves_ggplot(data, means, feature, label))
  }
  curves_base(data, means, feature, label)
  invisible(x)
}

curves_ggplot <- function(data, means, feature, label) {
  has_rows <- !is.null(data$.row)
  one <- nlevels(data$.output) == 1L
  of_rows <- if (is_joined(data$.at)) ggplot2::geom_line else ggplot2::geom_point
  aes <- ggplot2::aes(x = .data$.at, y = .data$.fitted, group = .data$.group)
  ggplot2::ggplot(data, aes) +
    (if (has_rows) of_rows(colour = "grey50", alpha = 0.3)) +
    (if (is_joined(data$.at)) ggplot2::geom_line(data = cbind(means, .group = 0L),
                                                 colour = bar_colours[[1]], linewidth = 1)) +
    (if (is.factor(data$.at)) ggplot2::geom_point(data = cbind(means, .group = 0L),
                                                  colour = bar_colours[[1]], size = 2.5)) +
    (if (!one) ggplot2::facet_wrap(".output")) +
    ggplot2::labs(x = feature, y = label)
}

curves_base <- function(data, means, feature, label) {
  top <- if (nlevels(data$.output) > 1L) 2 else 1
  outputs <- split(data, data$.output)
  in_panels(outputs, mar = c(4, 5, top, 1), mgp = c(3.4, 0.7, 0), draw = function(part, output) {
    mean <- means[means$.output == output, ]
    is_category <- is.factor(mean$.at)
    at <- function(x) if (is.factor(x)) as.integer(x) else x
    graphics::plot(at(part$.at), part$.fitted, type = "n", xlab = feature, ylab = label, las = 1,
                   xaxt = if (is_category) "n" else "s", bty = "l", main = output, font.main = 1)
    if (is_category) graphics::axis(1, seq_along(levels(mean$.at)), levels(mean$.at))
    if (!is.null(part$.row)) {
      for (row in split(part, part$.row)) {
        graphics::lines(at(row$.at), row$.fitted, col = grDevices::grey(0.5, 0.3),
                        type = if (is_joined(row$.at)) "l" else "p")
      }
    }
    mean <- mean[order(mean$.at), ]
    graphics::lines(at(mean$.at), mean$.fitted, col = bar_colours[[1]], lwd = 2, pch = 19,
                    type = if (!is_joined(mean$.at)) "p" else if (is_category) "b" else "l")
  })
}

# There is nothing between levels that have no order.
is_joined <- function(x) !is.factor(x) || is.ordered(x)

# Draws each part of the data by `draw(part, name)`, beside and below each other.
in_panels <- function(parts, draw, ...) {
  columns <- ceiling(sqrt(length(parts)))
  old <- graphics::par(mfrow = c(ceiling(length(parts) / columns), columns), ...)
  on.exit(graphics::par(old))
  Map(draw, parts, names(parts))
}

# The dependence on two columns, as colours.
plot_surface <- function(data, feature, label, method, x) {
  if (method == "ggplot2") {
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data[[feature[[1]]]], y = .data[[feature[[2]]]])) +
        ggplot2::geom_raster(ggplot2::aes(fill = .data$.fitted)) +
        ggplot2::scale_fill_viridis_c() +
        (if (nlevels(data$.output) > 1L) ggplot2::facet_wrap(".output")) +
        ggplot2::labs(fill = label)
    )
  }
  in_panels(split(data, data$.output), mar = c(4, 4, 2, 1), draw = function(part, output) {
    at <- lapply(feature, function(name) unique(part[[name]]))
    place <- lapply(at, function(x) if (is_category(x)) seq_along(x) else as.numeric(x))
    z <- matrix(part$.fitted, length(at[[1]]))
    graphics::image(place[[1]], place[[2]], z, col = grDevices::hcl.colors(64), main = output,
                    xlab = feature[[1]], ylab = feature[[2]], axes = FALSE, font.main = 1)
    for (i in 1:2) {
      if (is_category(at[[i]])) graphics::axis(i, place[[i]], as.character(at[[i]]))
      else graphics::axis(i)
    }
    if (length(z) > 1L && !any(vapply(at, is_category, NA))) {
      graphics::contour(place[[1]], place[[2]], z, add = TRUE)
    }
  })
  invisible(x)
}

# Shares against probabilities, with limits and the diagonal of perfect calibration.
plot_reliability <- function(bins, label, method, x) {
  if (method == "ggplot2") {
    return(
      ggplot2::ggplot(bins, ggplot2::aes(x = .data$confidence, y = .data$observed)) +
        ggplot2::geom_abline(linetype = 2L, colour = "grey50") +
        ggplot2::geom_linerange(ggplot2::aes(ymin = .data$low, ymax = .data$high),
                                colour = bar_colours[[1]]) +
        ggplot2::geom_line(colour = bar_colours[[1]]) +
        ggplot2::geom_point(ggplot2::aes(size = .data$n), colour = bar_colours[[1]]) +
        ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1)) +
        (if (!is.null(bins$class)) ggplot2::facet_wrap("class")) +
        ggplot2::labs(x = label[[1]], y = label[[2]])
    )
  }
  draw <- function(bins, class = NULL) {
    graphics::plot(bins$confidence, bins$observed, type = "n", xlim = 0:1, ylim = 0:1, asp = 1,
                   las = 1, bty = "l", xlab = label[[1]], ylab = label[[2]], main = class,
                   font.main = 1)
    graphics::abline(0, 1, lty = 2L, col = "grey50")
    graphics::segments(bins$confidence, bins$low, y1 = bins$high, col = bar_colours[[1]])
    graphics::lines(bins$confidence, bins$observed, type = "b", pch = 19, col = bar_colours[[1]],
                    cex = 0.6 + sqrt(bins$n / max(bins$n)))
  }
  if (is.null(bins$class)) draw(bins)
  else in_panels(split(bins, bins$class), draw, mar = c(4, 4, 2, 1))
  invisible(x)
}
