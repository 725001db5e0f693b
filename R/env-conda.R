# Finds conda, runs it, and finds the Python of one of its environments.

#' Find conda installations
#'
#' `conda_binary()` and `conda_exe()` return the path of the conda executable that the other
#' `conda_*()` functions run, and `conda_version()` its version. With `conda = "auto"`, the first of
#' these is used: the environment variable `CONDA_EXE`, `conda` on the `PATH`, and the usual
#' installation directories in the home directory and in `/opt`, including the one of
#' [install_miniconda()].
#'
#' @param conda Path of a conda executable (mamba and micromamba have the same commands), or
#'   `"auto"`.
#' @return A string. It is an error if no conda installation is found.
#' @concept conda
#' @concept Anaconda
#' @concept mamba
#' @seealso [conda_create()] creates environments, [use_condaenv()] chooses one for this session,
#'   [install_miniconda()] installs conda.
#' @examples
#' tryCatch(conda_version(), error = conditionMessage)
#' @export
conda_binary <- function(conda = "auto") conda_executable(conda)

#' @rdname conda_binary
#' @export
conda_exe <- conda_binary

#' @rdname conda_binary
#' @export
conda_version <- function(conda = "auto") {
  trimws(run_conda("--version", conda)[[1]])
}

# Runs conda and returns the lines that it prints; if it fails, the error repeats conda's message.
run_conda <- function(args, conda = "auto") {
  executable <- conda_executable(conda)
  ran <- run_command(executable, args)
  forget_probes()
  check_ran(ran, sprintf("`%s %s` failed", executable, paste(args, collapse = " ")),
            said = c(ran$stdout, ran$stderr))
  ran$stdout
}

# The value of a command that prints JSON. Text before the first brace, such as warnings, is
# ignored.
conda_json <- function(args, conda = "auto") {
  lines <- run_conda(c(args, "--json"), conda)
  from <- grep("^\\s*[[{]", lines)
  text <- if (length(from)) paste(lines[from[[1]]:length(lines)], collapse = "\n") else ""
  tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(cnd) {
    abort("`conda %s` printed no JSON: %s", args[[1]], conditionMessage(cnd), kind = "python")
  })
}

conda_executable <- function(conda = "auto") {
  check_string(conda, "conda")
  if (conda != "auto") {
    path <- python_path(conda)
    check_path(path, "conda", kind = "python")
    return(path)
  }
  places <- c(Sys.getenv("CONDA_EXE"), Sys.which("conda"), conda_candidates())
  places <- places[nzchar(places) & file.exists(places)]
  if (!length(places)) {
    abort(paste(
      "No conda installation was found on the PATH or in the usual directories. Set the argument",
      "`conda` to the path of the executable, or install conda with install_miniconda()."
    ), kind = "python")
  }
  places[[1]]
}

conda_candidates <- function(os = this_os()) {
  names <- c("miniconda3", "miniforge3", "mambaforge", "anaconda3", "micromamba")
  shared <- if (os == "Windows") {
    forward_slashes(c(Sys.getenv("ProgramData", "C:/ProgramData"), user_data_dir(os)))
  }
  homes <- c(
    file.path(user_home(os), names), default_miniconda(os), outer(shared, names, file.path),
    if (os != "Windows") c("/opt/conda", "/opt/miniconda3", "/opt/miniforge3", "/opt/anaconda3")
  )
  installation_bin(homes, "conda", os)
}

# ---- Environments --------------------------------------------------------------------------------

# The directory of an environment given by name or by path.
conda_env_path <- function(envname, conda = "auto") {
  if (is_path(envname)) {
    return(path.expand(envname))
  }
  envs <- conda_envs(conda)
  found <- envs[names(envs) == envname]
  if (!length(found)) {
    known <- if (length(envs)) paste0(
      "; conda has the environments ", paste0("'", names(envs), "'", collapse = ", ")
    )
    abort("There is no conda environment '%s'%s.", envname, known %||% "", kind = "python")
  }
  found[[1]]
}

conda_env_python <- function(envname, conda = "auto") {
  installation_bin(conda_env_path(envname, conda))
}

# The directories of all environments, by name. The first one that conda lists is its own, "base".
conda_envs <- function(conda = "auto") {
  directories <- unlist(conda_json(c("env", "list"), conda)$envs)
  stats::setNames(
    as.character(directories), c("base", basename(directories[-1]))[seq_along(directories)]
  )
}

# A name, or the options by which conda takes a directory.
conda_env_option <- function(envname) {
  if (is_path(envname)) c("--prefix", path.expand(envname)) else c("--name", envname)
}

conda_env_name <- function(envname) {
  envname <- envname %||% default_virtualenv
  check_string(envname, "envname")
  envname
}
