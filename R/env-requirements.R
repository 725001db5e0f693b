# What Python is asked for: requirements in files and in the DESCRIPTION of R packages, the versions
# of Python, the backend of Keras.

#' Read and write requirements files
#'
#' `py_read_requirements()` reads the files in which Python projects list their packages and Python
#' version, and declares them with [py_require()]. `py_write_requirements()` writes them. Together
#' they let a project be set up again elsewhere with the same versions.
#'
#' A line of a requirements file is a requirement as [py_require()] takes it. Comments and empty
#' lines are ignored; lines `-r file` include another file, relative to the first. Other options of
#' pip, such as `--index-url`, are an error, because requirements have no place for them.
#'
#' @param packages Path of the requirements file; for `py_write_requirements()`, `NULL` writes none.
#' @param python_version Path of the file with the Python version. `py_read_requirements()` ignores
#'   it if it does not exist; for `py_write_requirements()`, `NULL` writes none.
#' @param ... Must be empty.
#' @param action String. `"add"`, `"set"` or `"remove"`, as for [py_require()]; `"none"` only reads.
#' @param freeze Logical. Whether to write the exact versions of all packages that are installed.
#'   `FALSE` writes the requirements declared with [py_require()]. `NULL` means `TRUE` if nothing is
#'   declared.
#' @param python Path of the Python executable whose packages are written.
#' @param quiet Logical. Whether to print no message about the files written.
#' @return A list of `packages` and `python_version`, character vectors, invisibly unless
#'   `action = "none"`.
#' @concept requirements.txt
#' @concept reproducible environment
#' @concept freeze
#' @seealso [py_require()], [py_list_packages()], [virtualenv_install()] with `requirements`.
#' @examples
#' file <- tempfile(fileext = ".txt")
#' writeLines(c("# For the analysis", "numpy>=2", "pandas"), file)
#' py_read_requirements(file, action = "none")
#' unlink(file)
#' @export
py_read_requirements <- function(packages = "requirements.txt", python_version = ".python-version",
                                 ..., action = c("add", "set", "remove", "none")) {
  check_no_dots(...)
  action <- match_choice(action)
  read <- list(
    packages = if (!is.null(packages)) read_requirements(packages),
    python_version = if (!is.null(python_version)) read_python_version(python_version)
  )
  if (action == "none") {
    return(read)
  }
  py_require(read$packages, read$python_version, action = action)
  invisible(read)
}

read_requirements <- function(file, seen = character()) {
  check_path(file, "packages", kind = "python")
  path <- normalizePath(file)
  if (path %in% seen) {
    return(character())
  }
  lines <- trimws(sub("(^|\\s)#.*$", "", readLines(file, warn = FALSE)))
  unlist(lapply(lines[nzchar(lines)], read_requirement, path, c(seen, path)))
}

read_requirement <- function(line, file, seen) {
  included <- "^(-r|--requirement)[ =]\\s*"
  if (grepl(included, line)) {
    other <- sub(included, "", line)
    return(read_requirements(file.path(dirname(file), other), seen))
  }
  if (startsWith(line, "-")) {
    abort(
      c("'%s' has the pip option `%s`, which py_require() cannot declare. Install the file with",
        "virtualenv_install(requirements = ) instead."), file, line, kind = "python"
    )
  }
  line
}

# pyenv's file may name several versions; the first counts.
read_python_version <- function(file) {
  check_string(file, "python_version")
  if (!file.exists(file)) {
    return(NULL)
  }
  lines <- trimws(readLines(file, warn = FALSE))
  utils::head(lines[nzchar(lines) & !startsWith(lines, "#")], 1L)
}

#' @rdname py_read_requirements
#' @export
py_write_requirements <- function(packages = "requirements.txt", python_version = ".python-version",
                                  ..., freeze = NULL, python = py_exe(), quiet = FALSE) {
  check_flags()
  check_no_dots(...)
  if (is.null(freeze)) freeze <- !any(lengths(needs(declared())))
  check_logical(freeze, "freeze")
  written <- if (freeze) installed_requirements(python) else needs(declared())[1:2]
  write_requirements(packages, written$packages, "packages", quiet)
  write_requirements(python_version, written$python_version, "python_version", quiet)
  invisible(written)
}

installed_requirements <- function(python) {
  if (is.null(python)) {
    abort("There is no Python installation. Set `python`.", kind = "python")
  }
  list(
    packages = py_list_packages(python = python)$requirement,
    python_version = probe_python(python_path(python))$version
  )
}

write_requirements <- function(file, lines, argument, quiet) {
  if (is.null(file) || length(lines) == 0L) {
    return(invisible())
  }
  check_string(file, argument)
  write_lines(lines, file)
  if (!quiet) message("Wrote '", file, "'")
}

