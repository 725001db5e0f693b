test_that("an environment is created, filled, listed, copied, exported and removed", {
  conda <- local_conda()
  root <- dirname(conda)
  python <- conda_create("one", packages = c("numpy=2", "scipy"), conda = conda,
                         python_version = "3.11")
  expect_identical(python, file.path(root, "envs", "one", "bin", "python"))
  expect_true(file.exists(python))
  expect_identical(utils::tail(conda_calls(), 2)[[1]],
                   "create --yes --name one --channel conda-forge python=3.11 numpy=2 scipy")
  expect_identical(conda_list(conda), data.frame(
    name = c("base", "one"),
    python = file.path(c(root, file.path(root, "envs", "one")), "bin/python")
  ))
  expect_true(condaenv_exists("one", conda))
  expect_false(condaenv_exists("two", conda))
  expect_identical(conda_python("one", conda), python)

  conda_install("one", "pandas", channel = c("a", "b"), conda = conda)
  expect_true("install --yes --name one --channel a --channel b pandas" %in% conda_calls())
  conda_clone("two", clone = "one", conda = conda)
  file <- withr::local_tempfile()
  conda_remove("one", "scipy", conda = conda)
  expect_identical(conda_export("one", file, conda = conda), file)
  expect_identical(readLines(file),
                   c("dependencies:", paste("  -", c("python=3.11", "numpy=2", "pandas"))))
  conda_export("two", file, json = TRUE, conda = conda)
  expect_identical(jsonlite::fromJSON(file)$dependencies,
                   c("python=3.11", "numpy=2", "scipy", "pandas"))

  conda_remove("one", conda = conda)
  expect_identical(conda_list(conda)$name, c("base", "two"))
  expect_error(conda_remove("one", conda = conda), "no conda environment 'one'",
               class = "rkeras_error_python")
})

test_that("conda_install() creates an environment that does not exist", {
  conda <- local_conda()
  conda_install("new", "numpy", conda = conda)
  expect_true(condaenv_exists("new", conda))
  expect_refused(conda_install("new", conda = conda), "`packages` must be a character vector")
})

test_that("an environment is created from a file, and in a directory of its own", {
  conda <- local_conda()
  file <- withr::local_tempfile(lines = c("dependencies:", "  - numpy"))
  folder <- file.path(withr::local_tempdir(), "here")
  python <- conda_create(folder, environment = file, conda = conda)
  expect_identical(python, file.path(folder, "bin", "python"))
  expect_true(condaenv_exists(folder))
  expect_error(conda_create("x", environment = "/no/file.yml", conda = conda), "there is no file",
               class = "rkeras_error_python")
})

test_that("a command that fails is an error with conda's message, and leaves nothing", {
  conda <- local_conda()
  expect_error(conda_create("bad", "no-such-package", conda = conda),
               "PackagesNotFoundError: no-such-package", class = "rkeras_error_python")
  expect_false(condaenv_exists("bad", conda))
  expect_refused(conda_create("x", "numpy", "3.11", conda = conda), "`...` must be empty")
})

test_that("packages are searched", {
  conda <- local_conda()
  expect_identical(conda_search("scipy", conda = conda), data.frame(
    name = "scipy", version = c("1.2", "1.3"), build = "py312_0", channel = "conda-forge"
  ))
  expect_identical(nrow(conda_search("nothing", conda = conda)), 0L)
  conda_update(conda)
  expect_identical(utils::tail(conda_calls(), 1), "update --yes --name base conda")
})

test_that("a command runs in the environment", {
  conda <- local_conda()
  conda_create("one", conda = conda)
  run <- function(...) conda_run2(..., conda = conda, envname = "one")
  prefix <- file.path(dirname(conda), "envs", "one")
  code <- shQuote("import sys; print(sys.prefix)")
  expect_identical(run("python", c("-c", code), intern = TRUE), prefix)
  expect_identical(run(cmd_line = "sh -c 'echo $CONDA_PREFIX'", intern = TRUE), prefix)
  expect_identical(run(cmd_line = "sh -c 'exit 3'", echo = FALSE), 3L)
  expect_error(run(cmd_line = "sh -c 'exit 3'", intern = TRUE), "status 3",
               class = "rkeras_error_python")
})

test_that("use_condaenv() takes an environment of this conda", {
  conda <- local_conda()
  conda_create("one", conda = conda)
  python <- in_new_session(function(conda) {
    library(rkeras)
    use_condaenv("one", conda = conda)
    py_config()[c("python", "requested_by")]
  }, conda)$value
  expect_identical(python$requested_by, "use_condaenv(\"one\")")
})
