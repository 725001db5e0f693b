# Python classes whose methods are R functions: their members, bases and R6 generators. Their Python
# side is in the module rkeras.bridge.classes.

#' Define a Python class in R
#'
#' `PyClass()` and `%py_class%` create a Python class whose methods are R functions. Python
#' libraries use its instances like those of any other class: they call its methods, inherit from
#' it, and iterate over its instances. Use it where a Python library expects an object with certain
#' methods or a subclass of one of its classes. For parts of Keras models, [Layer()], [Model()],
#' [Callback()] and [Loss()] are more convenient. Methods run on the main thread, whichever thread
#' calls them (see [py_call_blocking()]), so they are slower than methods in Python.
#'
#' @section Methods:
#' A method whose first argument is `self` (or `cls`) receives the instance there, as in Python. In
#' other methods these variables are available without being arguments:
#'
#' * `self`, the instance. `self$x <- 1` sets an attribute.
#' * `super`, the base class, for methods of the base class: `super$initialize(...)`, or as in
#'   Python `super()$method()` and `super(MyClass, self)$method()`.
#' * `private`, an environment that belongs to the instance and that Python does not see. Functions
#'   in it are methods too. It is deleted with the instance.
#' * the class itself, under its name and as `__class__`.
#'
#' `initialize` is another name for `__init__`, and `finalize` for `__del__`. Operators and
#' protocols are Python's special methods: `__add__`, `__call__`, `__getitem__`, `__len__`,
#' `__iter__`, `__enter__` and others. Their results are adapted to Python's requirements:
#' `__init__()` returns `None` whatever its last value is, `__len__()` may return the double `3`,
#' `__iter__()` any vector or list; an error in `__getattr__()` is an `AttributeError`, a subscript
#' out of bounds in `__getitem__()` an `IndexError`, and `NULL` from `__next__()` ends the
#' iteration.
#'
#' If the body of a method begins with a string, this is its docstring. The attribute `decorators`
#' of a function is a list of Python decorators that are applied to it, the last one first;
#' `"staticmethod"`, `"classmethod"` and `"property"` can be given by name. Members that are Python
#' objects are used unchanged, and other R values become class attributes.
#'
#' In R the instances have the S3 class `classname`, so that generics can have methods for them.
#'
#' @section Pickle:
#' Instances can be pickled and copied if their base classes support it. The class is saved as the R
#' source of its methods and created again where it is not defined. This requires R: a Python
#' process without R cannot load such a pickle. The environments of methods are saved as well,
#' except the global environment, namespaces and Python objects; private members are saved if R can
#' serialize them.
#'
#' @param classname String. Name of the class.
#' @param defs Named list of its members: methods and class attributes.
#' @param inherit A Python class to inherit from, or a list of several; a class defined in R; an R6
#'   class generator.
#' @return `PyClass()`: the class, a Python object that creates an instance when it is called.
#' @concept object-oriented programming
#' @concept subclass
#' @concept inheritance
#' @concept special methods
#' @concept decorator
#' @seealso [active_property()] for properties, [Layer()], [Model()] and [Callback()] for classes of
#'   Keras, [py_func()] for a single function.
#' @examplesIf py_available()
#' Account <- PyClass("Account", list(
#'   currency = "EUR",
#'   initialize = function(owner, balance = 0) {
#'     self$owner <- owner
#'     private$balance <- balance
#'   },
#'   deposit = function(amount) {
#'     "Add an amount to the balance."
#'     private$balance <- private$balance + amount
#'     invisible(self)
#'   },
#'   balance = active_property(function() private$balance),
#'   `__repr__` = function() {
#'     paste(self$owner, "has", private$balance, self$currency)
#'   }
#' ))
#' account <- Account("Ada", 10)
#' account$deposit(5)
#' account$balance
#' account
#'
#' # A subclass
#' Savings <- PyClass("Savings", inherit = Account, list(
#'   deposit = function(amount) super$deposit(amount * 1.01)
#' ))
#' Savings("Ada")$deposit(100)
#' @export
PyClass <- function(classname, defs = list(), inherit = NULL) {
  check_string(classname, "classname")
  if (length(defs) > 0L && (is.null(names(defs)) || !all(nzchar(names(defs))))) {
    abort("`defs` must be a list with a name for each member.")
  }
  new_python_class(class_definition(classname, as.list(defs)), as_bases(inherit))
}

