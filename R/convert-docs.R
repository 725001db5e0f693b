# The tables of ?crossing, from those in inst/crossing, which the tests run; for roxygen2 only.

# A section with a table of the folder: its columns but the first, under the headings given.
rd_crossing <- function(title, name, ..., folder = "inst/crossing") {
  table <- utils::read.delim(file.path(folder, paste0(name, ".tsv")),
    colClasses = "character", quote = "", na.strings = character(), encoding = "UTF-8"
  )
  headings <- sprintf("\\strong{%s}", c(...))
  rows <- do.call(paste, c(lapply(table[-1], rd_code), sep = " \\tab "))
  paste(c(
    sprintf("@rawRd \\section{%s}{", title),
    sprintf("\\tabular{%s}{", strrep("l", length(headings))),
    paste0(c(paste(headings, collapse = " \\tab "), rows), " \\cr"),
    "}}"
  ), collapse = "\n")
}

# Code in code font, words ("identical") as they are.
rd_code <- function(text) {
  is_word <- text %in% c("identical", "a handle", "a factor", "")
  ifelse(is_word, text, sprintf("\\code{%s}", gsub("([%{}\\\\])", "\\\\\\1", text)))
}
