test_that("a new run directory is named after the time and is never given twice", {
  local_project()
  first <- unique_run_dir()
  second <- unique_run_dir()
  expect_match(first, "^runs/\\d{4}-\\d{2}-\\d{2}T\\d{2}-\\d{2}-\\d{2}Z$")
  expect_true(dir.exists(first))
  expect_false(first == second)
  dirs <- vapply(1:20, function(i) unique_run_dir("a/b", seconds_scale = 3), "")
  expect_identical(anyDuplicated(dirs), 0L)
  expect_match(dirs, "^a/b/.*-\\d{2}[.]\\d{3}Z$")
  withr::local_options(tfruns.runs_dir = "elsewhere")
  expect_identical(dirname(unique_run_dir()), "elsewhere")
})

test_that("a directory that cannot be created is an error, not a wait", {
  local_project()
  file.create("file")
  expect_error(unique_run_dir("file"), "cannot be created", class = "rkeras_error_file")
  expect_refused(unique_run_dir(seconds_scale = 7), "`seconds_scale`")
  expect_refused(unique_run_dir(NULL), "`runs_dir`")
})

test_that("the directory of a run is found in what describes runs", {
  expect_identical(as_run_dir(c("a", "b")), c("a", "b"))
  expect_identical(as_run_dir(data.frame(run_dir = c("a", "b"))), c("a", "b"))
  expect_identical(as_run_dir(list(run_dir = "a")), "a")
  expect_identical(as_run_dir(list(list(run_dir = "a"), "b")), c("a", "b"))
  expect_identical(as_run_dir(structure(list(run_dir = "a"), class = "tfruns_run")), "a")
  for (wrong in list(1, NULL, NA_character_, data.frame(x = 1), list(), mean)) {
    expect_refused(as_run_dir(wrong), "names no run directory")
  }
})

test_that("the folder of a run is the one that is named", {
  expect_identical(run_dir(), getwd())
  expect_false(is_run_active())
  withr::local_envvar(TENSORFLOW_RUN_DIR = "/some/run")
  expect_identical(run_dir(), "/some/run")
  expect_true(is_run_active())
})

test_that("a script knows its run directory, also in another working directory", {
  folder <- local_project(
    "seen <- c(run_dir(), is_run_active())", "setwd(tempdir())", "other <- run_dir()"
  )
  envir <- new.env()
  run <- quiet_run(envir = envir)
  expect_identical(envir$seen, c(run$run_dir, "TRUE"))
  expect_identical(envir$other, normalizePath(run$run_dir))
  expect_identical(normalizePath(getwd()), normalizePath(folder))
  expect_false(is_run_active())
  expect_identical(run_dir(), getwd())
})
