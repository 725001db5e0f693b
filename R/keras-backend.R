# Which library computes for Keras, and a fresh start for it.

#' Choose what computes for Keras
#'
#' Keras computes with TensorFlow, JAX or PyTorch; for predictions only, with NumPy or OpenVINO.
#' Which one is decided when Keras is loaded, at its first use: choose before that, at the beginning
#' of a script. The environment variable `KERAS_BACKEND` does the same.
#'
#' @param backend `"tensorflow"` (the default), `"jax"`, `"torch"`, `"numpy"` or `"openvino"`. Its
#'   Python package must be installed.
#' @param gpu `FALSE` hides the GPUs from what is loaded after. `TRUE` and `NA` leave that as it is.
#' @return `NULL`, invisibly. A choice that comes too late is an error.
#' @family Keras modules
#' @examples
#' \dontrun{
#' library(rkeras)
#' use_backend("jax")
#' }
#' @export
use_backend <- function(backend, gpu = NA) {
  backends <- c("tensorflow", "jax", "torch", "numpy", "openvino")
  if (!as_string(backend, "backend") %in% backends) {
    abort(sprintf("`backend` must be one of %s.", toString(dQuote(backends, FALSE))))
  }
  if (!is.logical(gpu) || length(gpu) != 1L) abort("`gpu` must be TRUE, FALSE or NA.")
  if (isFALSE(gpu)) set_environment(CUDA_VISIBLE_DEVICES = "-1")
  if (py_available()) {
    return(config_set_backend(backend))
  }
  set_environment(KERAS_BACKEND = backend)
}

# For R, and for a Python that runs already, which has a copy of its own.
set_environment <- function(...) {
  Sys.setenv(...)
  if (py_available()) {
    call_python(import("os", convert = FALSE)$environ$update, list(...))
  }
  invisible()
}

#' Forget what Keras keeps
#'
#' Keras counts the names of layers and keeps state for what is built. In a loop that makes many
#' models this frees memory, and names begin anew. Models that are still used stay.
#'
#' @param free_memory Whether Python's garbage is collected as well.
#' @return `NULL`, invisibly.
#' @family Keras modules
#' @examplesIf is_keras_available()
#' layer_dense(units = 1)$name
#' clear_session()
#' layer_dense(units = 1)$name
#' @export
clear_session <- function(free_memory = TRUE) {
  call_keras("keras.utils.clear_session", free_memory = free_memory)
  invisible()
}
