# The sections of the page of errors. The messages come from the snapshots of the tests, so they
# are only found where the sources of the package are.

rd_errors <- function() {
  c(
    rd_rows("Classes of errors", c("Class", "Meaning and remedy"),
            rd_kinds("rkeras_error_", error_kinds)),
    rd_rows("Classes of warnings", c("Class", "Meaning"),
            rd_kinds("rkeras_warning_", warning_kinds)),
    rd_rows("Frequent classes of Python", c("Class", "Meaning and remedy"),
            rd_kinds("python.builtin.", python_errors)),
    rd_rows("Frequent problems", c("Symptom", "Cause", "Remedy"), problems),
    unlist(lapply(names(snapshot_titles), rd_messages))
  )
}

rd_kinds <- function(beginning, kinds) {
  Map(c, sprintf("`%s%s`", beginning, names(kinds)), kinds, USE.NAMES = FALSE)
}

rd_rows <- function(title, header, rows) {
  cells <- vapply(c(list(header), rows), paste, "", collapse = " \\tab ")
  c(
    sprintf("@section %s:", title),
    sprintf("\\tabular{%s}{", strrep("l", length(header))),
    paste(cells, collapse = " \\cr\n"),
    "}"
  )
}

# ---- Messages ------------------------------------------------------------------------------------

# The files of snapshots with messages, and the titles of their sections in the manual.
snapshot_titles <- c(
  "keras-messages" = "Messages: layers, operations and models",
  "class-inherit" = "Messages: classes written in R",
  "train-record" = "Messages: data frames and formulas",
  "convert-malformed" = "Messages: objects that cannot be converted"
)

rd_messages <- function(name) {
  file <- file.path("tests", "testthat", "_snaps", paste0(name, ".md"))
  if (!file.exists(file)) {
    return(character())
  }
  entries <- snapshot_entries(readLines(file, encoding = "UTF-8"))
  entries <- entries[!duplicated(vapply(entries, `[[`, "", "message"))]
  code <- paste(vapply(entries, entry_lines, ""), collapse = "\n\n")
  c(sprintf("@section %s:", snapshot_titles[[name]]), "```r", code, "```")
}

entry_lines <- function(entry) {
  message <- paste(entry$kind, entry$message, sep = ": ")
  paste(c(entry$code, strwrap(message, 72, prefix = "#> ")), collapse = "\n")
}

# In a snapshot "Code" is followed by lines of code, and "Error <class>" or "Output" by the message.
# Returns a list of `code`, `kind` and `message`.
snapshot_entries <- function(lines) {
  heading <- grepl("^    (Code|Output|Error|Warning|Message)\\b", lines)
  block <- cumsum(heading)
  blocks <- split(lines, block)[-1L]
  kinds <- trimws(sub("<.*", "", lines[heading]))
  pairs <- which(kinds[-1L] != "Code" & kinds[-length(kinds)] == "Code")
  entries <- lapply(pairs, function(i) {
    snapshot_entry(block_text(blocks[[i]]), kinds[[i + 1L]], block_text(blocks[[i + 1L]]))
  })
  Filter(Negate(is.null), entries)
}

# Lines of a snapshot are indented; a heading or a line begins the next test.
block_text <- function(block) {
  lines <- block[-1L]
  end <- match(TRUE, grepl("^(# |---)", lines), nomatch = length(lines) + 1L)
  lines <- sub("^      ", "", lines[seq_len(end - 1L)])
  lines[nzchar(trimws(lines))]
}

# told() of the tests prints a message after the name of the function that raises it.
snapshot_entry <- function(code, kind, result) {
  if (kind == "Output") {
    is_told <- length(code) && grepl("^told\\(", code[[1]])
    if (!is_told) {
      return(NULL)
    }
    code[[1]] <- sub("^told\\(", "", code[[1]])
    code[[length(code)]] <- sub("\\)$", "", code[[length(code)]])
    kind <- "Error"
    result <- sub("^[A-Za-z_.]+\\(\\): ", "", result)
  }
  list(code = code, kind = kind, message = paste(result, collapse = " "))
}
