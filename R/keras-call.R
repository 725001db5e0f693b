# Calls the Keras class or function that a wrapper is named after.

# Calls a Keras function, one of whose arguments may be named `endpoint`. All arguments are passed,
# because the wrappers have Python's defaults. As in Python's console, None is not printed.
call_keras <- function(.endpoint, ...) {
  expect_keras()
  prepare <- function(args) {
    args <- keras_functions(args)
    if (is_of_numbers(.endpoint)) with_doubles(args) else args
  }
  result <- call_prepared(keras_endpoint(.endpoint), list(...), prepare)
  if (is.null(result)) invisible() else result
}

# Functions of tensors. Where Keras takes arrays for tensors, those of `keras.random` and losses do.
is_of_numbers <- function(endpoint) {
  startsWith(endpoint, "keras.ops.") ||
    grepl("^keras[.](random|losses|metrics)[.]", endpoint) && !can("arrays")
}

# An error unless the object has the method or attribute that a function needs.
check_has <- function(object, name, what = "a Keras model or layer") {
  must_be(object, what, is_py_object(object) && isTRUE(has_attr(object, name)))
}

# Creates an object of a Keras class.
create_keras <- function(endpoint, args) {
  force(args) # check the arguments before Python starts
  call_python(keras_endpoint(endpoint), args, convert = TRUE)
}

# Losses and metrics: the value for these `y_true` and `y_pred`, or an object that computes it.
create_or_call <- function(class, fun, args) {
  force(args)
  given <- c("y_true", "y_pred") %in% names(args)
  if (!any(given)) {
    return(create_keras(class, args))
  }
  if (!all(given)) {
    abort("`y_true` and `y_pred` go together: give both for a value, neither for an object.")
  }
  check_for_values(names(args))
  call_python(keras_endpoint(fun), if (is_of_numbers(fun)) with_doubles(args) else args)
}

# Arguments that only the object has.
check_for_values <- function(given) {
  object_only <- intersect(given, c("reduction", "name", "dtype"))
  if (length(object_only) > 0L) {
    abort("`%s` is for the object: leave out `y_true` and `y_pred`, or `%1$s`.", object_only[[1]])
  }
}

# Replaces wrappers among the arguments by the Keras functions that they call, which Keras can name
# and save: `layer_dense(activation = activation_relu)`.
keras_functions <- function(args) {
  # A loop is fastest here: few arguments are functions or lists, and every call runs this code.
  for (i in seq_along(args)) {
    x <- args[[i]]
    if (is.function(x)) {
      args[[i]] <- wrapped_by_function(x)
    } else if (is.list(x) && !is.object(x)) {
      args[[i]] <- keras_functions(x)
    }
  }
  args
}

wrapped_by_function <- function(f) {
  endpoint <- wrapped_endpoint(f)
  if (is.null(endpoint)) through_hooks("function for Keras", f) else keras_endpoint(endpoint)
}

# The endpoint that a wrapper of this package calls, or NULL for other functions.
wrapped_endpoint <- function(f) endpoint_of(f, wrapper_endpoints)

endpoint_of <- function(f, endpoints) {
  if (is_py_object(f) || !identical(environment(f), topenv())) {
    return(NULL)
  }
  alike <- intersect(names_by_formals(f), names(endpoints))
  name <- Find(function(name) identical(get(name, topenv()), f), alike)
  if (!is.null(name)) endpoints[[name]]
}

# The functions in the tables of endpoints that have these arguments. Comparing with all functions
# would take a millisecond.
names_by_formals <- function(f) {
  all <- cached("wrappers", "by formals", {
    names <- c(names(wrapper_endpoints), names(hand_written_endpoints))
    split(names, vapply(mget(names, topenv()), formals_key, ""))
  })
  all[[formals_key(f)]]
}

formals_key <- function(f) paste0("(", toString(names(formals(f))), ")")

# The Keras class or function of an endpoint, as a Python object.
keras_endpoint <- function(endpoint) {
  known <- library_endpoint(endpoint)
  if (is.null(known)) cached("endpoints", endpoint, find_endpoint(endpoint)) else known
}

find_endpoint <- function(endpoint) {
  path <- strsplit(endpoint, ".", fixed = TRUE)[[1]]
  require_keras()
  value <- python_module(path[[1]], TRUE)
  for (name in path[-1]) {
    if (!has_attr(value, name)) abort_old_keras(endpoint)
    value <- get_attr(value, name)
  }
  value
}

abort_old_keras <- function(endpoint) {
  # The first is for newer versions of Python.
  tested <- sub(";.*", "", grep("^keras==", keras_requirements("jax"), value = TRUE)[[1]])
  abort(
    "Keras %s has no `%s`: other versions have it. Install the tested one with py_install(\"%s\").",
    keras$`__version__`, endpoint, tested, kind = "module", call = NULL
  )
}

# ---- Calls that leave nothing behind if they fail ------------------------------------------------

# Evaluates `expr`, which builds `object`, its optimizer and its metrics if they are new. If it
# fails or is interrupted before `has_begun()`, they are as they were, so that the next call builds
# them for its own data.
with_undo <- function(object, expr, is_new, has_begun = function() FALSE) {
  undo <- if (is_new) undo_of(object)
  undoing(undo, expr, has_begun)
}

# Evaluates `expr`, which assigns weights one after the other. If it fails or is interrupted, all
# have their values from before.
with_weights_undone <- function(object, expr) undoing(undo_of(object, with_values = TRUE), expr)

undoing <- function(undo, expr, has_begun = function() FALSE) {
  force(undo)
  is_done <- FALSE
  on.exit(if (!is.null(undo) && !is_done && !has_begun()) undo$run())
  value <- expr
  is_done <- TRUE
  value
}

undo_of <- function(object, with_values = FALSE) {
  in_python("rkeras.keras.undo.Undo", object, with_values)
}
