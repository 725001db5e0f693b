# Keras where no Python has it: at its first use, an environment for it is made (R/env-managed.R).

# Does this session use Keras?
needs_keras <- function() isTRUE(python_requests$keras)

# Called by the functions for Keras, which convert their arguments, and so may start Python, first.
expect_keras <- function() python_requests$keras <- TRUE

# Called before a module is imported. Before Python starts, Keras becomes a requirement of the
# Python to choose. A Python that runs already, and that nobody chose, gets Keras from its
# environment.
provide_keras <- function(module) {
  if (!grepl("^(keras|tensorflow)([.]|$)", module)) {
    return(invisible())
  }
  expect_keras()
  may_join <- python_state$started && is.null(python_state$choice$keras) &&
    isFALSE(python_state$choice$explicit)
  if (may_join && !is_importable("keras")) join_managed(python_state$choice)
}

# Why an installation with these facts cannot run Keras, or NULL.
keras_problem <- function(facts) {
  lacking <- setdiff(c("keras", backend_package(chosen_backend()[["backend"]])), names(facts))
  if (length(lacking)) paste("it has no", paste(lacking, collapse = " and no "))
}

# What an installation lacks that this session needs, or NULL.
unfit <- function(facts, for_keras = needs_keras()) {
  requirement_problem(facts) %||% if (for_keras) keras_problem(facts)
}

# Whether the running Python has the module. It is not imported, as importing TensorFlow imports
# Keras.
is_importable <- function(module) !is.null(call_module("importlib.util", "find_spec", module))

join_managed <- function(choice) {
  path <- managed_path()
  if (!is_managed_ready(path)) make_managed(starter = base_python(choice))
  facts <- probe_python(virtualenv_bin(path))
  is_same <- package_version(facts$version)[, 1:2] == package_version(choice$version)[, 1:2]
  loaded <- if (is_same) join_packages(facts)
  if (length(loaded) || !is_same) {
    abort(paste(
      "Keras is installed in '%s', and Python runs from '%s'%s. Restart R; if Keras is used first,",
      "Python starts where it is."
    ), path, choice$python,
    if (length(loaded)) paste0(", where ", toString(loaded), " is loaded") else "", kind = "python",
    call = NULL)
  }
  python_state$choice$joined <- facts$path
  known <- c("numpy", "numpy_path", "keras", "tensorflow")
  python_state$choice[known] <- facts[known]
}

# The modules that are in the way, or none.
join_packages <- function(facts) {
  folder <- "import sysconfig; print(sysconfig.get_path('purelib'))"
  unlist(call_module("rkeras.env.join", "join", run_command(facts$path, c("-c", folder))$stdout))
}

# The result of a function of a module of the running Python, for what comes before the bridge.
call_module <- function(module, name, ...) {
  callable <- unwrap(rs_get_attr(unwrap(rs_import(module, FALSE)), name, FALSE))
  unwrap(.Call(.native$call, callable, list(...), TRUE))
}
