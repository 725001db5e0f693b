test_that("uv is installed where it is missing, once", {
  cache <- withr::local_tempdir()
  withr::local_envvar(R_USER_CACHE_DIR = cache, HOME = withr::local_tempdir(),
                      PATH = "/usr/bin:/bin")
  expect_message(uv <- uv_binary(), "Installing uv")
  expect_identical(uv, file.path(cache, "R", "rkeras", "uv", "bin", "uv"))
  expect_match(system2(uv, "--version", stdout = TRUE), "^uv [0-9]")
  expect_silent(again <- uv_binary())
  expect_identical(again, uv)
  # Only the finished installation is left.
  expect_identical(list.files(file.path(cache, "R", "rkeras")), "uv")
  expect_true("3.12.0" %in% install_python(list = TRUE))
})

test_that("where Python has no pip, uv is installed with the pip of a virtualenv", {
  # As Debian's python3 without python3-pip.
  starter <- virtualenv_starter()
  log <- local_program("python3", "case \"$*\" in *'-m pip'*)",
                       "echo 'No module named pip' >&2; exit 1 ;; esac",
                       sprintf("exec '%s' \"$@\"", starter))
  withr::local_envvar(R_USER_CACHE_DIR = withr::local_tempdir(), HOME = withr::local_tempdir(),
                      PATH = "/usr/bin:/bin")
  local_functions(virtualenv_starter = function(...) attr(log, "program"))
  uv <- suppressMessages(uv_binary())
  expect_match(system2(uv, "--version", stdout = TRUE), "^uv [0-9]")
  expect_match(readLines(log), "-m venv", fixed = TRUE, all = FALSE)
  expect_identical(list.files(dirname(uv_cache())), "uv")
})

test_that("an installation that fails says why and what to do", {
  withr::local_envvar(R_USER_CACHE_DIR = withr::local_tempdir(), HOME = withr::local_tempdir(),
                      PATH = "/usr/bin:/bin")
  local_functions(
    virtualenv_starter = function(...) fake_program("No module named pip", 1)
  )
  suppressMessages(expect_error(uv_binary(), "could not be installed.*docs.astral.sh",
                                class = "rkeras_error_python"))
  expect_identical(uv_binary(install = FALSE), "")
})

test_that("uv_run_tool() passes its arguments to uv", {
  log <- local_program("uv", "echo done")
  said <- uv_run_tool("ruff", c("check", shQuote("a b.py")), from = "ruff==0.6", with = c("x", "y"),
                      python_version = "3.12", exclude_newer = as.Date("2024-01-31"), stdout = TRUE)
  expect_identical(said, "done")
  expect_identical(readLines(log), paste(
    "tool run --from ruff==0.6 --with x --with y --python 3.12 --exclude-newer 2024-01-31",
    "-- ruff check a b.py"
  ))
  expect_identical(withVisible(uv_run_tool("x", stdout = FALSE)),
                   list(value = 0L, visible = FALSE))
  expect_refused(uv_run_tool(""), "`tool` must not be an empty string")
})

test_that("a network with an authority of its own is reached", {
  log <- local_program(
    "uv", "[ -n \"$UV_NATIVE_TLS\" ] && exit",
    "echo 'cause: invalid peer certificate: UnknownIssuer' >&2; exit 2",
    variable = "UV_NATIVE_TLS"
  )
  withr::local_envvar(UV_NATIVE_TLS = NA)
  expect_identical(run_uv(attr(log, "program"), "x")$status, 0L)
  expect_identical(readLines(log), c("x ", "x true"))
})
