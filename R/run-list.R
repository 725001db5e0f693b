# Lists runs and shows one: data frames and lists of what was recorded.

#' List training runs
#'
#' Returns a data frame with one row per training run: flags, metrics, evaluation, data about the
#' model, times. Runs can be selected and ordered by its columns, which `subset` and `order` name
#' without quotes. The data frame has only the columns that at least one of the runs has.
#'
#' @section Columns:
#' * `run_dir`: the directory.
#' * `eval_*`: the results of [evaluate()]. `metric_*`: loss and metrics after the last completed
#'   epoch. `flag_*`: hyperparameters; see [flags()].
#' * `samples`, `validation_samples`, `batch_size`, `epochs`, `epochs_completed`: how [fit()] was
#'   called. `loss_function`, `optimizer`, `learning_rate`: how the model was compiled.
#' * `metrics`, `model`, `output`, `source_code`: paths of files; [run_info()] reads them.
#' * `script`, `start`, `end`, `completed`, `context`, `type`. A run that failed has `error_message`
#'   and `error_traceback`; one that was killed has no `end`. Times are in GMT.
#' * All other properties, such as `git_commit`, and `git_clean`: whether the files were as in this
#'   commit.
#'
#' @param subset Logical expression of columns: which runs to keep. Missing values count as `FALSE`.
#' @param order Columns to order by: one name or `c()` of several, with or without quotes.
#' @param decreasing Logical. Whether to order from high to low, such as from late to early.
#' @param latest_n Positive integer. Number of most recent runs to list, before `subset` applies.
#'   `NULL` means all.
#' @param runs_dir String. Directory of the runs.
#' @return `ls_runs()`: a data frame of class `tfruns_runs_df`, without rows if there are no runs.
#'   `latest_run()`: the value of [run_info()] for the most recent run, or `NULL`.
#' @concept experiment tracking
#' @concept compare hyperparameters
#' @concept tfruns
#' @seealso [run_info()], [view_run()], [compare_runs()], [clean_runs()], [copy_run()].
#' @examples
#' runs_dir <- tempfile("runs")
#' for (rate in c(0.1, 0.5, 0.9)) {
#'   run <- unique_run_dir(runs_dir, seconds_scale = 3)
#'   write_run_metadata("flags", list(rate = rate), run)
#'   write_run_metadata("evaluation", list(loss = (rate - 0.4)^2), run)
#' }
#' ls_runs(order = eval_loss, decreasing = FALSE, runs_dir = runs_dir)
#' ls_runs(flag_rate > 0.3, runs_dir = runs_dir)$flag_rate
#' latest_run(runs_dir)
#' @export
ls_runs <- function(subset = NULL, order = "start", decreasing = TRUE, latest_n = NULL,
                    runs_dir = getOption("tfruns.runs_dir", "runs")) {
  check_flags()
  check_string(runs_dir, "runs_dir")
  n <- as_count(latest_n, "latest_n")
  dirs <- list.dirs(runs_dir, recursive = FALSE)
  found <- run_rows(dirs[dir.exists(data_dir(dirs))])
  if (!is.null(n)) found <- utils::head(by_time(found), n)
  keep <- kept_rows(found, substitute(subset), parent.frame())
  found <- found[keep, , drop = FALSE]
  columns <- order_columns(found, substitute(order), parent.frame())
  in_order(found, columns, decreasing)
}

#' @rdname ls_runs
#' @export
latest_run <- function(runs_dir = getOption("tfruns.runs_dir", "runs")) {
  found <- ls_runs(latest_n = 1L, runs_dir = runs_dir)
  if (nrow(found)) run_info(found)
}

# A logical vector. `subset` is an expression.
kept_rows <- function(runs, subset, frame) {
  value <- if (nrow(runs)) with_columns(runs, subset, "subset", runs, frame)
  if (is.null(value)) {
    return(rep(TRUE, nrow(runs)))
  }
  must_be(value, "a logical expression of columns",
          is.logical(value) && length(value) %in% c(1L, nrow(runs)), "subset")
  rep_len(value & !is.na(value), nrow(runs))
}

# The names of columns. In the expression each column stands for its name.
order_columns <- function(runs, order, frame) {
  names <- as.list(stats::setNames(nm = names(runs)))
  value <- if (nrow(runs)) with_columns(runs, order, "order", names, frame)
  if (!is.null(value) && (!is.character(value) || anyNA(value))) {
    abort("`order` must name columns, not be %s.", describe(value))
  }
  # Runs of which only metadata were written have no times.
  unknown <- setdiff(value, c(names(runs), "start"))
  if (length(unknown)) no_column(unknown[[1]], "order", runs)
  intersect(value, names(runs))
}

