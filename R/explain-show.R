# Attributions, printed, drawn and as data frames.

#' @rdname attributions
#' @param object The value of `attributions()`. Other methods have it as their first argument.
#' @export
summary.keras_attributions <- function(object, ...) {
  values <- table_values(object, "summary()")
  result <- data.frame(feature = colnames(values), mean_absolute = unname(colMeans(abs(values))))
  result <- result[order(-result$mean_absolute), ]
  rownames(result) <- NULL
  result
}

#' @rdname attributions
#' @export
as.data.frame.keras_attributions <- function(x, ...) {
  as.data.frame(table_values(x, "as.data.frame()"), optional = TRUE)
}

table_values <- function(x, call) {
  if (!is.matrix(x$values)) {
    abort("%s is for attributions of tables. `$values` has those of arrays.", call)
  }
  values <- x$values
  if (is.null(colnames(values))) colnames(values) <- paste0("x", seq_len(ncol(values)))
  values
}

#' @export
print.keras_attributions <- function(x, ..., n = 6L) {
  titles <- c(integrated_gradients = "Integrated gradients", gradient_shap = "Gradient SHAP")
  count <- length(x$prediction)
  cat(sprintf("%s of %s, %d steps\n", titles[[x$method]],
              count_of(count, "prediction", "predictions"), x$steps))
  rows <- seq_len(min(n, count))
  shown <- data.frame(target = x$target, baseline = x$baseline, prediction = x$prediction)[rows, ]
  if (is.matrix(x$values) && ncol(x$values) <= 20L) {
    shown <- cbind(shown, as.data.frame(x)[rows, , drop = FALSE])
  } else if (!is.list(x$values)) {
    cat(sprintf("Attributions have the shape %s\n", format_shape(c(NA, dim(x$values)[-1]))))
  }
  if (length(unique(x$target)) == 1L && x$target[[1]] == "1") shown$target <- NULL
  print(shown, digits = 4, ...)
  if (count > n) cat(sprintf("... and %d more rows\n", count - n))
  invisible(x)
}

#' @rdname attributions
#' @param row Integer. The row to draw. `NULL` draws the mean absolute attributions of all rows.
#' @param labels Character vector. Names of the bars, such as the words of a text.
#' @export
plot.keras_attributions <- function(x, ..., row = NULL, labels = NULL,
                                    method = c("auto", "ggplot2", "base")) {
  method <- match_choice(method)
  values <- x$values
  if (is.list(values)) abort("plot() draws the attributions of one input. Choose one in `$values`.")
  n <- length(x$prediction)
  row <- without_integer64(row)
  must_be(row, sprintf("one number from 1 to %d", n), is.null(row) || is_whole(row, 1, n))
  if (length(dim(values)) > 2L) {
    return(plot_attributed_array(take_rows(values, row %||% 1L), plot_method(method), x))
  }
  values <- table_values(x, "plot()")
  shown <- if (is.null(row)) colMeans(abs(values)) else values[row, ]
  if (!is.null(labels) && length(labels) != length(shown)) {
    abort("`labels` must be %d names, not %d.", length(shown), length(labels))
  }
  # Words keep their order and may repeat; columns are in the order of their attributions.
  order <- if (is.null(labels)) order(abs(shown)) else rev(seq_along(shown))
  names <- labels %||% colnames(values)
  names <- make.unique(as.character(names), " ")
  data <- data.frame(feature = factor(names[order], names[order]), value = unname(shown[order]))
  plot_bars(data, if (is.null(row)) "mean absolute attribution" else sum_text(x, row), method, x)
}

sum_text <- function(x, row) {
  numbers <- c(x$prediction[[row]], x$baseline[[row]], x$prediction[[row]] - x$baseline[[row]])
  numbers <- vapply(numbers, format, "", digits = 4)
  sprintf("attribution (sum: %s - %s = %s)", numbers[[1]], numbers[[2]], numbers[[3]])
}

# An image, summed over its channels, with 0 white; a series as its steps and columns.
plot_attributed_array <- function(values, method, x) {
  sizes <- dim(values)[-1]
  z <- array(values, sizes)
  if (length(sizes) == 3L) z <- rowSums(z, dims = 2L)
  if (length(dim(z)) != 2L) {
    abort("plot() draws attributions of tables and images, not of the shape %s.",
          format_shape(c(NA, sizes)))
  }
  limit <- max(abs(z), 1e-12)
  colours <- c(bar_colours[["negative"]], "white", bar_colours[["positive"]])
  if (method == "ggplot2") {
    data <- data.frame(row = as.vector(row(z)), column = as.vector(col(z)), value = as.vector(z))
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data$column, y = .data$row)) +
        ggplot2::geom_raster(ggplot2::aes(fill = .data$value)) +
        ggplot2::scale_fill_gradient2(low = colours[[1]], mid = colours[[2]], high = colours[[3]],
                                      limits = c(-limit, limit)) +
        ggplot2::scale_y_reverse() + ggplot2::coord_fixed() +
        ggplot2::labs(x = NULL, y = NULL, fill = "attribution")
    )
  }
  palette <- grDevices::colorRampPalette(colours)(65)
  graphics::image(seq_len(ncol(z)), seq_len(nrow(z)), t(z[rev(seq_len(nrow(z))), , drop = FALSE]),
                  zlim = c(-limit, limit), col = palette, xlab = "", ylab = "", axes = FALSE,
                  asp = 1)
  invisible(x)
}
