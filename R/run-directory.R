# The directory of a training run: the active one, new ones, and those that objects name.

#' Directory of the current training run
#'
#' Returns the directory for the files of a training run: saved models, logs, plots. A script that
#' writes to `run_dir()` works both on its own, where this is the working directory, and in
#' [training_run()], which creates a new directory for each run. `is_run_active()` tells which of
#' the two is the case.
#'
#' The path is relative, as it was given to [training_run()], while the working directory is the one
#' in which the run began, and absolute after [setwd()].
#'
#' @return `run_dir()`: string. The directory of the active run, or else the one that the
#'   environment variable `TENSORFLOW_RUN_DIR` names, or else the working directory.
#'   `is_run_active()`: logical. Whether [training_run()] evaluates a script or the environment
#'   variable is set.
#' @concept training run
#' @concept tfruns
#' @concept experiment tracking
#' @seealso [training_run()], [flags()] for the hyperparameters of a script, [tensorboard()] shows
#'   the logs in this directory, [save_model()].
#' @examples
#' file.path(run_dir(), "model.keras")
#' is_run_active()
#'
#' Sys.setenv(TENSORFLOW_RUN_DIR = "runs/2026-01-01")
#' run_dir()
#' Sys.unsetenv("TENSORFLOW_RUN_DIR")
#' @export
run_dir <- function() {
  if (isNamespaceLoaded("tfruns") && getExportedValue("tfruns", "is_run_active")()) {
    return(getExportedValue("tfruns", "run_dir")())
  }
  active_run_dir() %||% getwd()
}

#' @rdname run_dir
#' @export
is_run_active <- function() !is.null(active_run_dir())

# `active` is the innermost run: a list with `dir`, `path` (absolute), `folder` (where it began),
# `flags` and `config`. `pending` has metadata written before a run begins, by type.
runs <- new.env(parent = emptyenv())
runs$pending <- list()

active_run_dir <- function() {
  run <- runs$active
  if (!is.null(run)) {
    return(if (identical(getwd(), run$folder)) run$dir else run$path)
  }
  dir <- Sys.getenv("TENSORFLOW_RUN_DIR")
  if (nzchar(dir)) dir
}

#' Create a unique run directory
#'
#' Creates a directory for a training run and returns its path. The name is the time in GMT, such as
#' `2026-01-31T09-30-00Z`. If a directory of this name exists, the function waits until the time
#' gives another name, so two processes never get the same directory.
#'
#' @param runs_dir String. Directory of the runs. It is created if necessary.
#' @param seconds_scale Integer between 0 and 6. Number of decimals of the seconds in the name. Use
#'   3 to create many directories at once.
#' @return String. Path of the new directory.
#' @concept training run
#' @concept timestamp
#' @concept tfruns
#' @seealso [training_run()] calls it, [run_dir()], [ls_runs()].
#' @examples
#' unique_run_dir(tempfile("runs"))
#' unique_run_dir(tempfile("runs"), seconds_scale = 3)
#' @export
unique_run_dir <- function(runs_dir = getOption("tfruns.runs_dir", "runs"), seconds_scale = 0) {
  check_string(runs_dir, "runs_dir")
  seconds_scale <- without_integer64(seconds_scale)
  must_be(seconds_scale, "a whole number from 0 to 6",
          is_whole(seconds_scale) && seconds_scale %in% 0:6)
  repeat {
    form <- sprintf("%%Y-%%m-%%dT%%H-%%M-%%OS%dZ", as.integer(seconds_scale))
    dir <- file.path(runs_dir, strftime(Sys.time(), form, tz = "GMT"))
    # The creation of a directory is atomic.
    if (suppressWarnings(dir.create(dir, recursive = TRUE))) {
      return(dir)
    }
    if (!dir.exists(dir)) abort("The directory '%s' cannot be created.", dir, kind = "file")
    Sys.sleep(0.05)
  }
}

#' Run directories of an object
#'
#' Returns the directories of the runs that an object describes. Functions for training runs call it
#' for their argument, so that they take a path, the data frame of [ls_runs()] or [training_run()],
#' or the list of [run_info()] and [latest_run()].
#'
#' @param x Character vector of paths, a data frame or a list with an element `run_dir`, or a list
#'   of such lists.
#' @return Character vector. Paths of the run directories.
#' @concept training run
#' @concept tfruns
#' @seealso [ls_runs()], [run_info()], [run_dir()].
#' @examples
#' as_run_dir("runs/2026-01-31T09-30-00Z")
#' as_run_dir(data.frame(run_dir = c("runs/1", "runs/2"), eval_loss = c(0.3, 0.2)))
#' @export
as_run_dir <- function(x) {
  UseMethod("as_run_dir")
}

#' @export
as_run_dir.default <- function(x) {
  abort(
    c("%s names no run directory. Supply a path, the data frame of ls_runs(), or the list of",
      "run_info()."), describe(x)
  )
}

#' @export
as_run_dir.character <- function(x) {
  if (length(x) == 0L || anyNA(x)) as_run_dir.default(x)
  x
}

#' @export
as_run_dir.data.frame <- function(x) as.character(x$run_dir %||% as_run_dir.default(x))

#' @export
as_run_dir.list <- function(x) {
  if (!is.null(x[["run_dir"]])) {
    return(as.character(x[["run_dir"]]))
  }
  if (!length(x)) as_run_dir.default(x)
  unlist(lapply(unname(x), as_run_dir))
}

#' @export
as_run_dir.tfruns_run <- function(x) as.character(x[["run_dir"]])

# The directories of `x`, each of which must have the data of a run.
existing_runs <- function(x, argument = "run_dir") {
  if (is.null(x)) {
    abort("`%s` is NULL: there is no run. training_run() makes one.", argument)
  }
  dirs <- as_run_dir(x)
  absent <- dirs[!dir.exists(dirs)]
  if (length(absent)) {
    abort("`%s`: there is no run directory '%s'. ls_runs() lists the runs.", argument, absent[[1]],
          kind = "file")
  }
  dirs
}

single_run <- function(x, argument = "run_dir") {
  dirs <- existing_runs(x, argument)
  if (length(dirs) != 1L) {
    abort("`%s` must be one run, not %d.", argument, length(dirs))
  }
  dirs
}

# Directory of what the package records; the other files of a run are its artifacts.
data_dir <- function(run_dir, ...) file.path(run_dir, "tfruns.d", ...)
