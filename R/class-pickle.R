# Classes and private members as bytes; called by inst/python/rkeras/bridge/classes.py.

serialize_private <- function(private) {
  names <- ls(private, all.names = TRUE)
  data <- names[!vapply(names, bindingIsActive, NA, env = private)]
  serialize(mget(data, private), NULL)
}

serialize_class <- function(definition) {
  serialize(as.list(definition)[setdiff(names(definition), "class")], NULL)
}

restore_class <- function(source, bases) {
  definition <- list2env(unserialize(source), parent = emptyenv())
  r_to_py(new_python_class(definition, bases))
}

is_out_of_bounds <- function(condition) inherits(condition, "subscriptOutOfBoundsError")
