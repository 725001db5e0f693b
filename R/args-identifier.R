# Checks names of Keras objects: the error for a misspelled name gives the argument and suggestions.

# Keras's error does not say which argument was invalid.
explain_parts <- function(error, args) {
  Map(check_part, args, names(args))
  stop(error)
}

check_part <- function(value, argument) {
  module <- part_modules[sub("^.*_", "", argument)]
  is_other <- is.atomic(value) || is.list(value) && is.null(value$class_name)
  if (is.na(module) || is.null(value) || !is_other) {
    return(invisible())
  }
  if (is_string(value)) {
    return(check_identifier(value, module, argument))
  }
  abort("`%s` must be a name, a function or an object of Keras, not %s.", argument, describe(value))
}

part_modules <- c(
  activation = "activations", initializer = "initializers", regularizer = "regularizers",
  constraint = "constraints"
)

# Checks for a misspelled optimizer, loss or metric: Keras's own error lists all of its classes.
# Checking with Keras creates the object, which takes as long as compile() itself, so known names
# are cached.
check_identifier <- function(value, module, argument) {
  if (!is.character(value)) {
    return(invisible())
  }
  if (anyNA(value)) abort("`%s` must be a name, not NA.", argument)
  known <- c(chosen_by_outputs[[module]], keras_state$identifiers[[module]])
  for (name in value[!value %in% known]) {
    if (!is_identifier(name, module)) abort_unknown_identifier(name, module, argument)
    keras_state$identifiers[[module]] <- c(keras_state$identifiers[[module]], name)
  }
}

# Keras selects the loss or metric for these names by the targets and the outputs.
chosen_by_outputs <- list(metrics = c("accuracy", "acc"), losses = c("crossentropy", "ce"))

# Short names of losses and metrics that are not attributes of their module.
loss_shorthands <- c("mse", "mae", "mape", "msle", "bce", "kld")

is_identifier <- function(name, module) {
  get <- keras_endpoint(paste0("keras.", module, ".get"))
  tryCatch(!is.null(call_python(get, list(name))), python.builtin.Exception = function(e) FALSE)
}

abort_unknown_identifier <- function(name, module, argument) {
  known <- c(identifiers(module), chosen_by_outputs[[module]],
             if (module %in% c("losses", "metrics")) loss_shorthands)
  # "huber" is the name of a function in keras.metrics, which Keras does not take as a string.
  word <- sub("^(optimizer|loss|metric|activation|initializer)_", "", name)
  guess <- closest(word, setdiff(known, name))
  abort("`%s` = \"%s\" is not in keras$%s.%s", argument, name, module, did_you_mean(guess, "\""))
}

# The lower-case names that Keras accepts for the objects in a module.
identifiers <- function(module) {
  names <- py_list_attributes(keras_endpoint(paste0("keras.", module)))
  names <- setdiff(names[!startsWith(names, "_")], c("get", "serialize", "deserialize"))
  unique(c(snake_case(names), names))
}
