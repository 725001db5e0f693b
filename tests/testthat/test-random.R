# A few seeds of each random test (tests/random/); `make stress` runs them for longer.

root <- normalizePath(file.path(testthat::test_path(), "..", ".."))

names <- c("arrays", "calls", "datasets", "files", "finalizers", "formulas", "frames", "functions",
           "layers", "measures", "mistakes", "ops", "outputs", "parts", "tensors", "trainings",
           "utils", "values", "verbs")
if (on_tensorflow()) for (name in names) {
  test_that(sprintf("random %s are right", name), {
    withr::local_dir(root)
    local <- new.env()
    sys.source("tests/random/run.R", local)
    seeds <- switch(name, arrays = 1:500, calls = 1:300, files = 1:40, finalizers = 1:60,
                    frames = 1:100,
                    layers = 1:8, measures = 1:50, mistakes = 1:80, ops = 1:200, parts = 1:100,
                    outputs = 1:12,
                    tensors = 1:60, trainings = 1:5, utils = 1:60, values = 1:400, verbs = 1,
                    1:12)
    # Collectors visit all objects of a session, and this one has TensorFlow's.
    run <- if (name == "finalizers") local$run_random else local$run_seeds
    done <- run(paste0("random-", name), seeds)
    expect_identical(done$failures, character())
    # A test that refuses everything shows nothing.
    expect_gt(done$counts[["right"]], length(seeds) / 2)
  })
}
