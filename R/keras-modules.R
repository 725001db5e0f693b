# The modules `keras` and `tf`: loaded when first used, with an error that tells how to install
# them; and the private names of libraries that R code uses.

#' Python modules of Keras and TensorFlow
#'
#' `keras` is Python's module `keras` and `tf` is `tensorflow`. Use them for functions and classes
#' that have no R function, such as `tf$data` pipelines, `tf$GradientTape()` or classes for
#' `inherits()`. Python starts and the module is imported when either is first used.
#'
#' In constructors of Keras, such as `keras$layers$Dense(32)`, whole numbers are passed as integers.
#' Other functions that expect a Python integer need `32L`. Axes and indices count from 0, as in
#' Python. Prefer the R functions, such as [layer_dense()], where they exist: they check arguments
#' and count from 1.
#'
#' @format A Python module.
#' @return A Python module. `$` returns its functions, classes and submodules.
#' @concept tensorflow
#' @concept tf.data
#' @concept dataset pipeline
#' @concept Python API
#' @seealso [import()] for other modules, [python-objects] for `$`, [use_backend()] for the backend.
#' @examplesIf is_keras_available()
#' keras$`__version__`
#' keras$layers$Dense(32)$units
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#'
#' # A dataset pipeline
#' data <- tf$data$Dataset$range(6L)$shuffle(6L, seed = 1L)$batch(2L)
#' iterate(data, as.array, simplify = FALSE) |> str()
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

# Called first when Python has started, because any code may import these libraries. All modules of
# rkeras.libraries are imported with this one.
prepare_libraries <- function() {
  in_python("rkeras.libraries.quiet.install", .convert = FALSE)
}

# Registers R's named vectors as lists and classes defined in R with Keras. Keras's own progress bar
# does not write control characters into files.
prepare_keras <- function() {
  shield <- python_function("rkeras.bridge.interrupt.shield")
  call_python(shield, list(python_function("rkeras.keras.tree.join")))
  call_python(shield, list(python_function("rkeras.keras.classes.install")))
  call_python(shield, list(python_function("rkeras.tensors.missing.install")))
  call_python(shield, list(python_function("rkeras.tensors.text.install")))
  call_python(shield, list(python_function("rkeras.keras.progress.install")))
}

import_keras <- function() {
  tryCatch(
    python_module("keras", TRUE),
    python.builtin.ModuleNotFoundError = function(e) {
      forget_parts("keras")
      abort(why_no_keras(e), kind = "module", call = NULL)
    },
    python.builtin.ValueError = function(e) {
      forget_parts("keras")
      if (!grepl("Unable to import backend", conditionMessage(e), fixed = TRUE)) stop(e)
      abort(no_backend_message(chosen_backend()), kind = "module", call = NULL)
    }
  )
}

no_backend_message <- function(chosen) {
  known <- listed(dQuote(names(backend_packages), FALSE), "or")
  sprintf("Keras has no backend \"%s\", which %s names. It can be %s. Correct it, then restart R.",
          chosen[["backend"]], chosen[["chosen_by"]], known)
}

why_no_keras <- function(e) {
  missing <- e$exception$name
  chosen <- chosen_backend()
  if (identical(missing, "keras")) {
    no_keras_message(python_state$choice)
  } else if (identical(missing, backend_package(chosen[["backend"]]))) {
    missing_backend(chosen[["backend"]], chosen[["chosen_by"]])
  } else {
    paste0("Keras cannot be loaded. ", conditionMessage(e))
  }
}

# Otherwise the environment of rkeras would have been taken.
no_keras_message <- function(choice) {
  sprintf(paste(
    "The Python installation '%s', chosen by %s, has no Keras. Install it there with",
    "py_install(c(\"keras\", \"%s\")), or choose no Python: rkeras then makes an environment.",
    "Restart R."
  ), choice$python, choice$requested_by, backend_package(chosen_backend()[["backend"]]))
}

# Removes the modules of a package that failed to import, so that another attempt, possibly with
# another backend, starts from the beginning.
forget_parts <- function(package) {
  modules <- import("sys", convert = FALSE)$modules
  for (name in grep(sprintf("^%s([.]|$)", package), names(modules), value = TRUE)) {
    modules$pop(name)
  }
}

# An error unless Python has the module of a package that a wrapper needs.
check_module <- function(module, package = module) {
  if (!py_module_available(module)) {
    abort("`%s()` needs the Python package `%s`: py_install(\"%s\"), then restart R.", call_name(),
          package, package, kind = "module")
  }
}

#' Test whether Keras is installed
#'
#' Returns whether the Python installation in use, or the one that rkeras would start for Keras, has
#' Keras and the package of its backend (see [use_backend()]). It does not start Python, and it
#' installs nothing. Use it as a condition for examples, tests and optional code.
#'
#' @param version String. Minimum version of Keras; `NULL` accepts any version.
#' @return `TRUE` or `FALSE`.
#' @concept installation
#' @concept Keras version
#' @concept skip tests
#' @seealso [install_keras()] installs Keras, [py_config()] shows the Python installation,
#'   [py_module_available()] for other modules.
#' @examples
#' is_keras_available()
#' is_keras_available("3.0")
#' @export
is_keras_available <- function(version = NULL) {
  if (!is.null(version)) {
    wanted <- numeric_version(as_string(as.character(version), "version"), strict = FALSE)
    if (is.na(wanted)) abort("`version` must look like \"3.12\", not \"%s\".", version)
  }
  facts <- facts_for_keras()
  if (is.null(facts)) {
    # Keras may have been installed by other means since the last check.
    forget_probes()
    facts <- facts_for_keras()
  }
  if (is.null(facts)) {
    return(FALSE)
  }
  # A development version ("3.16.0.dev1") counts as the release that follows it.
  is.null(version) || numeric_version(sub("^([0-9]+([.][0-9]+)*).*", "\\1", facts$keras)) >= wanted
}

# What is known of the Python that would run Keras, or that runs, or NULL if it has no Keras.
facts_for_keras <- function() {
  python <- if (python_state$started) {
    python_state$choice$joined %||% python_state$choice$python
  } else {
    accept <- function(facts) unfit(facts, for_keras = TRUE)
    resolve_python(python_inputs(), accept = accept)$choice$python
  }
  facts <- if (!is.null(python)) probe_python(python)
  if (!is.null(facts) && is.null(keras_problem(facts))) facts
}

# ---- Private names -------------------------------------------------------------------------------

# Private names of Python libraries that rkeras uses: the table inst/borrowed.tsv, which Python code
# reads as well (inst/python/rkeras/borrowed.py).

delayedAssign("borrowed", read_installed_table("borrowed.tsv"))

# The names in a row of the table.
borrowed_names <- function(row) {
  place <- borrowed$place[borrowed$name == row]
  strsplit(sub(".*[:.]", "", place), ",", fixed = TRUE)[[1]]
}

# Warns, once for each imported library, about missing names and the consequences. With `imported`,
# a module, only if it belongs to one of these libraries.
warn_of_missing_names <- function(imported = NULL) {
  report <- in_python("rkeras.borrowed.report", imported)
  if (!is.null(report)) warn(report, kind = "version", call = NULL)
}
