# What a run keeps of its origin: the R scripts, the git commit, the session, and the files that the
# script makes.

# ---- Source --------------------------------------------------------------------------------------

# Archives the scripts of a folder as `source/` in a tar file.
archive_source <- function(folder, archive) {
  files <- files_outside_runs(folder)
  files <- files[grepl("[.](r|rmd|qmd|py|ya?ml|cfg|ini)$", files, ignore.case = TRUE)]
  stage <- tempfile("source-")
  on.exit(unlink(stage, recursive = TRUE))
  copy_files(files, folder, file.path(stage, "source"))
  archive <- file.path(normalizePath(dirname(archive)), basename(archive))
  replace_file(archive, function(new) {
    old <- setwd(stage)
    on.exit(setwd(old))
    utils::tar(new, "source", "gzip", tar = "internal")
  })
}

# Files of a folder, relative to it, without those of runs.
files_outside_runs <- function(folder) {
  found <- list.files(folder, recursive = TRUE)
  data <- "(^|/)tfruns[.]d/.*"
  is_data <- grepl(data, found)
  of_runs <- setdiff(unique(sub(data, "", found[is_data])), "")
  found[!Reduce(`|`, lapply(file.path(of_runs, ""), startsWith, x = found), is_data)]
}

copy_files <- function(files, from, to) {
  dir.create(to, showWarnings = FALSE, recursive = TRUE)
  for (folder in unique(dirname(files))) {
    dir.create(file.path(to, folder), showWarnings = FALSE, recursive = TRUE)
  }
  copy_whole(file.path(from, files), file.path(to, files))
}

# The source of a run in a temporary folder, which the caller deletes; NULL if there is none.
unpack_source <- function(dir) {
  archive <- data_dir(dir, "source.tar.gz")
  folder <- tempfile("source-")
  if (file.exists(archive)) {
    utils::untar(archive, exdir = folder, tar = "internal")
    folder
  }
}

# ---- Where it comes from -------------------------------------------------------------------------

# The git commit of a folder and whether files differ from it; an empty list outside a repository.
git_state <- function(folder) {
  git <- function(...) run_command("git", c("-C", folder, ...))
  head <- if (nzchar(Sys.which("git"))) git("rev-parse", "HEAD")
  if (is.null(head) || head$status != 0L || !length(head$stdout)) {
    return(list())
  }
  changes <- git("status", "--porcelain", "--untracked-files=no")$stdout
  list(git_commit = head$stdout[[1]], git_clean = length(changes) == 0L)
}

write_session <- function(dir) {
  python <- if (isTRUE(python_state$started)) {
    tryCatch(c("", utils::capture.output(print(py_config()))), error = function(e) NULL)
  }
  lines <- c(utils::capture.output(print(utils::sessionInfo())), python)
  write_lines(lines, data_dir(dir, "session.txt"))
}

# ---- Artifacts -----------------------------------------------------------------------------------

# Sizes and times of the files of a folder.
file_states <- function(folder) {
  if (is.null(folder)) {
    return(NULL)
  }
  files <- files_outside_runs(folder)
  facts <- file.info(file.path(folder, files), extra_cols = FALSE)
  stats::setNames(paste(facts$size, as.numeric(facts$mtime)), files)
}

# Copies the files that have been made or modified since `before`.
copy_artifacts <- function(folder, before, dir) {
  if (is.null(folder)) {
    return(invisible())
  }
  after <- file_states(folder)
  files <- names(after)[is.na(before[names(after)]) | before[names(after)] != after]
  inside <- paste0(normalizePath(dir, "/"), "/")
  files <- files[!startsWith(normalizePath(file.path(folder, files), "/"), inside)]
  if (length(files)) copy_files(files, folder, dir)
}
