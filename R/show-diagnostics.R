# How well a model of a data frame predicts, drawn by ggplot2 if it is installed.

#' Plot how well a model of a data frame predicts
#'
#' The model was trained with a formula, by [tabular()] or [fit()]. Without `data`, the plot is
#' about the rows of `tabular()`, each predicted by the member that was not trained on it, since a
#' network may know those that it was trained on by heart.
#'
#' * `"observed"`: observed against predicted numbers, and the line where they are equal.
#' * `"residuals"`: residuals against fitted values; of counts they are Pearson's. They should have
#'   no trend.
#' * `"qq"`: sorted residuals against the quantiles of a normal distribution.
#' * `"confusion"`: how many rows of each class are predicted as which.
#' * `"roc"`: for each threshold, the share of a class above it against that of the other rows (the
#'   receiver operating characteristic), with the area under the curve: each class against all
#'   others; of two classes, the second.
#' * `"calibration"`: of the predictions with a confidence, the share that is right; see
#'   [calibration()], which has the numbers.
#' * `"survival"`: the mean of the predicted survival curves, and the Kaplan-Meier curve.
#' * `"history"`: the loss and metrics of each epoch, as [plot.keras_training_history()].
#'
#' @param model A Keras model.
#' @param type String. What to draw.
#' @param data Data frame with the variables of the formula.
#' @param method `"ggplot2"`, `"base"` for R's own graphics, or `"auto"` for ggplot2 if it is
#'   installed.
#' @return The ggplot2 plot, or the model, invisibly, where base graphics draw.
#' @concept residual plot
#' @concept confusion matrix
#' @concept ROC curve
#' @concept AUC
#' @seealso [plot()][plot.keras.src.models.model.Model] for the layers of a model, [residuals()],
#'   [calibration()].
#' @export
#' @examplesIf is_keras_available()
#' cars <- tabular(mpg ~ wt + hp, data = mtcars, epochs = 50)
#' plot_diagnostics(cars, "observed", data = mtcars)
plot_diagnostics <- function(
    model, type = c("observed", "residuals", "qq", "confusion", "roc", "calibration", "survival",
                    "history"),
    data = NULL, method = c("auto", "ggplot2", "base")) {
  check_model(model, "model")
  type <- as_choice(type, eval(formals()$type), "type")
  method <- plot_method(as_choice(method, eval(formals()$method), "method"))
  if (type == "history") {
    return(graphics::plot(history_of(model), method = method))
  }
  rows <- rows_to_judge(model, data)
  points <- function(labels, line) {
    plot_points(judged_points(model, rows, type), labels, line, method)
  }
  drawn <- switch(type,
    residuals = points(c("fitted value", "residual"), "zero"),
    qq = points(c("normal quantile", "residual"), "quartiles"),
    observed = points(c("predicted", "observed"), "equal"),
    confusion = plot_confusion(confusion_of(model, rows), method),
    roc = plot_roc(roc_curves(rows$predict("prob"), classes_of(model, rows, type)), method),
    calibration = graphics::plot(
      through_hooks("calibration", list(model = model, rows = data)), method = method
    ),
    survival = plot_survival(curves_of(model, rows), method)
  )
  if (method == "ggplot2") drawn else invisible(model)
}

history_of <- function(model) {
  kept <- memory_of(model)$table$history
  if (!is.null(kept)) return(kept)
  history <- attr_or_null(model, "history", FALSE)
  if (is.null(history)) abort("The model was not trained in this session, so it has no history.")
  as_training_history(history)
}

# list(data, predict): rows, and a function of `type` that predicts them: without `data`, each by
# the member that has left it out, since others have learned it.
rows_to_judge <- function(model, data) {
  if (is.null(data) && knows_left_out(model)) {
    known <- left_out_rows(model)
    return(list(data = take_rows(memory_of(model)$table$data, known$rows), predict = known$predict))
  }
  data <- kept_data(model, data, "plot_diagnostics()")
  list(data = data, predict = function(type, times = NULL) {
    stats::predict(model, data, type = type, times = times, verbose = 0)
  })
}

# ---- Data ----------------------------------------------------------------------------------------

# Columns `x` and `y`.
judged_points <- function(model, rows, type) {
  parts <- observed_and_fitted(model, rows$data, "plot_diagnostics()", rows$predict)
  is_count <- is_response(parts$response, "count")
  if (is.matrix(parts$y) || !(is_count || is_response(parts$response, "numbers"))) {
    abort(c("`type` is \"%s\", which is for one column of numbers or counts. For classes there is",
            "\"confusion\", for survival times \"survival\"."), type)
  }
  residual <- residuals_of(parts$response, parts, if (is_count) "pearson" else "response")
  switch(type,
    residuals = data.frame(x = parts$fitted, y = residual),
    qq = data.frame(x = stats::qnorm(stats::ppoints(length(residual))), y = sort(residual)),
    observed = data.frame(x = parts$fitted, y = parts$y)
  )
}

# Columns `observed`, `predicted`, `n` and `share` of the observed class.
confusion_of <- function(model, rows) {
  observed <- classes_of(model, rows, "confusion")
  shares_of(table(observed = observed, predicted = rows$predict("class")))
}

