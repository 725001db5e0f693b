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

#' Filter the S3 classes of Python objects
#'
#' Registers a function that changes the S3 classes with which Python objects appear in R. Packages
#' use it to add a class of their own, or to rename one that a library has moved, so that their S3
#' methods and [inherits()] work. The function receives the classes of a Python type, most specific
#' first, and returns the classes to use. It runs once for each type. Filters run in the order of
#' their registration, each on the result of the one before.
#'
#' @param filter Function of a character vector that returns a character vector.
#' @return `NULL`, invisibly.
#' @concept S3 class
#' @concept S3 methods for Python objects
#' @concept package development
#' @seealso [python-objects], [py_to_r()] and [r_to_py()] for methods that convert.
#' @examplesIf py_available()
#' register_class_filter(function(classes) {
#'   if ("fractions.Fraction" %in% classes) c("fraction", classes) else classes
#' })
#' class(py_eval("__import__('fractions').Fraction(1, 3)", convert = FALSE))
#' @export
register_class_filter <- function(filter) {
  check_function(filter, "filter")
  register_hook("class filter", filter)
  if (isTRUE(python_state$started)) tell_class_filters()
  invisible(NULL)
}

# import(module, as =): the classes of the module have S3 classes that begin with `as`, too. Their
# own names stay, because methods of other packages are registered for them.
name_classes <- function(module, as) {
  check_string(as, "as")
  if (!any(vapply(hooks[["class filter"]], is_alias, NA, module, as))) {
    alias <- function(classes) with_alias(classes, module, as)
    register_class_filter(structure(alias, module = module, as = as))
  }
}

is_alias <- function(filter, module, as) {
  identical(attributes(filter)[c("module", "as")], list(module = module, as = as))
}

with_alias <- function(classes, module, as) {
  of_module <- startsWith(classes, paste0(module, "."))
  alias <- ifelse(of_module, paste0(as, substring(classes, nchar(module) + 1L)), NA)
  both <- c(rbind(alias, classes))
  both[!is.na(both)]
}

tell_class_filters <- function() if (length(hooks[["class filter"]])) unwrap(rs_filter_classes())

filter_classes <- function(classes) {
  for (filter in hooks[["class filter"]]) {
    classes <- filter(classes)
    if (!is.character(classes) || anyNA(classes)) {
      abort("A filter of register_class_filter() must return a character vector, not %s.",
            describe(classes), call = NULL)
    }
  }
  classes
}
