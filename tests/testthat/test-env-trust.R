# A virtualenv that consists only of files.
local_virtualenv <- function(env = parent.frame()) {
  folder <- file.path(withr::local_tempdir(.local_envir = env), ".venv")
  packages <- file.path(folder, "lib/python3.11/site-packages")
  dir.create(file.path(folder, "bin"), recursive = TRUE)
  dir.create(packages, recursive = TRUE)
  files <- file.path(folder, c("bin/python", "pyvenv.cfg"))
  file.create(c(files, file.path(packages, "sitecustomize.py")))
  Sys.chmod(c(list.files(folder, recursive = TRUE, full.names = TRUE, include.dirs = TRUE), folder),
            "755", use_umask = FALSE)
  folder
}

test_that("a virtualenv of one's own is trusted", {
  expect_null(trust_problem(local_virtualenv()))
  expect_null(trust_problem("/no/such/folder"))
})

test_that("one that everybody can write to is not, nor one with such a part", {
  folder <- local_virtualenv()
  parts <- c(
    "", "bin", "bin/python", "pyvenv.cfg", "lib", "lib/python3.11", "lib/python3.11/site-packages",
    "lib/python3.11/site-packages/sitecustomize.py"
  )
  for (part in file.path(folder, parts)) {
    Sys.chmod(part, "777", use_umask = FALSE)
    problem <- trust_problem(folder)
    expect_match(problem, "everybody can write to '", fixed = TRUE, label = part)
    expect_match(problem, sub("/$", "", part), fixed = TRUE)
    expect_match(problem, "use_virtualenv(", fixed = TRUE)
    Sys.chmod(part, "755", use_umask = FALSE)
  }
  expect_null(trust_problem(folder))
})

test_that("what belongs to another user is not trusted, what belongs to the administrator is", {
  info <- function(uid) list(uid = uid, uname = "eve", mode = as.octmode("755"))
  expect_identical(owner_problem("x", info(1001L), user = 1000L), "'x' belongs to the user eve")
  expect_null(owner_problem("x", info(1000L), user = 1000L))
  expect_null(owner_problem("x", info(0L), user = 1000L))
  expect_identical(user_id(), file.info(withr::local_tempfile(lines = "x"))$uid)
})

test_that("a virtualenv that is not trusted is not run, and a warning says why", {
  folder <- local_virtualenv()
  ran <- file.path(dirname(folder), "ran")
  writeLines(c("#!/bin/sh", paste("touch", shQuote(ran))), file.path(folder, "bin/python"))
  Sys.chmod(folder, "777", use_umask = FALSE)
  out <- in_new_session(function(folder, python) {
    setwd(folder)
    # So that the virtualenv's turn comes, and one that works is left.
    Sys.setenv(RKERAS_PYTHON = "", RETICULATE_PYTHON = "", VIRTUAL_ENV = "")
    rkeras::use_python(python, required = FALSE)
    inputs <- rkeras:::python_inputs()
    inputs$hints <- list()
    inputs$system <- python
    inputs$envs_root <- "/no/such/folder"
    warned <- list()
    decide <- function() {
      withCallingHandlers(rkeras:::choose_python(inputs), rkeras_warning_python = function(w) {
        warned <<- c(warned, conditionMessage(w))
        invokeRestart("muffleWarning")
      })
    }
    decide()
    list(trace = decide()$trace, warned = unlist(warned))
  }, dirname(folder), py_exe())$value
  row <- out$trace[out$trace$source == ".venv in the working directory", ]
  expect_identical(row$verdict, "refused")
  expect_match(row$reason, "everybody can write to")
  expect_length(out$warned, 1L)
  expect_match(out$warned, "is not used: everybody can write to .*use_virtualenv")
  expect_false(file.exists(ran))
})

test_that("on Windows a virtualenv in the user's folder is trusted", {
  home <- withr::local_tempdir()
  other <- withr::local_tempdir()
  dir.create(file.path(home, "project", ".venv"), recursive = TRUE)
  dir.create(file.path(other, ".venv"))
  withr::local_envvar(USERPROFILE = home)
  expect_null(trust_problem(file.path(home, "project", ".venv"), "Windows"))
  expect_match(trust_problem(file.path(other, ".venv"), "Windows"), "outside your user folder")
  expect_null(trust_problem(file.path(other, "none"), "Windows"))
})
