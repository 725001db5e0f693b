# `x@r[...]` and `x@py[...]`: subscripts that start at 1, as in R, or at 0, as in Python.

# R 4.3 and later call methods of `@` for objects that are not S4.
#' @rawNamespace if (getRversion() >= "4.3.0") S3method("@", python.builtin.object)
`@.python.builtin.object` <- function(object, name) {
  if (!name %in% c("r", "py")) {
    abort("A Python object has no slot `%s`: `x@r[...]` counts from 1, `x@py[...]` from 0.", name,
          call = NULL)
  }
  structure(list(object), class = paste0("subscripts_from_", if (name == "r") 1 else 0))
}

# For `x@r[1] <- value`, the method of `[<-` below has already created the new value of `x`.
#' @export
`@<-.python.builtin.object` <- function(object, name, value) {
  if (!inherits(value, c("subscripts_from_0", "subscripts_from_1"))) {
    abort("Nothing can be assigned to the slot `%s` of a Python object.", name, call = NULL)
  }
  unclass(value)[[1]]
}

#' @export
`[.subscripts_from_1` <- function(x, ...) {
  subset_tensor("get", unclass(x)[[1]], eval(substitute(alist(...))), ..., .frame = parent.frame())
}

#' @export
`[<-.subscripts_from_1` <- function(x, ..., value) {
  replaced(x, subset_tensor(
    "put", unclass(x)[[1]], eval(substitute(alist(...))), ..., .frame = parent.frame(),
    .last = value
  ))
}

#' @export
`[.subscripts_from_0` <- function(x, ...) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  get_item(unclass(x)[[1]], key, NULL)
}

#' @export
`[<-.subscripts_from_0` <- function(x, ..., value) {
  key <- subscript(eval(substitute(alist(...))), ..., .frame = parent.frame())
  set_item(unclass(x)[[1]], key, value)
  x
}

replaced <- function(x, object) structure(list(object), class = class(x))
