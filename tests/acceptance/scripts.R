# Runs R scripts that use rkeras, each in a session of its own; for the folders pypi and books.

script_names <- function(folder) {
  sub("[.]R$", "", setdiff(list.files(folder, "[.]R$"), "run.R"))
}

# "works", or the end of what it said.
outcome_of <- function(folder, name, lines = 1L) {
  script <- file.path(folder, paste0(name, ".R"))
  log <- output("Rscript", "--vanilla", "-e", sprintf("library(rkeras); source('%s')", script))
  if (is.null(attr(log, "status"))) {
    return("works")
  }
  said <- grep("^Execution halted|^Calls:", log, invert = TRUE, value = TRUE)
  paste(utils::tail(said, lines), collapse = "\n")
}

output <- function(program, ...) {
  suppressWarnings(system2(program, shQuote(c(...)), stdout = TRUE, stderr = TRUE))
}

first_line <- function(folder, name) {
  sub("^# ", "", readLines(file.path(folder, paste0(name, ".R")), 1L))
}
