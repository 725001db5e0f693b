# R6 class generators as Python classes.

# Public members become members of the class, active bindings become properties, and private members
# become private members. The same generator returns the same class until the generator is modified.
#' @export
r_to_py.R6ClassGenerator <- function(x, convert = FALSE) {
  parts <- list(
    x$public_fields, x$public_methods, x$private_fields, x$private_methods, x$active, convert
  )
  known <- attr(x, "python_class")
  if (identical(known$parts, parts)) {
    return(known$class)
  }
  definition <- class_definition(
    if (is.null(x$classname)) "R6" else x$classname, c(x$public_fields, x$public_methods),
    c(x$private_fields, x$private_methods), as.list(x$active), convert = convert,
    parent = x$parent_env
  )
  inherit <- eval(x$inherit, x$parent_env)
  bases <- if (inherits(inherit, "R6ClassGenerator")) r_to_py(inherit, convert) else inherit
  class <- new_python_class(definition, as_bases(bases))
  attr(x, "python_class") <- list(parts = parts, class = class)
  class
}
