# Keras settings and scopes that need more than a call of a Keras function.

#' @eval rd_keras("keras.config.set_backend")
#' @export
config_set_backend <- function(backend) use_backend(backend)

#' @eval rd_keras("keras.utils.Config")
#' @export
keras_config <- function(...) {
  values <- list(...)
  if (length(values) > 0L && !all(nzchar(names(values) %||% ""))) {
    abort("Give each value a name: keras_config(layers = 3).")
  }
  create_keras("keras.utils.Config", values)
}

#' @export
as.list.keras.src.utils.config.Config <- function(x, ...) py_to_r(x$as_dict())

# ---- remat() -------------------------------------------------------------------------------------

#' @eval rd_keras("keras.remat")
#' @export
remat <- function(f) {
  check_function(f, "f")
  call_keras("keras.remat", if (is_py_object(f)) f else py_func(f))
}
