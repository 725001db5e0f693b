# A few seeds of each random test (tests/random/); `make stress` runs them for longer.

root <- normalizePath(file.path(testthat::test_path(), "..", ".."))

if (on_tensorflow()) for (name in c("datasets", "formulas", "frames", "functions", "layers", "ops",
                                "tensors", "trainings", "verbs")) {
  test_that(sprintf("random %s are right", name), {
    withr::local_dir(root)
    local <- new.env()
    sys.source("tests/random/run.R", local)
    seeds <- switch(name, tensors = 1:60, frames = 1:100, ops = 1:200, trainings = 1:6, verbs = 1:4,
                    1:12)
    done <- local$run_seeds(paste0("random-", name), seeds)
    expect_identical(done$failures, character())
    # A test that refuses everything shows nothing.
    expect_gt(done$counts[["right"]], length(seeds) / 2)
  })
}
