# `use_python()` and related functions, by which a script chooses a Python installation.

# The requests of `use_*()`: `required` (a candidate, or NULL) and `hints` (a list of candidates).
python_requests <- new.env(parent = emptyenv())
python_requests$required <- NULL
python_requests$hints <- list()

#' Say which Python to use
#'
#' These functions choose the Python that rkeras starts when it first needs one. Call them at the
#' top of a script: once Python runs, it cannot be exchanged for another.
#'
#' Without them, rkeras takes the first of these that is there:
#'
#' 1. the environment variable `RKERAS_PYTHON`, then `RETICULATE_PYTHON` (an executable);
#' 2. the activated virtualenv (`VIRTUAL_ENV`);
#' 3. a virtualenv `.venv` in the working directory, unless it belongs to another user or everybody
#'    can write to it: then a warning of class `rkeras_warning_python` says so;
#' 4. the virtualenv `r-keras` that [install_keras()] makes;
#' 5. the Python of the system.
#'
#' [py_require()] declares what the Python must have.
#'
#' What `use_*()`, `RKERAS_PYTHON`, `RETICULATE_PYTHON` or `VIRTUAL_ENV` ask for is taken or
#' it is an error; rkeras never falls back to another Python. [py_config()] shows the choice and why
#' each other candidate was passed over.
#'
#' @param python The path of a Python executable, or the name of one on the `PATH`.
#' @param virtualenv The name of a virtualenv in [virtualenv_root()], or the path of its folder.
#' @param condaenv The name of a conda environment, or the path of its folder.
#' @param version A version, such as `"3.12"`, searched as [virtualenv_starter()] does.
#' @param conda The conda executable, `"auto"` to find it.
#' @param required `TRUE` (and `NULL`, the default): use this Python or fail. `FALSE`: a hint, which
#'   is passed over if it cannot be used or anything else was asked for.
#' @return The path of the Python executable, invisibly.
#' @family choosing Python
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
    if (!grepl("/", python, fixed = TRUE) && !file.exists(path)) {
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
      paste0(
        "there is no virtualenv in '", path, "'", known_virtualenvs(),
        "; virtualenv_create(\"", virtualenv, "\") makes it"
      )
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
    abort(no_starter_message(version), "python")
  }
  request_python("use_python_version", version, python, required)
}

# Record the request after checking that it can be met. If there is no such installation, `absent`
# is the message, which says more than the probe's.
request_python <- function(fun, arg, python, required, absent = NULL) {
  label <- paste0(fun, "(\"", arg, "\")")
  if (!is.null(required) && !(isTRUE(required) || isFALSE(required))) {
    abort("`required` must be TRUE, FALSE or NULL.", call = sys.call(-1))
  }
  explicit <- !isFALSE(required)
  if (isTRUE(python_state$started)) {
    if (explicit) check_is_running(label, python, call = sys.call(-1))
    return(invisible(python))
  }
  if (!explicit) {
    python_requests$hints <- c(python_requests$hints, list(candidate(label, python)))
    return(invisible(python))
  }
  problem <- absent %||% probe_python(python)$problem
  if (!is.null(problem)) {
    abort(paste0(label, " cannot be honoured: ", problem, "."), "python", call = sys.call(-1))
  }
  python_requests$required <- candidate(label, python, explicit = TRUE)
  invisible(python)
}

# When Python runs, a request for the same installation is accepted, and one for another an error.
check_is_running <- function(label, python, call) {
  running <- python_state$choice
  if (identical(python, running$python)) {
    return(invisible())
  }
  asked <- probe_python(python)
  same <- is.null(asked$problem) && identical(asked$prefix, running$prefix) &&
    identical(asked$libpython, running$libpython)
  if (!same) {
    abort(
      paste0(
        label, " comes too late: Python ", running$version, " already runs, '", running$python,
        "', chosen by ", running$requested_by, ".\n",
        "Restart R and say which Python you want before anything uses Python."
      ),
      "python",
      call = call
    )
  }
}
