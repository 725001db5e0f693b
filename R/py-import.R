# Python modules.

#' Import a Python module
#'
#' Makes a Python module available in R. `import_builtins()` gives the module of Python's built-in
#' functions, `import_main()` the main module, in which Python code runs, and `import_from_path()` a
#' module in a folder of yours.
#'
#' @param module The module's name, as `"numpy"` or `"os.path"`.
#' @param as Another name for it in class names. Accepted for scripts that give one; classes keep
#'   the names that Python gives them.
#' @param convert Convert what the module's functions and attributes give to R where R has a type
#'   for it? With `FALSE` everything stays a Python object until [py_to_r()].
#' @param delay_load Import only when the module is first used? Or a list of functions:
#'   `before_load`, `on_load` (after it), `on_error` (with the condition).
#' @param path The folder that the module is in. It is searched first.
#' @return The module: `module$name` is an attribute, a function or a submodule.
#' @section Errors: `python.builtin.ModuleNotFoundError`, saying how to install the module.
#' @examplesIf py_available()
#' os <- import("os")
#' os$path$join("a", "b")
#' sys <- import("sys", convert = FALSE)
#' sys$maxsize
#' import_builtins()$abs(-1)
#' main <- import_main()
#' main$x <- 1
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines("answer = 42", file.path(folder, "my_module.py"))
#' import_from_path("my_module", folder)$answer
#' @family modules
#' @export
import <- function(module, as = NULL, convert = TRUE, delay_load = FALSE) {
  if (!is_string(module) || !nzchar(module)) {
    abort("`module` must be the name of a Python module, as \"numpy\".")
  }
  if (!isFALSE(delay_load)) {
    return(delayed_module(module, convert, if (is.list(delay_load)) delay_load else list()))
  }
  import_module(module, convert)
}

#' @rdname import
#' @export
import_builtins <- function(convert = TRUE, delay_load = FALSE) {
  import("builtins", convert = convert, delay_load = delay_load)
}

#' @rdname import
#' @export
import_main <- function(convert = TRUE, delay_load = FALSE) {
  import("__main__", convert = convert, delay_load = delay_load)
}

#' @rdname import
#' @export
import_from_path <- function(module, path = ".", convert = TRUE, delay_load = FALSE) {
  if (!dir.exists(path)) abort(paste0("`path`: there is no folder \"", path, "\"."))
  folder <- normalizePath(path)
  load <- function() {
    sys_path <- import("sys", convert = FALSE)$path
    sys_path$insert(0L, folder)
    on.exit(sys_path$remove(folder))
    import_module(module, convert)
  }
  if (isFALSE(delay_load)) load() else delayed_module(module, convert, list(load = load))
}

import_module <- function(module, convert) {
  imported <- unwrap(rs_import(module, convert))
  run_hooks("module imported", module)
  imported
}

# Adds how to install a missing module to the error message. An error may pass here more than once,
# if it is raised again by the other language.
with_remedy <- function(cnd) {
  if (!inherits(cnd, "python.builtin.ModuleNotFoundError")) {
    return(cnd)
  }
  remedy <- missing_module_remedy(cnd$exception$name)
  if (!endsWith(conditionMessage(cnd), remedy)) {
    cnd$message <- paste0(conditionMessage(cnd), "\n", remedy)
  }
  cnd
}

# `module` is the module that Python did not find: the imported one or one of its dependencies.
missing_module_remedy <- function(module) {
  if (is.null(module)) {
    return("")
  }
  package <- sub("[.].*", "", module)
  if (package != module) {
    return(paste0("'", package, "' itself is installed: is the rest of the name right?"))
  }
  if (package %in% c("keras", "tensorflow")) {
    return("Install it with install_keras().")
  }
  paste0("Install it with py_install(\"", package, "\").")
}

# A module that is imported when it is first used: Rust finds no `.pyobj` in it and calls
# load_delayed_module().
delayed_module <- function(module, convert = TRUE, hooks = list()) {
  x <- new.env(parent = emptyenv())
  x$delayed_module <- list(module = module, convert = convert, hooks = hooks)
  class(x) <- c("python.builtin.module", "python.builtin.object")
  x
}

load_delayed_module <- function(x) {
  # `$` on `x` would call this function again.
  what <- get("delayed_module", envir = x)
  hooks <- what$hooks
  if (!is.null(hooks$before_load)) hooks$before_load()
  load <- hooks$load
  if (is.null(load)) load <- function() import_module(what$module, what$convert)
  loaded <- tryCatch(load(), error = function(cnd) {
    if (!is.null(hooks$on_error)) hooks$on_error(cnd)
    stop(cnd)
  })
  assign(".pyobj", get(".pyobj", envir = loaded), envir = x)
  if (!is.null(hooks$on_load)) hooks$on_load()
  invisible(x)
}

# Raises an R error for Python's error that a package is missing.
needing <- function(package, name, call, code) {
  tryCatch(code, python.builtin.ImportError = function(error) {
    abort(sprintf(
      "This needs the Python package %s: call py_install(\"%s\"), then restart R.", package, name
    ), "module", call = call)
  })
}
