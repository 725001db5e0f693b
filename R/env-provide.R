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
unfit <- function(facts) {
  requirement_problem(facts) %||% if (needs_keras()) keras_problem(facts)
}

is_importable <- function(module) {
  find_spec <- unwrap(rs_get_attr(unwrap(rs_import("importlib.util", FALSE)), "find_spec", FALSE))
  !is.null(unwrap(.Call(.native$call, find_spec, list(module), TRUE)))
}

join_managed <- function(choice) {
  path <- managed_path()
  if (!has_stamp(path, managed_packages())) make_managed(starter = base_python(choice))
  facts <- probe_python(virtualenv_bin(path))
  minor <- function(version) sub("^([0-9]+[.][0-9]+).*", "\\1", version)
  loaded <- if (minor(facts$version) == minor(choice$version)) join_packages(facts)
  if (length(loaded) || minor(facts$version) != minor(choice$version)) {
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
  packages <- system2(facts$path, c("-c", shQuote(
    "import sysconfig; print(sysconfig.get_path('purelib'))"
  )), stdout = TRUE)
  join <- unwrap(rs_get_attr(unwrap(rs_import("rkeras.env.join", FALSE)), "join", FALSE))
  unlist(unwrap(.Call(.native$call, join, list(packages), TRUE)))
}
