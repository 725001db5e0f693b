# Private names of Python libraries that rkeras uses: the table inst/borrowed.tsv, which Python code
# reads as well (inst/python/rkeras/borrowed.py).

delayedAssign("borrowed", read_installed_table("borrowed.tsv"))

# The names in a row of the table.
borrowed_names <- function(row) {
  place <- borrowed$place[borrowed$name == row]
  strsplit(sub(".*[:.]", "", place), ",", fixed = TRUE)[[1]]
}

# Warns, once for each imported library, about missing names and the consequences. With `imported`,
# a module, only if it belongs to one of these libraries.
warn_of_missing_names <- function(imported = NULL) {
  report <- in_python("rkeras.borrowed.report", imported)
  if (!is.null(report)) warn(report, kind = "version", call = NULL)
}
