test_that("a version is compared in the parts that the condition names", {
  yes <- list(c("3.11.7", "3.11"), c("3.11.7", "<=3.11"), c("3.11.7", ">=3.10,<3.12"),
              c("3.12.1", "3.12:latest"), c("3.12.1", "==3.12.*"), c("3.12.1", "!=3.11"),
              c("3.10.13", ">3.9"), c("3.11.2", "3.11.2"), c("3.10.0", ">= 3.10"))
  no <- list(c("3.11.7", "3.12"), c("3.11.7", "<3.11"), c("3.12.0", ">=3.10,<3.12"),
             c("3.10.9", ">3.10"), c("3.11.2", "3.11.3"))
  for (case in yes) expect_true(version_satisfies(case[[1]], case[[2]]))
  for (case in no) expect_false(version_satisfies(case[[1]], case[[2]]))
  expect_refused(version_satisfies("3.11", "new"), "must look like")
})

test_that("the root is where WORKON_HOME says, or in the home", {
  withr::local_envvar(WORKON_HOME = "", RETICULATE_VIRTUALENV_ROOT = "")
  expect_equal(virtualenv_root(), path.expand("~/.virtualenvs"))
  withr::local_envvar(RETICULATE_VIRTUALENV_ROOT = "/b")
  expect_equal(virtualenv_root(), "/b")
  withr::local_envvar(WORKON_HOME = "/a")
  expect_equal(virtualenv_root(), "/a")
  expect_equal(virtualenv_path("x"), "/a/x")
  expect_equal(virtualenv_path("./x"), "./x")
  expect_equal(virtualenv_path(), "/a/r-keras")
})

test_that("a virtualenv is made, listed, used and removed", {
  root <- withr::local_tempdir()
  withr::local_envvar(WORKON_HOME = root)
  expect_equal(virtualenv_list(), character())
  expect_false(virtualenv_exists("one"))
  expect_equal(virtualenv_python("one"), virtualenv_bin(file.path(root, "one")))
  expect_error(virtualenv_install("one", "x"), "There is no virtualenv",
               class = "rkeras_error_python")

  withr::local_options(reticulate.virtualenv.system_site_packages = TRUE)
  suppressMessages(python <- virtualenv_create("one", packages = NULL))
  expect_equal(python, virtualenv_bin(file.path(root, "one")))
  expect_match(readLines(file.path(root, "one", "pyvenv.cfg")), "system-site.* true", all = FALSE)
  expect_true(virtualenv_exists("one"))
  expect_equal(virtualenv_list(), "one")
  expect_message(virtualenv_create("one", packages = NULL), "exists already")
  # Not even what a file requires.
  suppressMessages(virtualenv_create("one", packages = FALSE, requirements = "none.txt"))
  expect_error(virtualenv_remove("two"), "has 'one'", fixed = TRUE)

  listed <- py_list_packages("one")
  expect_true("pip" %in% listed$package)
  expect_equal(listed$requirement, paste0(listed$package, "==", listed$version))

  expect_true(virtualenv_remove("one", confirm = FALSE))
  expect_equal(virtualenv_list(), character())
})

test_that("a Python that cannot create a virtualenv is an error that says why", {
  expect_error(
    virtualenv_create(file.path(withr::local_tempdir(), "x"), python = "/none/python"),
    "cannot create a virtualenv: there is no such file",
    class = "rkeras_error_python"
  )
  expect_error(
    virtualenv_create(file.path(withr::local_tempdir(), "x"), version = "3.99"),
    "3.99 is asked for",
    class = "rkeras_error_python"
  )
})

test_that("starters meet the version asked for, and those after the first are run on request", {
  pyenv <- withr::local_tempdir()
  withr::local_envvar(PYENV_ROOT = pyenv)
  last <- virtualenv_bin(file.path(pyenv, "versions", "3.0"))
  dir.create(dirname(last), recursive = TRUE)
  log <- file.path(pyenv, "calls")
  writeLines(c("#!/bin/sh", paste("echo called >>", shQuote(log))), last)
  Sys.chmod(last, "755")
  first <- virtualenv_starter()
  expect_false(file.exists(log))
  all <- virtualenv_starter(all = TRUE)
  expect_true(file.exists(log))
  expect_equal(first, all$path[[1]])
  expect_false(last %in% all$path)
  newest <- all$version[[1]]
  expect_true(newest %in% virtualenv_starter(newest, all = TRUE)$version)
  expect_null(virtualenv_starter("3.99"))
})

test_that("a virtualenv is never made from another virtualenv's Python", {
  env <- file.path(withr::local_tempdir(), "env")
  starter <- virtualenv_starter()
  system2(starter, c("-m", "venv", "--without-pip", shQuote(env)))
  base <- outside_virtualenv(virtualenv_bin(env))
  expect_equal(probe_python(base)$prefix, probe_python(starter)$prefix)
})
