# How Python calls an R method, and what is in the method's scope: `self`, `super`, `private`.

# The function that Python calls, with the instance as its first argument. The environment of a
# method is created for each call: if the instance kept it, it would be a cycle through both
# languages.
method_call <- function(method, definition, name) {
  if (!is_plain_closure(method)) {
    return(function(.self, ...) method(...))
  }
  of_instance <- method_of_instance(method, class_scope(method, definition))
  self <- if (takes_self(method)) list(quote(.self))
  placed_method(named_method(name, of_instance, c(self, quote(...))), name, definition)
}

# Errors in a class for Keras say in which method of which class.
placed_method <- function(f, name, definition) {
  role <- definition$role
  if (is.null(role)) return(f)
  kind <- switch(
    role, new_learning_rate_schedule_class = "schedule", PyDataset = "data set",
    DistillationLoss = "loss", tolower(role)
  )
  name <- if (name == "__init__") "initialize" else name
  placed(f, sprintf("`%s()` of the %s `%s`", name, kind, definition$name))
}

# Returns a function of `.self` and `...` that calls the method with `args`. Error messages show
# this call with the method's own name.
named_method <- function(name, of_instance, args,
                         formals = alist(.self = , ... = )) { # nolint: spaces_inside_linter.
  name <- as.name(name)
  body <- bquote({
    .(name) <- of_instance(.self)
    .(as.call(c(name, args)))
  })
  as.function(c(formals, body), environment())
}

# Primitives and S4 generics work only in their own environment, so they are called unchanged.
is_plain_closure <- function(f) !is.primitive(f) && !isS4(f)

# Returns a function that returns the method of an instance. The scope of the method is the frame of
# that function's call: creating a frame is faster than new.env() and delayedAssign()
# (bench/RESULTS.md).
method_of_instance <- function(method, class_scope) {
  super <- as.call(list(new_super, quote(self), class_scope$.definition))
  private <- as.call(list(private_of, quote(self)))
  formals <- list(self = substitute(), super = super, private = private)
  if (identical(attr(method, "decorators"), "classmethod")) formals$cls <- quote(self)
  as.function(c(formals, closure_here(method)), class_scope)
}

# Code that creates the function in the calling frame. R byte-compiles it together with the calling
# function.
closure_here <- function(f) {
  if (!is_plain_closure(f)) f else call("function", formals(f), body(f), attr(f, "srcref"))
}

# The variables that every method of the class can use.
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
  value <- get_attr(unclass(x)(), python_names(name), NULL)
  adapt <- attr(x, "adapt")
  if (is.null(adapt)) value else adapt(name, value)
}

#' @export
`[[.python_class_super` <- `$.python_class_super`

#' @export
`$.python.builtin.super` <- function(x, name) get_attr(x, python_names(name), NULL)

# ---- Private members -----------------------------------------------------------------------------

private_of <- function(self) {
  private <- .Call(.native$get_kept, self, "__r_private__")
  if (is.environment(private)) {
    return(private)
  }
  in_python("rkeras.bridge.classes.private", self)
}

# Python calls this once for each instance; the instance owns the environment. Private methods are
# active bindings with a weak reference to the instance, so that there is no reference cycle.
new_private <- function(self, values = NULL) {
  weak <- in_python("weakref.ref", self, .convert = FALSE)
  private <- new.env(parent = emptyenv())
  classes <- rev(as.list(in_python(
    "inspect.getmro", get_attr(self, "__class__", FALSE), .convert = FALSE
  )))
  for (definition in lapply(classes, own_definition)) {
    if (!is.null(definition)) add_private(private, definition, weak)
  }
  if (!is.null(values)) list2env(unserialize(values), private)
  private
}

own_definition <- function(class) {
  space <- call_python(python_builtin("vars"), list(class), FALSE)
  py_to_r(call_python(get_attr(space, "get", FALSE), list("__r_class__"), FALSE))
}

add_private <- function(private, definition, weak) {
  for (name in names(definition$private)) {
    value <- definition$private[[name]]
    if (exists(name, private, inherits = FALSE)) rm(list = name, envir = private)
    if (is_r_function(value)) {
      makeActiveBinding(name, private_method(value, definition, weak), private)
    } else {
      assign(name, value, private)
    }
  }
}

private_method <- function(method, definition, weak) {
  force(weak) # a promise would keep the calling frame, which has a reference to the instance
  of_instance <- method_of_instance(method, class_scope(method, definition))
  function() {
    self <- call_python(weak, list(), definition$convert)
    of_instance(self)
  }
}
