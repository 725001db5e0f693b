# The requirements that scripts and packages declare with reticulate's py_require(), which its
# versions before 1.41 do not have: what either package knows counts for both.

neighbour_require <- function() {
  if (isNamespaceLoaded("reticulate")) {
    get0("py_require", asNamespace("reticulate"), inherits = FALSE)
  }
}

# `requirements` with those declared in reticulate, save what it declares for itself.
with_neighbours <- function(requirements, require = neighbour_require()) {
  if (is.null(require)) {
    return(requirements)
  }
  theirs <- require()
  history <- lapply(theirs$history, function(entry) {
    by <- if (isTRUE(entry$env_is_package)) entry$requested_from else ""
    entry <- c(list(by = by, action = entry$action), entry[requirement_names])
    entry[lengths(entry) > 0L]
  })
  is_own <- vapply(history, function(entry) identical(entry$by, "reticulate"), NA)
  history <- history[!is_own]
  declared <- intersect(theirs$packages, unlist(lapply(history, `[[`, "packages")))
  own <- needs(requirements)
  requirements$packages <- union(declared, own$packages)
  requirements$python_version <- union(theirs$python_version, own$python_version)
  # One date counts.
  if (!length(own$exclude_newer)) requirements$exclude_newer <- as.character(theirs$exclude_newer)
  requirements$history <- c(history, requirements$history)
  requirements
}

# `by` is the package that declares, or "" for a script. Each package refuses some changes when
# Python runs, and reticulate adds packages to an environment of its own then.
pass_to_neighbour <- function(new, action, by, require = neighbour_require()) {
  if (is.null(require)) {
    return(invisible())
  }
  pass <- function(arguments, action, env) {
    if (length(arguments)) eval(as.call(c(require, arguments, list(action = action))), env)
  }
  pass(new[intersect(names(new), c("packages", "python_version"))], action,
       if (nzchar(by)) asNamespace(by) else globalenv())
  # There, packages may not declare a date, nor may a second one be added.
  pass(new["exclude_newer"[!is.null(new$exclude_newer)]], if (action == "add") "set" else action,
       globalenv())
  invisible()
}

# When both packages are loaded.
share_requirements <- function(own = own_requirements(), require = neighbour_require()) {
  for (name in requirement_names) {
    for (requirement in own[[name]]) {
      pass_to_neighbour(
        stats::setNames(list(requirement), name), "add", declarer_of(requirement, own), require
      )
    }
  }
}
