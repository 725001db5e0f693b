# Other Python packages from R: each script here is the first tutorial of a package's documentation, written
# in R. `make pypi` makes a virtualenv with all of them, runs each script in a session of its own, and writes
# RESULTS.md. Of some: `Rscript dev/pypi/run.R polars duckdb`, with RKERAS_PYTHON.

folder <- "dev/pypi"

main <- function(chosen) {
  all <- sub("[.]R$", "", setdiff(list.files(folder, "[.]R$"), "run.R"))
  names <- if (length(chosen)) chosen else all
  found <- do.call(rbind, lapply(names, run))
  writeLines(sprintf("%-22s %-10s %s", found$package, found$version, found$outcome))
  if (!length(chosen)) writeLines(c(head_of(found), "", rows_of(found)), file.path(folder, "RESULTS.md"))
  quit(status = if (all(found$outcome == "works")) 0L else 1L)
}

run <- function(name) {
  script <- file.path(folder, paste0(name, ".R"))
  code <- sprintf("library(rkeras); source('%s')", script)
  log <- suppressWarnings(system2("Rscript", c("--vanilla", "-e", shQuote(code)), stdout = TRUE, stderr = TRUE))
  failed <- !is.null(attr(log, "status"))
  source <- sub("^# ([^ ,:]*).*", "\\1", readLines(script, 1))
  outcome <- if (failed) utils::tail(grep("^Execution halted|^Calls:", log, invert = TRUE, value = TRUE), 1) else "works"
  data.frame(package = name, version = version_of(name), tutorial = source, outcome = outcome)
}

version_of <- function(name) {
  code <- sprintf("import importlib.metadata as m; print(m.version('%s'))", name)
  version <- suppressWarnings(system2(Sys.getenv("RKERAS_PYTHON"), c("-c", shQuote(code)), stdout = TRUE, stderr = FALSE))
  if (length(version)) version[[1]] else "Python's"
}

head_of <- function(found) {
  c(
    "# Other Python packages, from R", "",
    sprintf("%d of %d scripts work (`make pypi`, %s, %s). Each is the first tutorial of its package, in R.",
            sum(found$outcome == "works"), nrow(found), R.version.string, format(Sys.Date()))
  )
}

rows_of <- function(found) {
  c("| package | version | tutorial | outcome |", "|---|---|---|---|",
    sprintf("| %s | %s | <%s> | %s |", found$package, found$version, found$tutorial, found$outcome))
}

main(commandArgs(trailingOnly = TRUE))
