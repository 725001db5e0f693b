# Environments in rkeras's cache, one for each set of requirements that py_require() declared.

# The Python of the environment for the declared requirements, which may not exist yet; NULL without
# requirements, unless such an environment was asked for.
managed_python <- function(env = python_variables()) {
  if (any(lengths(needs(declared()))) || is_managed(env)) virtualenv_bin(managed_path())
}

# Do the environment variables ask for such an environment?
is_managed <- function(env) {
  named <- env[c("RKERAS_PYTHON", "RETICULATE_PYTHON")]
  named <- named[nzchar(named)]
  length(named) > 0L && identical(named[[1]], "managed")
}

managed_path <- function(requirements = declared()) {
  lines <- c(managed_packages(requirements), unlist(needs(requirements)[-1]))
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
  message("Creating a Python environment for the requirements of py_require()")
  uv <- uv_for(requirements)
  done <- FALSE
  on.exit(if (!done) unlink(path, recursive = TRUE))
  version <- paste(c(requirements$python_version, paste0(">=", oldest_python)), collapse = ",")
  python <- virtualenv_starter(version) %||% if (nzchar(uv)) uv_python(uv, version, FALSE)
  virtualenv_create(path, python, version = version, packages = NULL, force = dir.exists(path))
  fill_managed(virtualenv_python(path), requirements, uv)
  done <- TRUE
}

# uv, or "" where it cannot be had and pip does.
uv_for <- function(requirements) {
  tryCatch(uv_binary(), rkeras_error_python = function(cnd) {
    if (length(requirements$exclude_newer)) {
      abort(paste0("`exclude_newer` of py_require() needs uv. ", conditionMessage(cnd)),
            kind = "python", call = NULL)
    }
    ""
  })
}

fill_managed <- function(python, requirements, uv) {
  file <- tempfile("requirements-", fileext = ".txt")
  on.exit(unlink(file))
  writeLines(managed_packages(requirements), file)
  if (!nzchar(uv)) {
    return(pip_install(python, requirements = file))
  }
  newest <- requirements$exclude_newer
  args <- c("pip", "install", "--python", python, option("--exclude-newer", newest),
            "--requirement", file)
  ran <- run_command(uv, args)
  if (ran$status != 0L && is_offline(ran$stderr)) ran <- run_command(uv, c(args, "--offline"))
  check_ran(ran, "uv could not install the requirements of py_require()",
            remedy = declarations(requirements), lines = 12)
  forget_probes()
}

# A line for each requirement, for users to see which contradict each other.
declarations <- function(requirements) {
  all <- unlist(needs(requirements), use.names = FALSE)
  if (length(all)) paste0("* ", all, ", declared by ", vapply(all, declared_by, "", requirements))
}
