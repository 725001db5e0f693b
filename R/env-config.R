# Reports which Python installation is used or would be chosen, without starting Python.

#' Show the Python configuration
#'
#' `py_config()` shows the Python installation that is running or, before Python has started, the
#' one that rkeras would start, and why each other candidate is not used. `py_discover_config()`
#' searches again, as if Python had not started. Neither function starts Python.
#'
#' @param required_module String. Skip installations without this module, except those that the user
#'   chose.
#' @param use_environment String. Name or directory of a virtualenv to prefer to the installations
#'   that rkeras finds.
#' @return A list of class `py_config` with the paths `python`, `libpython`, `pythonhome`,
#'   `pythonpath`, `prefix`, `exec_prefix`, `base_prefix`, `executable`, `base_executable` (the
#'   Python that a virtualenv was made from), `virtualenv` and `virtualenv_activate`, its script
#'   for Python (`""` if there is none); `version_string`, `version` (a [package_version()] of two
#'   components) and `full_version`; `architecture`, `anaconda` (logical); `numpy` (a list of `path`
#'   and `version`, or `NULL`), `keras` and `tensorflow` (versions, or `NULL`); `requested_by`, also
#'   named `forced`; `available` and `running` (whether Python has started); `problem` (`NULL`, or
#'   why no installation can be used); `trace`, a data frame with one row per candidate, and
#'   `python_versions`, the paths of those that exist. The result of `py_discover_config()` also has
#'   `required_module` and `required_module_path`, its folder or file.
#' @concept Python configuration
#' @concept troubleshooting
#' @seealso [use_python()] chooses an installation, [py_available()], [py_exe()].
#' @examples
#' py_config()
#' py_discover_config(required_module = "numpy")$python
#' @export
py_config <- function() {
  if (isTRUE(python_state$started)) {
    return(new_py_config(python_state$choice, trace = python_state$choice$trace, running = TRUE))
  }
  decision <- resolve_python(python_inputs(), accept = unfit)
  new_py_config(decision$choice, decision$trace, decision$problem)
}

#' @rdname py_config
#' @export
py_discover_config <- function(required_module = NULL, use_environment = NULL) {
  inputs <- python_inputs()
  if (!is.null(use_environment)) {
    check_string(use_environment, "use_environment")
    python <- virtualenv_bin(virtualenv_path(use_environment))
    inputs$hints <- c(list(candidate("use_environment", python)), inputs$hints)
  }
  if (!is.null(required_module)) check_string(required_module, "required_module")
  accept <- function(facts) {
    if (!is.null(required_module) && !has_module(facts$path, required_module)) {
      paste0("it lacks the module '", required_module, "'")
    }
  }
  decision <- resolve_python(inputs, accept = accept)
  config <- new_py_config(decision$choice, decision$trace, decision$problem)
  config["required_module"] <- list(required_module)
  config["required_module_path"] <- list(module_path(config$python, required_module))
  config
}

new_py_config <- function(choice, trace, problem = NULL, running = FALSE) {
  structure(
    c(
      # Without a choice, `$python` would be `$python_versions`.
      if (!is.null(choice)) described_choice(choice, trace),
      list(available = running, running = running, problem = problem, trace = trace)
    ),
    class = c("rkeras_config", "py_config")
  )
}

# The names are reticulate's, which packages read, and those that only rkeras has.
described_choice <- function(choice, trace) {
  in_virtualenv <- !identical(choice$prefix, choice$base_prefix)
  version <- package_version(choice$version)
  c(
    choice[c("python", "libpython")],
    pythonhome = choice$base_prefix,
    choice["pythonpath"], choice[c("prefix", "exec_prefix", "base_prefix")],
    virtualenv = if (in_virtualenv) choice$prefix else "",
    virtualenv_activate = if (in_virtualenv) activation_script(choice$prefix) else "",
    choice["executable"],
    base_executable = if (in_virtualenv) base_python(choice) else choice$executable,
    list(
      version_string = choice$version_string %||% choice$version, version = version[, 1:2],
      full_version = version, architecture = paste0(8L * .Machine$sizeof.pointer, "bit"),
      anaconda = dir.exists(file.path(choice$prefix %||% "", "conda-meta")),
      numpy = described_numpy(choice)
    ),
    choice[c("keras", "tensorflow", "requested_by")],
    forced = choice$requested_by,
    list(python_versions = Filter(file.exists, unique(c(choice$python, trace$candidate))))
  )
}

activation_script <- function(prefix) {
  script <- virtualenv_bin(prefix, "activate_this.py")
  if (file.exists(script)) script else ""
}

