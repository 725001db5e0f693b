# Hooks that run when Python modules are imported.

#' Run code when a Python module is imported
#'
#' Registers a function that runs once, after the module has been imported, whether by R or by
#' Python code. If the module is loaded already, the function runs at once. Registering does not
#' start Python. Packages use it in `.onLoad()` to set up a library, or to register S3 methods for
#' its classes, without importing it.
#'
#' An error in the function is a warning of class `rkeras_warning_hook`, so that the module remains
#' usable.
#'
#' @param module String. Name of the module, such as `"pandas"` or `"keras.layers"`.
#' @param hook Function without arguments.
#' @return `NULL`, invisibly.
#' @concept import hook
#' @concept package development
#' @seealso [import()] with `delay_load`, [py_require()], [register_class_filter()]
#' @examplesIf py_available()
#' py_register_load_hook("calendar", function() cat("calendar is loaded\n"))
#' calendar <- import("calendar")
#' @export
py_register_load_hook <- function(module, hook) {
  check_string(module, "module")
  check_function(hook, "hook")
  is_done <- FALSE
  quietly <- function() {
    # The module may be loaded again by importlib.reload().
    if (is_done) return(NULL)
    is_done <<- TRUE
    tryCatch(hook(), error = function(cnd) {
      warn("The load hook of the module '%s' failed: %s", module, conditionMessage(cnd),
           kind = "hook", call = NULL)
    })
    NULL
  }
  if (isTRUE(python_state$started)) {
    add_load_hook(module, quietly)
  } else {
    register_hook("python started", function() add_load_hook(module, quietly))
  }
  invisible(NULL)
}

add_load_hook <- function(module, hook) in_python("rkeras.bridge.imports.after", module, hook)
