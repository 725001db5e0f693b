# `use_python()` and related functions, by which a script chooses a Python installation.

# The requests of `use_*()`: `required` (a candidate, or NULL) and `hints` (a list of candidates).
python_requests <- new.env(parent = emptyenv())
python_requests$required <- NULL
python_requests$hints <- list()

#' Choose a Python installation
#'
#' These functions choose the Python installation that rkeras starts when it first needs Python.
#' Call them at the top of a script: a running Python cannot be exchanged for another one.
#'
#' Without them, rkeras uses the first of these that exists:
#'
#' 1. the executable named by the environment variable `RKERAS_PYTHON`, then `RETICULATE_PYTHON`,
#'    then the virtualenv or conda environment named by `RETICULATE_PYTHON_ENV`;
#' 2. the activated virtualenv (`VIRTUAL_ENV`);
#' 3. a virtualenv `.venv` in the working directory, unless it belongs to another user or everybody
#'    can write to it, which is a warning of class `rkeras_warning_python`;
#' 4. the virtualenv `r-keras` that [install_keras()] creates, then `r-reticulate`;
#' 5. the environment in rkeras's cache that the first use of Keras, or [py_require()], has made;
#' 6. the executable named by `RETICULATE_PYTHON_FALLBACK`, then the Python of the operating system.
#'
#' If Keras is used, or packages are declared with [py_require()], installations of the last four
#' kinds are used only if they have them. If none has, rkeras makes an environment.
#'
#' An installation that you choose with `use_*()`, `RKERAS_PYTHON`, `RETICULATE_PYTHON`,
#' `RETICULATE_PYTHON_ENV` or `VIRTUAL_ENV` is used or is an error; rkeras does not replace it by
#' another one. [py_config()] shows the choice and why other installations were not used.
#'
#' @param python String. Path of a Python executable, or the name of one on the `PATH`.
#' @param virtualenv String. Name of a virtualenv in [virtualenv_root()], or the path of its
#'   directory.
#' @param condaenv String. Name of a conda environment, or the path of its directory.
#' @param version String. Version, such as `"3.12"`, which [virtualenv_starter()] looks for.
#' @param conda Path of a conda executable, or `"auto"`; see [conda_binary()].
#' @param required Logical or `NULL`. `TRUE` and `NULL`, the default: this installation is used, and
#'   it is an error if that is not possible. `FALSE`: a preference, which is ignored if the
#'   installation cannot be used or another one was chosen.
#' @return Path of the Python executable, invisibly.
#' @concept choose Python
#' @concept virtualenv
#' @concept conda environment
#' @concept RETICULATE_PYTHON
#' @seealso [py_config()], [py_require()], [install_keras()], [virtualenv_create()]
#' @examplesIf py_available()
#' use_python(py_exe())
#' use_python("python3.12", required = FALSE)
#' try(use_virtualenv("no-such-environment"))
#' @examples
#' \dontrun{
#' use_virtualenv("r-keras")
#' use_condaenv("my-project")
#' use_python_version("3.12")
#' }
#' @export
use_python <- function(python, required = NULL) {
  check_string(python, "python")
  path <- python_path(python)
  request_python("use_python", python, path, required, absent = {
    if (!is_path(python) && !file.exists(path)) {
      "there is no such file on the PATH, nor in the working directory"
    }
  })
}

#' @rdname use_python
#' @export
use_virtualenv <- function(virtualenv = NULL, required = NULL) {
  virtualenv <- virtualenv %||% default_virtualenv
  check_string(virtualenv, "virtualenv")
  path <- virtualenv_path(virtualenv)
  request_python("use_virtualenv", virtualenv, virtualenv_bin(path), required, absent = {
    if (!file.exists(virtualenv_bin(path))) {
      sprintf("there is no virtualenv in '%s'%s; virtualenv_create(\"%s\") makes it", path,
              known_virtualenvs(), virtualenv)
    }
  })
}

#' @rdname use_python
#' @export
use_condaenv <- function(condaenv = NULL, conda = "auto", required = NULL) {
  condaenv <- condaenv %||% default_virtualenv
  check_string(condaenv, "condaenv")
  python <- tryCatch(conda_env_python(condaenv, conda), rkeras_error_python = identity)
  if (inherits(python, "condition")) {
    if (isFALSE(required)) {
      return(invisible(NULL))
    }
    stop(python)
  }
  request_python("use_condaenv", condaenv, python, required)
}

#' @rdname use_python
#' @export
use_python_version <- function(version, required = NULL) {
  check_string(version, "version")
  python <- virtualenv_starter(version)
  if (is.null(python)) {
    if (isFALSE(required)) {
      return(invisible(NULL))
    }
    abort(no_starter_message(version), kind = "python")
  }
  request_python("use_python_version", version, python, required)
}

# Record the request after checking that it can be met. If there is no such installation, `absent`
# is the message, which says more than the probe's.
request_python <- function(fun, arg, python, required, absent = NULL) {
  label <- paste0(fun, "(\"", arg, "\")")
  if (!is.null(required)) check_logical(required, "required")
  explicit <- !isFALSE(required)
  if (isTRUE(python_state$started)) {
    if (explicit) check_is_running(label, python)
    return(invisible(python))
  }
  if (!explicit) {
    python_requests$hints <- c(python_requests$hints, list(candidate(label, python)))
    return(invisible(python))
  }
  problem <- absent %||% probe_python(python)$problem
  if (!is.null(problem)) {
    abort(paste0(label, " cannot be honoured: ", problem, "."), kind = "python")
  }
  python_requests$required <- candidate(label, python, explicit = TRUE)
  invisible(python)
}

# When Python runs, a request for the same installation is accepted, and one for another an error.
check_is_running <- function(label, python) {
  running <- python_state$choice
  if (identical(python, running$python)) {
    return(invisible())
  }
  asked <- probe_python(python)
  same <- is.null(asked$problem) && identical(asked$prefix, running$prefix) &&
    identical(asked$libpython, running$libpython)
  if (!same) {
    abort(c("%s comes too late: Python %s is already running, '%s', chosen by %s.\nRestart R and",
            "choose a Python installation before anything uses Python."), label, running$version,
          running$python, running$requested_by, kind = "python")
  }
}
