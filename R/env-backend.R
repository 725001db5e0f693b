# Which backend Keras is going to use, and the Python package that it needs.

# The Python package that each backend needs besides NumPy.
backend_packages <- c(
  tensorflow = "tensorflow", jax = "jax", torch = "torch", numpy = "jax", openvino = "openvino"
)

backend_package <- function(backend) {
  if (backend %in% names(backend_packages)) backend_packages[[backend]] else backend
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
