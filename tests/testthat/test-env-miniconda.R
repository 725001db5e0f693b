# An installer that does what the options of Miniforge's say.
local_installer <- function(conda, frame = parent.frame()) {
  file <- withr::local_tempfile(.local_envir = frame, lines = c(
    "while [ $# -gt 0 ]; do case $1 in -p) path=$2; shift;; esac; shift; done",
    "mkdir -p \"$path/bin\"",
    sprintf("cp '%s' \"$path/bin/conda\"", conda)
  ))
  local_functions(
    download_miniconda = function(...) {
      copy <- tempfile()
      file.copy(file, copy)
      copy
    },
    frame = frame
  )
}

test_that("Miniconda is installed, updated and removed", {
  conda <- local_conda()
  local_installer(conda)
  path <- file.path(withr::local_tempdir(), "mini")
  withr::local_envvar(RETICULATE_MINICONDA_PATH = path)
  expect_identical(miniconda_path(), path)
  expect_message(install_miniconda(update = FALSE), "is installed")
  expect_true(file.exists(file.path(path, "bin", "conda")))
  expect_error(install_miniconda(), "force = TRUE", class = "rkeras_error_python")
  miniconda_update()
  expect_identical(conda_calls(), "update --yes --name base conda")
  expect_null(miniconda_uninstall())
  expect_false(dir.exists(path))
  expect_error(miniconda_uninstall(withr::local_tempdir()), "has no conda installation",
               class = "rkeras_error_python")
})

test_that("use_miniconda() says when there is none", {
  withr::local_envvar(RETICULATE_MINICONDA_PATH = withr::local_tempdir())
  expect_error(use_miniconda("x"), "install_miniconda()", class = "rkeras_error_python",
               fixed = TRUE)
  expect_null(use_miniconda("x", required = FALSE))
  expect_error(install_miniconda("/a path/x"), "spaces", class = "rkeras_error_python")
})

test_that("the installer is the one for the machine", {
  expect_match(miniconda_url("Darwin", "arm64"), "Miniforge3-MacOSX-arm64.sh$")
  expect_match(miniconda_url("Linux", "x86_64"), "Miniforge3-Linux-x86_64.sh$")
  expect_match(miniconda_url("Windows", "x86-64"), "Miniforge3-Windows-x86_64.exe$")
  expect_identical(miniconda_command("/i.sh", "/mini", TRUE, "Linux"),
                   c("/bin/bash", "/i.sh", "-b", "-u", "-p", "/mini"))
  windows <- miniconda_command("C:/i.exe", "C:/Users/me/mini", FALSE, "Windows")
  expect_identical(windows[[1]], "C:/i.exe")
  expect_identical(utils::tail(windows, 2), c("/S", "/D=C:\\Users\\me\\mini"))
})
