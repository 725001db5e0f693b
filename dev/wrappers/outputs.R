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
  rows <- wrapper_rows(folder)
  if (!length(groups)) groups <- unique(rows$group)
  faults <- unlist(lapply(groups, function(group) {
    write_outputs(rows[rows$group == group, ], group)
  }))
  writeLines(as.character(faults))
  quit(status = if (length(faults)) 1L else 0L)
}

write_outputs <- function(rows, group) {
  before <- recorded_examples(group, folder)
  pages <- lapply(seq_len(nrow(rows)), function(i) wrapper_page(rows[i, ], folder))
  texts <- lapply(pages, function(page) {
    tryCatch(output_of(page, before[[page$endpoint]]), error = identity)
  })
  is_fault <- vapply(texts, inherits, NA, "error")
  endpoints <- vapply(pages, `[[`, "", "endpoint")
  head <- sprintf("# By `make outputs` with %s: edit the pages, not this file.", versions())
  sections <- sprintf("# %s\n%s\n", endpoints[!is_fault], texts[!is_fault])
  writeLines(c(head, "", sections), outputs_file(group, folder), useBytes = TRUE)
  message(group, ": ", sum(!is_fault), " examples")
  sprintf("%s: %s", endpoints[is_fault], vapply(texts[is_fault], conditionMessage, ""))
}

# The example with its output, as recorded if that is the same.
output_of <- function(page, recorded) {
  example <- page$sections$examples
  if (grepl("\\\\dont(run|test)[{]", example)) {
    return(example)
  }
  found <- run_example(example, 1L)
  if (!same_text(found, run_example(example, 2L))) stop("the output is random", call. = FALSE)
  if (!is.null(recorded) && same_text(recorded, found)) recorded else found
}

main(commandArgs(TRUE))
