# Installs Keras, TensorFlow and other Python packages with pip.

#' Install Keras and TensorFlow
#'
#' Creates a virtualenv and installs Keras, its backend, NumPy, pandas and SciPy in it, each in the
#' version that this release of rkeras is tested with. rkeras finds the virtualenv `r-keras` without
#' further configuration. If the virtualenv already has these packages, nothing is done. The
#' installation needs about 2 GB.
#'
#' You need this function only for a choice of your own. Without it, the first use of Keras makes an
#' environment with the same packages in rkeras's cache (`tools::R_user_dir("rkeras", "cache")`), if
#' no Python installation has Keras: see [rkeras-options] for `rkeras.install`, which prevents it.
#'
#' On machines with an NVIDIA GPU and on Linux, backends are installed with the CUDA libraries;
#' only the NVIDIA driver must be installed by the administrator. Elsewhere they are installed
#' for the CPU only: TensorFlow has had no GPU support on Windows since 2.11 (use WSL), and needs
#' Apple's package `tensorflow-metal` on a Mac, which does not work with every version. On Macs with
#' Intel processors the function raises an error, because TensorFlow ends at 2.16 there.
#'
#' @param envname String. Name or directory of the virtualenv.
#' @param ... Arguments of [virtualenv_create()], for example `python`.
#' @param extra_packages Character vector. Further packages to install.
#' @param python_version String. Versions of Python from which the virtualenv may be created. With
#'   TensorFlow, 3.13 is the last one.
#' @param backend Character vector. Backends of Keras to install, one or more of `"tensorflow"`,
#'   `"jax"` and `"torch"`. Without TensorFlow, [use_backend()] must choose another backend, and
#'   functions that need TensorFlow, such as `dataset_*()` and [tf_function()], do not work.
#' @param gpu Logical. Whether to install TensorFlow for NVIDIA GPUs. `NA` means `TRUE` if there is
#'   one.
#' @param restart_session Logical. Whether to restart R in RStudio if Python is running.
#' @return Path of the virtualenv's Python, invisibly.
#' @concept install tensorflow
#' @concept install keras
#' @concept installation
#' @concept GPU
#' @concept CUDA
#' @concept NVIDIA
#' @seealso [py_install()] for more packages, [use_virtualenv()] for a virtualenv with another name,
#'   [py_config()] to see which installation is used.
#' @examples
#' \dontrun{
#' install_keras()
#' install_keras(backend = "jax", extra_packages = "scikit-learn")
#' }
#' @export
install_keras <- function(envname = "r-keras", ..., extra_packages = NULL,
                          python_version = ">=3.10,<=3.14",
                          backend = c("tensorflow", "jax", "torch"), gpu = NA,
                          restart_session = TRUE) {
  check_flags()
  if (missing(backend)) backend <- "tensorflow"
  backend <- match_choice(backend, several_ok = TRUE)
  check_logical(gpu, "gpu", or = NA)
  wanted <- c(keras_requirements(backend, gpu), extra_packages)
  path <- virtualenv_path(envname)
  if (virtualenv_ready(path) && has_stamp(path, wanted)) {
    message("The virtualenv '", path, "' is up to date.")
    return(invisible(virtualenv_python(path)))
  }
  prepare_virtualenv(path, python_for(backend, python_version), ...)
  python <- virtualenv_python(path)
  install_requirements(python, wanted, pip_install, gpu)
  check_keras_installed(python, backend)
  writeLines(wanted, stamp_file(path))
  message("Keras is ready in '", path, "'.", usage_of(backend))
  after_install(restart_session)
  invisible(python)
}

# Written last, so that an environment that has it is complete.
stamp_file <- function(path) file.path(path, "rkeras-requirements.txt")

has_stamp <- function(path, wanted) {
  file.exists(stamp_file(path)) && identical(readLines(stamp_file(path)), wanted)
}

