# The backend of Keras.

#' Choose what computes for Keras
#'
#' Keras computes with TensorFlow, JAX or PyTorch; for predictions only, with NumPy or OpenVINO.
#' Which one is decided when Keras is loaded, at its first use: choose before that, at the beginning
#' of a script. Until then the last choice counts, and Python does not start for it.
#'
#' Without a choice it is the one that the environment variable `KERAS_BACKEND` names, or else
#' `"backend"` in the file `~/.keras/keras.json`, or else TensorFlow.
#'
#' What R code does with Keras is the same for all of them: models, training, callbacks, classes and
#' functions of R, saving, `op_*()` functions and R's own functions on tensors. Different are
#'
#' * a class's own `train_step()`: with JAX it gets `(state, data)` and returns the new state, as
#'   Keras's guides for each backend say;
#' * 64-bit types, which JAX makes 32-bit ones unless the environment variable `JAX_ENABLE_X64` is
#'   `1`;
#' * what needs TensorFlow whatever computes: tensors of text, [callback_tensorboard()] and a few
#'   layers that prepare data. Where it is not installed they are an error that says so.
#'
#' R functions in models are traced, by JAX as by TensorFlow: called once for each shape with
#' tensors that have no values yet. So `if (x > 0)` on a tensor is an error, and `op_where()` or
#' `op_cond()` says it. `jax$jit()`, `jax$grad()` and `jax$pure_callback()` take R functions.
#'
#' @param backend `"tensorflow"`, `"jax"`, `"torch"`, `"numpy"` or `"openvino"`. Its Python package
#'   must be installed: `install_keras(backend = "jax")` or [py_install()] does that.
#' @param gpu `FALSE` hides the GPUs from what is loaded after. `TRUE` and `NA` leave that as it is.
#' @return `NULL`, invisibly. A choice that comes too late, or of what Python does not have, is an
#'   error.
#' @family Keras modules
#' @examples
#' \dontrun{
#' library(rkeras)
#' use_backend("jax")
#' }
#' @export
use_backend <- function(backend, gpu = NA) {
  if (!as_string(backend, "backend") %in% names(backend_packages)) {
    abort(sprintf(
      "`backend` must be one of %s.", toString(dQuote(names(backend_packages), FALSE))
    ))
  }
  if (!is.logical(gpu) || length(gpu) != 1L) abort("`gpu` must be TRUE, FALSE or NA.")
  check_running_backend(backend, sys.call())
  if (isFALSE(gpu)) set_environment(CUDA_VISIBLE_DEVICES = "-1")
  set_environment(KERAS_BACKEND = backend)
}

# The Python package that each backend needs besides NumPy.
backend_packages <- c(
  tensorflow = "tensorflow", jax = "jax", torch = "torch", numpy = "jax", openvino = "openvino"
)

backend_package <- function(backend) {
  if (backend %in% names(backend_packages)) backend_packages[[backend]] else backend
}

# The backend cannot change after Keras is loaded. Before that, a running Python must have the
# package; if Python does not run, another installation may still be chosen.
check_running_backend <- function(backend, call) {
  if (!python_state$started) {
    return()
  }
  if (!py_eval("'keras' in __import__('sys').modules")) {
    if (!has_package(backend_package(backend))) {
      abort(missing_backend(backend), "module", call = call)
    }
  } else if (backend != config_backend()) {
    abort(sprintf(
      paste(
        "Keras runs with the backend \"%s\" already, and keeps it. Restart R, and call",
        "use_backend(\"%s\") before anything else that uses Keras."
      ),
      config_backend(), backend
    ), call = call)
  }
}

# Whether Python has the package. The package is not imported, because importing TensorFlow imports
# Keras.
has_package <- function(name) {
  !is.null(call_python(python_function("importlib.util", "find_spec"), list(name), TRUE))
}

missing_backend <- function(backend, chosen_by = NULL) {
  package <- backend_package(backend)
  install <- sprintf("py_install(\"%s\")", package)
  if (package == "tensorflow") install <- "install_keras()"
  sprintf(
    paste(
      "The backend \"%s\"%s needs the Python package `%s`, which %s does not have.",
      "Install it with %s, or choose another one with use_backend()."
    ),
    backend, if (is.null(chosen_by)) "" else paste0(" (chosen by ", chosen_by, ")"), package,
    py_exe(), install
  )
}

# The backend that Keras uses or is going to use, and where it was set. Keras reads these places
# when it is loaded.
chosen_backend <- function() {
  variable <- Sys.getenv("KERAS_BACKEND")
  if (nzchar(variable)) {
    return(c(backend = variable, chosen_by = "KERAS_BACKEND or use_backend()"))
  }
  home <- Sys.getenv("USERPROFILE", path.expand("~"))
  file <- file.path(Sys.getenv("KERAS_HOME", file.path(home, ".keras")), "keras.json")
  text <- if (file.exists(file)) paste(readLines(file, warn = FALSE), collapse = " ")
  named <- regmatches(text, regexec("\"backend\"\\s*:\\s*\"(\\w+)\"", text))
  if (length(named) && length(named[[1L]])) {
    return(c(backend = named[[1L]][[2L]], chosen_by = file))
  }
  c(backend = "tensorflow", chosen_by = "Keras itself")
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
