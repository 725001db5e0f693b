# Installs, updates and removes Miniconda.

#' Install and update Miniconda
#'
#' `install_miniconda()` downloads the installer of Miniforge, the distribution of conda by
#' conda-forge, whose packages are free for every use, and installs it into a directory of its own;
#' it changes neither the shell's start-up files nor the `PATH`. `use_miniconda()` chooses one of
#' its environments for this session. [install_keras()] is simpler if you only need TensorFlow and
#' Keras.
#'
#' @param path Directory of the installation. The default is `r-miniconda` in the user's data
#'   directory; the environment variable `RETICULATE_MINICONDA_PATH` changes it.
#' @param update Logical. Whether to update conda after the installation.
#' @param force Logical. Whether to replace an existing installation.
#' @param condaenv String. Name or path of a conda environment; `NULL` means `"r-keras"`.
#' @param required Logical or `NULL`; see [use_python()].
#' @return `miniconda_path()` and `install_miniconda()` the directory, the latter invisibly;
#'   `use_miniconda()` the path of the Python, invisibly; the others `NULL`, invisibly.
#' @concept conda
#' @concept Anaconda
#' @concept Miniforge
#' @seealso [conda_create()], [use_condaenv()], [virtualenv_create()]
#' @examples
#' miniconda_path()
#' \dontrun{
#' install_miniconda()
#' conda_create("my-project", packages = "numpy")
#' use_miniconda("my-project")
#' }
#' @export
install_miniconda <- function(path = miniconda_path(), update = TRUE, force = FALSE) {
  check_flags()
  check_string(path, "path")
  path <- path.expand(path)
  check_no_miniconda(path, force)
  installer <- download_miniconda()
  on.exit(unlink(installer))
  run <- miniconda_command(installer, path, force)
  ran <- run_command(run[[1]], run[-1])
  if (ran$status != 0L || !file.exists(miniconda_conda(path))) {
    abort(ran_problem("The installer of Miniforge failed", c(ran$stdout, ran$stderr)),
          kind = "python")
  }
  if (update) miniconda_update(path)
  message("Miniforge is installed in '", path, "'.")
  invisible(path)
}

check_no_miniconda <- function(path, force) {
  if (file.exists(miniconda_conda(path)) && !force) {
    abort(c("`path` is '%s', which has a conda installation. Use `force = TRUE` to replace it, or",
            "miniconda_update() to update it."), path, kind = "python")
  }
  if (grepl("\\s", path)) {
    abort("`path` is '%s'. Conda does not support paths with spaces.", path, kind = "python")
  }
}

miniconda_conda <- function(path) installation_bin(path.expand(path), "conda")

# The installer's program and its arguments. That of Windows takes the path last, and unquoted.
miniconda_command <- function(installer, path, force, os = this_os()) {
  if (os != "Windows") {
    return(c("/bin/bash", installer, "-b", if (force) "-u", "-p", path))
  }
  c(installer, "/InstallationType=JustMe", "/RegisterPython=0", "/AddToPath=0", "/S",
    paste0("/D=", gsub("/", "\\", path, fixed = TRUE)))
}

download_miniconda <- function() {
  url <- miniconda_url()
  file <- tempfile("miniforge-", fileext = paste0(".", tools::file_ext(url)))
  old <- options(timeout = max(600, getOption("timeout")))
  on.exit(options(old))
  download(url, file, quiet = FALSE, failed = function(reason) {
    abort("The installer of Miniforge could not be downloaded from %s: %s", url, reason,
          kind = "python")
  })
}

miniconda_url <- function(system = Sys.info()[["sysname"]], machine = Sys.info()[["machine"]]) {
  kind <- if (system == "Windows") "exe" else "sh"
  system <- if (system == "Darwin") "MacOSX" else system
  sprintf(
    "https://github.com/conda-forge/miniforge/releases/latest/download/Miniforge3-%s-%s.%s",
    system, sub("-", "_", machine, fixed = TRUE), kind
  )
}

#' @rdname install_miniconda
#' @export
miniconda_path <- function() default_miniconda()

default_miniconda <- function(os = this_os()) {
  path <- Sys.getenv("RETICULATE_MINICONDA_PATH")
  if (nzchar(path)) path.expand(path) else file.path(user_data_dir(os), "r-miniconda")
}

#' @rdname install_miniconda
#' @export
miniconda_update <- function(path = miniconda_path()) {
  conda_update(existing_miniconda(path))
}

#' @rdname install_miniconda
#' @export
miniconda_uninstall <- function(path = miniconda_path()) {
  existing_miniconda(path)
  unlink(path.expand(path), recursive = TRUE)
  forget_probes()
  invisible(NULL)
}

# A directory without conda is not deleted.
existing_miniconda <- function(path) {
  check_string(path, "path")
  conda <- miniconda_conda(path)
  if (!file.exists(conda)) {
    abort("`path` is '%s', which has no conda installation.", path, kind = "python")
  }
  conda
}

#' @rdname install_miniconda
#' @export
use_miniconda <- function(condaenv = NULL, required = NULL) {
  conda <- miniconda_conda(miniconda_path())
  if (!file.exists(conda)) {
    if (isFALSE(required)) {
      return(invisible(NULL))
    }
    abort("There is no Miniconda installation in '%s'. Install it with install_miniconda().",
          miniconda_path(), kind = "python")
  }
  use_condaenv(condaenv, conda = conda, required = required)
}
