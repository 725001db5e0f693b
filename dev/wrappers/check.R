# Checks the texts of the manual pages in this folder and prints a line for each fault.
#
#   Rscript dev/wrappers/check.R [FOLDER [GROUP [FAMILY]]]
#
# `make lint` runs it. The rules are in CONTRIBUTING.md, "Manual pages".

main <- function(folder = "dev/wrappers", group = NULL, family = NULL) {
  read_generator(folder)
  rows <- wrapper_rows(folder)
  if (!is.null(group)) rows <- rows[rows$group == group, ]
  if (!is.null(family)) rows <- rows[rows$family == family, ]
  faults <- c(
    unlist(lapply(split(rows, seq_len(nrow(rows))), page_faults, folder)),
    unlist(lapply(unique(rows$group), param_faults, folder))
  )
  writeLines(faults)
  message(nrow(rows), " pages, ", length(faults), " faults")
  quit(status = if (length(faults) > 0L) 1L else 0L)
}

# The functions that read pages are those that roxygen2 renders them with.
read_generator <- function(folder) {
  for (file in c("R/check-values.R", "dev/document/wrappers.R")) {
    sys.source(file, globalenv())
  }
}

page_faults <- function(row, folder) {
  page <- tryCatch(wrapper_page(row, folder), error = conditionMessage)
  if (is.character(page)) {
    return(page)
  }
  texts <- c(page$description, unlist(page$sections[setdiff(names(page$sections), "examples")]))
  faults <- c(
    title_faults(page$title),
    length_faults(page, row$group),
    if (is.null(page$sections$keywords)) "no `## keywords`",
    reference_faults(page, row, folder),
    text_faults(c(page$title, texts)),
    link_faults(texts),
    example_faults(page$sections$examples)
  )
  sprintf("%s/%s: %s: %s", row$group, gsub(" ", "-", row$family), row$endpoint, faults)
}

title_faults <- function(title) {
  c(
    if (nchar(title) > 70L) "the title is longer than 70 characters",
    if (grepl("[.]$", title)) "the title ends with a full stop"
  )
}

# A page in a group that users choose from needs more words than `op_sin()`.
length_faults <- function(page, group) {
  long <- c("layers", "losses", "metrics", "optimizers", "schedules", "callbacks")
  least <- if (group %in% long) 60L else 25L
  words <- words_in(c(page$description, page$sections$details))
  if (words < least) sprintf("%d words of description, fewer than %d", words, least)
}

# Equations are not words.
words_in <- function(texts) {
  prose <- gsub("\\\\d?eqn[{].*?[}]", " ", texts)
  length(unlist(regmatches(prose, gregexpr("[[:alpha:]][[:alpha:]'-]*", prose))))
}

# Pages of groups, and single pages, that describe what a paper proposed.
with_paper <- c(
  "keras.optimizers.Ada*", "keras.optimizers.Nadam", "keras.optimizers.Lion",
  "keras.optimizers.Lamb", "keras.optimizers.Ftrl", "keras.optimizers.Muon",
  "keras.applications.*.*", "keras.schedules.Cosine*",
  "keras.layers.*Attention", "keras.layers.*Dropout", "keras.layers.LSTM", "keras.layers.GRU",
  "keras.layers.ConvLSTM*", "keras.layers.SeparableConv*", "keras.layers.*Normalization",
  "keras.losses.*Focal*", "keras.losses.CTC", "keras.losses.Dice", "keras.losses.Tversky",
  "keras.losses.Circle", "keras.losses.Huber", "keras.initializers.Glorot*",
  "keras.initializers.He*", "keras.initializers.Lecun*", "keras.initializers.Orthogonal*",
  "keras.activations.*elu", "keras.activations.mish", "keras.activations.glu"
)
without_paper <- c(
  "keras.layers.Normalization", "keras.layers.UnitNormalization", "keras.activations.relu*",
  "keras.applications.*preprocess*", "keras.applications.*decode*", "keras.activations.leaky_relu"
)

reference_faults <- function(page, row, folder) {
  keys <- reference_keys(page)
  unknown <- setdiff(keys, references(folder)$key)
  c(
    if (length(unknown) > 0L) paste("references have no key", toString(unknown)),
    if (length(keys) == 0L && has_paper(row$endpoint)) "no `## references`"
  )
}

has_paper <- function(endpoint) {
  like <- function(globs) any(vapply(utils::glob2rx(globs), grepl, NA, endpoint))
  like(with_paper) && !like(without_paper)
}

# Words that native speakers would stop at, found in earlier versions of these pages.
banned <- c(
  "\\bwhat\\b", "put(s|ting)? out", "\\bonto\\b", "comes? back", "gets? better", "\\banew\\b",
  "nothing but", "as many", "stands? for", "\\blies?\\b", "goes on", "by itself",
  "how the \\w+ starts?", "to let\\b", "here and now", "\\bof one's own\\b"
)

text_faults <- function(texts) {
  prose <- gsub("`[^`]*`", "", texts)
  found <- unique(unlist(lapply(banned, function(word) {
    unlist(regmatches(prose, gregexpr(word, prose, ignore.case = TRUE, perl = TRUE)))
  })))
  plain <- regmatches(texts, gregexpr("\\\\d?eqn[{]([^{}]|[{]([^{}]|[{][^{}]*[}])*[}])*[}](?![{])",
                                      texts, perl = TRUE))
  c(
    if (length(found) > 0L) paste("banned:", toString(dQuote(found, FALSE))),
    if (any(grepl("eqn[{].*\\\\", unlist(plain)))) "an equation has no plain form"
  )
}

link_faults <- function(texts) {
  found <- gregexpr("\\[[A-Za-z_.0-9]+\\(\\)\\](?!\\()", texts, perl = TRUE)
  links <- unlist(regmatches(texts, found))
  functions <- gsub("[^A-Za-z_.0-9]", "", links)
  missing <- setdiff(functions, exports)
  if (length(missing) > 0L) paste("links to functions that do not exist:", toString(missing))
}

exports <- parseNamespaceFile(basename(getwd()), dirname(getwd()))$exports

example_faults <- function(example) {
  long <- nchar(strsplit(example, "\n", fixed = TRUE)[[1]]) > 76L
  if (any(long)) "a line of the example is longer than 76 characters"
}

# Texts that several functions share.
param_faults <- function(group, folder) {
  shared <- read_wrapper_table(file.path(group, "params.tsv"), folder)
  faults <- lapply(shared$text, function(text) c(text_faults(text), link_faults(text)))
  sprintf("%s/params.tsv: %s: %s", group, rep(shared$argument, lengths(faults)), unlist(faults))
}

arguments <- commandArgs(TRUE)
do.call(main, as.list(arguments))
