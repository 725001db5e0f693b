# Properties of Python classes by name: the table inst/classes.tsv, for R and for Rust.

# The rows of the table, split by the column `is`: class names or, where the rows name methods, the
# methods named by their classes. Read when first used.
delayedAssign("known_classes", read_known_classes())

read_known_classes <- function() {
  table <- read_installed_table("classes.tsv")
  lapply(split(table, table$is), function(rows) {
    if (any(nzchar(rows$method))) stats::setNames(rows$method, rows$class) else rows$class
  })
}

# A table of the package that other languages read as well: text, with comments after `#`.
read_installed_table <- function(name) {
  file <- system.file(name, package = "rkeras", mustWork = TRUE)
  utils::read.delim(file, comment.char = "#", colClasses = "character", quote = "")
}

# Passes the tables to Rust after Python has started.
tell_known_classes <- function() {
  for (is in c("ints", "ints_called", "arrays", "lists", "value", "saved", "blocking", "data")) {
    unwrap(rs_set_classes(is, known_classes[[is]]))
  }
}

is_tensor <- function(x) is.environment(x) && inherits(x, known_classes$tensor)

# A tensor or an array of NumPy, as opposed to an object that supplies batches.
is_one_array <- function(x) is_tensor(x) || inherits(x, "numpy.ndarray")

is_symbolic <- function(x) inherits(x, known_classes$symbolic)

# Registers `method` for `generic`, of this package or of `package`, for all classes with the given
# `is` in the table. If the package is not loaded, this happens when it is.
register_for <- function(is, generic, method, package = "rkeras") {
  force(generic) # the hook runs later
  force(method)
  register <- function(...) {
    namespace <- asNamespace(package)
    if (!exists(generic, namespace)) return() # only the imports are loaded
    for (class in known_classes[[is]]) registerS3method(generic, class, method, namespace)
  }
  if (isNamespaceLoaded(package)) register() else setHook(packageEvent(package, "onLoad"), register)
}
