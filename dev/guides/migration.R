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

source("dev/guides/tables.R")
peers <- read("peers.tsv")
notes <- read("migration-notes.tsv")
exports <- namespace$exports

status_of <- function(package, name) {
  is_here <- name %in% exports
  row <- which(notes$package == package & fits(notes$name, name) &
                 (notes$status != "not here") == is_here)
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

write(rows, "migration.tsv")
print(table(factor(rows$package, packages), rows$status))
