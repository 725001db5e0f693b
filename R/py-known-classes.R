# What is known of Python classes by name: the table inst/classes.tsv, for R and for Rust.

# By what they are, as the table says: the names of the classes, or, of methods, their names, named
# by the classes. Read when first used.
delayedAssign("known_classes", read_known_classes())

read_known_classes <- function() {
  file <- system.file("classes.tsv", package = "rkeras", mustWork = TRUE)
  table <- utils::read.delim(file, comment.char = "#", colClasses = "character")
  lapply(split(table, table$is), function(rows) {
    if (any(nzchar(rows$method))) stats::setNames(rows$method, rows$class) else rows$class
  })
}

# For Rust, once Python runs.
tell_known_classes <- function() {
  unwrap(rs_set_int_modules(known_classes$ints, known_classes$ints_called))
  unwrap(rs_set_array_classes(known_classes$arrays))
  unwrap(rs_set_blocking_methods(known_classes$blocking))
  unwrap(rs_set_data_methods(known_classes$data))
  unwrap(rs_set_saved_classes(known_classes$saved))
}

is_tensor <- function(x) is.environment(x) && inherits(x, known_classes$tensor)

is_symbolic <- function(x) inherits(x, known_classes$symbolic)

# Makes `method` the one of `generic`, of this package or of `package`, for all classes that the table
# has as `is`. A package that is not loaded yet gets it when it is.
register_for <- function(is, generic, method, package = "rkeras") {
  force(generic) # the hook comes later
  force(method)
  register <- function(...) {
    namespace <- asNamespace(package)
    if (!exists(generic, namespace)) return() # loaded for its imports alone
    for (class in known_classes[[is]]) registerS3method(generic, class, method, namespace)
  }
  if (isNamespaceLoaded(package)) register() else setHook(packageEvent(package, "onLoad"), register)
}
