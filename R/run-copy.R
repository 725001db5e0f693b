# Copies, archives and deletes the directories of runs.

#' Copy training runs
#'
#' `copy_run()` copies whole run directories into another directory. `copy_run_files()` copies only
#' the files that the script made, such as saved models, without what the package recorded.
#'
#' @param run_dir Runs to copy: paths, or the value of [ls_runs()] or [run_info()].
#' @param to String. Directory into which the runs are copied. It is created if necessary.
#' @param rename String. Name of the copy. `NULL` means the name of the run directory. Only for a
#'   single run.
#' @return Logical vector, invisibly, named by the run directories: which of them were copied.
#' @concept export a model
#' @concept training run
#' @concept tfruns
#' @seealso [clean_runs()] archives runs, [ls_runs()] selects them.
#' @examples
#' run <- unique_run_dir(tempfile("runs"))
#' write_run_metadata("evaluation", list(loss = 0.1), run)
#' file.create(file.path(run, "model.keras"))
#' to <- tempfile("best")
#' copy_run(run, to = to, rename = "first")
#' copy_run_files(run, to = to, rename = "files")
#' list.files(to, recursive = TRUE)
#' @export
copy_run <- function(run_dir, to = ".", rename = NULL) {
  copy_runs(run_dir, to, rename, function(files) files)
}

#' @rdname copy_run
#' @export
copy_run_files <- function(run_dir, to = ".", rename = NULL) {
  of_script <- function(files) files[!startsWith(files, "tfruns.d/")]
  copy_runs(run_dir, to, rename, of_script)
}

copy_runs <- function(runs, to, rename, select) {
  dirs <- existing_runs(runs, "run_dir")
  check_string(to, "to")
  if (!is.null(rename)) check_string(rename, "rename")
  if (!is.null(rename) && length(dirs) > 1L) {
    abort("`rename` is for a single run, but `run_dir` has %d.", length(dirs))
  }
  targets <- file.path(to, rename %||% basename(dirs))
  copied <- mapply(function(dir, target) {
    if (normalizePath(dir) == normalizePath(target, mustWork = FALSE)) {
      abort("`to`: '%s' is the run directory itself.", target)
    }
    files <- select(list.files(dir, recursive = TRUE, all.files = TRUE))
    all(copy_files(files, dir, target))
  }, dirs, targets)
  invisible(copied)
}

#' Archive and delete training runs
#'
#' `clean_runs()` moves runs into the subdirectory `archive` of the runs directory, where
#' [ls_runs()] no longer lists them. `purge_runs()` deletes the archived runs for good.
#'
#' @param runs Runs to archive: paths, or the value of [ls_runs()].
#' @param runs_dir String. Directory of the runs.
#' @param confirm Logical. Whether to ask before. The default asks in interactive sessions.
#' @return `clean_runs()`: the new paths, invisibly. `purge_runs()`: the deleted paths, invisibly.
#' @concept training run
#' @concept delete runs
#' @concept tfruns
#' @seealso [ls_runs()] selects runs, [copy_run()].
#' @examples
#' runs_dir <- tempfile("runs")
#' for (loss in c(0.1, 0.9)) {
#'   run <- unique_run_dir(runs_dir, seconds_scale = 3)
#'   write_run_metadata("evaluation", list(loss = loss), run)
#' }
#' clean_runs(ls_runs(eval_loss > 0.5, runs_dir = runs_dir), runs_dir, confirm = FALSE)
#' ls_runs(runs_dir = runs_dir)
#' purge_runs(runs_dir, confirm = FALSE)
#' @export
clean_runs <- function(runs = ls_runs(runs_dir = runs_dir),
                       runs_dir = getOption("tfruns.runs_dir", "runs"), confirm = interactive()) {
  check_string(runs_dir, "runs_dir")
  check_logical(confirm, "confirm")
  dirs <- if (length(runs)) existing_runs(runs, "runs")
  if (!length(dirs)) {
    message("There are no runs to archive.")
    return(invisible(character()))
  }
  archive <- file.path(runs_dir, "archive")
  if (!is_confirmed(confirm, sprintf("Move %s to '%s'?", n_runs(dirs), archive))) {
    return(invisible(character()))
  }
  dir.create(archive, showWarnings = FALSE, recursive = TRUE)
  moved <- vapply(dirs, archive_run, "", archive = archive, USE.NAMES = FALSE)
  message(sprintf("Archived %s in '%s'.", n_runs(dirs), archive))
  invisible(moved)
}

#' @rdname clean_runs
#' @export
purge_runs <- function(runs_dir = getOption("tfruns.runs_dir", "runs"), confirm = interactive()) {
  check_string(runs_dir, "runs_dir")
  check_logical(confirm, "confirm")
  dirs <- list.dirs(file.path(runs_dir, "archive"), recursive = FALSE)
  if (!length(dirs)) {
    message(sprintf("There are no archived runs in '%s'.", runs_dir))
    return(invisible(character()))
  }
  if (!is_confirmed(confirm, sprintf("Delete %s from the archive for good?", n_runs(dirs)))) {
    return(invisible(character()))
  }
  unlink(file.path(runs_dir, "archive"), recursive = TRUE)
  message(sprintf("Deleted %s.", n_runs(dirs)))
  invisible(dirs)
}

archive_run <- function(dir, archive) {
  target <- file.path(archive, basename(dir))
  if (dir.exists(target)) target <- tempfile(paste0(basename(dir), "-"), archive)
  # A rename fails between file systems.
  is_moved <- suppressWarnings(file.rename(dir, target)) ||
    all(copy_files(list.files(dir, recursive = TRUE, all.files = TRUE), dir, target)) &&
      unlink(dir, recursive = TRUE) == 0L
  if (!is_moved) {
    abort("The run '%s' cannot be moved to '%s'.", dir, target, kind = "file")
  }
  target
}

n_runs <- function(dirs) count_of(length(dirs), "run", "runs")

is_confirmed <- function(confirm, question) {
  if (!confirm) {
    return(TRUE)
  }
  tolower(trimws(readline(paste(question, "[Y/n] ")))) %in% c("", "y", "yes")
}
