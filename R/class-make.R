# Creates the Python class from its definition in R (R/class-define.R).

new_python_class <- function(definition, bases) {
  members <- definition$members
  if (!is.null(definition$rewrite)) members <- Map(definition$rewrite, names(members), members)
  members <- Map(python_member, names(members), members,
                 MoreArgs = list(definition = definition))
  space <- python_dict(members)
  made <- in_python(
    "rkeras.bridge.classes.define", definition$name, python_tuple(bases), space,
    definition$doc, definition, .convert = FALSE
  )
  run_hooks("class made", made, definition)
  # The class references the definition, so a strong reference here would be a cycle across both
  # languages, which neither garbage collector can free.
  definition$class <- in_python("weakref.ref", made, .convert = FALSE)
  as_handle(made, definition$convert)
}

python_member <- function(name, value, definition) {
  if (is_py_object(value) || !is.function(value)) {
    return(value)
  }
  decorators <- as.list(attr(value, "decorators"))
  attr(value, "decorators") <- if (list("classmethod") %in% decorators) "classmethod"
  member <- if (isTRUE(attr(value, "rkeras_active"))) {
    python_property(name, value, definition)
  } else if (list("staticmethod") %in% decorators) {
    python_static(name, value, definition)
  } else {
    python_method(name, value, definition)
  }
  decorate(member, decorators)
}

decorate <- function(member, decorators) {
  for (decorator in rev(decorators)) {
    if (is.character(decorator)) decorator <- python_builtin(decorator)
    member <- call_python(decorator, list(member), FALSE)
  }
  member
}

python_method <- function(name, method, definition) {
  adapt <- definition$adapt[[name]]
  if (!is.null(adapt)) {
    return(adapt(name, method, method_of_instance(method, class_scope(method, definition))))
  }
  formals <- python_formals(method)
  if (!takes_self(method)) {
    formals$names <- c(list("self"), formals$names)
    formals$required <- c(list("self"), formals$required)
  }
  in_python(
    "rkeras.bridge.classes.method",
    r_to_py(method_call(method, definition, name), definition$convert), name, formals,
    docstring(body(method)), definition$convert, .convert = FALSE
  )
}

python_property <- function(name, method, definition) {
  attr(method, "rkeras_active") <- NULL
  can_set <- length(known_formals(method)) > takes_self(method)
  in_python(
    "rkeras.bridge.classes.active",
    r_to_py(method_call(method, definition, name), definition$convert), name,
    docstring(body(method)), can_set, definition$convert, .convert = FALSE
  )
}

python_static <- function(name, method, definition) {
  call <- method_of_instance(method, class_scope(method, definition))(NULL)
  in_python(
    "rkeras.bridge.classes.function", r_to_py(call, definition$convert), name,
    python_formals(method), docstring(body(method)), .convert = FALSE
  )
}

takes_self <- function(method) {
  names <- names(known_formals(method))
  length(names) > 0L && names[[1]] %in% c("self", "cls")
}

# Returns a function that creates instances, with the arguments of `initialize`. The class is
# created at its first call and stored in the function's environment, so it may be defined before
# Python starts. If `compose` is given, the function has a first argument `object`, and `compose`
# creates the instance and calls it with that object.
class_maker <- function(definition, inherit, compose = NULL) {
  delayedAssign("__class__", python_class)
  delayedAssign("python_class", new_python_class(
    definition, if (is.null(inherit)) list(definition$base()) else as_bases(inherit)
  ))
  maker <- if (!is.null(compose)) {
    function(object, ...) {
      compose(python_class, sys.function(), sys.call(), parent.frame())
    }
  } else {
    function(...) eval(as.call(c(python_class, as.list(sys.call())[-1])), parent.frame())
  }
  initialize <- definition$members[["__init__"]]
  if (is.function(initialize)) {
    formals <- formals(initialize)
    if (takes_self(initialize)) formals <- formals[-1]
    object <- if (!is.null(compose)) formals(maker)["object"]
    formals(maker) <- c(object, formals[names(formals) != "object"])
  }
  structure(maker, class = "python_class_maker")
}

#' @export
print.python_class_maker <- function(x, ...) {
  definition <- environment(x)$definition
  arguments <- toString(names(formals(x)))
  cat(sprintf("<%s %s(%s)>\n", definition$role %||% "class", definition$name, arguments))
  invisible(x)
}

#' @export
r_to_py.python_class_maker <- function(x, convert = FALSE) environment(x)$python_class
