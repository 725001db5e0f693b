# training_run(): evaluates a script and records all that it does in a directory of its own.

#' Run a training script and record it
#'
#' Evaluates an R script, as [source()] does, and records the run in a new directory: the script,
#' hyperparameters, metrics of each epoch, the model, console output, plots, files that it makes,
#' the session and the git commit. [ls_runs()] compares runs, [view_run()] shows one.
#'
#' The script needs no changes: [fit()], [evaluate()] and [flags()] record what they do.
#' [write_run_metadata()] records the training of other models than Keras's.
#'
#' All data are written while the script runs and files are replaced as a whole, so a run that fails
#' or is killed keeps what it had done. Its `completed` is `FALSE`.
#'
#' @section Run directory:
#' By default a new directory in `runs`, or in the one that the option `tfruns.runs_dir` names. Its
#' name is the time in GMT; see [unique_run_dir()]. [run_dir()] returns it in the script. Files that
#' the script makes or modifies in `artifacts_dir` are copied to it when the run ends. What the
#' package records is in its subdirectory `tfruns.d`:
#'
#' * `flags.json`, `metrics.json`, `evaluation.json`, `error.json`;
#' * `properties/`: one file for each, such as `start`, `end` and `git_commit`;
#' * `history/`: the metrics of each [fit()], of which `metrics.json` has the last;
#' * `output.txt`: what the script printed, with messages and warnings; `model.txt`: the model;
#' * `plots/`, `source.tar.gz`, `session.txt`.
#'
#' @section Errors:
#' An error in the script ends the run. It is recorded with its traceback and raised again with its
#' classes.
#'
#' @param file String. Path of the script. It is evaluated in the current working directory, which
#'   is restored afterwards.
#' @param context String. Where the run takes place; a column of [ls_runs()].
#' @param config String. Section of the file `flags.yml` to use; see [flags()].
#' @param flags Named list or vector of values for the flags of the script, or path of a YAML file.
#'   A flag that the script does not declare is an error.
#' @param properties Named list or vector of single values to record, columns of [ls_runs()].
#' @param run_dir String. Directory of the run. `NULL` creates a new one. The record of an earlier
#'   run in this directory is replaced.
#' @param artifacts_dir String. Directory in which files that the script makes or modifies are
#'   found. `NULL` copies no files.
#' @param echo Logical. Whether to print the code of the script and the values of its expressions.
#' @param view Logical, or `"auto"` to view the run if the call is at the prompt of an interactive
#'   session, or `"save"` to save the page as `tfruns.d/view.html`.
#' @param envir Environment in which the script is evaluated.
#' @param encoding String. Encoding of the script; see [file()].
#' @return A data frame with one row, as in [ls_runs()].
#' @concept experiment tracking
#' @concept training run
#' @concept reproducibility
#' @concept tfruns
#' @seealso [tuning_run()] for many values of flags, [ls_runs()], [view_run()], [compare_runs()],
#'   [flags()], [run_dir()]. `rkeras_guide("training-runs")` explains runs.
#' @examples
#' folder <- tempfile("project")
#' dir.create(folder)
#' script <- file.path(folder, "train.R")
#' writeLines(c(
#'   "FLAGS <- flags(flag_numeric('rate', 0.1))",
#'   "loss <- exp(-FLAGS$rate * 1:5)",
#'   "write_run_metadata('metrics', data.frame(loss = loss))",
#'   "plot(loss)"
#' ), script)
#' run <- training_run(
#'   script, flags = list(rate = 0.5), run_dir = file.path(folder, "runs", "first"),
#'   artifacts_dir = NULL, echo = FALSE, view = FALSE
#' )
#' run[c("flag_rate", "metric_loss", "completed")]
#' @export
training_run <- function(file = "train.R", context = "local",
                         config = Sys.getenv("R_CONFIG_ACTIVE", unset = "default"), flags = NULL,
                         properties = NULL, run_dir = NULL, artifacts_dir = getwd(), echo = TRUE,
                         view = "auto", envir = parent.frame(), encoding = getOption("encoding")) {
  check_flags()
  force(envir)
  check_script(file)
  must_be(view, "TRUE, FALSE, \"auto\" or \"save\"",
          is_flag(view) || identical(view, "auto") || identical(view, "save"))
  run <- new_run(file, context, config, flags, properties, run_dir, artifacts_dir)
  message("Using run directory ", run$dir)
  perform_run(run, function(after) run_script(file, envir, echo, encoding, after))
  message("Run completed: ", run$dir)
  show_run(run_rows(run$dir), view)
}

