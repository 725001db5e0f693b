# All that was recorded of one run.

#' Get the data of training runs
#'
#' Returns all that was recorded of a training run as a list: the elements are the columns of
#' [ls_runs()], except that `metrics` is the data frame of all epochs, `output` is the text that the
#' script printed and `model` is the summary of the model. Elements that the run does not have are
#' missing.
#'
#' @param run_dir A run: path of its directory, or the value of [ls_runs()], [training_run()] or
#'   [latest_run()].
#' @return A list of class `tfruns_run`. For several runs, a list of them.
#' @concept training run
#' @concept tfruns
#' @seealso [ls_runs()], [view_run()] shows it as a page.
#' @examples
#' run <- unique_run_dir(tempfile("runs"))
#' write_run_metadata("flags", list(rate = 0.1), run)
#' write_run_metadata("metrics", data.frame(loss = c(0.9, 0.5, NA)), run)
#' info <- run_info(run)
#' info
#' info$metrics
#' @export
run_info <- function(run_dir) {
  dirs <- existing_runs(run_dir)
  infos <- lapply(dirs, function(dir) structure(run_record(dir), class = "tfruns_run"))
  if (length(infos) == 1L) infos[[1]] else infos
}

# A list of what is in the directory.
run_record <- function(dir) {
  metrics <- read_metrics(dir)
  properties <- read_properties(dir)
  error <- read_json(data_dir(dir, "error.json"))
  model <- read_text(data_dir(dir, "model.txt"))
  archive <- data_dir(dir, "source.tar.gz")
  record <- c(
    list(run_dir = dir),
    prefixed("eval_", read_json(data_dir(dir, "evaluation.json"))),
    prefixed("metric_", last_values(metrics)),
    prefixed("flag_", read_json(data_dir(dir, "flags.json"))),
    prefixed("error_", error),
    properties,
    list(
      epochs_completed = if (!is.null(metrics)) n_completed(metrics),
      metrics = metrics,
      model = if (!is.null(model)) structure(model, class = "tfruns_model_summary"),
      output = read_text(data_dir(dir, "output.txt")),
      source_code = if (file.exists(archive)) archive
    )
  )
  record <- drop_null(record)
  record[column_order(names(record))]
}

prefixed <- function(prefix, values) {
  if (length(values)) stats::setNames(as.list(values), paste0(prefix, names(values)))
}

n_completed <- function(metrics) {
  values <- rowSums(!is.na(metrics)) > 0 | rowSums(is.nan(as.matrix(metrics))) > 0
  max(which(values), 0L)
}

# The last value of each metric. NaN is a value: the loss may diverge.
last_values <- function(metrics) {
  lapply(metrics, function(x) {
    known <- x[!is.na(x) | is.nan(x)]
    if (length(known)) known[[length(known)]] else NA_real_
  })
}

# The record with paths of files in place of what is in them.
as_paths <- function(record) {
  files <- c(metrics = "metrics.json", model = "model.txt", output = "output.txt")
  for (name in intersect(names(files), names(record))) {
    record[[name]] <- data_dir(record$run_dir, files[[name]])
  }
  record
}

#' @export
print.tfruns_run <- function(x, ...) {
  long <- c(
    metrics = "(metrics data frame)", model = "(model summary)", output = "(script output)",
    source_code = "(source archive)", error_traceback = "(error traceback)"
  )
  shown <- unclass(x)
  for (name in intersect(names(long), names(shown))) shown[[name]] <- long[[name]]
  lines <- utils::capture.output(utils::str(shown, no.list = TRUE))
  cat(trimws(lines, "left"), sep = "\n")
  invisible(x)
}

#' @export
print.tfruns_model_summary <- function(x, ...) {
  cat(x, sep = "\n")
  invisible(x)
}
