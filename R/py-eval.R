# Python code as text or from a file, and the main module.

#' Run Python code from R
#'
#' `py_run_string()` and `py_run_file()` execute Python statements; `py_eval()` evaluates one
#' expression and returns its value. By default the code runs in Python's main module, whose
#' variables are available in R as [py]: assign there to pass R values to Python code, and read from
#' there to get the results.
#'
#' @param code String of Python code. A longer character vector is joined, one element per line.
#' @param file String. Path or URL (`https://`, `http://`, `ftp://`, `file://`) of a Python file in
#'   UTF-8. While the file runs, `__file__` is its path, or that of the downloaded copy.
#' @param local Logical. Whether to run the code in a new namespace instead of the main module, so
#'   that its variables do not overwrite others. The code can read the variables of the main module.
#' @param convert Logical. Whether to convert to R: for `py_eval()` the value, for the others the
#'   variables of the returned namespace.
#' @param prepend_path Logical. Whether to add the file's directory to `sys.path` while the file
#'   runs, so that it can import modules from this directory.
#' @return `py_eval()`: the value of the expression. `py_run_string()` and `py_run_file()`: the
#'   namespace as a dictionary, invisibly.
#' @section Errors:
#' Python exceptions are raised as R conditions of their classes, such as
#' `python.builtin.SyntaxError`; see [py_last_error()].
#' @concept execute Python code
#' @concept Python script
#' @concept exec
#' @concept REPL
#' @seealso [py] for the variables of the main module, [source_python()] to copy the variables of a
#'   script to R, [import()] for modules.
#' @examplesIf py_available()
#' py_run_string("x = [n ** 2 for n in range(5)]")
#' py$x
#' py_eval("sum(x)")
#'
#' # R values in Python code
#' py$values <- c(3, 1, 2)
#' py_eval("max(values)")
#'
#' # A namespace of its own
#' py_run_string("y = 1", local = TRUE)$y
#'
#' file <- tempfile(fileext = ".py")
#' writeLines("def double(x): return 2 * x", file)
#' py_run_file(file)
#' py$double(21)
#' @export
py_run_string <- function(code, local = FALSE, convert = TRUE) {
  check_flags()
  code <- paste(code, collapse = "\n")
  # The call of unwrap() is here, so that R's trace of an exception ends with this function.
  invisible(
    if (local) run_local(code, "<string>", convert)
    else unwrap(rs_run(code, "<string>", FALSE, convert))
  )
}

# exec() is called from R, so that tracebacks have only the user's frames.
run_local <- function(code, file, convert) {
  namespace <- in_python("rkeras.session.namespace.Local", .convert = FALSE)
  if (file != "<string>") py_set_item(namespace, "__file__", file)
  code <- call_python(python_builtin("compile"), list(code, file, "exec"), FALSE)
  call_python(python_builtin("exec"), list(code, namespace), FALSE)
  as_handle(namespace$own(), convert)
}

#' @rdname py_run_string
#' @export
py_run_file <- function(file, local = FALSE, convert = TRUE, prepend_path = TRUE) {
  check_flags()
  path <- local_script(file)
  code <- paste(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  run <- function() {
    if (local) run_local(code, path, convert) else unwrap(rs_run(code, path, FALSE, convert))
  }
  invisible(if (prepend_path) with_sys_path(dirname(normalizePath(path)), run()) else run())
}

# The path of a script, which is downloaded first if `file` is a URL.
local_script <- function(file) {
  if (grepl("^(https?|ftps?|file)://", as_string(file, "file"))) return(download_script(file))
  check_path(file, "file", kind = "argument")
  path.expand(file)
}

download_script <- function(url) {
  path <- file.path(tempfile("script"), basename(sub("[?#].*", "", url)))
  dir.create(dirname(path))
  download(url, path, function(reason) {
    abort("`file` cannot be downloaded from \"%s\": %s.", url, reason)
  })
}

#' @rdname py_run_string
#' @export
py_eval <- function(code, convert = TRUE) {
  check_logical(convert, "convert")
  unwrap(rs_eval(code, convert))
}

#' Source a Python script into R
#'
#' Runs a Python file in the main module, like [py_run_file()], and copies the public variables and
#' functions of the main module to an R environment. The functions can then be called like R
#' functions. Imported modules and names that begin with an underscore are not copied; they are
#' available as attributes of [py].
#'
#' @param envir Environment to copy to. The default is the calling environment. `NULL` copies
#'   nothing.
#' @inheritParams py_run_string
#' @return `envir`, invisibly.
#' @concept Python script
#' @concept source file
#' @concept Python functions in R
#' @seealso [py_run_file()] to run a file without copying, [import_from_path()] to import it as a
#'   module, [source()] for R files.
#' @examplesIf py_available()
#' script <- tempfile(fileext = ".py")
#' writeLines(c(
#'   "import math",
#'   "def area(radius):",
#'   "  return math.pi * radius ** 2"
#' ), script)
#' source_python(script)
#' area(2)
#' @export
source_python <- function(file, envir = parent.frame(), convert = TRUE) {
  check_flags()
  py_run_file(file, convert = convert)
  main <- import_main(convert = convert)
  for (name in if (is.environment(envir)) public(py_list_attributes(main))) {
    value <- py_get_attr(main, name)
    if (!inherits(value, c("python.builtin.module", "rkeras.session.variables.R"))) {
      # Values that cannot be converted to R stay Python objects.
      kept <- function(cnd) value
      if (convert) value <- tryCatch(py_to_r(value), rkeras_error_convert = kept)
      assign(name, value, envir = envir)
    }
  }
  invisible(envir)
}

#' Variables of Python's main module
#'
#' `py` is Python's main module (`__main__`), in which [py_run_string()] and [py_eval()] run code.
#' `py$x` reads the variable `x` and converts it to an R value; `py$x <- value` converts an R value
#' and assigns it. Use it to exchange data between R code and Python code, for example between R and
#' Python chunks of a document.
#'
#' @format A Python module. Python starts when `py` is first used.
#' @concept main module
#' @concept Python variables
#' @concept global variables
#' @seealso [py_run_string()] to run Python code, [import_main()] for the main module with `convert
#'   = FALSE`, [source_python()].
#' @examplesIf py_available() && py_module_available("pandas")
#' py_run_string("x = [1, 2, 3]")
#' py$x
#'
#' py$cars <- head(cars, 3)
#' py_eval("cars['dist'].mean()")
#' @name py
#' @usage py
#' @export py
NULL
