# Runs the examples of manual pages and writes them with their output to generated-outputs.txt of
# each group.
#
#   make outputs [GROUP="layers ops"]
#
# An output that differs from the recorded one by rounding errors is left as it is. What an example
# shows must not depend on the seed, and it must not raise an error: faults are listed, and not
# written.

library(rkeras)
for (file in c("wrappers.R", "outputs.R")) source(file.path("dev", "document", file))
folder <- "dev/wrappers"

main <- function(groups) {
  if (!length(groups)) groups <- c(unique(wrapper_rows(folder)$group), "document")
  faults <- unlist(lapply(groups, write_outputs))
  writeLines(as.character(faults))
  quit(status = if (length(faults)) 1L else 0L)
}

write_outputs <- function(group) {
  examples <- if (group == "document") other_examples() else wrapper_examples(group)
  parent <- if (group == "document") "dev" else folder
  before <- recorded_examples(group, parent)
  texts <- lapply(stats::setNames(nm = names(examples)), function(name) {
    tryCatch(output_of(examples[[name]], before[[name]]), error = identity)
  })
  is_fault <- vapply(texts, inherits, NA, "error")
  head <- sprintf("# By `make outputs` with %s: edit the pages, not this file.", versions())
  sections <- sprintf("# %s\n%s\n", names(texts)[!is_fault], texts[!is_fault])
  writeLines(c(head, "", sections), outputs_file(group, parent), useBytes = TRUE)
  message(group, ": ", sum(!is_fault), " examples")
  sprintf("%s: %s", names(texts)[is_fault], vapply(texts[is_fault], conditionMessage, ""))
}

wrapper_examples <- function(group) {
  rows <- wrapper_rows(folder)
  rows <- rows[rows$group == group, ]
  examples <- lapply(seq_len(nrow(rows)), function(i) {
    wrapper_page(rows[i, ], folder)$sections$examples
  })
  stats::setNames(examples, rows$endpoint)
}

# The example with its output, as recorded if that is the same.
output_of <- function(example, recorded) {
  found <- run_example(example, 1L)
  if (!same_text(found, run_example(example, 2L))) stop("the output is random", call. = FALSE)
  if (!is.null(recorded) && same_text(recorded, found)) recorded else found
}

main(commandArgs(TRUE))
