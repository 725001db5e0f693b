# The checks of the order of the rooms (tools/house.R) find what is against it. `make house` shows
# that nothing is.

root <- normalizePath(file.path(testthat::test_path(), "..", ".."))

house <- function(folder) {
  run <- callr::rscript("tools/house.R", wd = folder, fail_on_status = FALSE, show = FALSE)
  strsplit(run$stdout, "\n", fixed = TRUE)[[1]]
}

copy_of_house <- function() {
  folder <- withr::local_tempdir(.local_envir = parent.frame())
  # Not all of R/, which takes long to read.
  parts <- c("ARCHITECTURE.md", "tools/house.R", "tools/house", "inst/python/rkeras",
             "src/rust/src", "src/rust/Cargo.toml", "R/check-numbers.R", "R/extendr-wrappers.R",
             "R/train-record.R")
  for (part in parts) {
    to <- file.path(folder, dirname(part))
    dir.create(to, recursive = TRUE, showWarnings = FALSE)
    file.copy(file.path(root, part), to, recursive = TRUE)
  }
  folder
}

test_that("each kind of fault in the order of the rooms is found", {
  folder <- copy_of_house()
  write <- function(file, ...) writeLines(c(...), file.path(folder, file))
  write("R/attic.R", "attic <- function() 1")
  write("R/check-wrong.R", "uses_above <- function() as_trained()", "as_integer <- function(x) x")
  write("R/train-wrong.R", "past_the_bridge <- function() unwrap(rs_call_blocking())",
        "in_no_module <- function() python_function(\"rkeras.keras.nowhere.f\")")
  write("src/rust/src/os/one.rs", "use super::other::f;")
  write("src/rust/src/os/other.rs", "use super::one::g;")
  faults <- house(folder)
  for (said in c(
    "`attic` belongs to no room", "`uses_above` of check-wrong uses `as_trained`",
    "defines `as_integer`, as another file does", "call Python by functions of the room `bridge`",
    "the Python module `rkeras.keras.nowhere", "os/one.rs is in a circle"
  )) {
    expect_true(any(grepl(said, faults, fixed = TRUE)), label = said)
  }
})