usage_of <- function(backend) {
  if (!"tensorflow" %in% backend) sprintf(paste(
    "\nTo use it: use_backend(\"%s\"). What needs TensorFlow, such as dataset_*(), tf_function()",
    "and text in models, does not work without it: rkeras_guide(\"backends\")."
  ), backend[[1L]])
}

# TensorFlow has no release for Python 3.14 yet.
python_for <- function(backend, version) {
  paste(c(version, if ("tensorflow" %in% backend) "<=3.13"), collapse = ",")
}

# The lines of the requirements files, with the variants of the backends for this machine.
keras_requirements <- function(backend = "tensorflow", gpu = NA, system = this_system()) {
  files <- sprintf("requirements%s.txt", c("", paste0("-", setdiff(backend, "tensorflow"))))
  files <- system.file("python", files, package = "rkeras")
  lines <- grep("^[^#]", unlist(lapply(files, readLines)), value = TRUE)
  if (!"tensorflow" %in% backend) lines <- grep("^tensorflow", lines, value = TRUE, invert = TRUE)
  variants <- c(
    if ("tensorflow" %in% backend) c(tensorflow = tensorflow_package(gpu, system)),
    if (has_cuda(gpu, system)) c(jax = "jax[cuda12]")
  )
  for (name in names(variants)) {
    lines <- sub(paste0("^", name, "(?===)"), variants[[name]], lines, perl = TRUE)
  }
  lines
}

has_cuda <- function(gpu, system) {
  system$os == "Linux" && (if (is.na(gpu)) system$nvidia else gpu)
}

# Installs with a function of the Python, `packages` and `options`. On Linux, PyPI has PyTorch with
# CUDA only, which takes gigabytes; its own index has the one for processors.
install_requirements <- function(python, wanted, install, gpu = NA, system = this_system()) {
  torch <- grep("^torch==", wanted, value = TRUE)
  if (length(torch) && system$os == "Linux" && !has_cuda(gpu, system)) {
    small <- c("--no-deps", "--index-url", "https://download.pytorch.org/whl/cpu")
    tryCatch(install(python, torch, pip_options = small), rkeras_error_python = function(cnd) {
      message("PyTorch for processors cannot be downloaded from download.pytorch.org: PyPI has it ",
              "with CUDA, which takes 6 GB.")
    })
  }
  version <- probe_python(python)$version
  install(python, for_version(wanted, version))
}

# Without the lines of the requirements files for other versions of Python, which pip reports.
for_version <- function(wanted, version) {
  pattern <- "; python_version ([<>]=?) \"([0-9.]+)\"$"
  applies <- vapply(regmatches(wanted, regexec(pattern, wanted)), function(marker) {
    !length(marker) || version_satisfies(version, paste0(marker[[2L]], marker[[3L]]))
  }, NA)
  sub(pattern, "", wanted[applies])
}

# PyPI has tensorflow-cpu for x86-64 only, and tensorflow[and-cuda] for Linux only.
tensorflow_package <- function(gpu, system) {
  check_has_tensorflow(system)
  if (has_cuda(gpu, system)) {
    return("tensorflow[and-cuda]")
  }
  small <- system$os == "Linux" && system$arch == "x86_64"
  if (small) "tensorflow-cpu" else "tensorflow"
}

check_has_tensorflow <- function(system) {
  if (system$os == "Darwin" && system$arch == "x86_64") {
    abort(paste(
      "TensorFlow ends at 2.16 on Macs with Intel processors, and rkeras needs 2.18. JAX ends",
      "there, too, at 0.4.38. PyTorch ends at 2.2.2, with which Keras can still run: in an",
      "environment of its own, py_install(c(\"keras\", \"torch==2.2.2\", \"numpy<2\")), then",
      "use_backend(\"torch\"). Calls of other Python libraries need none of them."
    ), kind = "python", call = NULL)
  }
  if (system$os == "Windows" && grepl("arm|aarch", system$arch, ignore.case = TRUE)) {
    abort(paste(
      "There is no TensorFlow for Windows on ARM processors. Use R and Python for x86-64, which",
      "Windows runs there, too."
    ), kind = "python", call = NULL)
  }
}

