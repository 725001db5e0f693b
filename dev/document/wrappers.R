# The manual pages of wrappers, generated from the texts in dev/wrappers.

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
    if (!is.null(page$sections$shape)) paste("@section Shapes:\n", page$sections$shape),
    rd_references(page, folder),
    rd_see_also(page),
    paste("@concept", c(row$family, split_words(page$sections$keywords))),
    paste0("@examplesIf is_keras_available()\n",
           example_with_output(endpoint, page$sections$examples, row$group, folder))
  )
}

rd_see_also <- function(page) {
  python <- sprintf("Keras's own documentation: %s, or `py_help(%s)`.",
                    rd_python_page(page$endpoint), gsub(".", "$", page$endpoint, fixed = TRUE))
  paste("@seealso", paste(c(page$sections[["see also"]], python), collapse = "\n\n"))
}

# TensorFlow's site has a page for each class and function of Keras, named after it; methods are on
# the page of their class.
rd_python_page <- function(endpoint) {
  page <- sub("([.][A-Z][A-Za-z]+)[.][a-z_]+$", "\\1", endpoint)
  address <- paste0("https://www.tensorflow.org/api_docs/python/tf/", chartr(".", "/", page))
  if (endpoint %in% names(other_python_pages)) address <- other_python_pages[[endpoint]]
  sprintf("[`%s`](%s)", endpoint, address)
}

# What `tf.keras` lacks.
other_python_pages <- c(
  keras.metrics.log_cosh = "https://www.tensorflow.org/api_docs/python/tf/keras/losses/log_cosh",
  keras.saving.KerasFileEditor =
    "https://keras.io/api/models/model_saving_apis/keras_file_editor"
)

# The papers that a page names by their keys, one to a line.
rd_references <- function(page, folder) {
  keys <- reference_keys(page)
  if (length(keys) == 0L) {
    return(NULL)
  }
  known <- references(folder)
  papers <- known[match(keys, known$key), ]
  if (anyNA(papers$key)) stop(page$endpoint, ": a reference has no key", call. = FALSE)
  paste("@references", paste(papers$citation, rd_link(papers$link), collapse = "\n\n"))
}

reference_keys <- function(page) split_words(page$sections$references)

# Words that stand one to a line or between commas.
split_words <- function(text) trimws(unlist(strsplit(text %||% character(), "[,\n]+")))

# Key, citation and link (an address, or `doi:` and a DOI) of each paper.
references <- function(folder) read_wrapper_table("references.tsv", folder)

rd_link <- function(link) {
  ifelse(grepl("^doi:", link), sub("^doi:(.*)", "\\\\doi{\\1}", link),
         ifelse(nzchar(link), paste0("<", link, ">"), ""))
}

wrapper_row <- function(endpoint, folder) {
  rows <- wrapper_rows(folder)
  rows[rows$endpoint == endpoint, ]
}

# The rows of all groups, with an additional column `group`.
wrapper_rows <- function(folder) {
  once(folder, do.call(rbind, lapply(
    list.files(folder, "^endpoints[.]tsv$", recursive = TRUE),
    function(file) cbind(group = dirname(file), read_wrapper_table(file, folder))
  )))
}

read_wrapper_table <- function(file, folder) {
  file <- file.path(folder, file)
  once(file, utils::read.delim(file, colClasses = "character", quote = "", check.names = FALSE))
}

# Roxygen asks for each page separately, so what is read is kept.
once <- function(path, value) {
  if (is.null(read[[path]])) read[[path]] <- value
  read[[path]]
}

read <- new.env(parent = emptyenv())

# The file of a family has a page for each endpoint.
wrapper_page <- function(row, folder) {
  file <- file.path(folder, row$group, paste0(gsub(" ", "-", row$family), ".md"))
  page <- once(file, read_pages(file))[[row$endpoint]]
  if (is.null(page)) stop(file, ": no page for ", row$endpoint, call. = FALSE)
  if (is.null(page$sections$examples)) stop(file, ": no example for ", row$endpoint, call. = FALSE)
  page
}

# Pages: "# endpoint: title", a description, then "## name" sections: arguments, `details`, `value`,
# `shape`, `references` (keys of references.tsv), `see also`, `keywords`, and at last `examples`.
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
  texts <- vapply(texts, join_equation_lines, "")
  titles <- sub("^##? ", "", lines[heading])
  list(
    endpoint = sub(":.*", "", titles[[1]]),
    title = sub("^[^:]*: *", "", titles[[1]]),
    description = texts[[1]],
    sections = stats::setNames(as.list(texts[-1]), titles[-1])
  )
}

# R's text help joins the lines of an equation without a space between them.
join_equation_lines <- function(text) {
  braces <- "(\\{(?:[^{}]|(?1))*\\})"
  equation <- gregexpr(paste0("\\\\d?eqn", braces, "(?:(?1))?"), text, perl = TRUE)
  regmatches(text, equation) <- lapply(regmatches(text, equation), gsub, pattern = "\\s*\n\\s*",
                                       replacement = " ")
  text
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
  shared <- shared[shared$argument == argument, ]
  applies <- vapply(utils::glob2rx(shared$endpoint), grepl, NA, row$endpoint)
  if (!any(applies)) {
    stop(row$endpoint, ": no text for the argument `", argument, "`", call. = FALSE)
  }
  utils::tail(shared$text[applies], 1L)
}

rd_return <- function(page, group) {
  value <- page$sections$value %||% rd_values[[group]]
  if (is.null(value)) stop(page$endpoint, ": no `## value`", call. = FALSE)
  value
}

# The result of a group's functions, where the page does not describe it.
rd_values <- list(
  activations = "A tensor with the shape and dtype of `x`.",
  applications = "A Keras model.",
  callbacks = "A Keras callback, for the `callbacks` of [fit()], [evaluate()] and [predict()].",
  config = "`NULL`, invisibly.",
  constraints = paste(
    "A constraint object, for the arguments of layers whose names end in `_constraint`. Called",
    "with a tensor of weights, it returns the constrained weights."
  ),
  initializers = paste(
    "An initializer object, for the arguments of layers whose names end in `_initializer`. Called",
    "with a shape, an integer vector such as `c(2L, 3L)`, it returns a tensor of initial values."
  ),
  layers = paste(
    "The model with the layer added if `object` is a sequential model, the output tensor if",
    "`object` is a tensor or an array, and the layer otherwise."
  ),
  losses = paste(
    "With `y_true` and `y_pred`, a tensor with one loss per sample. Without them, a loss object",
    "for [compile()], which can also be called as `loss(y_true, y_pred, sample_weight)`."
  ),
  metrics = paste(
    "With `y_true` and `y_pred`, where the function has these arguments, a tensor of values.",
    "Without them, a metric object for [compile()], which can also be used standalone:",
    "`metric$update_state(y_true, y_pred, sample_weight)` adds samples, `metric$result()` returns",
    "the value for all samples added so far, and `metric$reset_state()` discards them."
  ),
  ops = "A tensor.",
  regularizers = paste(
    "A regularizer object, for the arguments of layers whose names end in `_regularizer`. Called",
    "with a tensor, it returns the penalty, a scalar tensor."
  ),
  optimizers = "A Keras optimizer, for [compile()].",
  random = "A tensor with shape `shape`.",
  schedules = paste(
    "A learning rate schedule, for the `learning_rate` argument of an optimizer. Called with a",
    "step, counted from 0, it returns the learning rate at that step."
  )
)
