# The first tutorials of other Python packages, from R: those scripts of tests/acceptance/pypi whose
# packages the tests' Python has. `make pypi` runs all of them.

test_that("other Python packages are used from R as in their tutorials", {
  folder <- test_path("..", "acceptance", "pypi")
  skip_if_not(dir.exists(folder), "the source tree's tests/acceptance/pypi")
  names <- c(
    "altair", "h5py", "jax", "matplotlib", "opencv-python-headless", "optuna", "pandas", "pillow",
    "plotly", "polars", "pyarrow", "requests", "rich", "scikit-learn", "scipy", "sqlalchemy",
    "tqdm", "unittest.mock"
  )
  failures <- callr::r(function(scripts) {
    library(rkeras)
    lapply(scripts, function(script) {
      tryCatch(sys.source(script, new.env(), chdir = FALSE), error = conditionMessage)
    })
  }, list(file.path(normalizePath(folder), paste0(names, ".R"))))
  names(failures) <- names
  expect_identical(Filter(Negate(is.null), failures), structure(list(), names = character()))
})
