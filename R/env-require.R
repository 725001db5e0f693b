# Requirements that scripts and packages declare, and their use when Python starts.

#' Declare what is needed of Python
#'
#' Call `py_require()` at the top of a script, before anything uses Python. When Python starts, what
#' is declared decides which Python is taken: those that rkeras finds by itself ([use_python()] has
#' the list) are passed over if they lack something. If none has it all, rkeras makes an environment
#' with what [install_keras()] installs and what is declared, in its cache
#' (`tools::R_user_dir("rkeras", "cache")`), and uses it again whenever the same is declared. It is
#' filled by uv if that is on the `PATH`, otherwise by pip.
#'
#' A Python that was asked for, by [use_python()] and its kin or by an environment variable, is
#' never exchanged nor changed: if it lacks something, its start is an error that says what to
#' install. When Python runs already, what it lacks is an error at once.
#'
#' @param packages Requirements as pip writes them: `"scipy"`, `"numpy>=2"`, `"name @ address"`.
#'   Paths and addresses without a name are installed, and not looked for elsewhere.
#' @param python_version Conditions on the version of Python: `"3.12"`, `">=3.10,<3.13"`.
#' @param ... Must be empty.
#' @param exclude_newer A date: install no version of a package that came out later. This needs uv.
#' @param action `"add"` to what is declared, `"remove"` from it what is exactly the same, or
#'   `"set"` it anew: the packages, the version or the date, whichever is given.
#' @return All that is declared, a list of class `python_requirements`; invisibly if there are
#'   arguments.
#' @family choosing Python
#' @examplesIf is_keras_available()
#' py_require("numpy")
#' py_require()
#' @export
py_require <- function(packages = NULL, python_version = NULL, ..., exclude_newer = NULL,
                       action = c("add", "remove", "set")) {
  if (...length()) abort("`...` must be empty: give the packages in one vector.")
  action <- match.arg(action)
  new <- list(
    packages = as_requirements(packages, "packages"),
    python_version = as_requirements(python_version, "python_version"),
    exclude_newer = as_requirements(
      if (!is.null(exclude_newer)) format(exclude_newer), "exclude_newer"
    )
  )
  given <- lengths(new) > 0L
  if (!any(given)) {
    return(declared())
  }
  version_satisfies("3.10", paste(new$python_version, collapse = ","))
  changed <- change_requirements(declared(), new[given], action)
  if (isTRUE(python_state$started) && !identical(changed, declared())) {
    check_running(changed, action)
  }
  python_requests$declared <- changed
  invisible(changed)
}

declared <- function() {
  python_requests$declared %||% structure(
    list(packages = character(), python_version = character(), exclude_newer = character()),
    class = "python_requirements"
  )
}

as_requirements <- function(x, argument, call = sys.call(-1)) {
  if (!is.null(x) && !is.character(x) || anyNA(x) || !all(nzchar(x))) {
    abort(sprintf("`%s` must be strings, not %s.", argument, describe(x)), call = call)
  }
  unique(trimws(x))
}

change_requirements <- function(requirements, new, action) {
  for (name in names(new)) {
    old <- requirements[[name]]
    requirements[[name]] <- switch(action,
      add = unique(c(old, new[[name]])), remove = setdiff(old, new[[name]]), set = new[[name]]
    )
  }
  requirements$exclude_newer <- utils::tail(requirements$exclude_newer, 1L)
  requirements
}

check_running <- function(requirements, action, call = sys.call(-1)) {
  if (action != "add") {
    abort(sprintf("Python runs already: action = \"%s\" comes too late.", action), "python",
          call = call)
  }
  problem <- requirement_problem(python_state$choice, requirements, function(packages) {
    unmet <- unwrap(rs_get_attr(unwrap(rs_import("rkeras.requirements", FALSE)), "unmet", FALSE))
    unlist(unwrap(rs_call(unmet, list(as.list(packages)), TRUE)))
  })
  if (!is.null(problem)) {
    abort(paste0(
      "Python runs already, '", python_state$choice$python, "', and ", problem, ".\n",
      "Or restart R and call py_require() before anything uses Python."
    ), "python", call = call)
  }
}

# Why a Python with these facts does not meet what is declared, or NULL.
requirement_problem <- function(facts, requirements = declared(), unmet = NULL) {
  for (spec in requirements$python_version) {
    if (!version_satisfies(facts$version, spec)) {
      return(paste0("it is Python ", facts$version, ", and py_require() asks for ", spec))
    }
  }
  if (!length(requirements$packages)) {
    return(NULL)
  }
  unmet <- unmet %||% function(packages) unmet_requirements(facts$path, packages)
  lacking <- unmet(requirements$packages)
  if (length(lacking)) {
    paste0("it lacks what py_require() asks for: ", toString(lacking), "; py_install(",
           deparse1(sub(" \\([^(]*\\)$", "", lacking)), ") installs it there")
  }
}

# Asked once, in a separate process.
unmet_requirements <- function(python, packages) {
  key <- paste(c("requirements", python, packages), collapse = "\n")
  if (is.null(probe_cache[[key]])) {
    script <- system.file("python", "rkeras", "requirements.py", package = "rkeras",
                          mustWork = TRUE)
    lines <- run_command(python, c(script, packages), timeout = 60)$stdout
    lines <- grep("^rkeras-requirement:", lines, value = TRUE, useBytes = TRUE)
    probe_cache[[key]] <- sub("^rkeras-requirement:", "", lines)
  }
  probe_cache[[key]]
}

#' @export
print.python_requirements <- function(x, ...) {
  cat(format(x, ...), sep = "\n")
  invisible(x)
}

#' @export
format.python_requirements <- function(x, ...) {
  if (!any(lengths(x))) {
    return("Nothing is declared that Python must have.")
  }
  rows <- vapply(x, paste, "", collapse = ", ")
  labels <- c("packages:", "Python version:", "not newer than:")
  c("Declared by py_require():", paste0("  ", format(labels), " ", rows)[lengths(x) > 0L])
}
