# Writes vignettes/migration.tsv: each export of the packages that rkeras takes the place of, with
# its status here.
#
#   Rscript dev/guides/migration.R
#
# peers.tsv has the exports of those packages with their arguments. What rkeras exports is read from
# NAMESPACE. migration-notes.tsv has the differences. Its names are regular expressions; a row
# without ".*" takes precedence over one with it. Rows of status "not here" apply only to functions
# that NAMESPACE does not export, the others only to those that it exports. A function that is not
# exported and has no note is an error.

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
root <- normalizePath(file.path(dirname(script), "../.."))
read <- function(file) {
  read.delim(file.path(root, "dev/guides", file),
    quote = "", colClasses = "character", na.strings = character(), encoding = "UTF-8"
  )
}
peers <- read("peers.tsv")
notes <- read("migration-notes.tsv")
exports <- parseNamespaceFile(basename(root), dirname(root))$exports

status_of <- function(package, name) {
  is_here <- name %in% exports
  fits <- notes$package == package &
    vapply(notes$name, function(pattern) grepl(paste0("^(", pattern, ")$"), name), TRUE) &
    (notes$status != "not here") == is_here
  row <- which(fits)
  exact <- row[!grepl("*", notes$name[row], fixed = TRUE)]
  row <- if (length(exact)) max(exact) else if (length(row)) min(row) else NA
  if (!is.na(row)) {
    return(notes[row, c("status", "why")])
  }
  if (!is_here) {
    stop(package, "::", name, " is not exported and migration-notes.tsv does not say why.",
         call. = FALSE)
  }
  data.frame(status = "same", why = "")
}
statuses <- do.call(rbind, Map(status_of, peers$package, peers$name))
rows <- data.frame(package = peers$package, name = peers$name, statuses, row.names = NULL)
# Packages reexport functions of others: a function is listed once, with the package that comes
# first.
packages <- c("reticulate", "keras3", "tensorflow", "tfdatasets", "tfautograph", "tfruns")
rows <- rows[order(match(rows$package, packages), tolower(rows$name)), ]
rows <- rows[!duplicated(rows$name), ]

write.table(rows, file.path(root, "vignettes/migration.tsv"), sep = "\t", quote = FALSE,
            row.names = FALSE)
print(table(factor(rows$package, packages), rows$status))
