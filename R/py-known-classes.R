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

is_tensor <- function(x) is.environment(x) && inherits(x, "rkeras.tensor")

# A tensor or an array of NumPy, as opposed to an object that supplies batches.
is_one_array <- function(x) is_tensor(x) || inherits(x, "numpy.ndarray")

is_symbolic <- function(x) inherits(x, "rkeras.symbolic")

# S3 classes for all Python classes with one property. The S3 methods of this package are written
# for the last three; the packages tensorflow and keras3 gave the others to their objects.
virtual_classes <- c(
  backend = "keras.src.backend.Tensor",
  variable = "keras.src.backend.common.variables.KerasVariable",
  settings = "rkeras.settings", symbolic = "rkeras.symbolic", tensor = "rkeras.tensor"
)

# A filter of register_class_filter(). Methods that others write for a class of Python, or for that
# of the package tensorflow, come before those of this package.
with_virtual_classes <- function(classes) {
  has <- function(is) any(known_classes[[is]] %in% classes)
  added <- virtual_classes[vapply(names(virtual_classes), has, NA)]
  # The last class is that of all Python objects.
  all <- append(classes, unname(added), length(classes) - 1L)
  c(if (has("tensorflow")) "tensorflow.tensor", all)
}
