# In a session of tests: runs one file of the suite.

# Gives the counts of its tests by outcome, and what failed or warned, in words.
run_file <- function(name) {
  # It takes what testthat leaves out of its results.
  reporter <- testthat::SummaryReporter$new(show_praise = FALSE, max_reports = Inf)
  done <- testthat::test_dir(
    "tests/testthat",
    package = "rkeras", load_package = "installed",
    filter = exactly(name), reporter = reporter, stop_on_failure = FALSE
  )
  done <- c(unclass(done), outside_of_tests(reporter))
  outcomes <- factor(vapply(done, outcome_of, ""), c("passed", "failed", "skipped"))
  list(
    counts = c(table(outcomes)),
    failures = unlist(lapply(done, told, failed_results)),
    warnings = unlist(lapply(done, told, warnings_of))
  )
}

# The pattern of this name and no other.
exactly <- function(name) sprintf("^%s$", gsub(".", "[.]", name, fixed = TRUE))

# Of code outside of test_that(), testthat returns only errors.
outside_of_tests <- function(reporter) {
  results <- c(reporter$failures$as_list(), reporter$skips$as_list())
  outside <- Filter(function(result) {
    startsWith(result$test, "(code run outside") && !inherits(result, "expectation_error")
  }, results)
  lapply(outside, function(result) list(test = result$test, results = list(result)))
}

outcome_of <- function(test) {
  skips <- of_kinds(test, "skip")
  if (length(failed_results(test))) "failed" else if (length(skips)) "skipped" else "passed"
}

failed_results <- function(test) {
  of_kinds(test, c("failure", "error", if (skip_fails(test$test)) "skip"))
}

warnings_of <- function(test) of_kinds(test, "warning")

of_kinds <- function(test, kinds) {
  Filter(function(result) inherits(result, paste0("expectation_", kinds)), test$results)
}

told <- function(test, results_of) {
  vapply(results_of(test), function(result) {
    paste0(test$test, "\n", strtrim(paste(format(result), collapse = "\n"), 2000))
  }, "")
}

skip_fails <- function(test) {
  Sys.getenv("RKERAS_TEST_SKIPS") == "fail" & !test %in% names(may_skip)
}

# Where RKERAS_TEST_SKIPS is "fail", as in continuous integration, a skipped test fails, save these:
# the name of the test, and the reason.
may_skip <- character()
