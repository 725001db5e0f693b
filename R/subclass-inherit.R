# Base classes of Keras classes defined in R.

# Checked when the class is defined, as far as possible without starting Python.
check_inherit <- function(inherit, role) {
  bases <- inherit_list(inherit)
  wanted <- paste0("a class for ", role, "()", inherit_example(role))
  fits <- vapply(bases, FUN.VALUE = NA, function(base) {
    if (!is_class_like(base)) abort_no_class(base, wanted)
    is_class_for(base, role)
  })
  if (length(bases) > 0L && !any(fits)) {
    base <- bases[[1]]
    abort_no_class(base, wanted, wrapped_class(base) %||% describe(base))
  }
}

inherit_example <- function(role) {
  examples <- c(
    Layer = "layer_dense or keras$layers$Dense", Model = "keras$Model",
    Loss = "loss_mean_squared_error or keras$losses$Loss",
    Metric = "metric_mean or keras$metrics$Mean", Constraint = "constraint_nonneg",
    Callback = "callback_early_stopping", PyDataset = "keras$utils$PyDataset",
    new_learning_rate_schedule_class = "keras$optimizers$schedules$CosineDecay"
  )
  if (role %in% names(examples)) sprintf(", such as %s", examples[[role]]) else ""
}

is_class_like <- function(x) {
  inherits(x, c("R6ClassGenerator", "python_class_maker")) || !is.null(wrapped_class(x)) ||
    is_py_object(x) && is_python_class(x)
}

is_class_for <- function(x, role) {
  if (inherits(x, "R6ClassGenerator")) {
    return(TRUE)
  }
  if (inherits(x, "python_class_maker")) {
    own <- environment(x)$definition$role %||% "Callback"
    return(own == role || own == "Model" && role == "Layer")
  }
  endpoint <- wrapped_class(x)
  if (!is.null(endpoint)) {
    return(module_of(endpoint) == module_of(keras_roles[[role]]))
  }
  call_python(python_builtin("issubclass"), list(x, keras_endpoint(keras_roles[[role]])), TRUE)
}

module_of <- function(endpoint) sub("[.][^.]*$", "", endpoint)

# Replaces a wrapper of this package by the Keras class whose objects it creates.
class_of_wrapper <- function(x) {
  endpoint <- wrapped_class(x)
  if (is.null(endpoint)) x else keras_endpoint(endpoint)
}

# The Keras class whose objects a function of this package creates, or NULL.
wrapped_class <- function(f) {
  if (!is.function(f)) {
    return(NULL)
  }
  endpoint <- endpoint_of(f, c(wrapper_endpoints, hand_written_endpoints))
  if (!is.null(endpoint) && grepl("[.][A-Z][^.]*$", endpoint)) endpoint
}
