# May a Python be run that nobody asked for, only because it lies in the working directory? Whoever
# can write there could have put it there.

# Once for each problem: R asks for its Python more than once.
warn_of_distrust <- function(problem) {
  if (!identical(python_state$distrust, problem)) {
    python_state$distrust <- problem
    warn(paste0("The virtualenv in the working directory is not used: ", problem, "."),
         "python", NULL)
  }
}

# Why the virtualenv at `folder` is not to be trusted, or NULL. Windows tells no owner.
trust_problem <- function(folder) {
  if (.Platform$OS.type == "windows" || !dir.exists(folder)) {
    return(NULL)
  }
  for (path in run_of_virtualenv(folder)) {
    problem <- owner_problem(path, file.info(path, extra_cols = TRUE))
    if (!is.null(problem)) {
      return(paste0(problem, "; if you trust it, ask for it: use_virtualenv(\"", folder, "\")"))
    }
  }
  NULL
}

# The folders and files of which a virtualenv's Python runs code when it starts.
run_of_virtualenv <- function(folder) {
  python <- virtualenv_bin(folder)
  packages <- Sys.glob(file.path(folder, c("lib/python3*", "lib/python3*/site-packages")))
  started <- Sys.glob(file.path(folder, "lib/python3*/site-packages", c("*.pth", "*customize.py")))
  paths <- c(
    folder, file.path(folder, "pyvenv.cfg"), dirname(python), python, file.path(folder, "lib"),
    packages, started
  )
  paths[file.exists(paths)]
}

# Only the user and the administrator may own it, and not everybody may write to it.
owner_problem <- function(path, info, user = user_id()) {
  if (!info$uid %in% c(user, 0L)) {
    owner <- if (is.na(info$uname)) paste("user", info$uid) else paste0("the user ", info$uname)
    return(paste0("'", path, "' belongs to ", owner))
  }
  if (bitwAnd(as.integer(info$mode), 2L) != 0L) {
    return(paste0("everybody can write to '", path, "'"))
  }
  NULL
}

# Of the process. A file that it makes is its own.
user_id <- function() file.info(tempdir())$uid
