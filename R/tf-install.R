# Installs TensorFlow in a chosen version, or declares that a script needs it; packages that extend
# it.

#' Install or require TensorFlow
#'
#' `py_require_tensorflow()` declares that a script needs TensorFlow, in the package that suits the
#' machine; call it before Python starts. rkeras then uses an installation that has it, or creates
#' one, see [py_require()]. `install_tensorflow()` installs TensorFlow, in a version of your choice,
#' into a virtualenv or conda environment of its own. For the combination of TensorFlow and Keras
#' that rkeras is tested with, use [install_keras()].
#'
#' @param method String: `"virtualenv"` or `"conda"`; `"auto"` means a virtualenv.
#' @param conda Path of a conda executable, or `"auto"`; see [conda_binary()].
#' @param version String. Version of TensorFlow: `"default"`, the one that rkeras is tested with;
#'   `"release"`, the latest; `"nightly"`; or a number, such as `"2.18"`, the latest patch of which
#'   is installed, or `"2.18.1"`. With `-cpu` appended, the package for the CPU only. Or the path or
#'   URL of a wheel.
#' @param envname String. Name or directory of the environment.
#' @param extra_packages Character vector. Further packages to install.
#' @param restart_session Logical. Whether to restart R in RStudio if Python is running.
#' @param conda_python_version,python_version String. Version of Python in the environment.
#' @param ... Further arguments of [virtualenv_create()] or [conda_install()].
#' @param cuda Logical. Whether to install the CUDA libraries as well; `NULL` means `TRUE` on Linux
#'   with an NVIDIA GPU.
#' @param metal Logical. Whether to install `tensorflow-metal`, for the GPUs of Apple computers.
#' @param pip_ignore_installed Logical. Whether pip installs packages that are installed as well.
#' @param new_env Logical. Whether to delete an existing environment first.
#' @param use_gpu Logical. Whether to require TensorFlow for NVIDIA GPUs; `NA`, the default, means
#'   `TRUE` if there is one.
#' @return `install_tensorflow()`: path of the environment's Python, invisibly.
#'   `py_require_tensorflow()`: the declared requirements, invisibly.
#' @family TensorFlow
#' @seealso [install_keras()], [py_require()], [tf_config()]
#' @concept installation
#' @concept GPU
#' @concept CUDA
#' @examples
#' \dontrun{
#' install_tensorflow()
#' install_tensorflow(version = "2.18-cpu", envname = "tf-2.18")
#' }
#' @export
install_tensorflow <- function(method = c("auto", "virtualenv", "conda"), conda = "auto",
                               version = "default", envname = "r-tensorflow",
                               extra_packages = NULL, restart_session = TRUE,
                               conda_python_version = NULL, ..., cuda = NULL, metal = FALSE,
                               pip_ignore_installed = FALSE,
                               new_env = identical(envname, "r-tensorflow"),
                               python_version = NULL) {
  check_flags()
  method <- match_choice(method)
  packages <- c(tensorflow_requirement(version, cuda), if (metal) "tensorflow-metal",
                extra_packages)
  python_version <- python_version %||% conda_python_version
  python <- if (method == "conda") {
    if (new_env && condaenv_exists(envname, conda)) conda_remove(envname, conda = conda)
    conda_install(envname, packages, pip = TRUE, conda = conda, python_version = python_version,
                  pip_ignore_installed = pip_ignore_installed, ...)
    conda_python(envname, conda)
  } else {
    in_virtualenv(envname, packages, python_version, new_env, pip_ignore_installed, ...)
  }
  after_install(restart_session)
  invisible(python)
}

in_virtualenv <- function(envname, packages, python_version, new_env, ignore_installed, ...) {
  path <- virtualenv_path(envname)
  if (new_env && virtualenv_exists(path)) virtualenv_remove(path, confirm = FALSE)
  prepare_virtualenv(path, python_version %||% python_for("tensorflow", ">=3.10"), ...)
  pip_install(virtualenv_python(path), packages, ignore_installed = ignore_installed)
  virtualenv_python(path)
}

#' @rdname install_tensorflow
#' @export
py_require_tensorflow <- function(use_gpu = NA) {
  check_logical(use_gpu, "use_gpu", or = NA)
  py_require(tensorflow_package(use_gpu, this_system()))
}

# The requirement, as pip writes it, for a version as users write it.
tensorflow_requirement <- function(version, cuda = NULL, system = this_system()) {
  version <- as_string(version, "version")
  if (grepl("[.]whl$|^https?:|/", version)) {
    return(version)
  }
  number <- sub("-?(cpu|gpu)$", "", version)
  package <- if (grepl("cpu$", version)) "tensorflow-cpu" else
    tensorflow_package(cuda %||% NA, system)
  switch(if (nzchar(number)) number else "default",
    default = sub("^tensorflow", package, pinned_tensorflow()),
    release = package,
    nightly = sub("^tensorflow", "tf-nightly", package),
    numbered_requirement(package, number)
  )
}

numbered_requirement <- function(package, number) {
  if (!grepl("^[0-9]+([.][0-9]+){1,2}((rc|a|b)[0-9]+)?$", number)) {
    abort("`version` must be a version of TensorFlow, such as \"2.18\", not \"%s\".", number)
  }
  paste0(package, "==", number, if (grepl("^[0-9]+[.][0-9]+$", number)) ".*")
}

pinned_tensorflow <- function() {
  requirements <- keras_requirements(gpu = FALSE, system = list(os = "", arch = "", nvidia = FALSE))
  sub(";.*", "", grep("^tensorflow==", requirements, value = TRUE))
}

# ---- Extensions ----------------------------------------------------------------------------------

#' TensorFlow Probability
#'
#' Returns the Python module `tensorflow_probability`, with probability distributions, bijectors,
#' Markov chain Monte Carlo and variational inference on tensors. The module is imported when it is
#' first used. The Python package is not installed by [install_keras()]; it needs `tf_keras`, too.
#'
#' @return Python module.
#' @family TensorFlow
#' @seealso [import()], [py_install()]
#' @concept probability distributions
#' @concept Bayesian inference
#' @export
#' @examples
#' \dontrun{
#' py_install(c("tensorflow-probability", "tf-keras"))
#' tfp <- tf_probability()
#' normal <- tfp$distributions$Normal(loc = 0, scale = 1)
#' normal$log_prob(0)
#' }
tf_probability <- function() import("tensorflow_probability", delay_load = TRUE)
