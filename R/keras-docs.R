# The manual pages of wrappers, generated from the texts in dev/wrappers; called only by roxygen2.

# Roxygen lines for the wrapper of one endpoint: its page and, for arguments that the page does not
# describe, the texts in params.tsv.
rd_keras <- function(endpoint, folder = "dev/wrappers") {
  row <- wrapper_row(endpoint, folder)
  page <- wrapper_page(row, folder)
  arguments <- names(formals(get(row$name, envir = environment(rd_keras))))
  texts <- vapply(arguments, param_text, "", page = page, row = row, folder = folder)
  c(
    paste("@title", page$title),
    paste("@description", page$description),
    if (!is.null(page$sections$details)) paste("@details", page$sections$details),
    if (length(arguments) > 0L) paste("@param", arguments, texts),
    paste("@return", rd_return(page, row$group)),
    rd_family(row, folder),
    paste0("@examplesIf is_keras_available()\n", page$sections$examples),
    sprintf("@seealso `py_help(%s)` shows Keras's own documentation.",
            gsub(".", "$", endpoint, fixed = TRUE))
  )
}

wrapper_row <- function(endpoint, folder) {
  rows <- wrapper_rows(folder)
  rows[rows$endpoint == endpoint, ]
}

# The rows of all groups, with an additional column `group`.
wrapper_rows <- function(folder) {
  files <- list.files(folder, "^endpoints[.]tsv$", recursive = TRUE)
  tables <- lapply(files, function(file) {
    cbind(group = dirname(file), read_wrapper_table(file, folder))
  })
  do.call(rbind, tables)
}

read_wrapper_table <- function(file, folder) {
  known <- read_once[[file]]
  if (is.null(known)) {
    known <- utils::read.delim(file.path(folder, file), colClasses = "character", quote = "",
                               check.names = FALSE)
    read_once[[file]] <- known
  }
  known
}

# Roxygen reads each page separately, so files are cached.
read_once <- new.env(parent = emptyenv())

# The file of a family has a page for each endpoint.
wrapper_page <- function(row, folder) {
  file <- file.path(row$group, paste0(gsub(" ", "-", row$family), ".md"))
  if (is.null(read_once[[file]])) {
    read_once[[file]] <- read_pages(file.path(folder, file))
  }
  page <- read_once[[file]][[row$endpoint]]
  if (is.null(page)) stop(file, ": no page for ", row$endpoint, call. = FALSE)
  if (is.null(page$sections$examples)) stop(file, ": no example for ", row$endpoint, call. = FALSE)
  page
}

# Pages: "# endpoint: title", a description, then "## name" sections: arguments, `details`, `value`,
# `shape`, `examples`.
read_pages <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  heading <- grepl("^# keras[.]", lines)
  pages <- lapply(split(lines, cumsum(heading)), read_page)
  stats::setNames(pages, vapply(pages, `[[`, "", "endpoint"))
}

read_page <- function(lines) {
  heading <- grepl("^##? [A-Za-z_.]+", lines) & !in_examples(lines)
  blocks <- split(lines[!heading], factor(cumsum(heading)[!heading], seq_len(sum(heading))))
  texts <- vapply(blocks, function(block) trimws(paste(block, collapse = "\n")), "")
  titles <- sub("^##? ", "", lines[heading])
  list(
    endpoint = sub(":.*", "", titles[[1]]),
    title = sub("^[^:]*: *", "", titles[[1]]),
    description = texts[[1]],
    sections = stats::setNames(as.list(texts[-1]), titles[-1])
  )
}

# A comment in an example is not a heading.
in_examples <- function(lines) cumsum(lines == "## examples") > 0L & lines != "## examples"

# `## value` is the result; an argument named `value` is described in params.tsv.
param_text <- function(argument, page, row, folder) {
  text <- if (argument != "value") page$sections[[argument]]
  if (!is.null(text)) {
    return(text)
  }
  shared <- read_wrapper_table(file.path(row$group, "params.tsv"), folder)
  applies <- shared$argument == argument &
    vapply(shared$endpoint, function(glob) grepl(utils::glob2rx(glob), row$endpoint), NA)
  if (!any(applies)) {
    stop(row$endpoint, ": no text for the argument `", argument, "`", call. = FALSE)
  }
  utils::tail(shared$text[applies], 1L)
}

rd_return <- function(page, group) {
  value <- page$sections$value %||% rd_values[[group]]
  if (is.null(value)) stop(page$endpoint, ": no `## value`", call. = FALSE)
  paste(c(value, page$sections$shape), collapse = "\n\n")
}

rd_values <- c(
  activations = "A tensor of the shape and type of `x`.",
  applications = "A Keras model.",
  callbacks = "A Keras callback, for the `callbacks` of [fit()], [evaluate()] and [predict()].",
  config = "`NULL`, invisibly.",
  constraints = "A constraint object, for the arguments of layers that are named so.",
  initializers = paste(
    "An initializer object, for the arguments of layers that are named so. It is a function of a",
    "shape, in whole numbers such as `c(2L, 3L)`."
  ),
  layers = paste(
    "The model, if `object` is one; the resulting tensor, if it is a tensor; else the layer."
  ),
  losses = paste(
    "With `y_true` and `y_pred`, a tensor with a loss for each observation; without, a loss",
    "object, for [compile()] or to be called with `(y_true, y_pred, sample_weight)`."
  ),
  metrics = paste(
    "A metric object, for [compile()] or by itself: `metric$update_state(y_true, y_pred,",
    "sample_weight)` adds observations, `metric$result()` gives the value for all so far,",
    "`metric$reset_state()` begins anew. With `y_true` and `y_pred`, where the function has these",
    "arguments, a tensor of values instead."
  ),
  ops = "A tensor.",
  regularizers = paste(
    "A regularizer object, for the arguments of layers that are named so. It is a function of a",
    "tensor, which returns the penalty."
  ),
  optimizers = "A Keras optimizer, for [compile()].",
  random = "A tensor of the shape `shape`.",
  schedules = paste(
    "A learning rate schedule: the `learning_rate` of an optimizer. Called with a step, counted",
    "from 0, it gives the learning rate there."
  )
)

# Longer lists of related functions are omitted, because readers would not look through them.
rd_family <- function(row, folder) {
  if (sum(wrapper_rows(folder)$family == row$family) <= 30L) paste("@family", row$family)
}
