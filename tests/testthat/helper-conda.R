# A conda executable for this test: a script with conda's command line (conda.py). conda itself
# cannot be installed from the package registries that these tests use.
local_conda <- function(frame = parent.frame()) {
  root <- withr::local_tempdir("conda-", .local_envir = frame)
  dir.create(file.path(root, "envs"))
  withr::local_envvar(CONDA_ROOT = root, .local_envir = frame)
  executable <- file.path(root, "conda")
  script <- normalizePath(testthat::test_path("conda.py"))
  writeLines(c("#!/bin/sh", sprintf("exec /usr/bin/env python3 '%s' \"$@\"", script)), executable)
  Sys.chmod(executable, "755")
  executable
}

conda_calls <- function() readLines(file.path(Sys.getenv("CONDA_ROOT"), "calls"))