# The observed classes, a factor.
classes_of <- function(model, rows, type) {
  design <- design_of(model, "plot_diagnostics()")
  levels <- target_levels(facts_of(model))
  if (is.null(levels) || is.list(levels)) {
    abort("`type` is \"%s\", which is for models of one factor.", type)
  }
  factor(as.character(formula_data(design, rows$data, response = TRUE)$y), levels)
}

shares_of <- function(counts) {
  data <- as.data.frame(counts, responseName = "n")
  data$share <- as.vector(counts / pmax(rowSums(counts), 1))
  data
}

# The mean of the predicted curves, and that of Kaplan and Meier: columns `time`, `survival`,
# `curve`.
curves_of <- function(model, rows) {
  design <- design_of(model, "plot_diagnostics()")
  response <- response_of(facts_of(model))
  if (!is_response(response, "survival")) {
    abort("`type` is \"survival\", which is for models of survival times.")
  }
  need_package("survival", "The observed curve needs")
  times <- seq(0, max(response$breaks), length.out = 200L)
  mean <- colMeans(rows$predict("survival", times))
  y <- known_responses(design, rows$data)[[1]]
  observed <- survival::survfit(y ~ 1)
  observed <- stats::approx(c(0, observed$time), c(1, observed$surv), times, method = "constant")
  data.frame(time = times, survival = c(mean, observed$y),
             curve = rep(c("model", "Kaplan-Meier"), each = length(times)))
}

# ---- Drawing -------------------------------------------------------------------------------------

# list(intercept, slope) of the line that good predictions are near.
reference_line <- function(data, line) {
  if (line == "zero") return(c(0, 0))
  if (line == "equal") return(c(0, 1))
  at <- stats::quantile(data$y, c(0.25, 0.75), names = FALSE)
  slope <- diff(at) / diff(stats::qnorm(c(0.25, 0.75)))
  c(mean(at), slope)
}

plot_points <- function(data, labels, line, method) {
  line <- reference_line(data, line)
  if (method == "ggplot2") {
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data$x, y = .data$y)) +
        ggplot2::geom_abline(intercept = line[[1]], slope = line[[2]], colour = bar_colours[[2]]) +
        ggplot2::geom_point(colour = bar_colours[[1]], alpha = point_alpha(data)) +
        ggplot2::labs(x = labels[[1]], y = labels[[2]])
    )
  }
  graphics::plot(data$x, data$y, xlab = labels[[1]], ylab = labels[[2]], pch = 19, las = 1,
                 bty = "l", col = grDevices::adjustcolor(bar_colours[[1]], point_alpha(data)))
  graphics::abline(line[[1]], line[[2]], col = bar_colours[[2]])
}

point_alpha <- function(data) max(0.1, min(0.8, 200 / nrow(data)))

plot_confusion <- function(data, method) {
  data$predicted <- factor(data$predicted, levels(data$observed))
  if (method == "ggplot2") {
    return(
      ggplot2::ggplot(data, ggplot2::aes(x = .data$predicted, y = .data$observed)) +
        ggplot2::geom_tile(ggplot2::aes(fill = .data$share)) +
        ggplot2::geom_text(ggplot2::aes(label = .data$n)) +
        ggplot2::scale_y_discrete(limits = rev) +
        ggplot2::scale_fill_gradient(low = "white", high = bar_colours[[1]], limits = 0:1) +
        ggplot2::labs(fill = "share of\nobserved")
    )
  }
  levels <- levels(data$observed)
  n <- length(levels)
  share <- matrix(data$share, n)
  colours <- grDevices::colorRampPalette(c("white", bar_colours[[1]]))(64L)
  graphics::image(seq_len(n), seq_len(n), t(share[n:1, , drop = FALSE]), col = colours,
                  zlim = 0:1, axes = FALSE, xlab = "predicted", ylab = "observed")
  graphics::axis(1, seq_len(n), levels)
  graphics::axis(2, seq_len(n), rev(levels), las = 1)
  graphics::text(as.integer(data$predicted), n + 1L - as.integer(data$observed), data$n)
}

plot_survival <- function(data, method) {
  if (method == "ggplot2") {
    aes <- ggplot2::aes(x = .data$time, y = .data$survival, colour = .data$curve)
    return(
      ggplot2::ggplot(data, aes) + ggplot2::geom_line(na.rm = TRUE) +
        ggplot2::scale_colour_manual(values = unname(bar_colours)[2:1]) +
        ggplot2::ylim(0, 1) + ggplot2::labs(colour = NULL)
    )
  }
  is_model <- data$curve == "model"
  graphics::plot(data$time[is_model], data$survival[is_model], type = "l", ylim = 0:1, las = 1,
                 bty = "l", xlab = "time", ylab = "survival", col = bar_colours[[1]], lwd = 2)
  graphics::lines(data$time[!is_model], data$survival[!is_model], col = bar_colours[[2]])
  graphics::legend("topright", c("model", "Kaplan-Meier"), col = bar_colours, lwd = 2, bty = "n")
}
