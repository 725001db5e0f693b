# The result of fit(): the loss and metrics of each epoch, with print, plot and data frame methods.

# `history` is Keras's History callback after training. The result is an R object without references
# to Python.
as_training_history <- function(history) {
  found <- in_python("rkeras.keras.history.values", history)
  values <- loss_first(found$history)
  epochs <- Map(function(values, name) epochs_of_values(values, found$epoch, found$epochs[[name]]),
                values, names(values))
  widths <- lengths(lapply(values, function(x) x[[1]]))
  names <- names_of_values(names(values), widths, levels_of_history(history))
  epochs <- stats::setNames(rep(epochs, widths), names)
  metrics <- stats::setNames(as.list(unlist(lapply(values, value_columns), FALSE)), names)
  # A reused History has the values of earlier trainings too, but not their epochs.
  metrics <- Map(function(values, epochs) utils::tail(values, length(epochs)), metrics, epochs)
  structure(
    list(params = found$params, metrics = metrics, epochs = epochs),
    class = "keras_training_history"
  )
}

# A metric may have a value for each class, and is then one metric for each.
value_columns <- function(values) {
  numbers <- do.call(rbind, lapply(values, as.double))
  lapply(seq_len(ncol(numbers)), function(i) numbers[, i])
}

levels_of_history <- function(history) {
  model <- attr_or_null(history, "model")
  if (is.null(model)) list() else output_levels(facts_of(model))
}

# Those of several values end in the classes, if these are known, or else in their positions.
# `levels`, a list by output, is looked up only for such metrics.
names_of_values <- function(names, widths, levels) {
  if (all(widths == 1L)) return(names)
  at <- if (length(levels) == 1L) 1L else output_of_metric(names, names(levels))
  unlist(Map(function(name, n, levels) {
    if (n == 1L) return(name)
    paste0(name, "_", if (length(levels) == n) levels else seq_len(n))
  }, names, widths, unname(levels)[at]), use.names = FALSE)
}

# The epochs of a metric's values, from 1. For a metric that is not computed after each epoch, only
# the package's own History callback records the epochs.
epochs_of_values <- function(values, epoch, noted) {
  epoch <- as.integer(unlist(noted %||% epoch)) + 1L
  if (length(values) >= length(epoch)) epoch else rep(NA_integer_, length(values))
}

#' Plot and convert the training history
#'
#' [fit()] returns a training history: the loss and the metrics after each epoch, on the training
#' data and (with names that begin with `val_`) on the validation data. `plot()` draws the learning
#' curves, one panel per metric, `as.data.frame()` returns them in long format, and `summary()`
#' shows the first, last, lowest and highest values.
#'
#' Learning curves show whether a model overfits: the training loss still decreases while the
#' validation loss rises. If both are high and still decrease, train for more epochs or use a larger
#' model. The training loss is averaged over the epoch while the weights change, so in early epochs
#' it can exceed the validation loss.
#'
#' `plot()` uses ggplot2 if it is installed and base graphics otherwise. The lines connect the
#' values themselves. Validation metrics share the panel of the training metric.
#'
#' @section Epochs:
#' Epochs count from 1, over the whole training of a model: after `initial_epoch = 3` the first
#' epoch is 3. A metric has values only for the epochs after which it was computed: for the
#' validation these are 2, 4, 6 and so on with `validation_freq = 2`. Training that stops early has
#' fewer epochs than `epochs`.
#'
#' Python's history object, such as `model$history`, has the same methods. It does not record the
#' epochs of metrics that are not computed after each epoch; these are `NA`, unless [fit()] created
#' it.
#'
#' @param x,object A training history: the value of [fit()], or Python's history object.
#' @param y Ignored.
#' @param metrics Character vector. Names of the metrics to plot; `NULL` means all.
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @param smooth Logical. Whether to add a smooth curve to metrics of ten epochs or more, and draw
#'   their values pale (ggplot2 only). The curve may begin or end far from the values.
#' @param theme_bw Logical. Whether to use the black and white theme (ggplot2 only).
#' @param main String. Title of the plot; `NULL` for none.
#' @param ... Ignored.
#' @return `plot()`: the ggplot2 plot; for base graphics `x`, invisibly. `as.data.frame()`: a data
#'   frame with one row per epoch and metric and the columns `epoch`, `value`, `metric`, and `data`,
#'   which is `training` or `validation`. `print()`: `x`, invisibly. `summary()`: a data frame with
#'   one row per metric: its first, last, lowest and highest value.
#' @concept underfitting
#' @concept learning curve
#' @concept training loss
#' @concept validation loss
#' @concept overfitting
#' @concept epochs
#' @seealso [fit()] returns the history, [tidy()] and [glance()] for tables in broom's format,
#'   [callback_early_stopping()] stops when the validation loss no longer decreases,
#'   [tensorboard()].
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 1)
#' model |> compile(loss = "mse", optimizer = optimizer_adam(0.01))
#' history <- model |> fit(
#'   iris[1:4], as.integer(iris$Species), epochs = 3,
#'   validation_split = 0.2, verbose = 0
#' )
#' history
#' plot(history, method = "base")
#' as.data.frame(history)
#' summary(history)
#' @export
plot.keras_training_history <- function(
    x, y, metrics = NULL, method = c("auto", "ggplot2", "base"),
    smooth = getOption("keras.plot.history.smooth", FALSE),
    theme_bw = getOption("keras.plot.history.theme_bw", FALSE), ..., main = "Training history") {
  method <- plot_method(match_choice(method))
  data <- drawable(select_metrics(as.data.frame(x), metrics))
  if (nrow(data) == 0L) abort("The history has no finite numbers to plot.")
  if (method == "ggplot2") {
    return(plot_history_ggplot(data, smooth, theme_bw) + ggplot2::labs(title = main))
  }
  plot_history_base(data, main = main)
  invisible(x)
}

