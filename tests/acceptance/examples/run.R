# Runs cases in the manner of keras3's documentation and writes RESULTS.md: which give the same
# result here, which a better one, and which do not, and why. To be read after an update of Keras.
#
#   Rscript tests/acceptance/examples/run.R   (RKERAS_PYTHON says which Python has Keras)
#
# The other files here hold the cases, one family each: see tests/compat/cases.R.

suppressPackageStartupMessages(library(rkeras))
source("tests/compat/cases.R")

folder <- "tests/acceptance/examples"
families <- sub("[.]R$", "", setdiff(list.files(folder, "[.]R$"), "run.R"))
results <- do.call(rbind, lapply(families, function(family) {
  cbind(family = family, run_cases(file.path(folder, paste0(family, ".R")), 1e-6))
}))
outcome <- ifelse(!results$passed, "not", ifelse(nzchar(results$better), "better", "same"))
counts <- table(factor(outcome, c("same", "better", "not")))
in_cell <- function(text) gsub("|", "\\|", gsub("\n", " ", text, fixed = TRUE), fixed = TRUE)

writeLines(c(
  "# What keras3's documentation shows, here",
  "",
  "Made by `make examples`. Each case is in the file of its family in this folder.",
  "",
  sprintf("%d cases: %d same, %d better, %d not.", nrow(results), counts[["same"]],
          counts[["better"]], counts[["not"]]),
  "",
  "| family | case | outcome | why |",
  "|---|---|---|---|",
  sprintf("| %s | %s | %s | %s |", results$family, in_cell(results$title), outcome,
          in_cell(paste0(results$why, results$better)))
), file.path(folder, "RESULTS.md"))

print(counts)
failed <- results[!results$passed, ]
writeLines(sprintf("%s: %s\n    %s", failed$family, failed$title, failed$why))
