# The modules `keras` and `tf`: loaded when first used, with an error that tells how to install
# them.

#' The Keras and TensorFlow modules
#'
#' `keras` is Python's `keras` module and `tf` is `tensorflow`, for everything that has no function
#' of its own here. Python starts and the module is imported when either is first used.
#'
#' `tf$keras$layers$Dense(32)` and `keras$layers$Dense(32)` call the same class. Whole numbers go to
#' Keras's constructors as ints; other functions that want an int want `32L`.
#'
#' @format A Python module.
#' @return A Python module; `$` gets what is in it.
#' @family Keras modules
#' @examplesIf is_keras_available()
#' keras$`__version__`
#' tf$constant(1:3)
#' @name keras
#' @usage keras
#' @export keras
NULL

#' @rdname keras
#' @name tf
#' @usage tf
#' @export tf
NULL

keras_state <- new.env(parent = emptyenv())

# Imports Keras once, before a wrapper uses it.
require_keras <- function() {
  if (is.null(keras_state$module)) {
    keras <- import_keras()
    prepare_keras()
    keras_state$module <- keras
    run_hooks("keras imported")
  }
  keras_state$module
}

# Called when Python has started, because any code may import these libraries.
quieten_imports <- function() {
  call_python(python_function("rkeras.startup", "install"))
}

shows_startup_log <- function() isTRUE(getOption("rkeras.startup_log"))

# Registers R's named vectors as lists and classes defined in R with Keras.
prepare_keras <- function() {
  shield <- python_function("rkeras.interrupt", "shield")
  call_python(shield, list(python_function("rkeras.vector", "join_keras_trees")))
  call_python(shield, list(python_function("rkeras.keras_classes", "install")))
  call_python(shield, list(python_function("rkeras.missing", "install")))
}

import_keras <- function() {
  tryCatch(
    unwrap(rs_import("keras", TRUE)),
    python.builtin.ModuleNotFoundError = function(e) {
      forget_parts("keras")
      abort(why_no_keras(e), "module", call = NULL)
    }
  )
}

why_no_keras <- function(e) {
  missing <- e$exception$name
  chosen <- chosen_backend()
  if (identical(missing, "keras")) {
    "Python has no module `keras`. Call install_keras(), then restart R."
  } else if (identical(missing, backend_package(chosen[["backend"]]))) {
    missing_backend(chosen[["backend"]], chosen[["chosen_by"]])
  } else {
    paste0("Keras cannot be loaded. ", conditionMessage(e))
  }
}

# Removes the modules of a package that failed to import, so that another attempt, possibly with
# another backend, starts from the beginning.
forget_parts <- function(package) {
  modules <- import("sys", convert = FALSE)$modules
  for (name in grep(sprintf("^%s([.]|$)", package), names(modules), value = TRUE)) {
    modules$pop(name)
  }
}

#' Is Keras there?
#'
#' Tells whether the Python in use, or the one that rkeras would start, has Keras and the package
#' of its backend (see [use_backend()]). Does not start Python.
#'
#' @param version The least version of Keras that will do; `NULL` for any.
#' @return `TRUE` or `FALSE`.
#' @family installation
#' @examples
#' is_keras_available()
#' is_keras_available("3.0")
#' @export
is_keras_available <- function(version = NULL) {
  python <- py_exe()
  if (is.null(python)) {
    return(FALSE)
  }
  if (is.null(probe_python(python)$keras)) {
    # Keras may have been installed by other means since the last check.
    forget_probes()
  }
  facts <- probe_python(python)
  if (is.null(facts$keras) || is.null(facts[[backend_package(chosen_backend()[["backend"]])]])) {
    return(FALSE)
  }
  # A development version ("3.16.0.dev1") counts as the release that follows it.
  is.null(version) || numeric_version(sub("^([0-9]+([.][0-9]+)*).*", "\\1", facts$keras)) >= version
}
