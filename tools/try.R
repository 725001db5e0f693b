# Runs test files with the R code as it is now, without a build: `make try TEST=layer-make`.
#
# out/try is a copy of the installed package. When it is loaded, the files of R/ that have changed
# since then are evaluated after the installed code: before the package registers S3 methods and
# hooks, and in every session that a test starts.
source("tools/run-tests/file.R", encoding = "UTF-8")

main <- function(name) {
  if (is.na(name)) stop("Name a test file: make try TEST=layer-make", call. = FALSE)
  stamp <- "out/stamps/installed"
  if (!file.exists(stamp)) stop("rkeras is not installed yet: make setup", call. = FALSE)
  tell_not_tried(stamp)
  overlay(stamp, file.path("out", "try"))
  library <- normalizePath("out/try")
  .libPaths(c(library, .libPaths()))
  Sys.setenv(R_LIBS = paste(c(library, Sys.getenv("R_LIBS")), collapse = .Platform$path.sep))
  Sys.setenv(NOT_CRAN = "true", TESTTHAT_PARALLEL = "false")
  done <- testthat::test_dir(
    "tests/testthat",
    package = "rkeras", load_package = "installed", filter = exactly(name),
    reporter = testthat::CheckReporter$new(), stop_on_failure = FALSE
  )
  quit(status = if (any(vapply(done, outcome_of, "") == "failed")) 1L else 0L)
}

tell_not_tried <- function(stamp) {
  changed <- changed_since(stamp, c("src", "DESCRIPTION"), "(/[^/]+[.](rs|c|h|toml)|DESCRIPTION)$")
  changed <- grep("/target/|/vendor/", changed, value = TRUE, invert = TRUE)
  if (length(changed)) {
    message("Not tried, as it needs a build (make test FILTER=...): ", toString(changed))
  }
}

changed_since <- function(stamp, paths, pattern = "") {
  files <- c(paths[!dir.exists(paths)], list.files(paths, full.names = TRUE, recursive = TRUE))
  grep(pattern, files[file.mtime(files) > file.mtime(stamp)], value = TRUE)
}

overlay <- function(stamp, library) {
  unlink(library, recursive = TRUE)
  dir.create(library)
  file.copy("out/library/rkeras", library, recursive = TRUE, copy.date = TRUE)
  package <- file.path(library, "rkeras")
  add_code(changed_since(stamp, "R", "[.]R$"), package)
  add_files(changed_since(stamp, c("inst", "vignettes"), "(^inst/|[.]Rmd$)"), package)
  directives <- parseNamespaceFile(basename(getwd()), dirname(getwd()))
  saveRDS(directives, file.path(package, "Meta", "nsInfo.rds"))
}

# The file of the package's code is evaluated in its namespace. local(), as the variables of that
# code would become those of the namespace.
add_code <- function(files, package) {
  message("Changed since the build: ", if (length(files)) toString(basename(files)) else "nothing")
  write(sprintf(
    "local(for (file in %s) sys.source(file, parent.env(environment()), keep.source = TRUE))",
    deparse1(normalizePath(files))
  ), file.path(package, "R", "rkeras"), append = TRUE)
}

add_files <- function(files, package) {
  for (file in files) {
    to <- file.path(package, sub("^vignettes", "guides", sub("^inst/", "", file)))
    dir.create(dirname(to), showWarnings = FALSE, recursive = TRUE)
    file.copy(file, to, overwrite = TRUE)
  }
}

main(commandArgs(trailingOnly = TRUE)[1])
