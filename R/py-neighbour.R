# The package reticulate in the same session: what its conversions, its delayed modules and its
# objects need of the bridge. R/session-neighbour.R shares the S3 methods.

# `all`: the methods that are registered for the generics of reticulate; `own`: those that it has
# itself. Empty if it is not loaded. Rust looks here too (convert/s3.rs).
neighbour_methods <- new.env(parent = emptyenv())

note_neighbour_methods <- function() {
  neighbour <- asNamespace("reticulate")
  own <- getNamespaceInfo(neighbour, "S3methods")
  names <- paste(own[, 1], own[, 2], sep = ".")
  neighbour_methods$own <- list2env(stats::setNames(as.list(names), names), parent = emptyenv())
  neighbour_methods$all <- neighbour$.__S3MethodsTable__.
}

# Whether a package has registered a method for the generic of reticulate, if that is loaded:
# callers ask for `neighbour_methods$all` themselves, as a call takes longer than to convert a
# number.
has_neighbour_method <- function(generic, x) {
  names <- paste(generic, class(x), sep = ".")
  any(names %in% names(neighbour_methods$all) & !names %in% names(neighbour_methods$own))
}

call_neighbour <- function(name, ...) getExportedValue("reticulate", name)(...)

# Called by Rust for a module that reticulate imports when it is first used.
load_elsewhere <- function(module) {
  if (isNamespaceLoaded("reticulate")) call_neighbour("py_has_attr", module, "__name__")
}

# Before its version 1.39, reticulate releases its objects without taking the GIL: it takes for
# granted that R runs with it. Python's threads then run only while R calls Python.
keep_gil_for_neighbour <- function() {
  if (isNamespaceLoaded("reticulate") && utils::packageVersion("reticulate") < "1.39") {
    unwrap(rs_keep_gil())
  }
}
