# Runs cases in the manner of keras3's documentation and writes RESULTS.md: which give the same
# result here, which a better one, and which do not, and why. To be read after an update of Keras.
#
#   Rscript dev/examples/run.R            (RKERAS_PYTHON says which Python has Keras)
#
# The other files here hold the cases, one family each, as calls of case(). `expected` is the value
# that keras3's documentation states, or that follows by hand; `error` is a part of the message
# where an error is right; `better` says what keras3 does instead.

suppressPackageStartupMessages(library(rkeras))

results <- list()

case <- function(title, code, expected, tolerance = 1e-6, error = NULL, better = NULL) {
  why <- tryCatch(
    {
      value <- code
      if (!is.null(error)) "no error" else difference(value, expected, tolerance)
    },
    error = function(e) if (is.null(error) || !grepl(error, conditionMessage(e))) first_line(e)
  )
  outcome <- if (!is.null(why)) "not" else if (!is.null(better)) "better" else "same"
  results[[length(results) + 1L]] <<- data.frame(
    family = family, title = title, outcome = outcome, why = why %||% better %||% ""
  )
}

`%||%` <- function(x, y) if (is.null(x)) y else x

difference <- function(value, expected, tolerance) {
  same <- all.equal(value, expected, tolerance = tolerance)
  if (!isTRUE(same)) paste(same, collapse = "; ")
}

first_line <- function(e) strsplit(conditionMessage(e), "\n", fixed = TRUE)[[1]][[1]]

families <- sub("[.]R$", "", setdiff(list.files("dev/examples", "[.]R$"), "run.R"))
for (family in families) {
  cases <- new.env(parent = globalenv())
  sys.source(file.path("dev/examples", paste0(family, ".R")), cases)
}

results <- do.call(rbind, results)
counts <- table(factor(results$outcome, c("same", "better", "not")))
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
  sprintf("| %s | %s | %s | %s |", results$family, in_cell(results$title), results$outcome,
          in_cell(results$why))
), "dev/examples/RESULTS.md")

print(counts)
failed <- results[results$outcome == "not", ]
writeLines(sprintf("%s: %s\n    %s", failed$family, failed$title, failed$why))
