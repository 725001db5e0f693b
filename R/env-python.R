# Installs versions of Python.

#' Install Python
#'
#' Installs a version of CPython with its shared library, which R needs to run it, into the user's
#' home directory. Nothing of the system's Python changes. By default the installation comes from
#' [uv](https://docs.astral.sh/uv/), which downloads it within seconds; if pyenv is on the
#' `PATH` and uv cannot be installed, pyenv compiles it, which takes some minutes and a C compiler.
#'
#' @param version String. Version, such as `"3.12"` or `"3.12.7"`. `"3.12:latest"` means the newest
#'   patch release of 3.12.
#' @param list Logical. Whether to return the available versions instead.
#' @param force Logical. Whether to install again if the version is installed.
#' @param optimized Logical. Whether pyenv compiles with optimizations. Installations of uv always
#'   are.
#' @return Path of the Python executable, invisibly; with `list = TRUE` a character vector of
#'   versions.
#' @concept pyenv
#' @concept uv
#' @concept Python version
#' @seealso [virtualenv_create()] with `python = install_python()`, [use_python_version()],
#'   [install_keras()]
#' @examples
#' \dontrun{
#' python <- install_python("3.12")
#' virtualenv_create("my-project", python = python)
#' }
#' @export
install_python <- function(version = "3.12:latest", list = FALSE, force = FALSE,
                           optimized = TRUE) {
  check_flags()
  uv <- tryCatch(uv_binary(), rkeras_error_python = identity)
  if (list) {
    return(python_versions(uv))
  }
  version <- python_version_number(version)
  python <- if (is.character(uv)) uv_python(uv, version, force) else
    pyenv_python(uv, version, force, optimized)
  forget_probes()
  invisible(python)
}

python_version_number <- function(version) {
  check_string(version, "version")
  number <- sub(":latest$", "", version)
  if (!grepl("^3([.][0-9]+){1,2}$", number)) {
    abort("`version` must be a version such as \"3.12\" or \"3.12:latest\", not \"%s\".", version)
  }
  number
}

python_versions <- function(uv) {
  if (!is.character(uv)) stop(uv)
  ran <- run_uv(uv, c("python", "list", "--all-versions", "--only-downloads"))
  check_ran(ran, "uv could not list Python versions")
  builds <- grep("^cpython-3[^+]*-", ran$stdout, value = TRUE)
  unique(sub("^cpython-([^-]+)-.*", "\\1", builds))
}

uv_python <- function(uv, version, force) {
  # The platform's packages of the same version are not what is meant: they belong to the system.
  managed <- c("--managed-python", "--no-config")
  ran <- run_uv(uv, c("python", "install", managed, if (force) "--reinstall", version))
  check_ran(ran, paste("uv could not install Python", version))
  ran <- run_uv(uv, c("python", "find", managed, version))
  check_ran(ran, paste("uv did not find the installed Python", version))
  ran$stdout[[1]]
}

pyenv_python <- function(no_uv, version, force, optimized) {
  pyenv <- unname(Sys.which("pyenv"))
  if (!nzchar(pyenv)) {
    abort(paste0(conditionMessage(no_uv), "\nThere is no pyenv on the PATH either."),
          kind = "python")
  }
  flags <- paste("--enable-shared", if (optimized) "--enable-optimizations --with-lto")
  ran <- run_command(pyenv, c("install", if (force) "--force" else "--skip-existing", version),
                     env = c(PYTHON_CONFIGURE_OPTS = flags))
  check_ran(ran, paste("pyenv could not install Python", version))
  ran <- run_command(pyenv, c("prefix", version))
  check_ran(ran, paste("pyenv did not find the installed Python", version))
  installation_bin(ran$stdout[[1]])
}
