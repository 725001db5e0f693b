# Python code as text or from a file, and the main module.

#' Run Python code
#'
#' `py_run_string()` and `py_run_file()` run statements, `py_eval()` evaluates one expression. All
#' work in Python's main module, whose variables `py` shows.
#'
#' @param code Python code, one string. Lines of a longer vector are joined.
#' @param file String. The path or URL (`https://`, `http://`, `ftp://`, `file://`) of a Python file
#'   in UTF-8. While the file runs, `__file__` is its path, or that of the downloaded copy.
#' @param local Run in a namespace of its own rather than in the main module?
#' @param convert Convert to R: the value of `py_eval()`, the variables of the namespace returned.
#' @param prepend_path Put the file's folder on `sys.path` while it runs, so that it finds its
#'   neighbours?
#' @return `py_eval()`: the value. The others: the namespace as a dict, invisibly.
#' @section Errors: Python's exceptions, as conditions of their classes
#'   (`python.builtin.SyntaxError`, ...).
#' @examplesIf py_available()
#' py_run_string("x = [n ** 2 for n in range(5)]")
#' py$x
#' py_eval("sum(x)")
#' file <- tempfile(fileext = ".py")
#' writeLines("def double(x): return 2 * x", file)
#' py_run_file(file)
#' py$double(21)
#' @family running Python code
#' @export
py_run_string <- function(code, local = FALSE, convert = TRUE) {
  invisible(unwrap(rs_run(paste(code, collapse = "\n"), "<string>", local, convert)))
}

#' @rdname py_run_string
#' @export
py_run_file <- function(file, local = FALSE, convert = TRUE, prepend_path = TRUE) {
  path <- local_script(file)
  code <- paste(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  if (prepend_path) {
    folder <- dirname(normalizePath(path))
    sys_path <- import("sys", convert = FALSE)$path
    sys_path$insert(0L, folder)
    on.exit(if (py_to_r(sys_path$count(folder)) > 0L) sys_path$remove(folder))
  }
  invisible(unwrap(rs_run(code, path, local, convert)))
}

# The path of a script, which is downloaded first if `file` is a URL.
local_script <- function(file, call = sys.call(-1)) {
  if (!is_string(file)) {
    abort("`file` must be the path or URL of a Python file, one string.", call = call)
  }
  if (grepl("^(https?|ftps?|file)://", file)) return(download_script(file, call))
  path <- path.expand(file)
  if (!file.exists(path)) abort(paste0("`file`: there is no file \"", file, "\"."), call = call)
  path
}

download_script <- function(url, call) {
  path <- file.path(tempfile("script"), basename(sub("[?#].*", "", url)))
  dir.create(dirname(path))
  failed <- function(cnd) {
    reason <- conditionMessage(cnd)
    abort(paste0("`file` cannot be downloaded from \"", url, "\": ", reason, "."), call = call)
  }
  tryCatch(utils::download.file(url, path, quiet = TRUE, mode = "wb"),
           error = failed, warning = failed)
  path
}

#' @rdname py_run_string
#' @export
py_eval <- function(code, convert = TRUE) {
  unwrap(rs_eval(code, convert))
}

#' Read a Python script into R
#'
#' Runs a Python file in the main module and copies the module's public variables and functions
#' into an R environment. Modules and names that begin with an underscore stay in Python, where `py`
#' shows them.
#'
#' @param envir The environment to copy into; `NULL` copies nothing.
#' @inheritParams py_run_string
#' @return The environment, invisibly.
#' @examplesIf py_available()
#' script <- tempfile(fileext = ".py")
#' writeLines("def add(x, y):\n  return x + y", script)
#' source_python(script)
#' add(1, 2)
#' @family running Python code
#' @export
source_python <- function(file, envir = parent.frame(), convert = TRUE) {
  py_run_file(file, convert = convert)
  main <- import_main(convert = convert)
  for (name in if (is.environment(envir)) public_names(main)) {
    value <- py_get_attr(main, name)
    if (!inherits(value, "python.builtin.module")) {
      # Values that cannot be converted to R stay Python objects.
      kept <- function(cnd) value
      if (convert) value <- tryCatch(py_to_r(value), rkeras_error_convert = kept)
      assign(name, value, envir = envir)
    }
  }
  invisible(envir)
}

public_names <- function(x) {
  grep("^_", unwrap(rs_dir(x)), value = TRUE, invert = TRUE)
}

#' Python's main module
#'
#' The variables of the main module, where `py_run_string()` and `py_eval()` work: `py$x` reads one
#' and `py$x <- value` makes one.
#'
#' @format A Python module. Using it starts Python.
#' @examplesIf py_available()
#' py_run_string("x = 1")
#' py$x
#' py$a <- 1
#' py_eval("a + 1")
#' @family running Python code
#' @name py
#' @usage py
#' @export py
NULL
