# Scopes: context managers of Keras for with(), and remat().

#' @eval rd_keras("keras.name_scope")
#' @export
name_scope <- function(name, ...) {
  call_keras("keras.name_scope", as_string(name, "name"), ...)
}

#' @eval rd_keras("keras.remat")
#' @export
remat <- function(f) {
  check_function(f, "f")
  call_keras("keras.remat", if (is_py_object(f)) f else py_func(f))
}