this_system <- function() {
  list(
    os = Sys.info()[["sysname"]],
    arch = sub("amd64|AMD64|x86-64", "x86_64", Sys.info()[["machine"]]),
    nvidia = file.exists("/proc/driver/nvidia/version") || nzchar(Sys.which("nvidia-smi"))
  )
}

# Is the virtualenv's Python usable? If not, because its base installation was removed or upgraded,
# prepare_virtualenv() creates the virtualenv again.
virtualenv_ready <- function(path) {
  virtualenv_exists(path) && is.null(probe_python(virtualenv_bin(path))$problem)
}

prepare_virtualenv <- function(path, python_version, ...) {
  if (!virtualenv_ready(path)) {
    virtualenv_create(
      path, version = python_version, packages = NULL, force = dir.exists(path), ...
    )
  }
  check_version(virtualenv_bin(path), python_version)
}

check_keras_installed <- function(python, backend) {
  lacking <- setdiff(c("keras", backend_packages[backend]), names(probe_python(python)))
  if (length(lacking)) {
    abort("pip reported success, and yet '%s' has no %s.", python, toString(lacking),
          kind = "python", call = NULL)
  }
}

# If Python is running, it keeps the packages that it has loaded.
after_install <- function(restart_session) {
  if (!isTRUE(python_state$started)) {
    return(invisible())
  }
  restart <- get0(".rs.restartR", mode = "function")
  if (restart_session && !is.null(restart)) {
    restart()
  } else {
    message("Python is running: restart R to use the new versions of modules that are loaded.")
  }
}

#' Install Python packages
#'
#' `py_install()` installs packages with pip into the environment of the Python installation that
#' rkeras uses, or into a named environment. If only the operating system's Python was found, which
#' should not be changed, packages are installed into the virtualenv `r-keras`, which is created if
#' needed. `py_list_packages()` lists installed packages.
#'
#' @param packages Character vector. Package names, with versions if needed (`"numpy==2.4.6"`).
#' @param envname String. Name or directory of a virtualenv or conda environment.
#' @param method,type String. Kind of environment that `envname` is: `"virtualenv"` or `"conda"`;
#'   `"auto"` means a virtualenv.
#' @param conda Path of a conda executable, or `"auto"`; see [conda_binary()].
#' @param python_version String. Constraint that the environment's Python must meet.
#' @param pip Not used: packages are always installed with pip. [conda_install()] installs with
#'   conda.
#' @param ... `pip_options`, a character vector of additional arguments for `pip install`.
#' @param pip_ignore_installed,ignore_installed Logical. Whether to install packages that are
#'   installed as well.
#' @param python String. Path of a Python executable, instead of an environment.
#' @return `py_install()`: path of the environment's Python, invisibly; `py_list_packages()`: a data
#'   frame with the columns `package`, `version` and `requirement`.
#' @concept pip install
#' @concept pip
#' @concept Python packages
#' @seealso [py_require()] declares packages, [virtualenv_install()], [conda_install()],
#'   [py_write_requirements()]
#' @examples
#' \dontrun{
#' py_install("scikit-learn")
#' }
#' @examplesIf py_available() && py_module_available("pip")
#' head(py_list_packages())
#' @export
py_install <- function(packages, envname = NULL, method = c("auto", "virtualenv", "conda"),
                       conda = "auto", python_version = NULL, pip = FALSE, ...,
                       pip_ignore_installed = ignore_installed, ignore_installed = FALSE) {
  check_flags()
  check_packages(packages)
  python <- install_target(envname, match_choice(method), conda)
  check_version(python, python_version)
  pip_install(python, packages, ignore_installed = pip_ignore_installed, ...)
  after_install(restart_session = FALSE)
  invisible(python)
}

