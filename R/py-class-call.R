# How Python calls an R method, and what is in the method's scope: `self`, `super`, `private`.

# The function that Python calls, with the instance first. The environment of a method is made for
# each call: kept with the instance, it would be a cycle through both languages.
method_call <- function(method, definition, adapt = NULL) {
  if (is.primitive(method)) {
    return(method)
  }
  scope <- class_scope(method, definition)
  if (!is.null(adapt)) {
    return(function(.self, ...) adapt(in_scope(method, as_handle(.self, TRUE), scope), ...))
  }
  if (takes_self(method)) {
    function(.self, ...) in_scope(method, .self, scope)(.self, ...)
  } else {
    function(.self, ...) in_scope(method, .self, scope)(...)
  }
}

in_scope <- function(method, self, scope) {
  environment(method) <- instance_scope(self, scope)
  method
}

# What every call of a method of the class sees.
class_scope <- function(method, definition) {
  parent <- definition$parent
  scope <- new.env(parent = if (is.null(parent)) environment(method) else parent)
  class <- function() class_of(definition)
  makeActiveBinding("__class__", class, scope)
  makeActiveBinding(definition$name, class, scope)
  scope$.definition <- definition
  scope
}

class_of <- function(definition) call_python(definition$class, list(), definition$convert)

instance_scope <- function(self, class_scope) {
  scope <- new.env(hash = FALSE, parent = class_scope)
  scope$self <- self
  delayedAssign("super", new_super(self, class_scope$.definition), assign.env = scope)
  delayedAssign("private", private_of(self), assign.env = scope)
  scope
}

new_super <- function(self, definition) {
  structure(
    function(type = class_of(definition), object = self) {
      call_python(python_builtin("super"), list(type, object), definition$convert)
    },
    class = "python_class_super", adapt = definition$adapt_super
  )
}

#' @export
`$.python_class_super` <- function(x, name) {
  value <- unwrap(rs_get_attr(unclass(x)(), python_names(name), NULL))
  adapt <- attr(x, "adapt")
  if (is.null(adapt)) value else adapt(name, value)
}

#' @export
`[[.python_class_super` <- `$.python_class_super`

#' @export
`$.python.builtin.super` <- function(x, name) unwrap(rs_get_attr(x, python_names(name), NULL))

# ---- Private members -----------------------------------------------------------------------------

private_of <- function(self) {
  call_python(python_function("rkeras.classes", "private"), list(self), TRUE)
}

# Called by Python once for an instance. Its private methods are active bindings that know the
# instance weakly: it owns this environment.
new_private <- function(self, values = NULL) {
  weak <- call_python(python_function("weakref", "ref"), list(self), FALSE)
  private <- new.env(parent = emptyenv())
  classes <- rev(as.list(call_python(python_function("inspect", "getmro"), list(
    unwrap(rs_get_attr(self, "__class__", FALSE))
  ), FALSE)))
  for (definition in lapply(classes, own_definition)) {
    if (!is.null(definition)) add_private(private, definition, weak)
  }
  if (!is.null(values)) list2env(unserialize(values), private)
  private
}

own_definition <- function(class) {
  space <- call_python(python_builtin("vars"), list(class), FALSE)
  py_to_r(unwrap(rs_call(unwrap(rs_get_attr(space, "get", FALSE)), list("__r_class__"), FALSE)))
}

add_private <- function(private, definition, weak) {
  for (name in names(definition$private)) {
    value <- definition$private[[name]]
    if (exists(name, private, inherits = FALSE)) rm(list = name, envir = private)
    if (is.function(value) && !is_py_object(value)) {
      makeActiveBinding(name, private_method(value, definition, weak), private)
    } else {
      assign(name, value, private)
    }
  }
}

private_method <- function(method, definition, weak) {
  force(weak) # a promise knows the frame it comes from, where the instance is
  scope <- class_scope(method, definition)
  function() in_scope(method, call_python(weak, list(), definition$convert), scope)
}