#' Install the Python packages that R packages declare
#'
#' R packages can list the Python packages that they use in their `DESCRIPTION` file:
#'
#' ```
#' Config/reticulate:
#'   list(
#'     packages = list(
#'       list(package = "scipy"),
#'       list(package = "pandas", version = "2.2")
#'     )
#'   )
#' ```
#'
#' `configure_environment()` installs those that the Python environment in use lacks. New packages
#' call [py_require()] in `.onLoad()` instead, which needs no installation step.
#'
#' @param package String or character vector. Names of R packages. `NULL` means all packages that
#'   are loaded.
#' @param force Logical. Whether to install packages that are installed as well.
#' @return `TRUE` if packages were installed, `FALSE` if there was nothing to install, invisibly.
#' @concept package development
#' @concept dependencies
#' @seealso [py_require()], [py_install()]
#' @examples
#' # The package stats declares no Python packages
#' print(configure_environment("stats"))
#' @export
configure_environment <- function(package = NULL, force = FALSE) {
  check_flags()
  must_be(package, "a character vector", is.null(package) || is.character(package))
  wanted <- unique(unlist(lapply(package %||% loadedNamespaces(), described_requirements)))
  if (!force && length(wanted)) {
    wanted <- wanted[wanted %in% without_reasons(unmet_requirements(py_exe(), wanted))]
  }
  if (length(wanted)) py_install(wanted, ignore_installed = force)
  invisible(length(wanted) > 0L)
}

# "scipy", "pandas==2.2": the requirements in the DESCRIPTION of an R package.
described_requirements <- function(package) {
  field <- package_field(package)
  if (is.na(field)) {
    return(character())
  }
  # Only list() and c() of strings are evaluated: the text is data.
  allowed <- list2env(list(list = list, c = c), parent = emptyenv())
  config <- tryCatch(eval(parse(text = field), allowed), error = function(cnd) {
    abort("`Config/reticulate` in the DESCRIPTION of the package '%s' is invalid: %s", package,
          conditionMessage(cnd), kind = "python")
  })
  vapply(config$packages, described_requirement, "")
}

package_field <- function(package, field = "Config/reticulate") {
  suppressWarnings(utils::packageDescription(package, fields = field))
}

described_requirement <- function(entry) {
  version <- entry$version
  if (is.null(version)) {
    return(entry$package)
  }
  paste0(entry$package, if (!grepl("^[<>=!~]", version)) "==", version)
}

# ---- Versions of Python --------------------------------------------------------------------------

oldest_python <- "3.10"

# Does a version meet every comma-separated condition? Only as many parts as the condition has
# count.
version_satisfies <- function(version, spec) {
  conditions <- trimws(strsplit(spec, ",", fixed = TRUE)[[1]])
  meets <- function(condition) {
    pattern <- "^(>=|<=|==|!=|>|<)?\\s*([0-9]+([.][0-9]+)*)([.][*]|:latest)?$"
    if (!grepl(pattern, condition)) {
      abort("`version` must look like \"3.12\" or \">=3.10,<3.13\", not \"%s\".", spec, call = NULL)
    }
    op <- sub(pattern, "\\1", condition)
    wanted <- numeric_version(sub(pattern, "\\2", condition))
    parts <- seq_len(min(length(unlist(wanted)), length(unlist(numeric_version(version)))))
    compare <- match.fun(if (nzchar(op)) op else "==")
    compare(numeric_version(version)[, parts], wanted)
  }
  all(vapply(conditions, meets, logical(1)))
}

# An error if the Python has another version than `spec` asks for, which may be NULL.
check_version <- function(python, spec) {
  version <- if (!is.null(spec)) probe_python(python)$version
  if (!is.null(version) && !version_satisfies(version, spec)) {
    abort("'%s' is Python %s, and %s is asked for.", python, version, spec, kind = "python")
  }
}

# ---- The backend of Keras ------------------------------------------------------------------------

# The Python package that each backend needs besides NumPy.
backend_packages <- c(
  tensorflow = "tensorflow", jax = "jax", torch = "torch", numpy = "jax", openvino = "openvino"
)

backend_package <- function(backend) {
  if (backend %in% names(backend_packages)) backend_packages[[backend]] else backend
}

# The backend that Keras uses or is going to use, and where it was set. Keras reads these places
# when it is loaded.
chosen_backend <- function() {
  variable <- Sys.getenv("KERAS_BACKEND")
  if (nzchar(variable)) {
    return(c(backend = variable, chosen_by = "KERAS_BACKEND or use_backend()"))
  }
  home <- Sys.getenv("USERPROFILE", path.expand("~"))
  file <- file.path(Sys.getenv("KERAS_HOME", file.path(home, ".keras")), "keras.json")
  text <- if (file.exists(file)) paste(readLines(file, warn = FALSE), collapse = " ")
  named <- regmatches(text, regexec("\"backend\"\\s*:\\s*\"(\\w+)\"", text))
  if (length(named) && length(named[[1L]])) {
    return(c(backend = named[[1L]][[2L]], chosen_by = file))
  }
  c(backend = "tensorflow", chosen_by = "Keras itself")
}
