# Runs the test suite, or the files whose names match the pattern given as argument, and ends with
# one line: `N passed, N failed, N skipped`, tests counted, not expectations.

main <- function(args) {
  if (length(args) && args[[1]] == "--child") {
    return(run_suite(results = args[[2]], filter = args[-(1:2)]))
  }
  # The suite runs in a process of its own, so that a crash of the process is counted as well.
  results <- tempfile(fileext = ".rds")
  rscript <- file.path(R.home("bin"), "Rscript")
  system2(rscript, shQuote(c("--vanilla", "tools/run-tests.R", "--child", results, args)))
  counts <- if (file.exists(results)) {
    readRDS(results)
  } else {
    message("The test process ended before the suite did.")
    c(passed = 0, failed = 1, skipped = 0)
  }
  cat(sprintf(
    "%d passed, %d failed, %d skipped\n",
    counts[["passed"]], counts[["failed"]], counts[["skipped"]]
  ))
  quit(status = if (counts[["failed"]] > 0) 1L else 0L)
}

run_suite <- function(results, filter) {
  Sys.setenv(NOT_CRAN = "true")
  broken <- broken_files(filter)
  done <- testthat::test_dir(
    "tests/testthat",
    package = "rkeras", load_package = "installed",
    filter = test_filter(filter, broken),
    reporter = testthat::SummaryReporter$new(max_reports = Inf),
    stop_on_failure = FALSE
  )
  counts <- count(as.data.frame(done))
  counts[["failed"]] <- counts[["failed"]] + length(broken)
  saveRDS(counts, results)
}

# A file that cannot be parsed would end the run; it counts as failed and the others run.
broken_files <- function(filter) {
  files <- list.files("tests/testthat", "^test-.*[.]R$", full.names = TRUE)
  if (length(filter)) files <- grep(filter, files, value = TRUE)
  Filter(function(file) {
    problem <- tryCatch(
      {
        parse(file)
        NULL
      },
      error = conditionMessage
    )
    if (!is.null(problem)) message(file, " cannot be parsed:\n", problem)
    !is.null(problem)
  }, files)
}

# testthat's filter is a pattern on names of files less "test-" and ".R"; here it lists sound ones.
test_filter <- function(filter, broken) {
  if (!length(broken)) {
    return(if (length(filter)) filter)
  }
  files <- setdiff(list.files("tests/testthat", "^test-.*[.]R$"), basename(broken))
  names <- sub("[.]R$", "", sub("^test-", "", files))
  if (length(filter)) names <- grep(filter, names, value = TRUE)
  paste0("^(", paste(gsub(".", "[.]", names, fixed = TRUE), collapse = "|"), ")$")
}

count <- function(tests) {
  failed <- tests$failed > 0 | tests$error
  skipped <- tests$skipped & !failed
  c(passed = sum(!failed & !skipped), failed = sum(failed), skipped = sum(skipped))
}

main(commandArgs(trailingOnly = TRUE))
