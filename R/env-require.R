# Requirements that scripts and packages declare, and their use when Python starts.

#' Declare Python requirements
#'
#' `py_require()` declares the Python packages and the version of Python that a script or an R
#' package needs. Call it at the top of a script, or in `.onLoad()` of a package, before Python
#' starts.
#'
#' When Python starts, the requirements decide which installation is used:
#' * If you chose an environment ([use_python()], [use_virtualenv()], `RKERAS_PYTHON`, an activated
#'   virtualenv), it is used as it is. Requirements that it does not meet are one warning of class
#'   `rkeras_warning_requirements`, which names the command that installs them. Importing a missing
#'   module is an error.
#' * Otherwise installations that rkeras finds (see [use_python()] for the list) are used only if
#'   they meet all requirements.
#' * If none does, uv creates an environment with the packages of [install_keras()] and the declared
#'   ones in rkeras's cache (`tools::R_user_dir("rkeras", "cache")`), unless the option
#'   `rkeras.install` is `FALSE` (see [rkeras-options]). Sessions with the same
#'   requirements share it. uv is used from the `PATH`, or installed into the cache; where that is
#'   not possible, pip is used. Without a network, packages come from uv's cache.
#'
#' With the environment variable `RETICULATE_PYTHON` (or `RKERAS_PYTHON`) set to `"managed"`, such
#' an environment is always used.
#'
#' If Python is running, requirements that it does not meet are a warning.
#'
#' Requirements that packages and scripts declare with `reticulate::py_require()` (reticulate 1.41
#' or later) count, too, and reticulate gets those that are declared here, in whichever order the
#' packages are loaded. The environment of the package that starts Python therefore has all of
#' them. The packages of [install_keras()] are only in environments that rkeras creates: declare
#' `"keras"` and `"tensorflow"` if reticulate may start Python in an environment of its own.
#'
#' @param packages Character vector. Requirements as pip writes them: `"scipy"`, `"numpy>=2"`,
#'   `"name @ URL"`. Paths and URLs without a name are installed, but not looked for in existing
#'   installations.
#' @param python_version Character vector. Constraints on the version of Python: `"3.12"`,
#'   `">=3.10,<3.13"`.
#' @param ... Must be empty.
#' @param exclude_newer Date or string. Ignore versions of packages published after this date. This
#'   needs uv.
#' @param action String. `"add"` adds requirements, `"remove"` removes requirements that are exactly
#'   the same, `"set"` replaces them: the packages, the version or the date, whichever is given.
#' @return The declared requirements, an object of class `python_requirements`: a list of
#'   `packages`, `python_version`, `exclude_newer` and `history`, which says who declared them. It
#'   is invisible if the function is called with arguments.
#' @concept requirements
#' @concept dependencies
#' @concept uv
#' @concept Python packages
#' @seealso [py_read_requirements()] reads a file, [py_install()] installs into an existing
#'   environment, [py_config()] shows which installation is used and why.
#' @examplesIf is_keras_available()
#' py_require("numpy")
#' py_require()
#' @export
py_require <- function(packages = NULL, python_version = NULL, ..., exclude_newer = NULL,
                       action = c("add", "remove", "set")) {
  check_no_dots(...)
  action <- match_choice(action)
  new <- list(
    packages = as_requirements(packages, "packages"),
    python_version = as_requirements(python_version, "python_version"),
    exclude_newer = as_requirements(
      if (!is.null(exclude_newer)) format(exclude_newer), "exclude_newer"
    )
  )
  new <- new[lengths(new) > 0L]
  if (length(new) == 0L) {
    return(declared())
  }
  for (spec in new$python_version) version_satisfies("3.10", spec)
  by <- declarer()
  before <- declared()
  after <- change_requirements(before, new, action)
  is_late <- isTRUE(python_state$started) && !identical(needs(after), needs(before))
  if (is_late && action != "add") {
    abort("`action` = \"%s\" has no effect once Python is running. Call py_require() earlier.",
          action, kind = "python")
  }
  pass_to_neighbour(new, action, by)
  if (is_late) check_running(after)
  own <- change_requirements(own_requirements(), new, action)
  own$history <- c(own$history, list(c(list(by = by, action = action), new)))
  python_requests$declared <- own
  invisible(declared())
}

# With those of reticulate, if it is loaded.
declared <- function() with_neighbours(own_requirements())