#' @rdname plot.keras_training_history
#' @param row.names,optional Ignored.
#' @export
as.data.frame.keras_training_history <- function(x, row.names = NULL, optional = FALSE, ...) {
  # Histories saved by other versions have no epochs.
  all <- seq_len(max(lengths(x$metrics), 0L)) - 1L
  frames <- lapply(names(x$metrics), function(name) {
    value <- x$metrics[[name]]
    data.frame(
      epoch = x$epochs[[name]] %||% epochs_of_values(value, all, NULL),
      value = value,
      metric = rep(sub("^val_", "", name), length(value)),
      data = rep(if (startsWith(name, "val_")) "validation" else "training", length(value))
    )
  })
  none <- data.frame(epoch = integer(), value = double(), metric = character(), data = character())
  frame <- do.call(rbind, c(list(none), frames))
  frame$metric <- factor(frame$metric, unique(frame$metric))
  frame$data <- factor(frame$data, c("training", "validation"))
  frame
}

#' @rdname plot.keras_training_history
#' @export
print.keras_training_history <- function(x, ...) {
  final <- vapply(x$metrics, function(value) value[[length(value)]], 0)
  cat("Final epoch (plot to see history):\n")
  cat(sprintf("%s: %s", format(names(final), justify = "right"), format_metric(final)), sep = "\n")
  invisible(x)
}

#' @rdname plot.keras_training_history
#' @export
summary.keras_training_history <- function(object, ...) {
  of <- function(f) vapply(object$metrics, function(value) as.double(f(value)), 0)
  names <- names(object$metrics) %||% character()
  data.frame(
    metric = sub("^val_", "", names),
    data = ifelse(startsWith(names, "val_"), "validation", "training"),
    first = of(function(x) x[[1]]), last = of(function(x) x[[length(x)]]),
    lowest = of(min), highest = of(max), row.names = NULL
  )
}

#' @rdname plot.keras_training_history
#' @export
plot.keras.src.callbacks.history.History <- function(x, y, ...) {
  graphics::plot(as_training_history(x), ...)
}

#' @rdname plot.keras_training_history
#' @export
as.data.frame.keras.src.callbacks.history.History <- # nolint: object_length_linter.
  function(x, row.names = NULL, optional = FALSE, ...) as.data.frame(as_training_history(x))

#' @rdname plot.keras_training_history
#' @export
summary.keras.src.callbacks.history.History <- function(object, ...) {
  summary(as_training_history(object))
}

format_metric <- function(x) vapply(x, function(value) format(value, digits = 4), "")

select_metrics <- function(data, metrics) {
  if (is.null(metrics)) {
    return(data)
  }
  unknown <- setdiff(metrics, levels(data$metric))
  if (length(unknown) > 0L) {
    abort("`metrics`: the history has no \"%s\"; it has %s.", unknown[[1]],
          in_quotes(levels(data$metric)))
  }
  data <- data[data$metric %in% metrics, ]
  data$metric <- factor(data$metric, metrics)
  data
}

plot_method <- function(method) {
  if (method != "auto") return(method)
  if (requireNamespace("ggplot2", quietly = TRUE)) "ggplot2" else "base"
}

# ggplot2 evaluates `.data`; it is not a variable of this package.
utils::globalVariables(".data")