#' @rdname py_install
#' @export
py_list_packages <- function(envname = NULL, type = c("auto", "virtualenv", "conda"),
                             python = NULL) {
  python <- if (is.null(python)) {
    environment_python(envname, match_choice(type))
  } else {
    python_path(as_string(python, "python"))
  }
  ran <- run_command(python, c("-m", "pip", "list", "--format", "freeze"), timeout = 120)
  check_ran(ran, sprintf("'%s' could not list its packages", python))
  requirement <- grep("==", ran$stdout, fixed = TRUE, value = TRUE)
  data.frame(
    package = sub("==.*", "", requirement),
    version = sub(".*==", "", requirement),
    requirement = requirement
  )
}

# The Python of the named environment, or the one in use.
environment_python <- function(envname, type, conda = "auto") {
  if (type == "conda") {
    return(conda_env_python(envname %||% default_virtualenv, conda))
  }
  if (!is.null(envname)) {
    return(existing_virtualenv_python(envname))
  }
  python_to_fill()$python %||% choose_python()$python
}

# The Python that runs, or that would be started if it had what py_require() declares.
python_to_fill <- function() {
  if (isTRUE(python_state$started)) python_state$choice else resolve_python(python_inputs())$choice
}

install_target <- function(envname, method, conda) {
  if (!is.null(envname) || method == "conda") {
    return(environment_python(envname, method, conda))
  }
  config <- python_to_fill()
  in_virtualenv <- !identical(config$prefix, config$base_prefix)
  if (in_virtualenv || !identical(config$requested_by %||% "the system", "the system")) {
    return(config$python)
  }
  if (!virtualenv_exists()) {
    virtualenv_create(packages = NULL)
  }
  virtualenv_python()
}

# Runs `pip install` with its progress on the console. An error repeats pip's message.
pip_install <- function(python, packages = NULL, requirements = NULL, pip_options = character(),
                        ignore_installed = FALSE) {
  args <- c(
    "install",
    if (ignore_installed) "--ignore-installed",
    pip_options,
    packages,
    if (!is.null(requirements)) c("--requirement", requirements)
  )
  message("Installing into '", dirname(dirname(python)), "'")
  run_pip(python, args)
}

run_pip <- function(python, args) {
  errors <- tempfile("rkeras-pip-")
  on.exit(unlink(errors))
  args <- c("-m", "pip", "--disable-pip-version-check", "--no-input", args)
  status <- suppressWarnings(with_variables(child_env(), function(env) {
    system2(python, shQuote(args), stdout = "", stderr = errors, env = env)
  }))
  forget_probes()
  said <- readLines(errors, warn = FALSE)
  if (status != 0L) {
    abort(pip_problem(python, status, said), kind = "python", call = NULL)
  }
  warnings <- grep("^WARNING: Running pip as", said, value = TRUE, invert = TRUE)
  if (length(warnings)) message(paste(warnings, collapse = "\n"))
}

pip_problem <- function(python, status, said) {
  ran_problem(sprintf("pip failed in '%s' (status %d)", python, status), said,
              why_not_installed(said))
}

# The cause that can be told from what pip or uv said, with its remedy, or NULL.
why_not_installed <- function(said) {
  if (lacks_pip(said)) {
    "This Python has no pip. On Debian and Ubuntu: apt install python3-pip python3-venv."
  } else if (is_offline(said)) {
    "The package index could not be reached: is there a network, and is HTTPS_PROXY set?"
  } else if (any(grepl("No space left on device|os error 28", said))) {
    "The disk is full; TensorFlow needs about 2 GB."
  }
}

lacks_pip <- function(said) any(grepl("No module named pip", said, fixed = TRUE))

# Did pip or uv fail to reach the index?
is_offline <- function(said) {
  reasons <- c(
    "Temporary failure in name resolution", "Failed to establish a new connection",
    "Network is unreachable", "NewConnectionError", "ConnectTimeoutError",
    "\\(from versions: none\\)", "dns error", "error sending request", "Failed to fetch",
    "Connection refused"
  )
  any(grepl(paste(reasons, collapse = "|"), said))
}
