# Python classes whose methods are R functions; inst/python/rkeras/classes.py is their Python side.

#' Define a Python class in R
#'
#' The methods of the class are R functions, run on R's thread whoever calls them. Python libraries
#' use its instances like those of any other class.
#'
#' A method whose first argument is `self` (or `cls`) gets the instance there, as in Python. In any
#' other method these are in scope without being arguments:
#'
#' * `self`, the instance. `self$x <- 1` sets an attribute.
#' * `super`, the base class as the instance sees it: `super$initialize(...)`, or in Python's words
#'   `super()$method()` and `super(MyClass, self)$method()`.
#' * `private`, an environment that belongs to the instance and that Python does not see. Functions
#'   in it are methods too. It goes when the instance goes.
#' * the class itself, under its name and as `__class__`.
#'
#' `initialize` is another name for `__init__`, and `finalize` for `__del__`. Operators and
#' protocols are Python's methods: `__add__`, `__call__`, `__getitem__`, `__len__`, `__iter__`,
#' `__enter__` and so on. What Python insists on is seen to: `__init__()` returns nothing whatever
#' its last value, `__len__()` may return `3`, `__iter__()` any vector or list, an error in
#' `__getattr__()` is an `AttributeError`, a subscript out of bounds in `__getitem__()` an
#' `IndexError`, and `NULL` from `__next__()` ends the iteration.
#'
#' A string that begins a method's body is its docstring. The attribute `decorators` of a function
#' is a list of Python decorators to apply, the last one first; `"staticmethod"`, `"classmethod"` and
#' `"property"` may be given by name. Members that are Python objects already are taken as they are,
#' and other R values become class attributes.
#'
#' In R the instances have the S3 class `classname`, for methods of generics.
#'
#' # Pickle
#' Instances can be pickled (and copied) if their base classes can: the class travels as the R source
#' of its methods, and where it is not known it is made again. That needs R: a Python by itself cannot
#' load such a pickle. What a method's environment holds travels along, save for the global
#' environment, namespaces and Python objects; private members travel if R can serialize them.
#'
#' @param classname The name of the class, one string.
#' @param defs A named list of its members.
#' @param inherit A Python class to inherit from, or a list of several; a class that R defined; an
#'   R6 class generator.
#' @return `PyClass()`: the class, a Python object that makes an instance when it is called.
#' @examplesIf py_available()
#' Account <- PyClass("Account", list(
#'   currency = "EUR",
#'   initialize = function(owner, balance = 0) {
#'     self$owner <- owner
#'     private$balance <- balance
#'   },
#'   deposit = function(amount) {
#'     "Pay in."
#'     private$balance <- private$balance + amount
#'     invisible(self)
#'   },
#'   balance = active_property(function() private$balance),
#'   `__repr__` = function() paste(self$owner, "has", private$balance, self$currency)
#' ))
#' account <- Account("Ada", 10)
#' account$deposit(5)
#' account$balance
#' account
#'
#' Savings <- PyClass("Savings", inherit = Account, list(
#'   deposit = function(amount) super$deposit(amount * 1.01)
#' ))
#' Savings("Ada")$deposit(100)
#' @family classes
#' @export
PyClass <- function(classname, defs = list(), inherit = NULL) {
  check_class_name(classname)
  if (length(defs) > 0L && (is.null(names(defs)) || !all(nzchar(names(defs))))) {
    abort("`defs` must be a list with a name for each member.")
  }
  new_python_class(class_definition(classname, as.list(defs)), as_bases(inherit))
}

#' @rdname PyClass
#' @param spec The name of the class, or a call with its base classes: `Savings(Account)`.
#' @param body Code in braces that assigns the members. A string that begins it is the docstring.
#'   Functions assigned to `private$name` are private methods.
#' @return `%py_class%`: the class, invisibly; it is assigned to its name too. While a package is
#'   being built or loaded, only a promise is: Python starts when the class is first used.
#' @examplesIf py_available()
#'
#' Greeter %py_class% {
#'   "Greets."
#'   initialize <- function(name) self$name <- name
#'   greet <- function() paste("Hello,", self$name)
#'   shout %<-active% function() toupper(self$name)
#' }
#' greeter <- Greeter("world")
#' greeter$greet()
#' greeter$shout
#' @export
`%py_class%` <- function(spec, body) {
  spec <- substitute(spec)
  body <- substitute(body)
  frame <- parent.frame()
  name <- as.character(if (is.call(spec)) spec[[1]] else spec)
  bases <- if (is.call(spec)) as.list(spec)[-1]
  make <- function() {
    new_python_class(body_definition(name, body, frame), as_bases(lapply(bases, eval, frame)))
  }
  if (isNamespace(topenv(frame)) && !environmentIsLocked(topenv(frame))) {
    delayedAssign(name, make(), assign.env = frame)
    return(invisible())
  }
  made <- make()
  assign(name, made, frame)
  invisible(made)
}

