# Layers, optimizers, dtypes and files.

# A layer, or several. A wrapper is replaced by the layer that it creates without arguments.
as_layer <- function(x, argument = "layer") {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) {
    return(lapply(x, as_layer, argument = argument))
  }
  if (is.function(x) && !is.null(wrapped_endpoint(x))) {
    return(tryCatch(x(), rkeras_error_argument = function(e) abort_uncalled(argument, e)))
  }
  abort("`%s` must be a layer, such as layer_dense(units = 3), not %s.", argument, describe(x))
}

# A function such as layer_dense, whose arguments have no defaults.
abort_uncalled <- function(argument, error) {
  missing <- sub("^`(\\w+)` is missing.*", "\\1", conditionMessage(error))
  abort("`%s` is a function that needs `%s`: call it, as in layer_dense(units = 3).", argument,
        missing)
}

as_layers <- function(x, argument = "layers") {
  layers <- as_layer(x, argument)
  if (is.list(layers)) layers else list(layers)
}

# An optimizer, its name, or the wrapper that creates it.
as_optimizer <- function(x, argument = "optimizer") {
  if (is_r_function(x) && !is.null(wrapped_endpoint(x))) {
    return(x())
  }
  if (!is.character(x)) {
    return(x)
  }
  check_identifier(x, "optimizers", argument)
  call_python(keras_endpoint("keras.optimizers.get"), list(x), convert = TRUE)
}

# A file or folder, with `~` expanded, which Python does not do.
as_path <- function(x, argument = "path") {
  if (is.null(x) || is_py_object(x)) x else path.expand(as_string(x, argument))
}

existing_path <- function(x, argument = "filepath") {
  path <- path.expand(as_string(x, argument))
  check_path(path, argument, kind = "argument")
  path
}

# Keras flips nothing for another word.
flip_mode <- function(x, argument = "mode") {
  if (is_py_object(x)) x
  else as_choice(x, c("horizontal_and_vertical", "horizontal", "vertical"), argument)
}

# Weights are the name of a set of weights or a file.
as_weights <- function(x, argument = "weights") {
  if (is.null(x) || is_py_object(x) || identical(x, "imagenet")) {
    return(x)
  }
  file <- as_path(x, argument)
  if (!file.exists(file)) {
    abort("`%s` must be \"imagenet\", NULL or a file: there is no file \"%s\".", argument, file)
  }
  file
}

# NumPy's dtype `object`, for strings among others.
as_object_type <- function(x, argument = "dtype") {
  if (identical(x, "object")) python_function("builtins.object") else x
}

# Keras sets this dtype itself and accepts no other.
as_string_type <- function(x, argument = "dtype") {
  if (!is.null(x) && !identical(x, "string")) {
    abort("`%s` can only be \"string\" here, not %s; layer_integer_lookup() is for integers.",
          argument, describe(x))
  }
  left_out
}
