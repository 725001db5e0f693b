# A few seeds of each random test (tests/random/); `make stress` runs them for longer.

root <- normalizePath(file.path(testthat::test_path(), "..", ".."))

if (on_tensorflow()) for (name in c("datasets", "formulas", "frames", "functions", "layers",
                                "measures", "ops", "tensors", "trainings", "values",
                                "verbs")) {
  test_that(sprintf("random %s are right", name), {
    withr::local_dir(root)
    local <- new.env()
    sys.source("tests/random/run.R", local)
    seeds <- switch(name, tensors = 1:60, frames = 1:100, ops = 1:200, values = 1:400,
                    measures = 1:50, trainings = 1:5, verbs = 1:3, layers = 1:8, 1:12)
    done <- local$run_seeds(paste0("random-", name), seeds)
    expect_identical(done$failures, character())
    # A test that refuses everything shows nothing.
    expect_gt(done$counts[["right"]], length(seeds) / 2)
  })
}