#' Properties of classes defined in R
#'
#' `active_property()` marks a function that [PyClass()] makes a Python property. `%<-active%`
#' assigns one: within [`%py_class%`][PyClass] a property, elsewhere an active binding
#' ([makeActiveBinding()]).
#'
#' @param fn,value A function. It is called without arguments when the property is read; if it has an
#'   argument, it is called with the value when the property is set (use `missing()`, as for active
#'   bindings).
#' @param sym The name to assign to, without quotes.
#' @return `active_property()` and `mark_active()`: the function, marked. `%<-active%`: the function,
#'   invisibly.
#' @examplesIf py_available()
#' Circle <- PyClass("Circle", list(
#'   radius = 1,
#'   diameter = active_property(function(value) {
#'     if (missing(value)) 2 * self$radius else self$radius <- value / 2
#'   })
#' ))
#' circle <- Circle()
#' circle$diameter <- 10
#' circle$radius
#' @family classes
#' @export
active_property <- function(fn) {
  if (!is.function(fn)) abort("`fn` must be a function.")
  structure(fn, rkeras_active = TRUE)
}

#' @rdname active_property
#' @export
mark_active <- active_property

#' @rdname active_property
#' @export
`%<-active%` <- function(sym, value) {
  sym <- as.character(substitute(sym))
  frame <- parent.frame()
  if (exists(sym, frame, inherits = FALSE)) rm(list = sym, envir = frame)
  makeActiveBinding(sym, value, frame)
  invisible(value)
}

check_class_name <- function(classname, call = sys.call(-1)) {
  if (!is.character(classname) || length(classname) != 1L || is.na(classname) || classname == "") {
    abort("`classname` must be one string.", call = call)
  }
}

# ---- What describes a class ----------------------------------------------------------------------

# `parent`: where methods look for what is not in scope; NULL where each keeps its own environment.
# `adapt`: by name, functions that call a method with what Python passed, unconverted.
class_definition <- function(name, members, private = list(), active = list(), doc = NULL,
                             convert = TRUE, parent = NULL, adapt = NULL, adapt_super = NULL) {
  if (is.null(doc)) doc <- members[["__doc__"]]
  members[["__doc__"]] <- NULL
  names(members) <- python_names(names(members))
  list2env(list(
    name = name, members = c(members, lapply(active, active_property)), private = private,
    doc = doc, convert = convert, parent = parent, adapt = adapt, adapt_super = adapt_super
  ), parent = emptyenv())
}

python_names <- function(names) {
  own <- c(initialize = "__init__", finalize = "__del__")
  ifelse(names %in% names(own), own[names], names)
}

# The members that code assigns.
body_definition <- function(name, body, frame) {
  space <- new.env(parent = frame)
  space$private <- new.env(parent = emptyenv())
  doc <- docstring(body)
  eval(body, space)
  private <- as.list(space$private, all.names = TRUE)
  names <- setdiff(ls(space, all.names = TRUE, sorted = FALSE), "private")
  active <- vapply(names, bindingIsActive, NA, env = space)
  class_definition(
    name, mget(names[!active], space), private,
    stats::setNames(lapply(names[active], activeBindingFunction, env = space), names[active]),
    doc, parent = frame
  )
}

# The string that begins a body, unless it is all there is: then it is the value.
docstring <- function(body) {
  if (is.call(body) && identical(body[[1]], quote(`{`)) && length(body) > 2L) {
    if (is.character(body[[2]])) body[[2]]
  }
}

# ---- From the description to the class -----------------------------------------------------------

new_python_class <- function(definition, bases) {
  members <- Map(python_member, names(definition$members), definition$members,
                 MoreArgs = list(definition = definition))
  space <- unwrap(rs_dict(as.list(names(members)), unname(members), FALSE))
  made <- call_python(
    python_function("rkeras.classes", "define"),
    list(definition$name, unwrap(rs_tuple(bases, FALSE)), space, definition$doc, definition),
    FALSE
  )
  # A strong reference would be a cycle through both languages.
  definition$class <- call_python(python_function("weakref", "ref"), list(made), FALSE)
  as_handle(made, definition$convert)
}

