# Configurations: what an object of Keras is made from, as a list.

#' Get the configuration of a model or layer, clone a model
#'
#' `get_config()` returns the settings that an object was created with, as a list; `from_config()`
#' creates a new object from such a list, without the weights of the original. Use them to inspect
#' all settings of a layer, or to create a variant of it. `clone_model()` creates a model with the
#' same architecture and new initial weights, for example for cross-validation or ensembles.
#'
#' @param object A model, layer, loss, metric, optimizer or other Keras object.
#' @param config List, as `get_config()` returns. Its numbers and strings can be modified.
#' @param custom_objects Named list of classes and functions that are not registered with Keras.
#' @param model A Keras model.
#' @param input_tensors Tensors to use as inputs of the clone, instead of new ones.
#' @param clone_function Function of a layer that returns the layer to use instead.
#' @param call_function Function of `(layer, ...)` that calls the layer on its inputs.
#' @param recursive Logical. Whether to clone nested models in the same way.
#' @param ... Further arguments of Keras's function.
#' @return `get_config()`: a named list. `from_config()`: an object. `clone_model()`: a model.
#' @concept copy a model
#' @concept architecture
#' @concept hyperparameters
#' @concept cross-validation
#' @seealso [get_weights()] and [set_weights()] to copy the weights as well, [save_model_config()]
#'   writes the architecture to a file, [serialize_keras_object()] includes the class.
#' @examplesIf is_keras_available()
#' layer <- layer_dense(units = 8, activation = "relu")
#' config <- get_config(layer)
#' config$units
#' config$units <- 16
#' from_config(config)$units
#'
#' # The same architecture with other weights
#' model <- keras_model_sequential(input_shape = 2) |>
#'   layer_dense(units = 1)
#' copy <- clone_model(model)
#' x <- matrix(1, 1, 2)
#' c(predict(model, x), predict(copy, x))
#' set_weights(copy, get_weights(model))
#' c(predict(model, x), predict(copy, x))
#' @export
get_config <- function(object) {
  check_has(object, "get_config", "an object of Keras")
  class <- get_attr(object, "__class__", FALSE)
  described <- serialize_keras_object(object)[c("module", "class_name", "registered_name")]
  config <- config_of_python(call_python(object$get_config, list(), FALSE))
  structure(
    config,
    class_of = c(described, class = class, original = list(config)),
    class = "keras_object_config"
  )
}

config_of_python <- function(config) {
  in_python("rkeras.keras.configs.for_r", config)
}

# The attribute for from_config() is not printed.
#' @export
print.keras_object_config <- function(x, ...) {
  attr(x, "class_of") <- NULL
  print(unclass(x), ...)
  invisible(x)
}

#' @rdname get_config
#' @export
from_config <- function(config, custom_objects = NULL) {
  of <- attr(config, "class_of")
  must_be(config, "a list that get_config() returned, which also states the class", !is.null(of),
          remedy = paste(" To create a layer from a list of arguments, call the class:",
                         "do.call(layer_dense, config)."))
  attr(config, "class_of") <- NULL
  config <- typed_as(unclass(config), of$original)
  # In another session, the reference to the class is a null pointer.
  described <- c(of[!names(of) %in% c("class", "original")], list(config = config))
  objects <- as_custom_objects(custom_objects)
  if (!py_is_null_xptr(of$class)) objects[[of$registered_name %||% of$class_name]] <- of$class
  deserialize_keras_object(described, objects)
}

# Whole numbers that the user sets become integers (`config$units <- 16`), as wrappers do, unless
# the original was a double: optimizers refuse an int as a momentum.
typed_as <- function(config, original) {
  if (!is.list(config)) {
    return(if (is.double(original)) config else whole_as_integer(config))
  }
  originals <- if (is.list(original)) original[names(config) %||% seq_along(config)]
  at <- function(i) if (i <= length(originals)) originals[[i]]
  config[] <- lapply(seq_along(config), function(i) typed_as(config[[i]], at(i)))
  config
}

#' @rdname get_config
#' @export
clone_model <- function(model, input_tensors = NULL, clone_function = NULL, call_function = NULL,
                        recursive = FALSE, ...) {
  check_flags()
  must_be(model, "a Keras model", is_py_object(model))
  args <- list(
    model, input_tensors = input_tensors, clone_function = clone_function,
    call_function = call_function, recursive = recursive, ...
  )
  call_python(keras_endpoint("keras.models.clone_model"), drop_null(args), TRUE)
}