own_requirements <- function() {
  python_requests$declared %||% structure(
    list(packages = character(), python_version = character(), exclude_newer = character(),
         history = list()),
    class = c("rkeras_requirements", "python_requirements")
  )
}

requirement_names <- c("packages", "python_version", "exclude_newer")

# The requirements without their history.
needs <- function(requirements) requirements[requirement_names]

# The package whose code called py_require(), or "" for a script.
declarer <- function(env = parent.frame(2)) {
  top <- topenv(env)
  if (isNamespace(top)) getNamespaceName(top)[[1]] else ""
}

# Who declared a requirement, last: "the package x" or "the script".
declared_by <- function(requirement, requirements = declared()) {
  by <- declarer_of(requirement, requirements)
  if (nzchar(by)) paste0("the package '", by, "'") else "the script"
}

declarer_of <- function(requirement, requirements) {
  has_it <- vapply(requirements$history, function(entry) {
    entry$action != "remove" && requirement %in% unlist(needs(entry))
  }, NA)
  if (any(has_it)) utils::tail(requirements$history[has_it], 1L)[[1]]$by else ""
}

as_requirements <- function(x, argument) {
  must_be(x, "strings", is.null(x) || is.character(x) && !anyNA(x) && all(nzchar(x)), argument)
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

check_running <- function(requirements) {
  problem <- requirement_problem(python_state$choice, requirements, function(packages) {
    unlist(call_module("rkeras.env.requirements", "unmet", as.list(packages)))
  })
  if (!is.null(problem)) {
    warn("Python is running, from '%s', and %s.", python_state$choice$python, problem,
         kind = "requirements")
  }
}

# The user's choice is used even if it does not meet the requirements.
warn_of_requirements <- function(choice) {
  problem <- requirement_problem(c(choice, list(path = choice$python)))
  if (!is.null(problem)) {
    warn("The Python installation '%s', chosen by %s, is used, but %s.", choice$python,
         choice$requested_by, problem, kind = "requirements", call = NULL)
  }
}

# Why a Python with these facts does not meet the requirements, or NULL.
requirement_problem <- function(facts, requirements = declared(), unmet = NULL) {
  for (spec in requirements$python_version) {
    if (!version_satisfies(facts$version, spec)) {
      return(sprintf("it is Python %s, but %s requires %s", facts$version,
                     declared_by(spec, requirements), spec))
    }
  }
  if (!length(requirements$packages)) {
    return(NULL)
  }
  unmet <- unmet %||% function(packages) unmet_requirements(facts$path, packages)
  lacking <- unmet(requirements$packages)
  if (length(lacking)) {
    packages <- without_reasons(lacking)
    by <- unique(vapply(packages, declared_by, "", requirements))
    sprintf("it does not have %s, which %s requires; install with py_install(%s)",
            toString(lacking), paste(by, collapse = " and "), deparse1(packages))
  }
}

# "scipy>1" of "scipy>1 (not installed)"
without_reasons <- function(unmet) sub(" \\([^(]*\\)$", "", unmet)

# Asked once, in a separate process.
unmet_requirements <- function(python, packages) {
  key <- paste(c("requirements", python, packages), collapse = "\n")
  cached("probes", key, {
    script <- system.file("python/rkeras/env/requirements.py", package = "rkeras", mustWork = TRUE)
    lines <- run_command(python, c(script, packages), timeout = 60)$stdout
    lines <- grep("^rkeras-requirement:", lines, value = TRUE, useBytes = TRUE)
    sub("^rkeras-requirement:", "", lines)
  })
}

#' @export
print.rkeras_requirements <- print.rkeras_config

#' @export
format.rkeras_requirements <- function(x, ...) {
  needs <- needs(x)
  if (!any(lengths(needs))) {
    return("No Python requirements are declared.")
  }
  rows <- vapply(needs, paste, "", collapse = ", ")
  labels <- c("packages:", "Python version:", "exclude newer:")
  c(
    "Python requirements:", paste0("  ", format(labels), " ", rows)[lengths(needs) > 0L],
    format_declarers(x)
  )
}

# Without packages among them, there is nothing to distinguish.
format_declarers <- function(x) {
  all <- unlist(needs(x), use.names = FALSE)
  by <- vapply(all, declared_by, "", x)
  if (all(by == "the script")) {
    return(character())
  }
  groups <- tapply(all, factor(by, unique(by)), paste, collapse = ", ")
  c("Declared by:", paste0("  ", format(paste0(names(groups), ":")), " ", groups))
}
