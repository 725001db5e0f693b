# Other Python packages from R: each script here is the first tutorial of a package, written in R.
# `make pypi` makes a virtualenv with all packages, and one for each further file of requirements,
# runs each script in a session of its own, and writes RESULTS.md. Some of them: `Rscript
# tests/acceptance/pypi/run.R polars duckdb`, with RKERAS_PYTHON.

folder <- "tests/acceptance/pypi"
sys.source("tests/acceptance/scripts.R", environment())

main <- function(chosen) {
  found <- do.call(rbind, lapply(if (length(chosen)) chosen else script_names(folder), run))
  writeLines(sprintf("%-22s %-10s %s", found$package, found$version, found$outcome))
  if (!length(chosen)) writeLines(table_of(found), file.path(folder, "RESULTS.md"))
  quit(status = if (all(found$outcome == "works")) 0L else 1L)
}

run <- function(name) {
  python <- Sys.getenv("RKERAS_PYTHON")
  on.exit(Sys.setenv(RKERAS_PYTHON = python))
  Sys.setenv(RKERAS_PYTHON = python_of(name, python))
  data.frame(
    package = name, version = version_of(name),
    tutorial = sub("^(\\S*[^ ,:]).*", "\\1", first_line(folder, name)),
    outcome = outcome_of(folder, name)
  )
}

# That of the virtualenv beside the other, if the package has its own requirements.
python_of <- function(name, python) {
  if (!file.exists(file.path(folder, sprintf("requirements-%s.txt", name)))) {
    return(python)
  }
  file.path(paste0(dirname(dirname(python)), "-", name), "bin", "python")
}

version_of <- function(name) {
  code <- sprintf("from importlib import metadata; print(metadata.version('%s'))", name)
  version <- output(Sys.getenv("RKERAS_PYTHON"), "-c", code)
  if (is.null(attr(version, "status"))) version else "Python's"
}

table_of <- function(found) {
  c(
    "# Other Python packages, from R", "",
    sprintf("%d of %d scripts work. Each is the first tutorial of its package, in R (`make pypi`,",
            sum(found$outcome == "works"), nrow(found)),
    sprintf("%s, %s).", R.version.string, format(Sys.Date())), "",
    "| package | version | tutorial | outcome |", "|---|---|---|---|",
    sprintf("| %s | %s | <%s> | %s |", found$package, found$version, found$tutorial, found$outcome)
  )
}

main(commandArgs(trailingOnly = TRUE))
