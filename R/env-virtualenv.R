# Creates, fills, lists and removes virtualenvs.

default_virtualenv <- "r-keras"

#' Create and manage virtualenvs
#'
#' Create, fill, list and remove Python virtual environments. A virtualenv is a directory with a
#' Python executable and its own set of packages, so that projects do not disturb each other or the
#' operating system. Most users need only [install_keras()], which creates the virtualenv `r-keras`.
#'
#' Virtualenvs given by name are subdirectories of `virtualenv_root()`: the directory named by the
#' environment variable `WORKON_HOME` or `RETICULATE_VIRTUALENV_ROOT`, `~/.virtualenvs` otherwise.
#' On Windows, where `~` is the folder of documents, it is `.virtualenvs` in the user's folder,
#' unless there is one among the documents. A name that contains a slash is the path of a directory.
#'
#' `virtualenv_starter()` finds a Python installation to create virtualenvs from: version 3.10 or
#' later, with the shared library that R needs, and with the modules `venv`, `ensurepip` and `ssl`.
#' It considers the system's installations, those named by version on the `PATH`, and those of pyenv
#' and uv; on Windows those in the registry and those that the launcher `py` lists, and not those of
#' the Microsoft Store, whose library R cannot load.
#'
#' @param envname String. Name or directory of a virtualenv; `NULL` means `"r-keras"`.
#' @param python String. Path of the Python executable to create the virtualenv from.
#' @param ... Not used.
#' @param version String. Version or constraint: `"3.12"`, `">=3.10,<3.13"`. A constraint compares
#'   as many components as it has: `"<=3.11"` holds for 3.11.7.
#' @param packages Character vector. Package names, with versions if needed (`"numpy==2.4.6"`).
#'   `FALSE` installs none, not even `requirements`.
#'   `virtualenv_remove()` removes only these packages, or the virtualenv if there are none.
#' @param requirements String. Path of a requirements file.
#' @param force Logical. Whether to replace an existing virtualenv.
#' @param module String. Python module that creates the virtualenv, `"venv"` or `"virtualenv"`;
#'   `NULL` means `"venv"`. The options that set the defaults are listed in [rkeras-options].
#' @param system_site_packages Logical. Whether packages of `python` are visible in the virtualenv.
#' @param pip_version,setuptools_version String. Versions to install; `NULL` keeps those of
#'   `module`.
#' @param extra Character vector. Additional arguments for `module`.
#' @param ignore_installed Logical. Whether to install packages that are installed as well.
#' @param pip_options Character vector. Additional arguments for `pip install`.
#' @param python_version String. Constraint that the virtualenv's Python must meet.
#' @param confirm Logical. Whether to ask before removing.
#' @param all Logical. Whether to return a data frame of all installations found.
#' @return `virtualenv_create()` and `virtualenv_install()`: path of the virtualenv's Python;
#'   `virtualenv_python()`: the same, also where there is no virtualenv yet; `virtualenv_list()`:
#'   names; `virtualenv_exists()`: `TRUE` or `FALSE`; `virtualenv_root()`: a path;
#'   `virtualenv_starter()`: a path or `NULL`, with `all = TRUE` a data frame with the columns
#'   `version` and `path`.
#' @concept virtual environment
#' @concept venv
#' @concept pip
#' @seealso [use_virtualenv()] chooses a virtualenv for this session, [py_install()],
#'   [conda_create()], [install_python()]
#' @examples
#' virtualenv_root()
#' virtualenv_list()
#' virtualenv_exists("no-such-environment")
#' virtualenv_starter()
#' @examplesIf !is.null(virtualenv_starter())
#' folder <- file.path(tempdir(), "my-project")
#' virtualenv_create(folder, packages = NULL)
#' virtualenv_python(folder)
#' virtualenv_remove(folder, confirm = FALSE)
#' @examples
#' \dontrun{
#' virtualenv_create("my-project", packages = c("numpy", "pandas"))
#' virtualenv_install("my-project", "scikit-learn")
#' use_virtualenv("my-project")
#' }
#' @export
virtualenv_create <- function(envname = NULL, python = virtualenv_starter(version), ...,
                              version = NULL, packages = "numpy", requirements = NULL,
                              force = FALSE, module = getOption("reticulate.virtualenv.module"),
                              system_site_packages = getOption(
                                "reticulate.virtualenv.system_site_packages", default = FALSE
                              ),
                              pip_version = getOption(
                                "reticulate.virtualenv.pip_version", default = NULL
                              ),
                              setuptools_version = getOption(
                                "reticulate.virtualenv.setuptools_version", default = NULL
                              ),
                              extra = getOption(
                                "reticulate.virtualenv.extra", default = NULL
                              )) {
  check_flags()
  path <- virtualenv_path(envname)
  if (virtualenv_exists(path) && !force) {
    message("The virtualenv '", path, "' exists already.")
  } else {
    if (is.null(python)) {
      abort(no_starter_message(version), kind = "python")
    }
    module <- module %||% "venv"
    make_virtualenv(path, python_path(python), module, system_site_packages, force, extra)
  }
  tools <- c(pinned("pip", pip_version), pinned("setuptools", setuptools_version))
  if (length(tools)) {
    virtualenv_install(path, tools)
  }
  if (!isFALSE(packages) && (length(packages) || !is.null(requirements))) {
    virtualenv_install(path, packages, requirements = requirements)
  }
  invisible(virtualenv_python(path))
}