described_numpy <- function(choice) {
  if (!is.null(choice$numpy)) {
    list(path = choice$numpy_path, version = numeric_version(choice$numpy, strict = FALSE))
  }
}

#' @export
print.rkeras_config <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @export
format.rkeras_config <- function(x, ...) {
  c(format_choice(x), format_passed_over(x$trace))
}

format_choice <- function(x) {
  if (is.null(x$python)) {
    return(c("No Python can be used.", paste0("  ", strsplit(x$problem, "\n")[[1]])))
  }
  rows <- c(
    "python" = x$python,
    "libpython" = x$libpython,
    "version" = as.character(x$full_version),
    "prefix" = x$prefix,
    "base prefix" = x$base_prefix,
    "numpy" = if (is.null(x$numpy)) "not installed" else as.character(x$numpy$version),
    "keras" = x$keras %||% "not installed",
    "tensorflow" = x$tensorflow %||% "not installed",
    "chosen by" = x$requested_by
  )
  c(
    if (x$running) "Python is running:" else "Python has not started; it would be:",
    paste0("  ", format(paste0(names(rows), ":")), " ", rows)
  )
}

format_passed_over <- function(trace) {
  # If another package started Python, there is no trace of the choice.
  others <- trace[trace$verdict != "chosen", ]
  if (NROW(others) == 0L) {
    return(character())
  }
  where <- ifelse(nzchar(others$candidate), paste0(": ", others$candidate), "")
  c("Not used:", paste0("  ", others$source, where, " (", others$reason, ")"))
}

#' Check whether Python is available
#'
#' `py_available()` returns whether Python is running or can be started, and `py_numpy_available()`
#' whether that installation has NumPy. They do not start Python unless `initialize = TRUE`.
#' `py_exe()` and `py_version()` return its executable and its version. Use them in examples and
#' tests that must be skipped on machines without Python.
#'
#' @param initialize Logical. Whether to start Python if it is not running.
#' @param patch Logical. Whether to include the third component of the version.
#' @return `TRUE` or `FALSE`; `py_exe()` a path and `py_version()` a [numeric_version], both `NULL`
#'   if there is no Python installation that can be used.
#' @concept Python version
#' @concept NumPy
#' @seealso [py_config()], [py_module_available()], [is_keras_available()]
#' @examples
#' py_available()
#' py_numpy_available()
#' py_exe()
#' py_version()
#' @export
py_available <- function(initialize = FALSE) {
  check_flags()
  if (isTRUE(python_state$started)) {
    return(TRUE)
  }
  if (!initialize) {
    return(!is.null(py_config()$python))
  }
  failure <- tryCatch(start_python(), rkeras_error_python = identity)
  is.null(failure)
}

#' @rdname py_available
#' @export
py_numpy_available <- function(initialize = FALSE) {
  check_flags()
  py_available(initialize) && !is.null(py_config()$numpy)
}

#' @rdname py_available
#' @export
py_exe <- function() {
  py_config()$python
}

#' @rdname py_available
#' @export
py_version <- function(patch = FALSE) {
  check_flags()
  config <- py_config()
  if (patch) config$full_version else config$version
}

has_module <- function(python, module) !is.null(module_path(python, module))

# The folder of a package, or the file of a module; NULL if this Python cannot import it. A separate
# process looks for it.
module_path <- function(python, module) {
  if (is.null(python) || is.null(module)) {
    return(NULL)
  }
  code <- paste(
    "import importlib.util as u, sys; s = u.find_spec(sys.argv[1])",
    "print('' if s is None else [*(s.submodule_search_locations or ()), s.origin][0])", sep = "; "
  )
  ran <- run_command(python, c("-c", code, module), timeout = 30)
  found <- utils::tail(ran$stdout, 1L)
  if (ran$status == 0L && length(found) && nzchar(found)) found
}

#' Describe the Python configuration in an error message
#'
#' Composes the text of an error message that ends with the current Python configuration, as
#' [py_config()] prints it. Packages that use Python show it when something is wrong with the user's
#' installation, so that the user can see which Python was used and why.
#'
#' @param prefix String. First sentence of the message: the problem.
#' @return A string.
#' @concept error message
#' @concept troubleshooting
#' @seealso [py_config()]
#' @examples
#' cat(py_config_error_message("This function needs Python 3.10."))
#' @export
py_config_error_message <- function(prefix) {
  prefix <- as_string(prefix, "prefix")
  paste(c(prefix, "", "Python configuration:", format(py_config()), ""), collapse = "\n")
}
