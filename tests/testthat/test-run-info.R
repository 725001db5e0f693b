test_that("the data of a run are a list, of several a list of lists", {
  local_project()
  dirs <- c(recorded_run(flags = list(a = 1.5)), recorded_run(flags = list(a = 2.5)))
  expect_identical(run_info(dirs[[2]])$flag_a, 2.5)
  both <- run_info(dirs)
  expect_identical(lapply(both, `[[`, "flag_a"), list(1.5, 2.5))
  expect_identical(run_info(ls_runs(flag_a < 2))$flag_a, 1.5)
  expect_identical(run_info(both[[1]]), both[[1]])
})

test_that("what is no run is an error", {
  local_project()
  expect_error(run_info("none"), "no run directory 'none'", class = "rkeras_error_file")
  expect_refused(run_info(latest_run()), "there is no run")
  expect_refused(run_info(1), "names no run directory")
})

test_that("printing replaces what is long", {
  local_project()
  run <- recorded_run("runs/1", metrics = data.frame(loss = 1), error = list(
    message = "failed", traceback = c("f()", "g()")
  ))
  shown <- capture.output(run_info(run))
  expect_match(shown, "^\\$ metrics +: chr \"\\(metrics data frame\\)\"", all = FALSE)
  expect_match(shown, "\\(error traceback\\)", all = FALSE)
  expect_identical(run_info(run)$error_traceback, c("f()", "g()"))
})

test_that("a damaged file is left out with a warning", {
  local_project()
  run <- recorded_run("runs/1", flags = list(a = 1), evaluation = list(loss = 2))
  writeLines("{\"a\":", "runs/1/tfruns.d/flags.json")
  expect_warning(runs <- ls_runs(), "flags.json' is not JSON", class = "rkeras_warning_run")
  expect_identical(runs$eval_loss, 2L)
})

test_that("a loss that diverged is the last value", {
  local_project()
  info <- run_info(recorded_run(metrics = data.frame(loss = c(1, NaN, NA))))
  expect_identical(info$metric_loss, NaN)
  expect_identical(info$epochs_completed, 2L)
})
