# Shows runs and comparisons as pages in a viewer or browser.

#' View a training run
#'
#' `view_run()` shows all that was recorded of a training run as a page: flags, metrics with their
#' learning curves, the evaluation, the model, plots, source code, output, the session, and the
#' error of a run that failed. `save_run_view()` saves the page. It is one HTML file without
#' references to others, so it can be mailed or published. It needs the package htmltools.
#'
#' @param run_dir A run: path of its directory, or the value of [ls_runs()], [latest_run()] or
#'   [run_info()].
#' @param viewer Function of the path of the page that shows it. `NULL` means the viewer pane of
#'   RStudio or Positron, or else the browser; scripts only write the page.
#' @param filename String. Path of the HTML file. `"auto"` means a temporary file.
#' @return String. Path of the HTML file, invisibly.
#' @concept experiment tracking
#' @concept report
#' @concept learning curve
#' @concept tfruns
#' @seealso [compare_runs()] shows two runs side by side, [run_info()], [ls_runs()].
#' @examplesIf requireNamespace("htmltools", quietly = TRUE)
#' run <- unique_run_dir(tempfile("runs"))
#' write_run_metadata("metrics", data.frame(loss = c(0.9, 0.5), val_loss = c(1, 0.6)), run)
#' save_run_view(run, file.path(tempdir(), "run.html"))
#' @export
view_run <- function(run_dir = latest_run(), viewer = getOption("tfruns.viewer")) {
  show_page(run_page(run_dir, "auto"), viewer)
}

#' @rdname view_run
#' @export
save_run_view <- function(run_dir = latest_run(), filename = "auto") {
  invisible(run_page(run_dir, filename))
}

run_page <- function(run, filename) {
  need_htmltools()
  dir <- single_run(run, "run_dir")
  write_run_page(dir, page_path(filename, basename(dir)))
}

#' Compare training runs
#'
#' `compare_runs()` shows two training runs side by side on a page: flags, metrics and other values,
#' where rows that differ are highlighted, both learning curves in one chart, and the differences of
#' source code, model and output. The earlier run is on the left. `save_run_comparison()` saves the
#' page as one HTML file. It needs the packages htmltools, and the program `diff`, which every Unix
#' has.
#'
#' @param runs Two runs: paths, or the value of [ls_runs()], of which the first two rows are
#'   compared. The default is the last two runs.
#' @inheritParams view_run
#' @return String. Path of the HTML file, invisibly.
#' @concept experiment tracking
#' @concept differences of source code
#' @concept tfruns
#' @seealso [view_run()], [ls_runs()].
#' @examplesIf requireNamespace("htmltools", quietly = TRUE)
#' runs_dir <- tempfile("runs")
#' for (rate in c(0.1, 0.5)) {
#'   run <- unique_run_dir(runs_dir, seconds_scale = 3)
#'   write_run_metadata("flags", list(rate = rate), run)
#'   write_run_metadata("metrics", data.frame(loss = exp(-rate * 1:5)), run)
#' }
#' save_run_comparison(ls_runs(runs_dir = runs_dir), file.path(tempdir(), "comparison.html"))
#' @export
compare_runs <- function(runs = ls_runs(latest_n = 2), viewer = getOption("tfruns.viewer")) {
  show_page(comparison_page(runs, "auto"), viewer)
}

#' @rdname compare_runs
#' @export
save_run_comparison <- function(runs = ls_runs(latest_n = 2), filename = "auto") {
  invisible(comparison_page(runs, filename))
}

comparison_page <- function(runs, filename) {
  need_htmltools()
  dirs <- existing_runs(runs, "runs")
  if (length(dirs) < 2L) {
    abort("`runs` must be two runs, not %d.", length(dirs))
  }
  dirs <- dirs[1:2]
  starts <- vapply(dirs, function(dir) as.double(read_properties(dir)$start %||% NA), 0)
  dirs <- dirs[order(starts)]
  write_comparison(dirs, page_path(filename, "comparison"))
}

#' View metrics during training
#'
#' `view_run_metrics()` shows learning curves as a page in the viewer pane or browser, and
#' `update_run_metrics()` replaces its metrics while training continues. The page reloads itself as
#' long as metrics are incomplete. [fit()] plots metrics by itself with `view_metrics = TRUE`; these
#' functions are for training loops of your own.
#'
#' @param metrics Data frame with one row per epoch and one column per metric, with `NA` in epochs
#'   that are not completed yet; or a training history. A validation metric has the name of the
#'   training metric with `val_` before it. The axis of `acc` and `accuracy` ends at 1.
#' @param viewer The value of `view_run_metrics()`.
#' @return An object of class `tfruns_metrics_viewer` with the path of the page in `$page`,
#'   invisibly.
#' @concept learning curve
#' @concept live plot
#' @concept tfruns
#' @seealso [write_run_metadata()] records metrics, [view_run()], [fit()].
#' @examplesIf requireNamespace("htmltools", quietly = TRUE)
#' metrics <- data.frame(loss = c(0.9, NA, NA), val_loss = c(1.1, NA, NA))
#' viewer <- view_run_metrics(metrics)
#' metrics[2, ] <- c(0.6, 0.8)
#' update_run_metrics(viewer, metrics)
#' @export
view_run_metrics <- function(metrics) {
  need_htmltools()
  folder <- tempfile("metrics-")
  dir.create(folder)
  viewer <- structure(list(page = file.path(folder, "index.html")),
                      class = "tfruns_metrics_viewer")
  write_metrics_page(viewer, metrics)
  show_page(viewer$page, getOption("tfruns.viewer"))
  invisible(viewer)
}

#' @rdname view_run_metrics
#' @export
update_run_metrics <- function(viewer, metrics) {
  must_be(viewer, "the value of view_run_metrics()", inherits(viewer, "tfruns_metrics_viewer"))
  write_metrics_page(viewer, metrics)
  invisible(viewer)
}

write_metrics_page <- function(viewer, metrics) {
  frame <- metrics_frame(metrics)
  must_be(metrics, "a data frame with numeric columns", !is.null(frame))
  is_complete <- n_completed(frame) == nrow(frame)
  reload <- if (!is_complete) {
    htmltools::tags$meta(`http-equiv` = "refresh", content = "1")
  }
  text <- sprintf("%d of %d epochs", n_completed(frame), nrow(frame))
  write_page(viewer$page, "Metrics", htmltools::tags$p(class = "status", text),
             metric_charts(list(run = frame)), head = reload)
}

# ---- Where pages go ------------------------------------------------------------------------------

page_path <- function(filename, name) {
  check_string(filename, "filename")
  if (filename == "auto") {
    folder <- tempfile("run-")
    dir.create(folder)
    return(file.path(folder, paste0(name, ".html")))
  }
  check_path(dirname(filename), "filename", "directory")
  filename
}

show_page <- function(page, viewer) {
  force(page)
  viewer <- viewer %||% getOption("page_viewer") %||% getOption("viewer") %||% utils::browseURL
  must_be(viewer, "a function of a path", is.function(viewer))
  if (!identical(viewer, utils::browseURL) || is_session_interactive()) viewer(page)
  invisible(page)
}