#' @rdname virtualenv_create
#' @export
virtualenv_install <- function(envname = NULL, packages = NULL, ignore_installed = FALSE,
                               pip_options = character(), requirements = NULL, ...,
                               python_version = NULL) {
  check_flags()
  python <- existing_virtualenv_python(envname)
  check_version(python, python_version)
  pip_install(
    python, packages,
    requirements = requirements, pip_options = pip_options, ignore_installed = ignore_installed
  )
  invisible(python)
}

#' @rdname virtualenv_create
#' @export
virtualenv_list <- function() {
  folders <- list.dirs(virtualenv_root(), full.names = FALSE, recursive = FALSE)
  folders[vapply(folders, virtualenv_exists, logical(1), USE.NAMES = FALSE)]
}

#' @rdname virtualenv_create
#' @export
virtualenv_exists <- function(envname = NULL) {
  path <- virtualenv_path(envname)
  file.exists(virtualenv_bin(path)) && file.exists(file.path(path, "pyvenv.cfg"))
}

#' @rdname virtualenv_create
#' @export
virtualenv_python <- function(envname = NULL) virtualenv_bin(virtualenv_path(envname))

existing_virtualenv_python <- function(envname) {
  path <- virtualenv_path(envname)
  if (!virtualenv_exists(path)) {
    abort("There is no virtualenv in '%s'%s.", path, known_virtualenvs(), kind = "python")
  }
  virtualenv_bin(path)
}

#' @rdname virtualenv_create
#' @export
virtualenv_remove <- function(envname = NULL, packages = NULL, confirm = interactive()) {
  path <- virtualenv_path(envname)
  python <- existing_virtualenv_python(envname)
  what <- if (length(packages)) paste0("'", packages, "'", collapse = ", ") else "all of it"
  if (confirm && !isTRUE(utils::askYesNo(paste0("Remove ", what, " from '", path, "'?")))) {
    return(invisible(FALSE))
  }
  if (length(packages)) {
    run_pip(python, c("uninstall", "--yes", packages))
  } else {
    unlink(path, recursive = TRUE)
  }
  forget_probes()
  invisible(TRUE)
}

#' @rdname virtualenv_create
#' @export
virtualenv_root <- function() {
  root <- Sys.getenv(c("WORKON_HOME", "RETICULATE_VIRTUALENV_ROOT"), unset = "")
  path.expand(c(root[nzchar(root)], default_root())[[1]])
}

#' @rdname virtualenv_create
#' @export
virtualenv_starter <- function(version = NULL, all = FALSE) {
  check_flags()
  if (!all) {
    return(first_starter(version))
  }
  found <- starter_table(version)
  found <- found[!nzchar(found$problem), c("version", "path")]
  row.names(found) <- NULL
  found
}

# On Windows in the user's folder, unless reticulate has made one among the documents.
default_root <- function(os = this_os(), exists = dir.exists) {
  root <- path.expand("~/.virtualenvs")
  if (os == "Windows" && !exists(root)) file.path(user_home(os), ".virtualenvs") else root
}

make_virtualenv <- function(path, python, module, system_site_packages, force, extra) {
  problem <- probe_python(python)$problem
  if (!is.null(problem)) {
    abort("'%s' cannot create a virtualenv: %s.", python, problem, kind = "python", call = NULL)
  }
  message("Creating the virtualenv '", path, "' from '", python, "'")
  dir.create(dirname(path), recursive = TRUE, showWarnings = FALSE)
  args <- c(
    "-m", module,
    if (force) "--clear",
    if (system_site_packages) "--system-site-packages",
    extra,
    path
  )
  ran <- run_command(python, args)
  check_ran(ran, sprintf("The virtualenv '%s' could not be created with '%s'", path, python),
            said = c(ran$stdout, ran$stderr), lines = 10,
            remedy = "On Debian and Ubuntu the package python3-venv may be missing.")
  forget_probes()
}

# The folder of a virtualenv given by name or by path.
virtualenv_path <- function(envname = NULL, root = virtualenv_root()) {
  envname <- envname %||% default_virtualenv
  check_string(envname, "envname")
  if (is_path(envname)) path.expand(envname) else file.path(root, envname)
}

known_virtualenvs <- function() {
  known <- virtualenv_list()
  if (!length(known)) {
    return("")
  }
  paste0(" (", virtualenv_root(), " has ", paste0("'", known, "'", collapse = ", "), ")")
}

pinned <- function(package, version) {
  if (!is.null(version)) paste0(package, "==", version)
}
