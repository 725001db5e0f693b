# Finds uv, the installer of Python packages and Python itself, or installs it into rkeras's cache.

#' Run a tool that a Python package provides
#'
#' Runs a command-line tool in an environment of its own, which uv creates and caches, without
#' installing the tool's package into the Python environment that R uses. It is the equivalent of
#' `uvx` on the command line. uv is used from the `PATH`, or is installed into rkeras's cache on
#' first use.
#'
#' @param tool String. Name of the tool, for example `"ruff"`.
#' @param args Character vector. Arguments of the tool.
#' @param ... Arguments of [system2()], such as `stdout = TRUE` to return the output.
#' @param from String. Requirement for the package that provides the tool, if its name differs from
#'   the tool's or a version is needed: `"ruff==0.6"`.
#' @param with Character vector. Requirements for further packages in the tool's environment.
#' @param python_version String. Version of Python to run the tool with, such as `"3.12"`.
#' @param exclude_newer Date or string. Ignore packages published after this date.
#' @return As [system2()]: the exit status, invisibly, or with `stdout = TRUE` the lines of the
#'   output.
#' @concept uvx
#' @concept command-line tool
#' @concept pipx
#' @seealso [py_require()] for packages that R code imports.
#' @examples
#' \dontrun{
#' uv_run_tool("ruff", c("check", "script.py"))
#' uv_run_tool("pycowsay", shQuote("hello from R"))
#' }
#' @export
uv_run_tool <- function(tool, args = character(), ..., from = NULL, with = NULL,
                        python_version = NULL, exclude_newer = NULL) {
  check_string(tool, "tool")
  if (!is.null(from)) check_string(from, "from")
  if (!is.null(python_version)) check_string(python_version, "python_version")
  options <- c(
    option("--from", from), option("--with", with), option("--python", python_version),
    option("--exclude-newer", if (!is.null(exclude_newer)) format(exclude_newer))
  )
  uv <- uv_binary()
  status <- with_variables(child_env(), function(env) {
    system2(uv, c("tool", "run", shQuote(c(options, "--", tool)), args), env = env, ...)
  })
  if (is.numeric(status)) invisible(status) else status
}

# An option before each value.
option <- function(name, values) as.vector(rbind(rep(name, length(values)), values))

# The path of uv: on the PATH, in the usual directories, or in rkeras's cache.
uv_binary <- function(install = TRUE) {
  places <- c(Sys.which("uv"), uv_places())
  places <- unname(places[nzchar(places) & file.exists(places)])
  if (length(places)) {
    return(places[[1]])
  }
  if (!install) {
    return("")
  }
  install_uv()
}

# As run_command(). uv has its own list of authorities; networks that look into connections have
# theirs, which the system knows.
run_uv <- function(uv, args) {
  ran <- run_command(uv, args)
  if (ran$status == 0L || !any(grepl("invalid peer certificate", ran$stderr, fixed = TRUE))) {
    return(ran)
  }
  run_command(uv, args, env = c(UV_NATIVE_TLS = "true"))
}

# Where its own installer, cargo and rkeras put it.
uv_places <- function(os = this_os()) {
  c(file.path(user_home(os), c(".local/bin", ".cargo/bin"), uv_program(os)), cached_uv(os))
}

cached_uv <- function(os = this_os()) file.path(uv_cache(), "bin", uv_program(os))

uv_program <- function(os) if (os == "Windows") "uv.exe" else "uv"

uv_cache <- function() file.path(tools::R_user_dir("rkeras", "cache"), "uv")

# PyPI distributes the executable, so that pip's proxy and certificates apply. Concurrent sessions
# each install into a directory of their own.
install_uv <- function() {
  python <- c(virtualenv_starter(), system_pythons())
  if (!length(python)) {
    abort(paste("uv cannot be installed, because no Python installation was found.",
                "https://docs.astral.sh/uv/ explains how to install it."), kind = "python")
  }
  message("Installing uv into '", uv_cache(), "'")
  unfinished <- paste0(uv_cache(), "-", Sys.getpid())
  on.exit(unlink(unfinished, recursive = TRUE))
  ran <- pip_uv(python[[1]], unfinished)
  # Another session may have been faster.
  if (ran$status == 0L) suppressWarnings(file.rename(unfinished, uv_cache()))
  if (ran$status != 0L || !file.exists(cached_uv())) {
    remedy <- paste("Install uv yourself (https://docs.astral.sh/uv/), or use an environment with",
                    "use_virtualenv().")
    abort(ran_problem(paste0("uv could not be installed with pip in '", python[[1]], "'"),
                      ran$stderr, remedy, lines = 5), kind = "python")
  }
  cached_uv()
}

# Debian's Python has no pip, but the virtualenvs made from it have.
pip_uv <- function(python, folder) {
  pip <- c("-m", "pip", "install", "--disable-pip-version-check", "--no-input")
  install <- c(pip, "--target", folder, "uv")
  ran <- run_command(python, install)
  if (!lacks_pip(ran$stderr)) {
    return(ran)
  }
  virtualenv <- tempfile("rkeras-pip-")
  on.exit(unlink(virtualenv, recursive = TRUE))
  made <- run_command(python, c("-m", "venv", virtualenv))
  if (made$status == 0L) run_command(virtualenv_bin(virtualenv), install) else ran
}
