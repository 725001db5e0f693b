# The S3 class names of Python classes, and what is known of classes by name.

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

# ---- Properties of classes by name ---------------------------------------------------------------

# Properties of Python classes by name: the table inst/classes.tsv, for R and for Rust.

# The rows of the table, split by the column `is`: class names or, where the rows name methods, the
# methods named by their classes. Read when first used.
delayedAssign("known_classes", read_known_classes())

read_known_classes <- function() {
  table <- read_installed_table("classes.tsv")
  lapply(split(table, table$is), function(rows) {
    if (any(nzchar(rows$method))) stats::setNames(rows$method, rows$class) else rows$class
  })
}

# A table of the package that other languages read as well: text, with comments after `#`.
read_installed_table <- function(name) {
  file <- system.file(name, package = "rkeras", mustWork = TRUE)
  utils::read.delim(file, comment.char = "#", colClasses = "character", quote = "")
}

# Passes the tables to Rust after Python has started.
tell_known_classes <- function() {
  for (is in c("ints", "ints_called", "arrays", "lists", "value", "saved", "blocking", "data")) {
    unwrap(rs_set_classes(is, known_classes[[is]]))
  }
}

is_tensor <- function(x) is.environment(x) && inherits(x, "rkeras.tensor")

# A tensor or an array of NumPy, as opposed to an object that supplies batches.
is_one_array <- function(x) is_tensor(x) || inherits(x, "numpy.ndarray")

is_symbolic <- function(x) inherits(x, "rkeras.symbolic")

# S3 classes for all Python classes with one property. The S3 methods of this package are written
# for the last three; the packages tensorflow and keras3 gave the others to their objects.
virtual_classes <- c(
  backend = "keras.src.backend.Tensor",
  variable = "keras.src.backend.common.variables.KerasVariable",
  settings = "rkeras.settings", symbolic = "rkeras.symbolic", tensor = "rkeras.tensor"
)

# A filter of register_class_filter(). Methods that others write for a class of Python, or for that
# of the package tensorflow, come before those of this package.
with_virtual_classes <- function(classes) {
  has <- function(is) any(known_classes[[is]] %in% classes)
  added <- virtual_classes[vapply(names(virtual_classes), has, NA)]
  # The last class is that of all Python objects.
  all <- append(classes, unname(added), length(classes) - 1L)
  c(if (has("tensorflow")) "tensorflow.tensor", all)
}
