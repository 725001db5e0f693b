# What rkeras uses of Python's libraries beyond what they document: the table inst/borrowed.tsv, which
# Python reads as well (inst/python/rkeras/borrowed.py).

delayedAssign("borrowed", read_borrowed())

read_borrowed <- function() {
  file <- system.file("borrowed.tsv", package = "rkeras", mustWork = TRUE)
  utils::read.delim(file, comment.char = "#", colClasses = "character", quote = "")
}

# The names in a row of the table.
borrowed_names <- function(row) {
  place <- borrowed$place[borrowed$name == row]
  strsplit(sub(".*[:.]", "", place), ",", fixed = TRUE)[[1]]
}

# Says, once for each library that has been imported, what it lacks and what follows from that. Python
# code calls this too.
warn_of_missing_names <- function() {
  report <- call_python(python_function("rkeras.borrowed", "report"), list(), TRUE)
  if (!is.null(report)) warn(report, "version", call = NULL)
}

# After an import by R code.
check_imported <- function(module) {
  libraries <- c("keras", "tensorflow", "jax", "pandas", "dateutil")
  if (sub("[.].*", "", module) %in% libraries) warn_of_missing_names()
}