# `inherit` as Python classes.
as_bases <- function(inherit, call = sys.call(-1)) {
  if (is_py_object(inherit) || !is.list(inherit)) inherit <- if (!is.null(inherit)) list(inherit)
  unname(lapply(inherit, as_python_class, call = call))
}

as_python_class <- function(x, call = sys.call(-1)) {
  if (inherits(x, "R6ClassGenerator")) {
    return(r_to_py(x))
  }
  # What the class makers (Callback(), ...) give keeps its class.
  if (is.function(x) && inherits(x, "python_class_maker")) {
    return(environment(x)$python_class)
  }
  if (!is_py_object(x)) {
    abort(sprintf("`inherit` must be a Python class, not %s.", describe(x)), call = call)
  }
  x
}

python_member <- function(name, value, definition) {
  if (is_py_object(value) || !is.function(value)) {
    return(value)
  }
  decorators <- as.list(attr(value, "decorators"))
  attr(value, "decorators") <- NULL
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
  # The first argument of `adapt` is the method itself.
  formals <- if (is.null(adapt)) python_formals(method) else python_formals(adapt, skip = 1L)
  if (!is.null(adapt) || !takes_self(method)) {
    formals$names <- c(list("self"), formals$names)
    formals$required <- c(list("self"), formals$required)
  }
  convert <- definition$convert && is.null(adapt)
  call_python(python_function("rkeras.classes", "method"), list(
    r_to_py(method_call(method, definition, adapt), convert), name, formals,
    docstring(body(method)), convert
  ), FALSE)
}

python_property <- function(name, method, definition) {
  attr(method, "rkeras_active") <- NULL
  can_set <- length(formals(args(method))) > takes_self(method)
  call_python(python_function("rkeras.classes", "active"), list(
    r_to_py(method_call(method, definition), definition$convert), name, docstring(body(method)),
    can_set, definition$convert
  ), FALSE)
}

python_static <- function(name, method, definition) {
  call <- in_scope(method, NULL, class_scope(method, definition))
  call_python(python_function("rkeras.classes", "function"), list(
    r_to_py(call, definition$convert), name, python_formals(method), docstring(body(method))
  ), FALSE)
}

takes_self <- function(method) {
  names <- names(formals(args(method)))
  length(names) > 0L && names[[1]] %in% c("self", "cls")
}

# What the signature is made of. A default that is not a constant is known to R only. An argument that
# the body asks missing() of may be missing.
python_formals <- function(f, skip = 0L) {
  formals <- utils::tail(as.list(formals(args(f))), length(formals(args(f))) - skip)
  required <- vapply(formals, identical, NA, quote(expr = )) &
    !names(formals) %in% asked_missing(body(f))
  constant <- vapply(formals, function(x) is.null(x) || (is.atomic(x) && length(x) == 1L), NA)
  list(
    names = as.list(names(formals)),
    required = as.list(names(formals)[required]),
    constants = unwrap(rs_dict(
      as.list(names(formals)[constant]), unname(formals[constant]), FALSE
    ))
  )
}

asked_missing <- function(code) {
  if (!is.call(code)) return(NULL)
  if (identical(code[[1]], quote(missing))) return(as.character(code[[2]]))
  unlist(lapply(as.list(code), asked_missing))
}

# A function that makes instances, with the arguments of `initialize`. The class is made at its first
# call: it may be defined before Python runs.
class_maker <- function(definition, inherit, endpoint) {
  delayedAssign("python_class", new_python_class(
    definition, if (is.null(inherit)) list(keras_endpoint(endpoint)) else as_bases(inherit)
  ))
  maker <- function(...) eval(as.call(c(python_class, as.list(sys.call())[-1])), parent.frame())
  initialize <- definition$members[["__init__"]]
  if (is.function(initialize)) {
    formals <- formals(initialize)
    formals(maker) <- if (takes_self(initialize)) formals[-1] else formals
  }
  structure(maker, class = "python_class_maker")
}

# ---- Calls ---------------------------------------------------------------------------------------

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

# ---- Pickle: called by inst/python/rkeras/classes.py ---------------------------------------------

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
