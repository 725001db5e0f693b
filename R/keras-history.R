# What fit() returns: the loss and the metrics of each epoch, printed, plotted or as a data frame.

# `history` is Keras's History callback after training; an R object that needs no Python any more.
as_training_history <- function(history, initial_epoch = 1) {
  metrics <- unwrap(rs_get_attr(history, "history", TRUE))
  params <- unwrap(rs_get_attr(history, "params", TRUE))
  params$initial_epoch <- as.integer(initial_epoch)
  values <- loss_first(lapply(metrics, function(x) as.double(unlist(x))))
  structure(list(params = params, metrics = values), class = "keras_training_history")
}

#' Training history
#'
#' [fit()] returns the loss and the metrics of each epoch, on the training data and (with names that
#' begin with `val_`) on the validation data.
#'
#' `plot()` draws one panel for each metric: with ggplot2 where it is installed, else with base
#' graphics.
#'
#' @param x A training history.
#' @param y Not used.
#' @param metrics Names of the metrics to plot; `NULL` means all.
#' @param method `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 where it is installed.
#' @param smooth Whether to draw a smooth line through ten epochs or more (ggplot2 only).
#' @param theme_bw Whether to use the black and white theme (ggplot2 only).
#' @param ... Not used.
#' @return `plot()` returns the ggplot2 plot, or for base graphics `x` invisibly; `as.data.frame()`
#'   a data frame with a row for each epoch and metric: `epoch`, `value`, `metric`, and `data`,
#'   which is `training` or `validation`; `print()` returns `x` invisibly.
#' @family training
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' history <- model |>
#'   fit(iris[1:4], as.integer(iris$Species), epochs = 3, validation_split = 0.2, verbose = 0)
#' history
#' plot(history, method = "base")
#' as.data.frame(history)
#' @export
plot.keras_training_history <- function(
    x, y, metrics = NULL, method = c("auto", "ggplot2", "base"),
    smooth = getOption("keras.plot.history.smooth", TRUE),
    theme_bw = getOption("keras.plot.history.theme_bw", FALSE), ...) {
  method <- match.arg(method)
  data <- select_metrics(as.data.frame(x), metrics)
  if (method == "auto") {
    method <- if (requireNamespace("ggplot2", quietly = TRUE)) "ggplot2" else "base"
  }
  if (method == "ggplot2") {
    return(plot_history_ggplot(data, smooth, theme_bw))
  }
  plot_history_base(data)
  invisible(x)
}

#' @rdname plot.keras_training_history
#' @param row.names,optional Not used.
#' @export
as.data.frame.keras_training_history <- function(x, row.names = NULL, optional = FALSE, ...) {
  first <- if (is.null(x$params$initial_epoch)) 1L else x$params$initial_epoch
  frames <- lapply(names(x$metrics), function(name) {
    value <- x$metrics[[name]]
    data.frame(
      epoch = epochs_of(value, first, x$params$epochs),
      value = value,
      metric = rep(sub("^val_", "", name), length(value)),
      data = rep(if (startsWith(name, "val_")) "validation" else "training", length(value))
    )
  })
  frame <- do.call(rbind, c(list(empty_history()), frames))
  frame$metric <- factor(frame$metric, unique(frame$metric))
  frame$data <- factor(frame$data, c("training", "validation"))
  frame
}

empty_history <- function() {
  data.frame(epoch = integer(), value = double(), metric = character(), data = character())
}

# A metric that is computed every few epochs (validation_freq) has values for the last of each.
epochs_of <- function(value, first, last) {
  if (length(value) == 0L) {
    return(integer())
  }
  trained <- if (is.null(last)) length(value) else max(last - first + 1L, length(value))
  every <- max(1L, trained %/% length(value))
  as.integer(seq(first + every - 1L, by = every, length.out = length(value)))
}

