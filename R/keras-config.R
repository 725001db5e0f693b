# Keras's settings that are more than a call of Keras's.

#' @eval rd_keras("keras.config.set_backend")
#' @export
config_set_backend <- function(backend) {
  backend <- as_string(backend, "backend")
  if (!py_eval("'keras' in __import__('sys').modules")) {
    return(set_environment(KERAS_BACKEND = backend))
  }
  if (backend != config_backend()) {
    abort(sprintf(
      "Keras runs with the backend \"%s\" already: choose another one first in a new R session.",
      config_backend()
    ))
  }
  invisible()
}
