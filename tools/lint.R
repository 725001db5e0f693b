# Lints all R code that people write, by the rules in .lintr, and looks for names that two files of
# R/ define: the file that is loaded last would win. Fails if there is anything to say.

# The names that a file assigns at its top level.
defined_in <- function(file) {
  is_definition <- function(code) {
    is.call(code) && as.character(code[[1]])[[1]] %in% c("<-", "=") && !is.call(code[[2]])
  }
  code <- Filter(is_definition, as.list(parse(file, keep.source = FALSE, encoding = "UTF-8")))
  vapply(code, function(code) as.character(code[[2]]), "")
}

defined_twice <- function(folder) {
  files <- list.files(folder, "[.]R$", full.names = TRUE)
  names <- lapply(files, defined_in)
  places <- split(rep(files, lengths(names)), unlist(names))
  places <- Filter(function(files) length(files) > 1L, places)
  sprintf("%s is defined in %s", names(places), vapply(places, toString, ""))
}

folders <- Filter(dir.exists, c("R", "tests", "dev", "tools", "bench", "inst/examples"))
twice <- defined_twice("R")
lints <- do.call(c, lapply(folders, function(folder) {
  unclass(lintr::lint_dir(folder, relative_path = FALSE))
}))
for (lint in lints) print(lint)
for (name in twice) message(name)
problems <- length(lints) + length(twice)
message(problems, " lints")
quit(status = if (problems) 1L else 0L)