with_columns <- function(runs, expression, argument, data, frame) {
  tryCatch(eval(expression, data, frame), error = function(error) {
    unknown <- setdiff(all.vars(expression), names(runs))
    unknown <- Filter(function(name) !exists(name, envir = frame), unknown)
    if (length(unknown)) no_column(unknown[[1]], argument, runs)
    abort("`%s` fails: %s", argument, conditionMessage(error))
  })
}

no_column <- function(name, argument, runs) {
  abort("`%s`: runs have no column `%s`. They have %s.", argument, name, in_ticks(names(runs)))
}

by_time <- function(runs) in_order(runs, intersect("start", names(runs)), TRUE)

# Runs of the same time are in the order of their directories.
in_order <- function(runs, columns, decreasing) {
  keys <- unname(as.list(unclass(runs)[unique(c(columns, "run_dir"))]))
  sorted_rows(runs, keys, decreasing)
}

# The rows by columns of keys, those without a value last.
sorted_rows <- function(frame, keys, decreasing) {
  # `radix` compares strings without regard to the locale.
  order <- c(unname(as.list(keys)), decreasing = decreasing, na.last = TRUE, method = "radix")
  frame <- frame[do.call("order", order), , drop = FALSE]
  rownames(frame) <- NULL
  frame
}

# ---- Rows ----------------------------------------------------------------------------------------

run_rows <- function(dirs) {
  records <- lapply(dirs, function(dir) one_row(as_paths(run_record(dir))))
  names <- column_order(unique(unlist(lapply(records, names))))
  columns <- lapply(stats::setNames(nm = names), function(name) {
    combine(lapply(records, `[[`, name))
  })
  frame <- as.data.frame(columns, optional = TRUE, stringsAsFactors = FALSE)
  if (!length(dirs)) frame <- data.frame(run_dir = character())
  structure(frame, class = c("tfruns_runs_df", "data.frame"))
}

one_row <- function(record) {
  lapply(record, function(value) if (length(value) == 1L) value else paste(value, collapse = "\n"))
}

# Values of several runs as one vector; NA for runs without a value. The types may differ.
combine <- function(values) {
  values[vapply(values, is.null, NA)] <- list(NA)
  # c() takes the class of the first value.
  first <- order(vapply(values, is_na, NA))
  column <- do.call(c, values[first])[order(first)]
  if (inherits(column, "POSIXct")) .POSIXct(column, tz = "GMT") else column
}

is_na <- function(x) length(x) == 1L && is.na(x)

known_columns <- c(
  "run_dir", "eval_", "metric_", "flag_", "samples", "validation_samples", "batch_size", "epochs",
  "epochs_completed", "metrics", "model", "loss_function", "optimizer", "learning_rate", "script",
  "start", "end", "completed", "error_message", "error_traceback", "output", "source_code",
  "context", "type"
)

column_order <- function(names) {
  kinds <- sub("^(eval|metric|flag)_.*", "\\1_", names)
  names[order(match(kinds, known_columns))]
}

# ---- Printed -------------------------------------------------------------------------------------

#' @export
print.tfruns_runs_df <- function(x, ...) {
  cat(sprintf("Data frame: %d x %d\n", nrow(x), ncol(x)))
  shown <- as.data.frame(lapply(x, short_column), optional = TRUE)
  n <- n_that_fit(shown)
  if (nrow(x)) print.data.frame(shown[seq_len(n)], ...)
  hidden <- names(x)[-seq_len(n)]
  if (length(hidden)) {
    cat(sprintf("# ... with %d more columns:\n", length(hidden)))
    cat(strwrap(toString(hidden), getOption("width") - 2L, prefix = "#   "), sep = "\n")
  }
  invisible(x)
}

short_column <- function(values) {
  if (is.double(values) && !inherits(values, "POSIXct")) return(signif(values, 4L))
  if (!is.character(values)) {
    return(values)
  }
  # The first line of a traceback or the like.
  values <- sub("\n.*", " ...", values)
  ifelse(nchar(values) > 40L, paste0(substr(values, 1L, 37L), "..."), values)
}

# The number of columns that print side by side, at least one.
n_that_fit <- function(frame) {
  widths <- vapply(names(frame), function(name) {
    max(nchar(c(name, format(frame[[name]])), "width"))
  }, 0L)
  space <- getOption("width") - nchar(nrow(frame))
  max(1L, sum(cumsum(widths + 1L) <= space))
}
