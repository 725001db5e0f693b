# Chapters of a book on deep learning, and guides of Keras, as scripts for small data made on the
# spot. What vignettes show is not here again: autoencoders for anomalies, segmentation, Grad-CAM,
# diffusion, distillation. `make books` runs all and writes RESULTS.md; `make test` runs a few. Some
# of them: `Rscript tests/acceptance/books/run.R vision text`.

folder <- "tests/acceptance/books"
sys.source("tests/acceptance/scripts.R", environment())

main <- function(chosen) {
  names <- if (length(chosen)) chosen else script_names(folder)
  outcomes <- vapply(names, function(name) outcome_of(folder, name), "")
  writeLines(sprintf("%-18s %s", names, outcomes))
  if (!length(chosen)) writeLines(table_of(names, outcomes), file.path(folder, "RESULTS.md"))
  quit(status = if (all(outcomes == "works")) 0L else 1L)
}

table_of <- function(names, outcomes) {
  c(
    "# Chapters of books, and guides of Keras, in R", "",
    sprintf("%d of %d scripts work (`make books`, %s, Keras %s).", sum(outcomes == "works"),
            length(names), R.version.string, rkeras::keras$`__version__`), "",
    "| script | what it does | outcome |", "|---|---|---|",
    sprintf("| [%s](%s.R) | %s | %s |", names, names,
            vapply(names, function(name) first_line(folder, name), ""), outcomes)
  )
}

# Each way to train a model once; the others take longer.
quick_names <- function() {
  c("fundamentals", "functional", "subclassing", "training-loop", "generative")
}

# For tools/run-tests.R.
run_file <- function(name) {
  outcome <- outcome_of(folder, name, lines = 20L)
  failed <- as.integer(outcome != "works")
  list(counts = c(passed = 1L - failed, failed = failed, skipped = 0L),
       failures = if (failed) paste(name, outcome, sep = "\n"))
}

if (sys.nframe() == 0L) main(commandArgs(trailingOnly = TRUE))
