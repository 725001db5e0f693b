# The backend of Keras.

#' Choose the backend of Keras: TensorFlow, JAX or PyTorch
#'
#' Keras runs its computations on a backend: TensorFlow, JAX or PyTorch; for predictions only, also
#' NumPy or OpenVINO. The backend is fixed when Keras is first used. Call `use_backend()` before
#' that, at the beginning of a script. It does not start Python, and the last call applies.
#'
#' TensorFlow is the default. JAX compiles models with XLA and can be faster on GPUs and TPUs. The
#' code for models is the same on each backend, so try both if speed matters.
#'
#' Without a call, the environment variable `KERAS_BACKEND` chooses the backend, else the entry
#' `"backend"` in the file `~/.keras/keras.json`, else TensorFlow is used.
#'
#' @section Differences between backends:
#' Models, training, callbacks, classes and functions in R, saving, `op_*()` functions and R's
#' functions on tensors work in the same way on all backends. These differ:
#'
#' * A `train_step()` method of a class: with JAX it receives `(state, data)` and returns the new
#'   state, as Keras's guides for each backend describe.
#' * 64-bit types: JAX uses 32-bit types instead, unless the environment variable `JAX_ENABLE_X64`
#'   is `1`.
#' * Features that need TensorFlow on every backend: tensors of text, [callback_tensorboard()] and a
#'   few preprocessing layers. If TensorFlow is not installed, they are an error that says so.
#'
#' JAX, like TensorFlow, traces the R functions of a model: it calls them once for each input shape,
#' with symbolic tensors that have no values. In layers, losses and metrics, `if (x > 0)` on a
#' tensor becomes an operation of the graph (see [autograph()]); on JAX a `while` loop has no
#' gradient. `jax$jit()`, `jax$grad()` and `jax$pure_callback()` accept R functions.
#'
#' PyTorch computes at once, so tensors have values. A tensor of a layer or a loss is not converted
#' to R while a model is trained, because R's functions have no gradient: that is an error.
#'
#' @param backend String: `"tensorflow"`, `"jax"`, `"torch"`, `"numpy"` or `"openvino"`. Its Python
#'   package must be installed, for example with `install_keras(backend = "jax")` or [py_install()].
#' @param gpu Logical. `FALSE` hides all GPUs from libraries that are loaded afterwards. `TRUE` and
#'   `NA` change nothing.
#' @return `NULL`, invisibly. It is an error if Keras is already running with another backend, or if
#'   the running Python lacks the backend's package.
#' @concept JAX
#' @concept PyTorch
#' @concept GPU
#' @concept CPU only
#' @concept XLA
#' @concept KERAS_BACKEND
#' @seealso [install_keras()] installs a backend, [is_keras_available()] tests for it,
#'   [config_backend()] returns the current one, [device_scope()] chooses a device,
#'   [rkeras-options].
#' @examples
#' \dontrun{
#' library(rkeras)
#' use_backend("jax")
#' config_backend()
#' }
#' @export
use_backend <- function(backend, gpu = NA) {
  backend <- as_choice(backend, names(backend_packages), "backend")
  check_logical(gpu, "gpu", or = NA)
  check_running_backend(backend)
  if (isFALSE(gpu)) set_environment(CUDA_VISIBLE_DEVICES = "-1")
  set_environment(KERAS_BACKEND = backend)
}

# The backend cannot change after Keras is loaded. Before that, a running Python must have the
# package; if Python does not run, another installation may still be chosen.
check_running_backend <- function(backend) {
  if (!python_state$started) {
    return()
  }
  if (!py_eval("'keras' in __import__('sys').modules")) {
    if (!is_importable(backend_package(backend))) {
      abort(missing_backend(backend), kind = "module")
    }
  } else if (backend != config_backend()) {
    abort(
      c("Keras is running with the backend \"%s\", which cannot change. Restart R and call",
        "use_backend(\"%s\") before anything else that uses Keras."), config_backend(), backend
    )
  }
}

missing_backend <- function(backend, chosen_by = NULL) {
  package <- backend_package(backend)
  sprintf(
    paste(
      "The backend \"%s\"%s needs the Python package `%s`, which %s does not have.",
      "Install it with py_install(\"%s\"), or choose another one with use_backend()."
    ),
    backend, if (is.null(chosen_by)) "" else paste0(" (chosen by ", chosen_by, ")"), package,
    py_exe(), package
  )
}

#' Reset Keras's global state
#'
#' Keras counts the names of layers and models (`"dense"`, `"dense_1"`, ...) and keeps global state
#' for models that are built. `clear_session()` resets the counters and releases this state. Call it
#' in loops that create many different models, such as a hyperparameter search, where memory would
#' otherwise grow. Models that are still referenced remain usable.
#'
#' rkeras keeps what TensorFlow compiled for the last models, with up to 64 MB of weights, so that
#' the next model of the same structure trains at once (`rkeras_guide("speed-mixed-precision")`).
#' This is released, too, so loops over models that are alike, such as cross-validation, are faster
#' without `clear_session()`.
#'
#' @param free_memory Logical. Whether to run Python's garbage collector as well.
#' @return `NULL`, invisibly.
#' @concept free memory
#' @concept memory leak
#' @concept reset
#' @concept hyperparameter search
#' @seealso [py_gc()] for cycles of references between R and Python, [reset_state()] for the state
#'   of metrics and layers, [set_random_seed()].
#' @examplesIf is_keras_available()
#' layer_dense(units = 1)$name
#' layer_dense(units = 1)$name
#' clear_session()
#' layer_dense(units = 1)$name
#' @export
clear_session <- function(free_memory = TRUE) {
  check_flags()
  # Before memory is freed.
  if (can("graphs")) in_python("rkeras.resident.shared.forget")
  call_keras("keras.utils.clear_session", free_memory = free_memory)
  invisible()
}

# ---- What backends can do ------------------------------------------------------------------------

# The backends that have each ability; code that needs one asks for it and not for a backend.
abilities <- list(
  arrays = c("tensorflow", "jax"), # of NumPy, as arguments of every operation
  concurrent = "tensorflow", # predictions of a model while it is trained
  gradients = c("tensorflow", "jax", "torch"), # of a model's outputs, for explanations
  graphs = "tensorflow", # of R functions, feature columns, single steps; shared by models
  operators = c("jax", "torch"), # of their own for R functions, which else are TensorFlow's
  resident = c("tensorflow", "jax"), # training on data in memory in few calls
  strings = "tensorflow" # tensors of text
)

can <- function(ability, backend = running_backend()) backend %in% abilities[[ability]]

# It does not change, and asking Keras takes longer than some operations.
running_backend <- function() {
  keras_state$backend <- keras_state$backend %||% config_backend()
}
