# What is recorded of a run: files in `tfruns.d/`, each replaced as a whole, so that a killed run
# keeps what was written before.

#' Record data of a training run
#'
#' Writes flags, metrics, results of an evaluation, or data of your own into the directory of a
#' training run, where [ls_runs()], [run_info()] and [view_run()] find them. [fit()], [evaluate()]
#' and [flags()] call it inside [training_run()]; call it yourself to record the training of other
#' models than Keras's.
#'
#' Without an active run the data are kept and written when the next run begins. A second call for
#' the same type replaces the data of the first, except for `"properties"`, which are added.
#' `write_run_data()` is a deprecated alias.
#'
#' @section Types:
#' * `"flags"`: a named list of hyperparameters. Columns `flag_*` of [ls_runs()].
#' * `"metrics"`: a data frame with one row per epoch and one column per metric. Epochs that are not
#'   completed yet have `NA`. A validation metric has the name of the training metric with `val_`
#'   before it. The columns `metric_*` have the values of the last completed epoch.
#' * `"evaluation"`: a named list of metrics on test data. Columns `eval_*`.
#' * `"properties"`: a named list of strings or numbers, each a column of [ls_runs()]. They are
#'   stored as strings.
#' * `"source"`: path of a directory, whose R scripts are archived.
#' * `"error"`: a list of `message` and `traceback`.
#' * Any other string: a function with one argument, the path of the directory `tfruns.d` of the
#'   run, which writes files there.
#'
#' @param type String. Type of the data.
#' @param data The data; see the section Types.
#' @param run_dir String. Directory of the run. `NULL` means the active run.
#' @return `NULL`, invisibly.
#' @concept log metrics
#' @concept experiment tracking
#' @concept tfruns
#' @seealso [training_run()], [run_info()], [view_run_metrics()] shows metrics as a page.
#' @examples
#' run <- unique_run_dir(tempfile("runs"))
#' write_run_metadata("flags", list(rate = 0.1), run)
#' write_run_metadata("metrics", data.frame(loss = c(0.9, 0.5, NA)), run)
#' write_run_metadata("evaluation", list(accuracy = 0.8), run)
#' run_info(run)
#' @export
write_run_metadata <- function(type, data, run_dir = NULL) {
  check_string(type, "type")
  data <- as_run_data(type, data)
  dir <- run_dir %||% active_run_dir()
  if (!is.null(dir)) write_data(type, data, as_run_dir(dir))
  else if (type != "properties") runs$pending[[type]] <- data
  else runs$pending$properties <- utils::modifyList(runs$pending$properties %||% list(), data)
  invisible(NULL)
}

#' @rdname write_run_metadata
#' @export
write_run_data <- function(type, data) {
  write_run_metadata(type, data)
}

# ---- Checks --------------------------------------------------------------------------------------

# `data` as its type is stored.
as_run_data <- function(type, data) {
  wrong <- function(expected) {
    abort("`data` of type \"%s\" must be %s, not %s.", type, expected, describe(data))
  }
  named <- function(x) is.list(x) && (!length(x) || are_names(names(x)))
  switch(type,
    source = , sources = if (is_string(data) && dir.exists(data)) data else wrong("a directory"),
    metrics = metrics_frame(data) %||% wrong("a data frame with numeric columns"),
    flags = , evaluation = , properties = {
      values <- if (is.data.frame(data) || is.atomic(data)) as.list(unclass(data)) else data
      if (!named(values)) wrong("a named list")
      if (type == "properties") as_properties(values, wrong) else plain_values(values, wrong)
    },
    error = if (named(data)) data else wrong("a list of `message` and `traceback`"),
    if (is.function(data)) data else wrong("a function that writes into a directory")
  )
}

metrics_frame <- function(data) {
  if (inherits(data, "keras_training_history")) data <- history_frame(data)
  if (!is.list(data) || !length(data) || !are_names(names(data))) {
    return(NULL)
  }
  # A column without values, which has no type, is logical.
  are_numbers <- vapply(data, function(x) is.numeric(x) || all(is.na(x)), NA)
  if (!all(are_numbers) || length(unique(lengths(data))) > 1L) {
    return(NULL)
  }
  as.data.frame(lapply(data, as.double), optional = TRUE)
}

