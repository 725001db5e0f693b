test_that("install_python() installs with uv and returns the path", {
  log <- local_program(
    "uv", "case \"$*\" in *3.99*) echo 'No download found' >&2; exit 2;; esac",
    "case $2 in find) echo /uv/python3;; esac"
  )
  result <- withVisible(install_python("3.12:latest", force = TRUE))
  expect_identical(result, list(value = "/uv/python3", visible = FALSE))
  expect_identical(readLines(log), c(
    "python install --managed-python --no-config --reinstall 3.12",
    "python find --managed-python --no-config 3.12"
  ))
  expect_error(install_python("3.99"), "could not install Python 3.99:\nNo download found",
               class = "rkeras_error_python")
  expect_refused(install_python("latest"), "must be a version such as")
})

test_that("pyenv is used where uv cannot be had", {
  local_functions(uv_binary = function(...) abort("uv is missing", kind = "python"))
  withr::local_envvar(PATH = "/usr/bin:/bin")
  expect_error(install_python("3.12"), "uv is missing\nThere is no pyenv",
               class = "rkeras_error_python")
  log <- local_program("pyenv", "case $1 in prefix) echo /pyenv/3.12.1;; esac",
                       variable = "PYTHON_CONFIGURE_OPTS")
  expect_identical(install_python("3.12.1", optimized = FALSE), "/pyenv/3.12.1/bin/python")
  expect_match(readLines(log)[[1]],
               "^install --skip-existing 3.12.1 --enable-shared")
})