#' @rdname plot.keras_training_history
#' @export
print.keras_training_history <- function(x, ...) {
  final <- vapply(x$metrics, function(value) value[[length(value)]], 0)
  cat("Final epoch (plot to see history):\n")
  cat(sprintf("%s: %s", format(names(final), justify = "right"), format_metric(final)), sep = "\n")
  invisible(x)
}

format_metric <- function(x) vapply(x, function(value) format(value, digits = 4), "")

select_metrics <- function(data, metrics) {
  if (is.null(metrics)) {
    return(data)
  }
  unknown <- setdiff(metrics, levels(data$metric))
  if (length(unknown) > 0L) {
    abort(sprintf(
      "`metrics`: the history has no \"%s\"; it has %s.", unknown[[1]],
      toString(dQuote(levels(data$metric), FALSE))
    ), call = sys.call(-1))
  }
  data <- data[data$metric %in% metrics, ]
  data$metric <- factor(data$metric, metrics)
  data
}

# ggplot2 lays `.data` under the columns named in aes(); it is not a variable of ours.
utils::globalVariables(".data")

plot_history_ggplot <- function(data, smooth, theme_bw) {
  aes <- ggplot2::aes(x = .data$epoch, y = .data$value, colour = .data$data, fill = .data$data)
  plot <- ggplot2::ggplot(data, aes) +
    ggplot2::facet_grid(metric ~ ., switch = "y", scales = "free_y") +
    ggplot2::scale_x_continuous(breaks = whole_breaks) +
    ggplot2::scale_colour_manual(values = history_colours) +
    ggplot2::scale_fill_manual(values = history_colours) +
    ggplot2::labs(x = "epoch", y = NULL, colour = NULL, fill = NULL) +
    (if (theme_bw) ggplot2::theme_bw()) +
    ggplot2::theme(strip.placement = "outside", strip.background = ggplot2::element_blank())
  if (all(data$data == "training")) {
    plot <- plot + ggplot2::guides(colour = "none", fill = "none")
  }
  if (smooth && max(table(data$metric, data$data)) >= 10L) {
    plot <- plot + ggplot2::geom_smooth(
      se = FALSE, method = "loess", formula = y ~ x, na.rm = TRUE, linewidth = 0.7
    )
  } else {
    plot <- plot + ggplot2::geom_line(linewidth = 0.7)
  }
  plot + ggplot2::geom_point(shape = 21, colour = "white", size = 2.2)
}

whole_breaks <- function(limits) {
  breaks <- pretty(limits)
  breaks[breaks == trunc(breaks)]
}

history_colours <- c(training = "#1F6FB2", validation = "#D9622B")

plot_history_base <- function(data, xlim = NULL) {
  panels <- levels(droplevels(data$metric))
  old <- graphics::par(
    mfrow = c(length(panels), 1), mar = c(2.5, 4.8, 0.8, 1), oma = c(1.5, 0, 0.5, 0), las = 1
  )
  on.exit(graphics::par(old))
  for (metric in panels) {
    of_metric <- data[data$metric == metric, ]
    plot_metric_base(of_metric, metric, xlim, legend = metric == panels[[1]])
  }
  graphics::mtext("epoch", side = 1, outer = TRUE, line = 0.2)
}

plot_metric_base <- function(data, metric, xlim, legend) {
  xlim <- xlim %||% range(data$epoch)
  graphics::plot(
    data$epoch, data$value, type = "n", xlim = xlim, xlab = "", ylab = "", xaxt = "n", bty = "l"
  )
  graphics::title(ylab = metric, line = 3.6)
  graphics::axis(1, at = whole_breaks(xlim))
  graphics::grid(col = "grey90", lty = 1)
  present <- levels(droplevels(data$data))
  for (kind in present) {
    of_kind <- data[data$data == kind, ]
    graphics::lines(of_kind$epoch, of_kind$value, type = "o", pch = 19, lwd = 2,
                    col = history_colours[[kind]])
  }
  if (legend && length(present) > 1L) {
    graphics::legend(
      "right", legend = present, col = history_colours[present], lwd = 2, pch = 19, bty = "n"
    )
  }
}
