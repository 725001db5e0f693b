# Decides whether a virtualenv in the working directory may be run although the user did not name
# it: anyone who can write to the directory could have created it.

# Once for each problem, because the search for a Python may run several times.
warn_of_distrust <- function(problem) {
  cached("distrust", problem, {
    warn("The virtualenv in the working directory is not used: %s.", problem, kind = "python",
         call = NULL)
    TRUE
  })
}

# Why the virtualenv at `folder` is not trusted, or NULL.
trust_problem <- function(folder, os = this_os()) {
  if (!dir.exists(folder)) {
    return(NULL)
  }
  problems <- if (os == "Windows") place_problem(folder) else
    unlist(lapply(run_of_virtualenv(folder), owner_problem))
  if (length(problems)) {
    sprintf("%s; if you trust it, ask for it: use_virtualenv(\"%s\")", problems[[1]], folder)
  }
}

# R does not tell the owner of a file on Windows. Nobody else can write to the user's own folder.
place_problem <- function(folder, home = user_home("Windows")) {
  path <- function(x) tolower(forward_slashes(normalizePath(x, mustWork = FALSE)))
  if (!startsWith(path(folder), paste0(path(home), "/"))) {
    paste0("'", folder, "' is outside your user folder, where others may have made it")
  }
}

# The folders and files from which a virtualenv's Python runs code when it starts.
run_of_virtualenv <- function(folder) {
  python <- unix_bin(folder, "python")
  packages <- Sys.glob(file.path(folder, c("lib/python3*", "lib/python3*/site-packages")))
  started <- Sys.glob(file.path(folder, "lib/python3*/site-packages", c("*.pth", "*customize.py")))
  paths <- c(
    folder, file.path(folder, "pyvenv.cfg"), dirname(python), python, file.path(folder, "lib"),
    packages, started
  )
  paths[file.exists(paths)]
}

# The owner must be the user or root, and the file must not be writable for everybody.
owner_problem <- function(path, info = file.info(path, extra_cols = TRUE), user = user_id()) {
  if (!info$uid %in% c(user, 0L)) {
    owner <- if (is.na(info$uname)) paste("user", info$uid) else paste0("the user ", info$uname)
    return(paste0("'", path, "' belongs to ", owner))
  }
  if (bitwAnd(as.integer(info$mode), 2L) != 0L) {
    return(paste0("everybody can write to '", path, "'"))
  }
  NULL
}

# The user of this process, who owns the temporary directory.
user_id <- function() file.info(tempdir())$uid
