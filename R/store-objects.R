# Custom objects, which Keras finds by name when it reads a configuration.

#' Register custom classes and functions for saving
#'
#' Keras saves an object of a custom class by its name and configuration, and finds the class by
#' this name when it loads the object. Classes defined in R ([Layer()], [PyClass()], ...) and R
#' functions are known during the session. `register_keras_serializable()` registers others, and
#' those of packages, so that [load_model()] finds them without `custom_objects`.
#'
#' `serialize_keras_object()` returns the class and configuration of a single object as a list, and
#' `deserialize_keras_object()` creates an object from it.
#'
#' @section In packages:
#' A package registers its classes where they are defined, at the top level of its code:
#'
#' ```r
#' layer_twice <- register_keras_serializable(
#'   Layer("Twice", call = function(inputs) 2 * inputs)
#' )
#' ```
#'
#' The name of the package is the first part of the registered name: `"mypackage>Twice"`. After
#' `library(mypackage)`, [load_model()] and [readRDS()] can read models with such layers. Neither
#' installing nor loading the package starts Python. Functions, and classes that Python code
#' defines, are registered in the package's `.onLoad()`; this takes effect when Keras is first used.
#'
#' @param object A class, the result of [Layer()] or a similar function, or a function.
#' @param name String. Registered name; `NULL` means its own name.
#' @param package String. First part of the registered name: `"package>name"`. `NULL` means
#'   `"Custom"`, or the name of the package that contains the call.
#' @param objects Named list of classes and functions. Classes defined in R need no names.
#' @param clear Logical. Whether to remove all objects that were registered before.
#' @param expr Code to evaluate while these objects are known as well.
#' @param obj An object, class or function.
#' @param config List, as `serialize_keras_object()` or [get_config()] returns.
#' @param custom_objects,module_objects Named lists of further objects to search in.
#' @param safe_mode Logical. Whether to refuse R or Python code in the configuration; `FALSE` runs
#'   it.
#' @param ... Must be empty.
#' @return `register_keras_serializable()`: the object. `get_custom_objects()`: a named list.
#'   `set_custom_objects()`: the previous list, invisibly. `with_custom_object_scope()`: the value
#'   of `expr`. `get_registered_name()`: a string. `get_registered_object()`: the object, or `NULL`.
#'   `serialize_keras_object()`: a list. `deserialize_keras_object()`: the object.
#' @concept custom_objects
#' @concept custom layer
#' @concept serialization
#' @concept package development
#' @seealso [save_model()] and [load_model()], [Layer()] for custom layers, [get_config()] for the
#'   configuration alone.
#' @examplesIf is_keras_available()
#' layer_twice <- Layer("Twice", call = function(inputs) 2 * inputs)
#' register_keras_serializable(layer_twice, package = "mine")
#' get_registered_name(layer_twice)
#'
#' config <- serialize_keras_object(layer_twice(name = "t"))
#' str(config[c("class_name", "registered_name")])
#' layer <- deserialize_keras_object(config)
#' as.array(layer(matrix(1:3)))
#' @export
register_keras_serializable <- function(object, name = NULL, package = NULL) {
  must_be(object, "a class or a function",
          is.function(object) || is_py_object(object) || inherits(object, "R6ClassGenerator"))
  frame <- topenv(parent.frame())
  if (is.null(package) && isNamespace(frame)) package <- unname(getNamespaceName(frame))
  as <- drop_null(list(package = package %||% "Custom", name = name))
  # package_makers() (R/store-code.R) finds the classes of a package by this entry.
  if (inherits(object, "python_class_maker")) environment(object)$definition$registered <- as
  if (isNamespace(frame) && is.null(keras_state$module)) {
    keras_state$to_register <- c(keras_state$to_register, list(list(object, as)))
  } else {
    register_object(as_keras_object(object), as)
  }
  invisible(object)
}

register_object <- function(object, as) {
  register <- call_python(keras_endpoint("keras.saving.register_keras_serializable"), as)
  call_python(register, list(object))
}

# Registers what packages registered before Keras was loaded, since loading a package must not start
# Python.
register_waiting <- function() {
  waiting <- keras_state$to_register
  keras_state$to_register <- NULL
  for (entry in waiting) register_object(as_keras_object(entry[[1]]), entry[[2]])
}

#' @rdname register_keras_serializable
#' @export
get_custom_objects <- function() {
  call_python(keras_endpoint("keras.saving.get_custom_objects"), list(), TRUE)
}

#' @rdname register_keras_serializable
#' @export
set_custom_objects <- function(objects = named_list(), clear = TRUE) {
  check_flags()
  objects <- as_custom_objects(objects, "objects")
  before <- get_custom_objects()
  known <- call_python(keras_endpoint("keras.saving.get_custom_objects"), list(), FALSE)
  if (clear) known$clear()
  known$update(python_dict(objects))
  invisible(before)
}

#' @rdname register_keras_serializable
#' @export
with_custom_object_scope <- function(objects, expr) {
  objects <- as_custom_objects(objects, "objects")
  scope <- call_python(keras_endpoint("keras.saving.CustomObjectScope"), list(
    python_dict(objects)
  ))
  with(scope, expr)
}

#' @rdname register_keras_serializable
#' @export
get_registered_name <- function(obj) {
  call_python(keras_endpoint("keras.saving.get_registered_name"), list(as_keras_object(obj)), TRUE)
}

#' @rdname register_keras_serializable
#' @export
get_registered_object <- function(name, custom_objects = NULL, module_objects = NULL) {
  make_pending(as_string(name, "name"))
  call_python(keras_endpoint("keras.saving.get_registered_object"), list(
    name, as_custom_objects(custom_objects),
    as_custom_objects(module_objects, "module_objects")
  ), TRUE)
}

#' @rdname register_keras_serializable
#' @export
serialize_keras_object <- function(obj) {
  serialize <- keras_endpoint("keras.saving.serialize_keras_object")
  config_of_python(call_python(serialize, list(as_keras_object(obj)), FALSE))
}

#' @rdname register_keras_serializable
#' @export
deserialize_keras_object <- function(config, custom_objects = NULL, safe_mode = TRUE, ...) {
  check_flags()
  check_dots_empty(...)
  code <- in_python("rkeras.keras.code.code_in", config)
  objects <- with_r_code(code, custom_objects, safe_mode)
  deserialize <- keras_endpoint("keras.saving.deserialize_keras_object")
  call_with_objects(objects, deserialize, list(config, safe_mode = safe_mode))
}
