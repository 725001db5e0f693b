# The commands of uv that install_python() runs.
local_uv_python <- function(frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  writeLines(c(
    "#!/bin/sh", paste("echo \"$@\" >>", shQuote(file.path(folder, "calls"))),
    "case \"$*\" in *3.99*) echo 'No download found' >&2; exit 2;; esac",
    "case $2 in find) echo /uv/python3;; esac"
  ), file.path(folder, "uv"))
  Sys.chmod(file.path(folder, "uv"), "755")
  withr::local_path(folder, .local_envir = frame)
  file.path(folder, "calls")
}

test_that("install_python() installs with uv and returns the path", {
  log <- local_uv_python()
  result <- withVisible(install_python("3.12:latest", force = TRUE))
  expect_identical(result, list(value = "/uv/python3", visible = FALSE))
  expect_identical(readLines(log), c(
    "python install --managed-python --no-config --reinstall 3.12",
    "python find --managed-python --no-config 3.12"
  ))
  expect_error(install_python("3.99"), "could not install Python 3.99:\nNo download found",
               class = "rkeras_error_python")
  expect_error(install_python("latest"), "must be a version such as",
               class = "rkeras_error_argument")
})

test_that("pyenv is used where uv cannot be had", {
  folder <- withr::local_tempdir()
  writeLines(c(
    "#!/bin/sh",
    paste("echo \"$@ $PYTHON_CONFIGURE_OPTS\" >>", shQuote(file.path(folder, "calls"))),
    "case $1 in prefix) echo /pyenv/3.12.1;; esac"
  ), file.path(folder, "pyenv"))
  Sys.chmod(file.path(folder, "pyenv"), "755")
  local_functions(uv_binary = function(...) abort("uv is missing", "python"))
  withr::local_envvar(PATH = "/usr/bin:/bin")
  expect_error(install_python("3.12"), "uv is missing\nThere is no pyenv",
               class = "rkeras_error_python")
  withr::local_path(folder)
  expect_identical(install_python("3.12.1", optimized = FALSE), "/pyenv/3.12.1/bin/python")
  expect_match(readLines(file.path(folder, "calls"))[[1]],
               "^install --skip-existing 3.12.1 --enable-shared")
})

test_that("py_versions_windows() says that it is for Windows", {
  expect_error(py_versions_windows(), "virtualenv_starter", class = "rkeras_error_python")
})
