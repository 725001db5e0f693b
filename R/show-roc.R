# Receiver operating characteristics: how well probabilities tell a class from the others.

# The curve of each class against all others; of two classes, that of the second. Columns
# `false_positive` and `true_positive`, the shares of rows above a threshold, and `curve`, the class
# with its area. `observed` is a factor, `prob` has a column for each of its levels.
roc_curves <- function(prob, observed) {
  levels <- levels(observed)
  classes <- if (length(levels) == 2L) 2L else seq_along(levels)
  count <- tabulate(observed, length(levels))
  classes <- classes[count[classes] %in% seq_len(length(observed) - 1L)]
  if (!length(classes)) abort("The curve needs rows of two classes at least.")
  curves <- lapply(classes, function(k) roc_curve(prob[, k], as.integer(observed) == k))
  labels <- vapply(classes, FUN.VALUE = "", function(k) {
    area <- roc_area(prob[, k], as.integer(observed) == k)
    sprintf("%s (area %s)", levels[[k]], formatC(area, digits = 3, format = "f"))
  })
  cbind(curve = factor(rep(labels, vapply(curves, nrow, 0L)), labels), do.call(rbind, curves))
}

roc_curve <- function(prob, is_class) {
  order <- order(prob, decreasing = TRUE)
  # Rows of the same probability are above a threshold together.
  last <- !duplicated(prob[order], fromLast = TRUE)
  share <- function(counted) c(0, cumsum(counted[order])[last] / sum(counted))
  data.frame(false_positive = share(!is_class), true_positive = share(is_class))
}

plot_roc <- function(data, method) {
  label <- c("share of the other rows", "share of the class")
  n <- nlevels(data$curve)
  colours <- if (n <= 2L) unname(bar_colours)[seq_len(n)] else grDevices::hcl.colors(n, "Dark 3")
  if (method == "ggplot2") {
    aes <- ggplot2::aes(x = .data$false_positive, y = .data$true_positive, colour = .data$curve)
    return(
      ggplot2::ggplot(data, aes) +
        ggplot2::geom_abline(linetype = 2L, colour = "grey50") + ggplot2::geom_line() +
        ggplot2::scale_colour_manual(values = colours) +
        ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1)) +
        ggplot2::labs(x = label[[1]], y = label[[2]], colour = NULL)
    )
  }
  graphics::plot(0:1, 0:1, type = "l", lty = 2L, col = "grey50", asp = 1, las = 1, bty = "l",
                 xlab = label[[1]], ylab = label[[2]])
  for (i in seq_len(n)) {
    curve <- data[as.integer(data$curve) == i, ]
    graphics::lines(curve$false_positive, curve$true_positive, col = colours[[i]], lwd = 2)
  }
  graphics::legend("bottomright", levels(data$curve), col = colours, lwd = 2, bty = "n")
}
