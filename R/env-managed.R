# Environments in rkeras's cache, one for each set of requirements that py_require() declared.

# The Python of the environment for the declared requirements, which may not exist yet; NULL without
# requirements.
managed_python <- function() {
  if (any(lengths(declared()))) virtualenv_bin(managed_path())
}

managed_path <- function(requirements = declared()) {
  lines <- c(managed_packages(requirements), unlist(requirements[-1]))
  file <- tempfile()
  on.exit(unlink(file))
  writeLines(lines, file)
  key <- substr(unname(tools::md5sum(file)), 1, 12)
  file.path(tools::R_user_dir("rkeras", "cache"), "python", key)
}

# The requirements of install_keras(), and the declared ones, which replace those of the same name.
managed_packages <- function(requirements = declared(), own = keras_requirements()) {
  name <- function(lines) {
    name <- tolower(sub("^\\s*([A-Za-z0-9._-]+).*", "\\1", lines))
    sub("^tensorflow-cpu$", "tensorflow", gsub("[-_.]+", "-", name))
  }
  sort(c(own[!name(own) %in% name(requirements$packages)], requirements$packages))
}

make_managed <- function(requirements = declared()) {
  path <- managed_path(requirements)
  uv <- unname(Sys.which("uv"))
  if (length(requirements$exclude_newer) && !nzchar(uv)) {
    abort(paste(
      "`exclude_newer` of py_require() needs uv, which is not on the PATH:",
      "https://docs.astral.sh/uv/ says how to install it."
    ), "python", call = NULL)
  }
  message("No Python has what py_require() asks for: one is made.")
  done <- FALSE
  on.exit(if (!done) unlink(path, recursive = TRUE))
  version <- c(requirements$python_version, ">=3.10")
  virtualenv_create(path, version = paste(version, collapse = ","), packages = NULL,
                    force = dir.exists(path))
  fill_managed(virtualenv_python(path), requirements, uv)
  done <- TRUE
}

fill_managed <- function(python, requirements, uv) {
  packages <- managed_packages(requirements)
  file <- tempfile("requirements-", fileext = ".txt")
  on.exit(unlink(file))
  writeLines(packages, file)
  if (!nzchar(uv)) {
    return(pip_install(python, requirements = file))
  }
  newest <- requirements$exclude_newer
  ran <- run_command(uv, c(
    "pip", "install", "--python", python, if (length(newest)) c("--exclude-newer", newest),
    "--requirement", file
  ))
  if (ran$status != 0L) {
    said <- utils::tail(ran$stderr[nzchar(ran$stderr)], 8)
    abort(paste(c("uv could not install what py_require() asks for:", said), collapse = "\n"),
          "python", call = NULL)
  }
  forget_probes()
}
