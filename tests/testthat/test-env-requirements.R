test_that("files of requirements are read", {
  folder <- withr::local_tempdir()
  writeLines(c("# comment", "numpy>=2  # why", "", "-r more.txt", "pkg @ https://x.org/#sha=1"),
             file.path(folder, "requirements.txt"))
  writeLines(c("pandas; python_version > '3'", "--requirement requirements.txt"),
             file.path(folder, "more.txt"))
  writeLines(c("3.12", "3.11"), file.path(folder, ".python-version"))
  withr::local_dir(folder)
  read <- py_read_requirements(action = "none")
  expect_identical(read, list(
    packages = c("numpy>=2", "pandas; python_version > '3'", "pkg @ https://x.org/#sha=1"),
    python_version = "3.12"
  ))
  writeLines("--index-url https://x.org", "options.txt")
  expect_error(py_read_requirements("options.txt"), "pip option `--index-url",
               class = "rkeras_error_python")
  expect_error(py_read_requirements("none.txt"), "there is no file \"none.txt\"",
               class = "rkeras_error_python")
})

test_that("files of requirements are declared and written again", {
  folder <- withr::local_tempdir()
  writeLines(c("numpy", "scipy"), file.path(folder, "in.txt"))
  result <- in_new_session(function(folder) {
    library(rkeras)
    setwd(folder)
    py_read_requirements("in.txt", action = "set")
    py_require(python_version = ">=3.10")
    py_write_requirements("out.txt", "version", quiet = TRUE)
    py_require()[c("packages", "python_version")]
  }, folder)$value
  expect_identical(result, list(packages = c("numpy", "scipy"), python_version = ">=3.10"))
  expect_identical(readLines(file.path(folder, "out.txt")), c("numpy", "scipy"))
  expect_identical(readLines(file.path(folder, "version")), ">=3.10")
})

test_that("what is installed is written with its versions", {
  file <- withr::local_tempfile()
  version <- withr::local_tempfile()
  expect_message(py_write_requirements(file, version, freeze = TRUE), "Wrote")
  expect_true(paste0("numpy==", import("numpy")$`__version__`) %in% readLines(file))
  expect_match(readLines(version), paste0("^", py_version()))
})

test_that("the Python packages of an R package are installed", {
  installed <- character()
  local_functions(
    py_install = function(packages, ...) installed <<- packages,
    described_requirements = function(package, ...) c("numpy", "no-such-thing==2")
  )
  expect_true(configure_environment("some-package"))
  expect_identical(installed, "no-such-thing==2")
})

test_that("DESCRIPTION is read as data", {
  described <- function(field) {
    local_functions(package_field = function(...) field)
    described_requirements("x")
  }
  expect_identical(
    described("list(packages = list(list(package = \"a\"), list(package = \"b\", version = \"1.2\"),
              list(package = \"c\", version = \">=3\")))"),
    c("a", "b==1.2", "c>=3")
  )
  expect_identical(described(NA), character())
  expect_error(described("list(packages = system(\"true\"))"), "is invalid",
               class = "rkeras_error_python")
  expect_false(configure_environment("stats"))
})