check_script <- function(file, argument = "file") {
  check_string(file, argument)
  if (!file.exists(file)) {
    abort("`%s`: the script '%s' was not found in '%s'.", argument, file, getwd(), kind = "file")
  }
}

as_given_flags <- function(flags) {
  if (is.null(flags)) {
    return(NULL)
  }
  if (is_string(flags) && is.null(names(flags))) {
    check_path(flags, "flags")
    return(normalizePath(flags))
  }
  flags <- as.list(flags)
  if (length(flags) && !are_names(names(flags))) {
    abort("`flags` must be a list with names, or the path of a YAML file.")
  }
  flags
}

# ---- One run -------------------------------------------------------------------------------------

# Makes the directory and records what is known before the script runs.
new_run <- function(file, context, config, flags, properties, run_dir, artifacts_dir) {
  flags <- as_given_flags(flags)
  given <- as_run_data("properties", as.list(properties))
  if (!is.null(artifacts_dir)) {
    check_path(artifacts_dir, "artifacts_dir", "directory")
    artifacts_dir <- normalizePath(artifacts_dir)
  }
  dir <- run_dir %||% unique_run_dir()
  check_string(dir, "run_dir")
  unlink(data_dir(dir), recursive = TRUE)
  make_folder(data_dir(dir), "run_dir")
  write_data("properties", as_run_data("properties", c(
    list(type = "training", context = context, script = basename(file),
         start = now(), completed = FALSE), git_state(dirname(file))
  )), dir)
  write_data("properties", given, dir)
  archive_source(dirname(file), data_dir(dir, "source.tar.gz"))
  write_session(dir)
  list(dir = dir, path = normalizePath(dir), folder = getwd(), config = config, flags = flags,
       source = normalizePath(dirname(file)), artifacts_dir = artifacts_dir)
}

# Evaluates `script(after)` while `run` is the active run. A script can itself call training_run().
perform_run <- function(run, script) {
  outer <- runs$active
  before <- file_states(run$artifacts_dir)
  runs$active <- run
  is_complete <- FALSE
  on.exit({
    runs$active <- outer
    setwd(run$folder)
    end_run(run, before, is_complete)
  })
  for (type in names(runs$pending)) write_data(type, runs$pending[[type]], run$path)
  runs$pending <- list()
  with_output_in(data_dir(run$path, "output.txt"), record_error(run, {
    with_plots_in(data_dir(run$path, "plots"), script)
  }))
  is_complete <- TRUE
  if (length(run$flags) && !isTRUE(runs$active$has_flags)) {
    warn("`flags` had no effect: the script does not call flags().", call = NULL)
  }
}

end_run <- function(run, before, is_complete) {
  copy_artifacts(run$artifacts_dir, before, run$path)
  write_session(run$path)
  write_run_metadata("properties", list(end = now(), completed = is_complete), run$path)
}

# Records an error or an interrupt in `expr`, and leaves it as it is.
record_error <- function(run, expr) {
  depth <- sys.nframe()
  record <- function(message) {
    # The frames of the script, without those of this package and of the handler.
    calls <- utils::head(utils::tail(sys.calls(), -depth), -2L)
    lines <- vapply(calls, function(call) paste(deparse(call, nlines = 3L), collapse = "\n"), "")
    write_data("error", list(message = message, traceback = lines), run$path)
  }
  withCallingHandlers(
    expr,
    error = function(error) record(conditionMessage(error)),
    interrupt = function(interrupt) record("The run was interrupted.")
  )
}

# ---- Its result ----------------------------------------------------------------------------------

# At the prompt the run is viewed when the value is printed.
show_run <- function(run, view) {
  if (isTRUE(view)) view_run(run)
  if (identical(view, "save")) save_run_view(run, data_dir(run$run_dir, "view.html"))
  if (!identical(view, "auto") || !is_at_prompt()) {
    return(invisible(run))
  }
  class(run) <- c("tfruns_viewed_run", class(run))
  run
}

#' @export
print.tfruns_viewed_run <- function(x, ...) {
  view_run(as_run_dir(x))
  invisible(x)
}