plot_history_ggplot <- function(data, smooth, theme_bw) {
  aes <- ggplot2::aes(x = .data$epoch, y = .data$value, colour = .data$data, fill = .data$data)
  plot <- ggplot2::ggplot(data, aes) +
    value_layers(data, smooth) +
    ggplot2::facet_wrap("metric", ncol = n_columns(data), scales = "free_y") +
    ggplot2::scale_x_continuous(breaks = whole_breaks) +
    ggplot2::scale_colour_manual(values = history_colours) +
    ggplot2::scale_fill_manual(values = history_colours) +
    ggplot2::labs(x = "epoch", y = NULL, colour = NULL, fill = NULL) +
    (if (theme_bw) ggplot2::theme_bw()) +
    ggplot2::theme(
      strip.background = ggplot2::element_blank(),
      strip.text = ggplot2::element_text(hjust = 0), legend.position = "top",
      legend.justification = "left", legend.margin = ggplot2::margin()
    )
  if (all(data$data == "training")) plot + ggplot2::guides(colour = "none", fill = "none") else plot
}

# The values as lines, with points if there is room for them, and a curve if it is asked for.
value_layers <- function(data, smooth) {
  known <- n_known(data)
  # With fewer values, or for the learning rate, a smooth curve would be misleading.
  smoothed <- smooth & known >= 10L & data$metric != "learning_rate"
  list(
    ggplot2::geom_line(data = data[!smoothed & known > 1L, ], linewidth = 0.7, na.rm = TRUE),
    if (any(smoothed)) curve_layers(data[smoothed, ]),
    ggplot2::geom_point(
      data = data[known <= most_points, ], shape = 21, colour = "white", size = 2.2, na.rm = TRUE
    )
  )
}

curve_layers <- function(data) {
  list(
    ggplot2::geom_line(data = data, linewidth = 0.5, alpha = 0.35, na.rm = TRUE),
    ggplot2::geom_smooth(
      data = data, se = FALSE, method = "loess", formula = y ~ x, na.rm = TRUE, linewidth = 0.7
    )
  )
}

# Points of more epochs would hide the line.
most_points <- 50L

# Lines have gaps where a loss is NaN or infinite. Metrics without finite values and rows without an
# epoch are dropped.
drawable <- function(data) {
  data <- data[!is.na(data$epoch), ]
  data$value[!is.finite(data$value)] <- NA
  known <- stats::ave(as.integer(!is.na(data$value)), data$metric, FUN = sum)
  droplevels(data[known > 0L, ])
}

# The number of finite values in the line of each row.
n_known <- function(data) {
  stats::ave(as.integer(!is.na(data$value)), data$metric, data$data, FUN = sum)
}

n_columns <- function(data) if (nlevels(droplevels(data$metric)) > 3L) 2L else 1L

whole_breaks <- function(limits) {
  breaks <- pretty(limits)
  breaks[breaks == trunc(breaks)]
}

history_colours <- c(training = "#1F6FB2", validation = "#D9622B")

plot_history_base <- function(data, xlim = NULL, main = NULL) {
  panels <- levels(data$metric)
  xlim <- as.double(xlim %||% range(data$epoch))
  if (diff(xlim) == 0) xlim <- xlim + c(-0.5, 0.5)
  columns <- n_columns(data)
  old <- graphics::par(
    mfrow = c(ceiling(length(panels) / columns), columns), mar = c(2, 4, 1.8, 0.8),
    oma = c(1.6, 0, 2.2, 0), las = 1, mgp = c(3, 0.5, 0), tcl = -0.25
  )
  on.exit(graphics::par(old))
  for (metric in panels) plot_metric_base(data[data$metric == metric, ], metric, xlim)
  graphics::mtext("epoch", side = 1, outer = TRUE, line = 0.4)
  present <- levels(droplevels(data$data))
  title_on_top(main, if (length(present) > 1L) present)
}

plot_metric_base <- function(data, metric, xlim) {
  graphics::plot(
    data$epoch, data$value, type = "n", xlim = xlim, xlab = "", ylab = "", xaxt = "n", bty = "l"
  )
  graphics::title(main = metric, adj = 0, line = 0.5, font.main = 1, cex.main = 1.1)
  at <- whole_breaks(xlim)
  graphics::axis(1, at = at)
  graphics::abline(h = graphics::axTicks(2), v = at, col = "grey90")
  for (kind in levels(droplevels(data$data))) {
    of_kind <- data[data$data == kind, ]
    type <- if (n_known(of_kind)[[1L]] <= most_points) "o" else "l"
    graphics::lines(of_kind$epoch, of_kind$value, type = type, pch = 19, lwd = 2,
                    col = history_colours[[kind]], xpd = NA)
  }
}

# Title and legend are above all panels, where they cover no line.
title_on_top <- function(main, present) {
  graphics::par(mfrow = c(1, 1), oma = rep(0, 4), mar = rep(0, 4), new = TRUE)
  graphics::plot.new()
  if (!is.null(main)) {
    graphics::legend("topleft", legend = main, bty = "n", text.font = 2, cex = 1.1)
  }
  if (!is.null(present)) {
    graphics::legend("topright", legend = present, col = history_colours[present], lwd = 2,
                     pch = 19, bty = "n", horiz = TRUE)
  }
}
