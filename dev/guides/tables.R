# The tables of this folder, and what both scripts do with them.

read <- function(file) {
  read.delim(file.path("dev/guides", file),
    quote = "", colClasses = "character", na.strings = character(), encoding = "UTF-8"
  )
}

write <- function(rows, file) {
  write.table(rows, file.path("vignettes", file), sep = "\t", quote = FALSE, row.names = FALSE)
}

namespace <- parseNamespaceFile(basename(getwd()), dirname(getwd()))

# Which of the patterns the whole text matches.
fits <- function(patterns, text) {
  vapply(patterns, function(pattern) grepl(paste0("^(", pattern, ")$"), text), NA)
}
