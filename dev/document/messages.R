# The messages of ?"rkeras-errors", with the code that causes each, from the snapshots of the tests.

# The files of snapshots with messages, and the titles of their sections in the manual.
snapshot_titles <- c(
  "messages" = "Messages on layers, operations and models",
  "class-define" = "Messages on classes written in R",
  "train-record" = "Messages on data frames",
  "convert-malformed" = "Messages on objects that cannot be converted"
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

# In a snapshot "Code" is followed by lines of code, and "Output" by what told() or raised() of the
# tests prints. Returns a list of `code`, `kind` and `message`.
snapshot_entries <- function(lines) {
  heading <- grepl("^    (Code|Output|Warning|Message)\\b", lines)
  block <- cumsum(heading)
  blocks <- split(lines, block)[-1L]
  kinds <- trimws(lines[heading])
  pairs <- which(kinds[-1L] == "Output" & kinds[-length(kinds)] == "Code")
  entries <- lapply(pairs, function(i) {
    snapshot_entry(block_text(blocks[[i]]), block_text(blocks[[i + 1L]]))
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

# told() prints a message after the name of the function that raises it, raised() prints it after
# the kind and the class.
snapshot_entry <- function(code, result) {
  if (!length(code) || !grepl("^(told|raised)\\(", code[[1]])) {
    return(NULL)
  }
  code[[1]] <- sub("^[a-z]+\\(", "", code[[1]])
  code[[length(code)]] <- sub("\\)$", "", code[[length(code)]])
  kind <- if (startsWith(result[[1]], "Warning <")) "Warning" else "Error"
  result <- sub("^([A-Za-z][^:`]*\\(\\)|(Error|Warning) <[^>]*>): ", "", result)
  list(code = code, kind = kind, message = paste(result, collapse = " "))
}
