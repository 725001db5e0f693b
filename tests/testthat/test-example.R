# `make compat` runs R CMD check on the package, with reticulate as well.
test_that("a package that imports rkeras uses Python when its functions are called", {
  library <- withr::local_tempdir()
  r <- file.path(R.home("bin"), "R")
  source <- file.path("..", "example-package", "pytext")
  arguments <- c("CMD", "INSTALL", "--no-docs", "--no-test-load", paste0("--library=", library))
  output <- system2(r, c(arguments, shQuote(source)), stdout = TRUE, stderr = TRUE)
  expect_null(attr(output, "status"), info = paste(output, collapse = "\n"))
  found <- in_new_session(function(library) {
    do.call(loadNamespace, list("pytext", lib.loc = library))
    started <- isTRUE(rkeras:::python_state$started)
    tests <- testthat::test_dir(
      file.path("..", "example-package", "pytext", "tests", "testthat"),
      env = asNamespace("pytext"), reporter = "silent", stop_on_failure = FALSE
    )
    list(started = started, tests = as.data.frame(tests)[c("failed", "skipped", "error", "nb")])
  }, library)$value
  expect_false(found$started)
  expect_equal(found$tests, data.frame(failed = 0L, skipped = FALSE, error = FALSE, nb = 5L))
})
