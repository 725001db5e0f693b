# The examples of manual pages with the output of each expression, as comments that begin with `#>`.
# `make outputs` runs the examples and writes them to generated-outputs.txt of each group.

# Roxygen lines for an example of examples.md, which has those of pages that are not wrappers.
rd_example <- function(name, condition = "is_keras_available()") {
  example <- other_examples()[[name]]
  paste0("@examplesIf ", condition, "\n", example_with_output(name, example, "document", "dev"))
}

# An example with its output. The file must have the example that the page has, or the output would
# be that of another one.
example_with_output <- function(name, example, group, folder) {
  recorded <- recorded_examples(group, folder)[[name]]
  if (is.null(recorded) || !identical(without_output(recorded), example)) {
    stop(name, ": the example has not been run: `make outputs GROUP=", group, "`", call. = FALSE)
  }
  recorded
}

other_examples <- function() read_examples("dev/document/examples.md")

without_output <- function(example) {
  lines <- strsplit(example, "\n", fixed = TRUE)[[1]]
  paste(lines[!grepl("^#>", lines)], collapse = "\n")
}

# The first line of a file says what ran the examples.
outputs_made_with <- function(folder) {
  sub("^.* with (.*):.*", "\\1", readLines(outputs_file("ops", folder), 1L))
}

versions <- function() {
  sprintf("Keras %s on TensorFlow %s", rkeras::keras$`__version__`, rkeras::tf$`__version__`)
}

# All recorded examples of a group, by endpoint or page.
recorded_examples <- function(group, folder = "dev/wrappers") {
  file <- outputs_file(group, folder)
  once(file, if (file.exists(file)) read_examples(file) else list())
}

outputs_file <- function(group, folder) file.path(folder, group, "generated-outputs.txt")

read_examples <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")[-1]
  heading <- grepl("^# [a-z]+[._][^ ]+$", lines)
  blocks <- split(lines[!heading], factor(cumsum(heading)[!heading], seq_len(sum(heading))))
  texts <- lapply(blocks, function(block) trimws(paste(block, collapse = "\n")))
  stats::setNames(texts, sub("^# ", "", lines[heading]))
}

# ---- To run them ---------------------------------------------------------------------------------

# The example with its output. Names that Keras numbers are as in a new session; a random number is
# another one for each seed. Rd's `\dontrun{}` is not run.
run_example <- function(example, seed) {
  if (grepl("\\\\dont(run|test)[{]", example)) {
    return(example)
  }
  rkeras::clear_session(free_memory = FALSE)
  rkeras::set_random_seed(seed)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  old <- options(width = 73L, digits = 7L)
  on.exit(options(old), add = TRUE)
  code <- parse(text = example, keep.source = TRUE)
  frame <- new.env(parent = globalenv())
  outputs <- lapply(code, printed, frame)
  ends <- vapply(attr(code, "srcref"), `[[`, 1L, 3L)
  with_comments(strsplit(example, "\n", fixed = TRUE)[[1]], ends, outputs)
}

# What the prompt would show, with the messages of try(). Warnings, messages, the times of progress
# lines and the name of the temporary folder are not recorded.
printed <- function(expression, frame) {
  lines <- utils::capture.output(suppressWarnings(suppressMessages({
    old <- options(try.outFile = stdout()) # the one that is captured
    on.exit(options(old))
    result <- withVisible(eval(expression, frame))
    if (result$visible) print(result$value)
  })))
  lines <- lines[!grepl("^[0-9]+/[0-9]+ - .*/step$", lines)]
  # The PDF of the manual has no box-drawing characters.
  lines <- chartr("\u2502\u251c\u2514\u2500", "|++-", lines)
  gsub(tempdir(), "/tmp/RtmpAbCdEf", lines, fixed = TRUE)
}

with_comments <- function(lines, ends, outputs) {
  comments <- vapply(outputs, FUN.VALUE = "", function(output) {
    while (length(output) && output[[length(output)]] == "") output <- output[-length(output)]
    paste0("\n#> ", brief_output(output), collapse = "")
  })
  comments[lengths(outputs) == 0L] <- ""
  for (i in seq_along(ends)) lines[ends[[i]]] <- paste0(lines[ends[[i]]], comments[[i]])
  gsub("[ \t]+(?=\n|$)", "", paste(lines, collapse = "\n"), perl = TRUE)
}

# Long lines are broken, as a manual's lines end at the page's margin, and long output is cut.
brief_output <- function(output, width = 76L, most = 24L) {
  output <- unlist(lapply(output, function(line) {
    if (nchar(line) > width) strwrap(line, width, exdent = 2L) else line
  }))
  if (length(output) <= most) {
    return(output)
  }
  c(utils::head(output, most - 1L), sprintf("... and %d more lines", length(output) - most + 1L))
}

# ---- To compare them -----------------------------------------------------------------------------

# Whether texts are the same but for rounding errors: processors differ in the last digits.
same_text <- function(x, y) {
  x <- words_and_numbers(x)
  y <- words_and_numbers(y)
  identical(x$words, y$words) && length(x$numbers) == length(y$numbers) &&
    all(abs(x$numbers - y$numbers) <= 1e-5 + 1e-4 * abs(x$numbers))
}

words_and_numbers <- function(text) {
  pattern <- "-?[0-9]+[.]?[0-9]*(e[-+]?[0-9]+)?"
  numbers <- regmatches(text, gregexpr(pattern, text))[[1]]
  list(words = gsub("\\s+", "", gsub(pattern, "0", text)), numbers = as.numeric(numbers))
}
