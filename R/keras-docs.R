# The manual pages of generated wrappers, from the texts in dev/wrappers; called only by roxygen2.

# Roxygen lines for the wrapper of one endpoint: its page in docs/, and from params.tsv the
# arguments that the page does not speak of.
rd_keras <- function(endpoint, folder = "dev/wrappers") {
  row <- wrapper_row(endpoint, folder)
  page <- read_page(file.path(folder, "docs", paste0(endpoint, ".md")))
  arguments <- names(formals(get(row$name, envir = environment(rd_keras))))
  texts <- vapply(arguments, param_text, "", page = page, endpoint = endpoint, folder = folder)
  c(
    paste("@title", page$title),
    paste("@description", page$description),
    paste("@param", arguments, texts),
    paste("@return", rd_return(page)),
    paste("@family", row$family),
    paste0("@examplesIf is_keras_available()\n", page$sections$examples),
    sprintf("@seealso `py_help(%s)` shows Keras's own documentation.",
            gsub(".", "$", endpoint, fixed = TRUE))
  )
}

wrapper_row <- function(endpoint, folder) {
  table <- read_wrapper_table("endpoints.tsv", folder)
  table[table$endpoint == endpoint, ]
}

read_wrapper_table <- function(file, folder) {
  utils::read.delim(file.path(folder, file), colClasses = "character", quote = "")
}

# A page: "# title", a description, then "## name" sections: arguments, `shape`, `examples`.
read_page <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  heading <- grepl("^##? ", lines)
  blocks <- split(lines[!heading], cumsum(heading)[!heading])
  texts <- vapply(blocks, function(block) trimws(paste(block, collapse = "\n")), "")
  titles <- sub("^##? ", "", lines[heading])
  list(
    title = titles[[1]],
    description = texts[[1]],
    sections = stats::setNames(as.list(texts[-1]), titles[-1])
  )
}

param_text <- function(argument, page, endpoint, folder) {
  text <- page$sections[[argument]]
  if (!is.null(text)) {
    return(text)
  }
  shared <- read_wrapper_table("params.tsv", folder)
  applies <- shared$argument == argument &
    vapply(shared$endpoint, function(glob) grepl(utils::glob2rx(glob), endpoint), NA)
  if (!any(applies)) {
    stop(endpoint, ": no text for the argument `", argument, "`", call. = FALSE)
  }
  shared$text[applies][[1]]
}

rd_return <- function(page) {
  paste0(
    "The model, if `object` is one; the resulting tensor, if it is a tensor; else the layer.",
    if (!is.null(page$sections$shape)) paste0("\n\n", page$sections$shape)
  )
}
