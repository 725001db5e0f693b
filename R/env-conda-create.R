# Creates, fills, lists, copies and removes conda environments.

#' Create and manage conda environments
#'
#' Create, fill, list, copy, export and remove conda environments with the conda executable of this
#' machine. An environment is a directory with a Python installation and packages. A virtualenv
#' ([virtualenv_create()]) is simpler and sufficient for TensorFlow and Keras; use conda for
#' packages that are not on PyPI, or where your organization provides it.
#'
#' `conda_install()` creates the environment if it does not exist. `conda_update()` updates conda
#' itself.
#'
#' @param envname String. Name of an environment, or the path of its directory if it contains a
#'   slash. `NULL` means `"r-keras"`.
#' @param packages Character vector. Conda packages, with versions if needed (`"numpy=2.1"`);
#'   requirements as pip writes them if `pip = TRUE`. For `conda_remove()`, the packages to remove;
#'   `NULL` removes the environment.
#' @param ... Not used; must be empty.
#' @param forge Logical. Whether to search the channel conda-forge first.
#' @param channel Character vector. Channels to search, in this order; they replace conda-forge.
#' @param environment Path of an environment file (`environment.yml`) to create the environment
#'   from.
#' @param conda Path of a conda executable, or `"auto"`; see [conda_binary()].
#' @param python_version String. Version of Python, such as `"3.12"`.
#' @param additional_create_args,additional_install_args Character vector. Additional arguments for
#'   `conda create` and `conda install`.
#' @param clone String. Name or path of the environment to copy.
#' @param pip Logical. Whether to install with pip into the environment.
#' @param pip_options Character vector. Additional arguments for `pip install`.
#' @param pip_ignore_installed Logical. Whether pip also installs packages that are installed.
#' @param file Path of the file to write.
#' @param json Logical. Whether to write JSON instead of YAML.
#' @param matchspec String. Package to search for: a name, or a specification such as
#'   `"numpy>=2"`.
#' @param all Logical. Whether to return the Python of each environment.
#' @return
#' * `conda_create()`, `conda_clone()`: path of the environment's Python, invisibly.
#' * `conda_install()`: `packages`, invisibly.
#' * `conda_list()`: data frame with the columns `name` and `python`, the path of its Python.
#' * `conda_python()`: path of the environment's Python, or of all with `all = TRUE`.
#' * `conda_export()`: `file`, invisibly.
#' * `conda_search()`: data frame with the columns `name`, `version`, `build` and `channel`.
#' * `conda_remove()`, `conda_update()`: `NULL`, invisibly.
#' * `condaenv_exists()`: `TRUE` or `FALSE`.
#' @concept conda environment
#' @concept Anaconda
#' @seealso [use_condaenv()] chooses an environment for this session, [conda_run2()] runs a command
#'   in one, [virtualenv_create()].
#' @examples
#' condaenv_exists("no-such-environment")
#' \dontrun{
#' conda_create("my-project", packages = c("numpy", "pandas"), python_version = "3.12")
#' conda_install("my-project", "scikit-learn")
#' conda_list()
#' use_condaenv("my-project")
#' conda_remove("my-project")
#' }
#' @export
conda_create <- function(envname = NULL, packages = NULL, ..., forge = TRUE, channel = character(),
                         environment = NULL, conda = "auto",
                         python_version = miniconda_python_version(),
                         additional_create_args = character()) {
  check_flags()
  check_no_dots(...)
  envname <- conda_env_name(envname)
  if (!is.null(environment)) {
    check_path(environment, "environment", kind = "python")
    run_conda(c("env", "create", conda_env_option(envname), "--file", environment), conda)
    return(invisible(conda_env_python(envname, conda)))
  }
  run_conda(c(
    "create", "--yes", conda_env_option(envname), conda_channels(forge, channel),
    additional_create_args, conda_python_spec(packages, python_version), packages
  ), conda)
  invisible(conda_env_python(envname, conda))
}

# "python=3.12", unless the packages say which Python.
conda_python_spec <- function(packages, version) {
  if (is.null(version) || any(grepl("^python\\b", packages))) {
    return(NULL)
  }
  check_string(version, "python_version")
  if (grepl("^[<>=!]", version)) paste0("python", version) else paste0("python=", version)
}

conda_channels <- function(forge, channel) {
  option("--channel", if (length(channel)) channel else if (isTRUE(forge)) "conda-forge")
}

# The Python that environments get by default: one that the pinned TensorFlow supports.
miniconda_python_version <- function() "3.12"

#' @rdname conda_create
#' @export
conda_clone <- function(envname, ..., clone = "base", conda = "auto") {
  check_no_dots(...)
  check_string(envname, "envname")
  check_string(clone, "clone")
  run_conda(c("create", "--yes", conda_env_option(envname), "--clone", path.expand(clone)), conda)
  invisible(conda_env_python(envname, conda))
}

