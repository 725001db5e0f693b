# What happens when the package is loaded: nothing that takes time, no Python, no compiled code.

# The compiled routines, by name. Until Python runs each is an active binding that starts it.
native <- new.env(parent = emptyenv())

.onLoad <- function(libname, pkgname) {
  defer_native_routines(asNamespace(pkgname))
}