#' @rdname PyClass
#' @param spec Name of the class, or a call with its base classes: `Savings(Account)`.
#' @param body Code in braces that assigns the members. If it begins with a string, this is the
#'   docstring. Functions assigned to `private$name` are private methods.
#' @return `%py_class%`: the class, invisibly; it is also assigned to its name. While a package is
#'   built or loaded, only a promise is assigned: Python starts when the class is first used.
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

#' Define properties of Python classes
#'
#' A property is an attribute that is computed by a function when it is read, and checked or stored
#' by it when it is set. `active_property()` marks a function as a Python property of [PyClass()].
#' `%<-active%` assigns one: in the body of [`%py_class%`][PyClass] a property, elsewhere an active
#' binding ([makeActiveBinding()]).
#'
#' @param fn,value Function. It is called without arguments when the property is read. If it has an
#'   argument, it is called with the new value when the property is set; use [missing()] to
#'   distinguish the two, as in active bindings.
#' @param sym Name to assign to, without quotes.
#' @return `active_property()` and `mark_active()`: the function, marked as a property.
#'   `%<-active%`: the function, invisibly.
#' @concept property
#' @concept getter and setter
#' @concept active binding
#' @seealso [PyClass()] to define classes, [makeActiveBinding()] for active bindings of R.
#' @examplesIf py_available()
#' Circle <- PyClass("Circle", list(
#'   radius = 1,
#'   diameter = active_property(function(value) {
#'     if (missing(value)) 2 * self$radius else self$radius <- value / 2
#'   })
#' ))
#' circle <- Circle()
#' circle$diameter
#' circle$diameter <- 10
#' circle$radius
#' @export
active_property <- function(fn) {
  check_function(fn, "fn")
  structure(fn, rkeras_active = TRUE)
}

#' @rdname active_property
#' @export
mark_active <- active_property

#' @rdname active_property
#' @export
`%<-active%` <- function(sym, value) {
  sym <- as.character(substitute(sym))
  if (length(sym) != 1L) abort("`%<-active%` assigns to a name, not to a call.")
  check_function(value, "value")
  frame <- parent.frame()
  if (exists(sym, frame, inherits = FALSE)) rm(list = sym, envir = frame)
  makeActiveBinding(sym, value, frame)
  invisible(value)
}

# ---- Class definitions ---------------------------------------------------------------------------

# `parent`: the enclosing environment of methods; NULL if each method keeps its own. `adapt`: a
# named list of functions that return the Python function. Their arguments are the name of a method,
# the method, and a function that returns the method of an instance (R/class-call.R).
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

# A definition whose members are the variables that `body` assigns.
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

# ---- Bases ---------------------------------------------------------------------------------------

# Converts `inherit` to a list of Python classes.
as_bases <- function(inherit) {
  unname(lapply(inherit_list(inherit), as_python_class))
}

inherit_list <- function(inherit) {
  if (is.null(inherit) || is.list(inherit) && !is_py_object(inherit)) inherit else list(inherit)
}

as_python_class <- function(x) {
  if (inherits(x, "R6ClassGenerator")) {
    return(r_to_py(x))
  }
  # The results of Callback(), Layer() and others store the Python class.
  if (is.function(x) && inherits(x, "python_class_maker")) {
    return(environment(x)$python_class)
  }
  x <- through_hooks("class", x)
  if (!is_py_object(x) || !is_python_class(x)) abort_no_class(x, "a Python class")
  x
}

abort_no_class <- function(x, wanted, what = describe(x)) {
  if (is_py_object(x)) what <- py_repr(x)
  remedy <- if (is_py_object(x) && !is.function(x)) ": give its class, which is not called" else ""
  abort("`inherit` must be %s, not %s%s.", wanted, what, remedy)
}

is_python_class <- function(x) inherits(x, "python.builtin.type")

# ---- R6 classes ----------------------------------------------------------------------------------

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
