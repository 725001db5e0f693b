# Runs the test suite, or the files whose names match the pattern given as argument, and ends with
# the failures and one line: `N passed, N failed, N skipped`, tests counted, not expectations. What
# is the same for all backends of Keras runs on JAX as well. The whole suite ends with a round
# of the stress tests, each counted as a test.

# The suite's core: what models, training and tensors are to users. Its files have no TensorFlow in
# them, save in `if (on_tensorflow())`.
core <- c(
  "generated", "graph-backend", "keras-data", "keras-doubles", "keras-lists", "keras-memory",
  "keras-seed", "keras-shape", "layer-make", "model-make", "model-state", "op-blocks", "op-missing",
  "op-pad", "op-positions", "operator-jax", "store-parts", "subclass-layer",
  "subclass-train", "tensor-base", "tensor-subset", "train-batch", "train-callback", "train-check",
  "train-check-labels",
  "train-compile", "train-fit", "train-formula", "train-history", "train-jax",
  "train-measure", "train-missing", "train-predict", "train-record"
)

# What in the core later versions of Keras and TensorFlow added or changed.
newer <- c(
  "generated", "op-blocks", "op-missing", "op-positions", "tensor-base", "train-batch",
  "train-record"
)

# Where RKERAS_TEST_SKIPS is "fail", as in continuous integration, a skipped test fails, save these:
# the name of the test, and the reason.
may_skip <- character()

main <- function(args) {
  if (length(args) && args[[1]] == "--child") {
    return(run_suite(results = args[[2]], backend = args[[3]], filter = args[-(1:3)]))
  }
  # Side by side, as no run has work for every processor all the time.
  on_tensorflow <- start_run("tensorflow", args)
  runs <- if (length(test_names("jax", args))) list(run("jax", args))
  if (!length(args)) runs <- c(runs, run_oldest(), list(run_stress()))
  runs <- c(list(on_tensorflow()), runs)
  # Logs are often read, and kept, from their end.
  writeLines(as.character(unlist(lapply(runs, `[[`, "failures"))))
  counts <- Reduce(`+`, lapply(runs, `[[`, "counts"))
  cat(sprintf(
    "%d passed, %d failed, %d skipped\n",
    counts[["passed"]], counts[["failed"]], counts[["skipped"]]
  ))
  quit(status = if (counts[["failed"]] > 0) 1L else 0L)
}

# The suite runs in a process of its own, so that a crash of the process is counted as well.
# Gives a function that waits for its results.
start_run <- function(backend, filter) {
  message("Tests with Keras on ", backend)
  start("tools/run-tests.R", c(backend, filter), paste("The test process on", backend))
}

run <- function(...) start_run(...)()

# The core with the Python of `make python-oldest`, if there is one.
run_oldest <- function() {
  if (!file.exists("out/python-oldest")) {
    return(list())
  }
  message("The oldest Keras and TensorFlow that are supported")
  withr::local_envvar(RKERAS_PYTHON = readLines("out/python-oldest"))
  results <- run("tensorflow", oldest_filter())
  results$failures <- sub("^Failed on tensorflow", "Failed on the oldest", results$failures)
  list(results)
}

oldest_filter <- function() exactly(setdiff(core, newer))

run_stress <- function() {
  # `make stress` is for more.
  withr::local_envvar(RKERAS_STRESS_ROUNDS = Sys.getenv("RKERAS_STRESS_ROUNDS", "1"))
  start("tools/run-stress.R", character(), "The process of the stress tests")()
}

# A function that waits for the script and returns what it has written into the file it was given.
start <- function(script, args, what) {
  results <- tempfile(fileext = ".rds")
  process <- processx::process$new(
    file.path(R.home("bin"), "Rscript"), c("--vanilla", script, "--child", results, args),
    stdout = "", stderr = "", cleanup_tree = TRUE
  )
  function() {
    process$wait()
    if (file.exists(results)) {
      return(readRDS(results))
    }
    list(
      counts = c(passed = 0, failed = 1, skipped = 0),
      failures = paste(what, "ended before its tests did.")
    )
  }
}

