# Tables of manual pages. Those of ?crossing are built from inst/crossing, which the tests run.

# Returns an Rd section with one table of the folder: all columns except the first, under the given
# headings.
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

# Roxygen lines for a section with a table whose rows have their cells joined by "\\tab".
rd_table <- function(title, headings, rows) {
  c(
    sprintf("@section %s:", title),
    sprintf("\\tabular{%s}{", strrep("l", length(headings))),
    paste(paste(headings, collapse = " \\tab "), "\\cr"),
    paste(rows, collapse = " \\cr\n"),
    "}"
  )
}

# Formats code in code font and leaves words ("identical") unchanged.
rd_code <- function(text) {
  is_word <- text %in% c("identical", "a handle", "a factor", "")
  ifelse(is_word, text, sprintf("\\code{%s}", gsub("([%{}\\\\])", "\\\\\\1", text)))
}
