# Runs all cases with a package and prints how many are the same, better, or not: see cases.R.

package <- c(commandArgs(trailingOnly = TRUE), "reticulate")[[1]]
suppressPackageStartupMessages(library(package, character.only = TRUE))
if (package == "reticulate" && packageVersion("reticulate") < "1.40") {
  stop("This is reticulate ", packageVersion("reticulate"), ", which does not support NumPy 2. ",
       "The cases need 1.40 or later; Debian 13 has it.", call. = FALSE)
}
source("tests/compat/cases.R")

files <- setdiff(list.files("tests/compat", "[.]R$", full.names = TRUE),
                 file.path("tests/compat", c("cases.R", "run.R")))
results <- do.call(rbind, lapply(files, function(file) {
  cbind(file = basename(file), run_cases(file))
}))
outcome <- ifelse(results$passed, "same", ifelse(nzchar(results$better), "better", "not"))
differing <- results[!results$passed, ]
writeLines(sprintf(
  "%s: %s: %s\n    %s", outcome[!results$passed], differing$file, differing$title,
  ifelse(nzchar(differing$better), differing$better, differing$why)
))
counts <- table(factor(outcome, c("same", "better", "not")))
cat(sprintf(
  "%s %s: %d cases: %d same, %d better with rkeras, %d not\n", package, packageVersion(package),
  nrow(results), counts[["same"]], counts[["better"]], counts[["not"]]
))
if (counts[["not"]] > 0 || package == "rkeras" && any(!results$passed)) quit(status = 1L)