run_suite <- function(results, backend, filter) {
  # Each operation is compiled anew on JAX: that takes longer than to run what comes of it.
  Sys.setenv(
    NOT_CRAN = "true", KERAS_BACKEND = backend, JAX_DISABLE_MOST_OPTIMIZATIONS = "true",
    XLA_FLAGS = "--xla_cpu_use_fusion_emitters=false",
    # On TensorFlow there are the tests of threads and processes, which wait much of their time.
    TESTTHAT_CPUS = Sys.getenv(
      "TESTTHAT_CPUS", parallel::detectCores() + (backend == "tensorflow")
    )
  )
  # The processes of this run share what JAX has compiled, however short it took.
  withr::local_envvar(
    JAX_COMPILATION_CACHE_DIR = withr::local_tempdir("jax-"),
    JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS = "0"
  )
  broken <- broken_files(filter)
  names <- setdiff(test_names(backend, filter), test_name(names(broken)))
  counts <- c(passed = 0, failed = 0, skipped = 0)
  failures <- character()
  if (length(names)) {
    # It takes the results file by file, also of files that ran side by side.
    reporter <- testthat::SummaryReporter$new(max_reports = Inf)
    done <- testthat::test_dir(
      "tests/testthat",
      package = "rkeras", load_package = "installed",
      filter = exactly(names), reporter = reporter, stop_on_failure = FALSE
    )
    done <- c(unclass(done), outside_of_tests(reporter))
    outcomes <- factor(vapply(done, outcome_of, ""), names(counts))
    counts[] <- tabulate(outcomes, length(counts))
    failures <- unlist(lapply(done, failures_of, backend))
  }
  # Each is counted once.
  if (backend == "tensorflow" && !identical(filter, oldest_filter())) {
    counts[["failed"]] <- counts[["failed"]] + length(broken)
    failures <- c(sprintf("A file cannot be parsed: %s", broken), failures)
  }
  saveRDS(list(counts = counts, failures = failures), results)
}

skip_fails <- function(test) {
  Sys.getenv("RKERAS_TEST_SKIPS") == "fail" & !test %in% names(may_skip)
}

# Of code outside of test_that(), testthat returns only errors.
outside_of_tests <- function(reporter) {
  results <- c(reporter$failures$as_list(), reporter$skips$as_list())
  outside <- Filter(function(result) {
    startsWith(result$test, "(code run outside") && !inherits(result, "expectation_error")
  }, results)
  lapply(outside, function(result) {
    file <- basename(as.character(attr(result$srcref, "srcfile")$filename))
    list(file = file, test = result$test, results = list(result))
  })
}

outcome_of <- function(test) {
  skips <- Filter(function(result) inherits(result, "expectation_skip"), test$results)
  if (length(failed_results(test))) "failed" else if (length(skips)) "skipped" else "passed"
}

failed_results <- function(test) {
  kinds <- c("failure", "error", if (skip_fails(test$test)) "skip")
  Filter(function(result) inherits(result, paste0("expectation_", kinds)), test$results)
}

failures_of <- function(test, backend) {
  failed <- failed_results(test)
  where <- sprintf("Failed on %s: %s: %s", backend, test$file, test$test)
  vapply(failed, function(outcome) paste0(where, "\n", strtrim(format(outcome), 2000)), "")
}

test_name <- function(file) sub("^test-(.*)[.]R$", "\\1", basename(file))

# The pattern of these names and no others.
exactly <- function(names) {
  paste0("^(", paste(gsub(".", "[.]", names, fixed = TRUE), collapse = "|"), ")$")
}

# testthat's filter is a pattern on such names.
test_names <- function(backend, filter) {
  names <- test_name(list.files("tests/testthat", "^test-.*[.]R$"))
  if (length(filter)) names <- grep(filter, names, value = TRUE)
  if (backend == "jax") names <- intersect(names, core)
  names
}

# The files that cannot be parsed, and why. One would end the run; so it counts as failed, and the
# others run.
broken_files <- function(filter) {
  files <- list.files("tests/testthat", "^test-.*[.]R$", full.names = TRUE)
  if (length(filter)) files <- files[grepl(filter, test_name(files))]
  problems <- vapply(files, function(file) {
    tryCatch(
      {
        parse(file)
        ""
      },
      error = conditionMessage
    )
  }, "")
  problems[nzchar(problems)]
}

main(commandArgs(trailingOnly = TRUE))
