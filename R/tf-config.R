# Which TensorFlow is used, and on which devices it computes.

#' Version and configuration of TensorFlow
#'
#' `tf_config()` tells which TensorFlow is used, from which directory and Python installation, and
#' `tf_version()` its version, which can be compared with a string. Both import TensorFlow.
#' `tf_gpu_configured()` tells whether TensorFlow can compute on a GPU: the installed package must
#' be built for GPUs, and it must find a device and its driver.
#'
#' @param verbose Logical. Whether to print the two findings.
#' @return `tf_config()`: a list of class `tensorflow_config`. `available` is `TRUE` or `FALSE`;
#'   depending on it, there are `version`, `version_str`, `location`, `python` and
#'   `python_version`, or `error_message`. `tf_version()`: a [package_version()], or `NULL` without
#'   TensorFlow. `tf_gpu_configured()`: `TRUE` or `FALSE`, or `NA` without TensorFlow.
#' @family TensorFlow
#' @seealso [py_config()] for the Python installation, [keras_config()] for Keras,
#'   [install_tensorflow()].
#' @concept TensorFlow version
#' @concept GPU
#' @concept CUDA
#' @name tf_config
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tf_config()
#' tf_version() >= "2.18"
#' tf_gpu_configured()
NULL

#' @rdname tf_config
#' @export
tf_config <- function() {
  imported <- tryCatch(import("tensorflow"), error = identity)
  if (inherits(imported, "error")) {
    return(new_tf_config(available = FALSE, error_message = conditionMessage(imported)))
  }
  python <- py_config()
  version <- imported$`__version__`
  new_tf_config(
    available = TRUE, version = numbers_of_version(version), version_str = version,
    location = dirname(imported$`__file__`),
    python = python$python, python_version = python$version
  )
}

#' @rdname tf_config
#' @export
tf_version <- function() tf_config()$version

#' @rdname tf_config
#' @export
tf_gpu_configured <- function(verbose = TRUE) {
  check_flags()
  if (!tf_config()$available) {
    return(NA)
  }
  built <- tf$test$is_built_with_cuda() || tf$test$is_built_with_rocm()
  devices <- tf$config$list_physical_devices("GPU")
  if (verbose) {
    names <- vapply(devices, function(device) device$name, "")
    cat("TensorFlow built for GPUs: ", built, "\n", sep = "")
    cat("GPUs: ", if (length(names)) toString(names) else "none", "\n", sep = "")
  }
  built && length(devices) > 0L
}

new_tf_config <- function(...) structure(list(...), class = "tensorflow_config")

# A release candidate such as 2.21.0rc1 counts as its release.
numbers_of_version <- function(version) {
  package_version(regmatches(version, regexpr("^[0-9]+([.][0-9]+)*", version)))
}

#' @export
print.tensorflow_config <- function(x, ...) {
  if (x$available) {
    cat("TensorFlow v", x$version_str, " (", below_home(x$location), ")\n", sep = "")
    cat("Python v", format(x$python_version), " (", below_home(x$python), ")\n", sep = "")
  } else {
    cat("TensorFlow is not available: ", x$error_message, "\n", sep = "")
  }
  invisible(x)
}

below_home <- function(path) {
  home <- path.expand("~")
  if (startsWith(path, paste0(home, "/"))) sub(home, "~", path, fixed = TRUE) else path
}

# ---- Devices -------------------------------------------------------------------------------------

# Devices of TensorFlow remain Python objects, because the functions of tf.config do not accept a
# list with their name and type.

#' @export
py_to_r.tensorflow.python.eager.context.PhysicalDevice <- function(x) x # nolint

#' @export
py_to_r.tensorflow.python.eager.context.LogicalDevice <- function(x) x # nolint

# ---- what TensorFlow wraps in order to save it --------------------------------------------------

#' @export
py_to_r.tensorflow.python.trackable.data_structures._DictWrapper <- function(x) { # nolint
  call_python(python_builtin("dict"), list(x), TRUE)
}
