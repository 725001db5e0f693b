# Keras classes defined in R: the common part of Layer(), Model(), Loss() and others.

# A function that creates objects of the class when Python runs. Called by the function `role`: its
# own arguments are methods, those in `...` and `public` are members of the class.
keras_class <- function(role, pipe = FALSE, rewrite = rewrite_method, adapt = NULL,
                        adapt_super = call_keras_super, check_names = identity) {
  frame <- parent.frame()
  given <- function(name) get(name, envir = frame, inherits = FALSE)
  classname <- given("classname")
  inherit <- given("inherit")
  check_string(classname, "classname")
  check_inherit(inherit, role)
  methods <- mget(setdiff(names(formals(sys.function(-1L))), arguments_of_classes), envir = frame)
  members <- class_members(methods, c(eval(quote(dots_list(...)), frame), given("public")))
  check_names(names(members))
  plain <- members[setdiff(names(members), if (has_active(members)) "active")]
  definition <- class_definition(
    classname, role_names(plain, role), given("private"), active_fields(members),
    parent = if (!eval(quote(missing(parent_env)), frame)) given("parent_env"),
    adapt = adapt, adapt_super = adapt_super
  )
  definition$role <- role
  definition$base <- base_of_role(role)
  definition$rewrite <- rewrite
  maker <- class_maker(definition, inherit, if (pipe) compose_made)
  if (role == "Callback") maker else note_pending(maker)
}

arguments_of_classes <- c("classname", "...", "public", "private", "inherit", "parent_env")

keras_roles <- list(
  Layer = "keras.layers.Layer",
  Model = "keras.Model",
  Callback = "keras.callbacks.Callback",
  Loss = "keras.losses.Loss",
  Metric = "keras.metrics.Metric",
  Constraint = "keras.constraints.Constraint",
  new_learning_rate_schedule_class = "keras.optimizers.schedules.LearningRateSchedule",
  DistillationLoss = "keras.distillation.DistillationLoss",
  PyDataset = "keras.utils.PyDataset"
)

# Definitions are pickled, so the function must not reference variables that it does not need.
base_of_role <- function(role) {
  endpoint <- keras_roles[[role]]
  rm(role)
  function() keras_endpoint(endpoint)
}

# Keras calls objects of some classes with `__call__()`, because they have no `call()`.
role_names <- function(members, role) {
  if (role %in% c("Constraint", "new_learning_rate_schedule_class")) {
    names(members)[names(members) == "call"] <- "__call__"
  }
  members
}

# Members in `public` replace the argument of the same name. A field may be NULL; a method that is
# NULL is left out.
class_members <- function(methods, members) {
  names <- names(members) %||% character(length(members))
  is_left_out <- vapply(members, is.null, NA) & names %in% c(names(methods), "")
  members <- members[!is_left_out]
  names <- names[!is_left_out]
  if (!all(nzchar(names))) abort("Give a name to each method and field in `...`.")
  twice <- names[duplicated(names)]
  if (length(twice) > 0L) {
    abort("`%s` is given twice.", twice[[1]])
  }
  c(drop_null(methods)[setdiff(names(drop_null(methods)), names)], members)
}

# If `active` is a list, it has active bindings, as in R6 classes; otherwise it is a member.
has_active <- function(members) is.list(members[["active"]]) && !is_py_object(members[["active"]])

active_fields <- function(members) {
  active <- if (has_active(members)) members[["active"]] else list()
  names <- names(active) %||% character(length(active))
  are_functions <- all(vapply(active, is.function, NA))
  if (!are_functions || !all(nzchar(names)) || anyDuplicated(names)) {
    abort("`active` must be a list of functions, each with a name of its own.")
  }
  active
}

# Keras refuses 32 for 32L and a string for a list.
call_keras_super <- function(name, value) {
  switch(
    name,
    initialize = , `__init__` = function(...) {
      call_python(value, lapply(dots_list(...), whole_as_integer))
    },
    compile = function(...) call_python(value, compile_args(dots_list(...))),
    value
  )
}

# Creates a layer of the class and composes it with `object`.
compose_made <- function(class, maker, call, frame) {
  call <- match.call(maker, expand_dynamic(call, frame), envir = frame)
  object <- eval(call$object, frame)
  if (!is.null(object)) check_object(object)
  args <- as.list(call)[-1]
  args$object <- NULL
  shape <- if (is_sequential(object)) list(input_shape = eval(args$input_shape, frame))
  if (!is.null(shape)) args$input_shape <- NULL
  layer <- eval(as.call(c(class, args)), frame)
  if (is.null(object)) layer else compose_layer(object, layer, structure(shape, call = call))
}

# ---- Methods -------------------------------------------------------------------------------------

rewrite_method <- function(name, method) {
  if (!is.function(method) || is_py_object(method) || !is_plain_closure(method)) {
    return(method)
  }
  if (name == "from_config" && is.null(attr(method, "decorators"))) {
    return(structure(method, decorators = "classmethod"))
  }
  if (name == "__init__") return(with_super_initialize(method))
  if (name %in% c("build", "compute_output_shape")) return(shapes_in_r(name, method))
  if (name %in% never_traced) method else convert_method(method)
}

# Keras calls these methods outside of graphs.
never_traced <- c("get_config", "from_config", "finalize", "__del__", "__getitem__", "__len__")

# Keras classes must call the constructor of their superclass.
with_super_initialize <- function(method) {
  if ("super" %in% all.names(body(method))) {
    return(method)
  }
  initialize <- if ("..." %in% names(formals(method))) {
    quote(super$initialize(...))
  } else {
    quote(super$initialize())
  }
  body(method) <- call("{", initialize, body(method))
  method
}

# ---- Shapes --------------------------------------------------------------------------------------

# Methods with arguments named `shape` get integer vectors, in which `NA` is an axis of unknown
# length, and may return such a vector.
shapes_in_r <- function(name, method) {
  shapes <- grep("(^|_)shapes?$", names(formals(method)), value = TRUE)
  if (length(shapes) > 0L) {
    convert <- lapply(shapes, shape_from_python)
    body(method) <- as.call(c(quote(`{`), docstring(body(method)), convert, body(method)))
  }
  if (name == "compute_output_shape") {
    value <- as.call(list(call("function", NULL, body(method), NULL)))
    body(method) <- as.call(list(shape_to_python, value))
  }
  method
}

shape_from_python <- function(argument) {
  argument <- as.name(argument)
  call("<-", argument, as.call(list(shape_vectors, argument)))
}

# A shape, or a list of them.
shape_vectors <- function(x) {
  is_axis <- function(axis) is.null(axis) || is.numeric(axis) && length(axis) == 1L
  if (is.numeric(x)) {
    return(as.integer(x))
  }
  if (!is.list(x) || length(x) == 0L) {
    return(x)
  }
  if (is.null(names(x)) && all(vapply(x, is_axis, NA))) {
    return(vapply(x, function(axis) if (is.null(axis)) NA_integer_ else as.integer(axis), 0L))
  }
  lapply(x, shape_vectors)
}

shape_to_python <- function(x) {
  if (is.list(x) && any(lengths(x) > 1L)) {
    return(lapply(x, shape_to_python))
  }
  shape_tuple(x, "compute_output_shape()")
}
