# Hooks that run when Python has started and when its modules are imported.

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

# ---- Hooks by setHook() --------------------------------------------------------------------------

# Hooks that users and packages set with setHook(), under the names that they have for reticulate.

# `setHook("reticulate.onPyInit", f)`: f() is called when Python has started.
run_start_hooks <- function() {
  for (hook in getHook("reticulate.onPyInit")) hook()
}

# `setHook("reticulate::numpy::load", f)`: f() is called once, when the module is imported by
# whatever code, or by import() if the hook is set later than Python starts.
await_user_hooks <- function() {
  names <- ls(.userHooksEnv, pattern = "^reticulate::.*::load$")
  for (module in gsub("^reticulate::|::load$", "", names)) {
    add_load_hook(module, local({
      name <- module
      function() run_user_hooks(name)
    }))
  }
}

run_user_hooks <- function(module) {
  name <- paste0("reticulate::", module, "::load")
  hooks <- getHook(name)
  # A hook that imports the module again must not run once more.
  if (length(hooks)) setHook(name, NULL, "replace")
  for (hook in hooks) hook()
}