#' @rdname conda_create
#' @export
conda_install <- function(envname = NULL, packages, forge = TRUE, channel = character(),
                          pip = FALSE, pip_options = character(), pip_ignore_installed = FALSE,
                          conda = "auto", python_version = NULL,
                          additional_create_args = character(),
                          additional_install_args = character(), ...) {
  check_flags()
  check_no_dots(...)
  check_packages(packages)
  envname <- conda_env_name(envname)
  if (!condaenv_exists(envname, conda)) {
    conda_create(envname, forge = forge, channel = channel, conda = conda,
                 python_version = python_version %||% miniconda_python_version(),
                 additional_create_args = additional_create_args)
  }
  if (pip) {
    pip_install(conda_env_python(envname, conda), packages, pip_options = pip_options,
                ignore_installed = pip_ignore_installed)
    return(invisible(packages))
  }
  run_conda(c(
    "install", "--yes", conda_env_option(envname), conda_channels(forge, channel),
    additional_install_args, conda_python_spec(packages, python_version), packages
  ), conda)
  invisible(packages)
}

check_packages <- function(packages) {
  if (missing(packages) || !is.character(packages) || !length(packages) || anyNA(packages)) {
    abort("`packages` must be a character vector of package names.")
  }
}

#' @rdname conda_create
#' @export
conda_list <- function(conda = "auto") {
  envs <- conda_envs(conda)
  data.frame(name = as.character(names(envs)), python = installation_bin(unname(envs)))
}

#' @rdname conda_create
#' @export
conda_python <- function(envname = NULL, conda = "auto", all = FALSE) {
  check_flags()
  if (all) {
    return(conda_list(conda)$python)
  }
  conda_env_python(conda_env_name(envname), conda)
}

#' @rdname conda_create
#' @export
conda_remove <- function(envname, packages = NULL, conda = "auto") {
  check_string(envname, "envname")
  conda_env_path(envname, conda)
  what <- if (is.null(packages)) c("env", "remove") else "remove"
  run_conda(c(what, "--yes", conda_env_option(envname), packages), conda)
  invisible(NULL)
}

#' @rdname conda_create
#' @export
conda_export <- function(envname, file = if (json) "environment.json" else "environment.yml",
                         json = FALSE, ..., conda = "auto") {
  check_flags()
  check_no_dots(...)
  check_string(envname, "envname")
  check_string(file, "file")
  lines <- run_conda(c("env", "export", conda_env_option(envname), if (json) "--json"), conda)
  write_lines(lines, file)
  invisible(file)
}

#' @rdname conda_create
#' @export
conda_search <- function(matchspec, forge = TRUE, channel = character(), conda = "auto", ...) {
  check_flags()
  check_no_dots(...)
  check_string(matchspec, "matchspec")
  found <- conda_json(c("search", conda_channels(forge, channel), matchspec), conda)
  rows <- lapply(unlist(unname(found), recursive = FALSE), function(row) {
    as.data.frame(lapply(row[c("name", "version", "build", "channel")], as.character))
  })
  do.call(rbind, rows) %||%
    data.frame(name = character(), version = character(), build = character(),
               channel = character())
}

#' @rdname conda_create
#' @export
conda_update <- function(conda = "auto") {
  run_conda(c("update", "--yes", "--name", "base", "conda"), conda)
  invisible(NULL)
}

#' @rdname conda_create
#' @export
condaenv_exists <- function(envname = NULL, conda = "auto") {
  envname <- conda_env_name(envname)
  if (is_path(envname)) {
    return(file.exists(conda_env_python(envname)))
  }
  envs <- tryCatch(conda_envs(conda), rkeras_error_python = function(cnd) character())
  envname %in% names(envs)
}

#' Run a command in a conda environment
#'
#' Runs a shell command with the environment activated, so that its executables come first on the
#' `PATH` and its activation scripts have run.
#'
#' @param cmd String. The command.
#' @param args Character vector. Its arguments, which must be quoted where the shell needs it.
#' @param conda Path of a conda executable, or `"auto"`; see [conda_binary()].
#' @param envname String. Name or path of the environment. `NULL` means `"r-keras"`.
#' @param cmd_line String. The whole command line, instead of `cmd` and `args`.
#' @param intern Logical. Whether to return the output.
#' @param echo Logical. Whether to print the command line and the output.
#' @return With `intern = TRUE` the lines of the output; otherwise the exit status, invisibly.
#' @concept conda activate
#' @concept shell command
#' @seealso [conda_create()]
#' @examples
#' \dontrun{
#' conda_run2("python", "--version", envname = "my-project", intern = TRUE)
#' }
#' @export
conda_run2 <- function(cmd, args = c(), conda = "auto", envname = NULL,
                       cmd_line = paste(shQuote(cmd), paste(args, collapse = " ")),
                       intern = FALSE, echo = !intern) {
  check_flags()
  path <- conda_env_path(conda_env_name(envname), conda)
  check_string(cmd_line, "cmd_line")
  command <- paste(
    shQuote(conda_executable(conda)), "run", "--no-capture-output", "--prefix", shQuote(path),
    cmd_line
  )
  if (echo) message("+ ", cmd_line)
  if (intern) {
    return(conda_output(command))
  }
  invisible(run_line(command, ignore.stdout = !echo))
}

conda_output <- function(command) {
  lines <- suppressWarnings(run_line(command, intern = TRUE))
  status <- attr(lines, "status")
  if (!is.null(status)) {
    abort("`%s` failed with status %d.", command, status, kind = "python")
  }
  lines
}

run_line <- function(command, ...) {
  with_variables(child_env(), function(env) system(paste(c(env, command), collapse = " "), ...))
}
