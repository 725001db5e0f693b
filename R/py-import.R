# Python modules.

#' Import a Python module
#'
#' `import()` makes a Python module available in R: its functions, classes and variables are used
#' with `$`, as in `np$linalg$norm(x)`. `import_builtins()` returns the module of Python's built-in
#' functions (`len()`, `sorted()`, `open()`), `import_main()` the main module in which
#' [py_run_string()] runs code, and `import_from_path()` a module from a directory that is not on
#' Python's search path.
#'
#' With `convert = TRUE`, results are converted to R values where R has a corresponding type: a
#' NumPy array becomes an R array, a pandas data frame an R data frame. With `convert = FALSE`, all
#' results remain Python objects, so that their methods can be called, and are converted explicitly
#' with [py_to_r()]. Use `convert = FALSE` for chains of Python methods, and to avoid copies of
#' large data.
#'
#' R's numbers are doubles: write `3L` for arguments that must be Python integers.
#'
#' @param module String. Name of the module, such as `"numpy"` or `"os.path"`.
#' @param as String. Alternative name of the module in S3 classes: objects of the module's classes
#'   have the S3 class `<as>.<class>` in addition to `<module>.<class>`. Packages use it for S3
#'   methods that do not depend on the module's name.
#' @param convert Logical. Whether to convert results of the module's functions, and its attributes,
#'   to R values if R has a corresponding type.
#' @param delay_load Logical. Whether to import the module when it is first used instead of now. Or
#'   a list of functions: `before_load`, `on_load` (called after the import), and `on_error` (called
#'   with the condition). A function by itself is `on_load`.
#' @param path String. Directory that contains the module. It is searched first.
#' @return A Python module. `module$name` is an attribute, a function or a submodule.
#' @section Errors:
#' If the module is not installed, `python.builtin.ModuleNotFoundError`, with a message that says
#' how to install it.
#' @concept Hugging Face
#' @concept Python package
#' @concept Python library
#' @concept NumPy
#' @concept pandas
#' @concept scikit-learn
#' @concept module
#' @seealso [py_require()] declares packages that a script needs, [py_install()] installs them,
#'   [python-objects] describes `$` and `[`, [py_module_available()] tests for a module, [keras] and
#'   `tf` need no `import()`.
#' @examplesIf py_available() && py_module_available("numpy")
#' os <- import("os")
#' os$path$join("a", "b")
#'
#' # With and without conversion
#' np <- import("numpy")
#' np$cumsum(c(1, 2, 3))
#' np <- import("numpy", convert = FALSE)
#' x <- np$cumsum(c(1, 2, 3))
#' x
#' x$mean()
#' py_to_r(x$mean())
#'
#' import_builtins()$sorted(c("b", "a"))
#'
#' # A module in a directory
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines("answer = 42", file.path(folder, "my_module.py"))
#' import_from_path("my_module", folder)$answer
#' @export
import <- function(module, as = NULL, convert = TRUE, delay_load = FALSE) {
  check_logical(convert, "convert")
  hooks <- hooks_of_delay(delay_load)
  check_string(module, "module")
  if (!is.null(as)) name_classes(module, as)
  if (is.null(hooks)) import_module(module, convert) else delayed_module(module, convert, hooks)
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
  check_logical(convert, "convert")
  hooks <- hooks_of_delay(delay_load)
  check_path(path, "path", "folder", "argument")
  folder <- normalizePath(path)
  load <- function() with_sys_path(folder, import_module(module, convert))
  if (is.null(hooks)) load() else delayed_module(module, convert, c(hooks, load = load))
}

# Evaluates `code` while Python looks for modules in the folder first.
with_sys_path <- function(folder, code) {
  path <- import("sys", convert = FALSE)$path
  path$insert(0L, folder)
  # The code may have removed it.
  on.exit(if (py_to_r(path$count(folder)) > 0L) path$remove(folder))
  code
}

# NULL if the module is to be imported now.
hooks_of_delay <- function(delay_load) {
  if (is.function(delay_load)) return(list(on_load = delay_load))
  if (is.list(delay_load)) return(delay_load)
  check_logical(delay_load, "delay_load")
  if (delay_load) list()
}

import_module <- function(module, convert) {
  imported <- python_module(module, convert)
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
  remedy <- paste0("Install it with py_install(\"", package, "\").")
  backend <- chosen_backend()[["backend"]]
  if (package != "tensorflow" || backend == "tensorflow") return(remedy)
  sprintf(paste(
    "%s On the backend \"%s\" op_array() makes tensors, and PyDataset() and generators supply data",
    "in batches, in place of as_tensor(), tf$ and dataset_*()."
  ), remedy, backend)
}

# A module that is imported when it is first used: Rust finds no `.pyobj` in it and calls
# load_delayed_module().
delayed_module <- function(module, convert = TRUE, hooks = list()) {
  x <- new.env(parent = emptyenv())
  x$delayed_module <- list(module = module, convert = convert, hooks = hooks)
  # For reticulate, which reads it.
  makeActiveBinding("pyobj", function() get(".pyobj", load_delayed_module(x)), x)
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
    # The call is the user's, which Python's side does not know.
    if (is_py_object(cnd)) cnd$call <- call("import", what$module)
    stop(cnd)
  })
  refer_to(x, loaded)
  if (!is.null(hooks$on_load)) hooks$on_load()
  invisible(x)
}

# Makes a reference one to the object of another.
refer_to <- function(x, other) {
  pointer <- get(".pyobj", envir = other)
  # It may be an active binding, which assign() would call.
  rm(list = intersect("pyobj", ls(x, all.names = TRUE)), envir = x)
  for (name in c(".pyobj", "pyobj")) assign(name, pointer, envir = x)
}

# Raises an R error for Python's error that a package is missing.
needing <- function(package, name, code) {
  tryCatch(code, python.builtin.ImportError = function(error) {
    abort("This needs the Python package %s: call py_install(\"%s\"), then restart R.", package,
          name, kind = "module")
  })
}