history_frame <- function(history) {
  rows <- max(unlist(history$epochs), lengths(history$metrics), 0L, na.rm = TRUE)
  columns <- Map(function(values, epochs) {
    column <- rep(NA_real_, rows)
    column[epochs] <- values
    column
  }, history$metrics, history$epochs)
  as.data.frame(columns, optional = TRUE)
}

# Python objects, such as scalar tensors, as R values.
plain_values <- function(values, wrong) {
  values <- drop_null(values)
  values <- lapply(values, function(value) if (is_py_object(value)) as.array(value) else value)
  if (!all(vapply(values, is.atomic, NA))) {
    wrong("a named list of numbers, strings and logical values")
  }
  lapply(values, as.vector)
}

as_properties <- function(values, wrong) {
  values <- plain_values(values, wrong)
  if (any(lengths(values) != 1L)) wrong("a named list of single values")
  if (any(grepl("/", names(values), fixed = TRUE))) wrong("a named list without \"/\" in names")
  lapply(values, function(value) if (is.double(value)) number_text(value) else as.character(value))
}

# ---- Writing -------------------------------------------------------------------------------------

write_data <- function(type, values, dir) {
  dir.create(data_dir(dir), showWarnings = FALSE, recursive = TRUE)
  switch(type,
    flags = , evaluation = , error = write_json(data_dir(dir, paste0(type, ".json")), values),
    metrics = write_json(data_dir(dir, "metrics.json"), values, arrays = TRUE),
    properties = write_properties(dir, values),
    source = , sources = archive_source(values, data_dir(dir, "source.tar.gz")),
    values(data_dir(dir))
  )
}

write_properties <- function(dir, values) {
  folder <- data_dir(dir, "properties")
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  for (name in names(values)) write_lines(values[[name]], file.path(folder, name))
}

write_json <- function(path, values, arrays = FALSE) {
  texts <- vapply(values, json_text, "", array = arrays)
  names <- vapply(names(values) %||% character(), json_string, "")
  lines <- sprintf("  %s: %s", names, texts)
  write_lines(c("{", paste(lines, collapse = ",\n"), "}"), path)
}

json_text <- function(value, array = FALSE) {
  texts <- if (is.double(value)) json_numbers(value) else vapply(value, json_string, "")
  if (length(value) == 1L && !array) texts else sprintf("[%s]", paste(texts, collapse = ", "))
}

json_string <- function(value) as.character(jsonlite::toJSON(value, auto_unbox = TRUE))

# JSON has no infinite numbers; jsonlite reads these strings as numbers.
json_numbers <- function(x) {
  texts <- number_text(x)
  ifelse(is.finite(x), texts, ifelse(texts == "NA", "null", dQuote(texts, FALSE)))
}

# The shortest text that is read as the same number.
number_text <- function(x) {
  vapply(x, function(value) {
    short <- format(value, digits = 15L)
    if (is.na(value) || as.numeric(short) == value) short else sprintf("%.17g", value)
  }, "")
}

# ---- Reading -------------------------------------------------------------------------------------

# A file that somebody has damaged must not hide the other runs.
read_json <- function(path) {
  if (!file.exists(path)) {
    return(NULL)
  }
  tryCatch(jsonlite::fromJSON(path), error = function(error) {
    warn("'%s' is not JSON and is left out. Restore or delete it.", path, kind = "run", call = NULL)
    NULL
  })
}

read_metrics <- function(dir) {
  columns <- read_json(data_dir(dir, "metrics.json"))
  if (length(columns)) as.data.frame(lapply(columns, as.double), optional = TRUE)
}

read_properties <- function(dir) {
  files <- list.files(data_dir(dir, "properties"), full.names = TRUE)
  files <- files[!endsWith(files, ".new")]
  texts <- lapply(stats::setNames(files, basename(files)), read_text)
  Map(typed_property, names(texts), texts)
}

typed_property <- function(name, text) {
  if (name %in% c("start", "end")) {
    return(.POSIXct(as.numeric(text), tz = "GMT"))
  }
  if (name %in% c("samples", "validation_samples", "batch_size", "epochs")) {
    return(as.integer(text))
  }
  switch(name, learning_rate = as.numeric(text), completed = as.logical(text), text)
}

read_text <- function(path) {
  if (file.exists(path)) paste(readLines(path, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
}
