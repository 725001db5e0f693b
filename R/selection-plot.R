# The plot of a cross-validation.

#' @rdname cross_validate
#' @param kind String. `"metrics"` draws each metric of each fold, and their mean as a line;
#'   `"predictions"` the predictions of all held-out rows: numbers against those observed, classes
#'   as a confusion matrix; `"roc"` the receiver operating characteristic of each class against all
#'   others, with its area, from all held-out rows. Both are for one response.
#' @param y Ignored.
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @export
plot.rkeras_cross_validation <- function(x, y, kind = c("metrics", "predictions", "roc"),
                                         method = c("auto", "ggplot2", "base"), ...) {
  kind <- match_choice(kind)
  method <- plot_method(match_choice(method))
  drawn <- switch(kind,
    metrics = plot_scores(scores_by_fold(x), method),
    predictions = plot_held_out(x$predictions, method),
    roc = {
      held_out <- held_out_classes(x, NULL)
      plot_roc(roc_curves(held_out$prob, held_out$observed), method)
    }
  )
  if (method == "ggplot2") drawn else invisible(x)
}

# Columns `metric`, `fold`, `value`, `mean`.
scores_by_fold <- function(x) {
  metrics <- x$metrics
  fold <- metrics$fold
  if (!is.null(metrics$repetition)) fold <- paste(fold, metrics$repetition, sep = ".")
  data <- do.call(rbind, lapply(x$names, function(name) {
    data.frame(metric = name, fold = factor(fold, unique(fold)), value = metrics[[name]],
               mean = mean(metrics[[name]], na.rm = TRUE))
  }))
  data$metric <- factor(data$metric, x$names)
  data[!is.na(data$value), ]
}

plot_scores <- function(data, method) {
  if (method == "ggplot2") {
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data$fold, y = .data$value)) +
        ggplot2::geom_hline(ggplot2::aes(yintercept = .data$mean), colour = bar_colours[[2]]) +
        ggplot2::geom_point(colour = bar_colours[[1]], size = 2) +
        ggplot2::facet_wrap("metric", scales = "free_y") + ggplot2::labs(y = NULL)
    )
  }
  panels <- split(data, data$metric, drop = TRUE)
  in_panels(panels, mar = c(4, 4, 2, 1), draw = function(panel, metric) {
    graphics::plot(as.integer(panel$fold), panel$value, pch = 19, xlab = "fold", ylab = "",
                   main = metric, font.main = 1, bty = "l", las = 1, xaxt = "n",
                   col = bar_colours[[1]])
    graphics::axis(1, seq_len(nlevels(panel$fold)), levels(panel$fold))
    graphics::abline(h = panel$mean[[1]], col = bar_colours[[2]])
  })
}

plot_held_out <- function(predictions, method) {
  observed <- predictions$observed
  if (is.factor(observed)) {
    counts <- table(observed = observed, predicted = predictions$predicted)
    return(plot_confusion(shares_of(counts), method))
  }
  if (!is.numeric(observed)) {
    abort("`kind` is \"predictions\", which is for one response of numbers or classes.")
  }
  known <- !is.na(observed) & !is.na(predictions$predicted)
  data <- data.frame(x = predictions$predicted, y = observed)[known, ]
  plot_points(data, c("predicted", "observed"), "equal", method)
}

# list(prob, observed) of the rows that cross-validation held out, without those of missing values.
held_out_classes <- function(object, response) {
  rows <- object$predictions
  suffix <- if (is.null(response)) "" else paste0("_", as_string(response, "response"))
  observed <- rows[[paste0("observed", suffix)]]
  is_prob <- startsWith(names(rows), "prob_") & endsWith(names(rows), suffix)
  if (!is.factor(observed) || !any(is_prob)) {
    several <- sub("^observed_", "", grep("^observed_", names(rows), value = TRUE))
    abort("There are no probabilities of classes to compare.%s",
          if (length(several)) sprintf(" `response` can be %s.", in_quotes(several)) else "")
  }
  prob <- as.matrix(rows[is_prob])
  levels <- sub("^prob_", "", names(rows)[is_prob])
  colnames(prob) <- substr(levels, 1L, nchar(levels) - nchar(suffix))
  known <- !is.na(observed) & rowSums(is.na(prob)) == 0
  list(prob = prob[known, , drop = FALSE], observed = observed[known])
}
