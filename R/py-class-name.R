# The S3 class names of Python classes.

# R 4.3 and later call this method for `inherits(x, keras$layers$Layer)`.
#' @rawNamespace if (getRversion() >= "4.3.0") S3method(nameOfClass, python.builtin.type)
nameOfClass.python.builtin.type <- function(x) { # nolint: object_name_linter.
  module <- class_text(x, "__module__")
  name <- class_text(x, "__qualname__")
  if (identical(module, "builtins")) {
    return(paste0("python.builtin.", name))
  }
  # Classes defined in R have no module.
  if (module %in% c("", "R")) name else paste0(module, ".", name)
}

#' @rawNamespace if (getRversion() >= "4.3.0") S3method(nameOfClass, python_class_maker)
nameOfClass.python_class_maker <- function(x) { # nolint: object_name_linter.
  nameOfClass.python.builtin.type(environment(x)$python_class)
}

class_text <- function(class, attribute) py_to_r(unwrap(rs_get_attr(class, attribute, FALSE)))
