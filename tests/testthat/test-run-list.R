some_runs <- function(frame = parent.frame()) {
  local_project(frame = frame)
  start <- 1e9
  for (i in 1:4) {
    recorded_run(
      flags = list(rate = i / 10), evaluation = list(loss = c(0.4, 0.1, 0.3, 0.2)[[i]]),
      properties = list(start = start + i, completed = i != 4)
    )
  }
}

test_that("runs are listed with the latest first", {
  some_runs()
  runs <- ls_runs()
  expect_s3_class(runs, c("tfruns_runs_df", "data.frame"), exact = TRUE)
  expect_identical(names(runs), c("run_dir", "eval_loss", "flag_rate", "start", "completed"))
  expect_identical(runs$flag_rate, c(0.4, 0.3, 0.2, 0.1))
  expect_identical(runs$start, .POSIXct(1e9 + 4:1, tz = "GMT"))
  expect_identical(ls_runs(decreasing = FALSE)$flag_rate, c(0.1, 0.2, 0.3, 0.4))
})

test_that("subset and order name columns without quotes", {
  some_runs()
  limit <- 0.25
  by <- "flag_rate"
  expect_identical(ls_runs(eval_loss < limit)$flag_rate, c(0.4, 0.2))
  expect_identical(ls_runs(order = eval_loss)$eval_loss, c(0.4, 0.3, 0.2, 0.1))
  expect_identical(ls_runs(order = "eval_loss", decreasing = FALSE)$eval_loss, 1:4 / 10)
  expect_identical(ls_runs(order = c(completed, eval_loss))$eval_loss, c(0.4, 0.3, 0.1, 0.2))
  expect_identical(ls_runs(order = by, decreasing = FALSE)$flag_rate, 1:4 / 10)
  expect_identical(ls_runs(completed == FALSE)$flag_rate, 0.4)
  expect_identical(nrow(ls_runs(eval_loss > 9)), 0L)
  expect_identical(ls_runs(latest_n = 2)$flag_rate, c(0.4, 0.3))
  expect_identical(ls_runs(eval_loss < 0.25, latest_n = 2)$flag_rate, 0.4)
  expect_identical(nrow(ls_runs(latest_n = 100)), 4L)
  f <- function(x) ls_runs(flag_rate == x)
  expect_identical(f(0.2)$eval_loss, 0.1)
})

test_that("runs have the columns that one of them has", {
  some_runs()
  recorded_run(flags = list(units = 3L, rate = "high"), properties = list(start = 2e9))
  runs <- ls_runs()
  expect_identical(runs$flag_units, c(3L, NA, NA, NA, NA))
  expect_identical(runs$eval_loss[[1]], NA_real_)
  expect_identical(ls_runs(eval_loss > 0)$eval_loss, c(0.2, 0.3, 0.1, 0.4))
})

test_that("no runs are a data frame without rows", {
  local_project()
  for (runs in list(ls_runs(), ls_runs(eval_acc > 1), ls_runs(order = eval_acc, latest_n = 1))) {
    expect_identical(nrow(runs), 0L)
    expect_s3_class(runs, "tfruns_runs_df")
  }
  expect_null(latest_run())
  dir.create("runs/other", recursive = TRUE)
  expect_identical(nrow(ls_runs()), 0L)
})

test_that("wrong arguments name the columns", {
  some_runs()
  expect_refused(ls_runs(eval_acc > 0.5), "no column `eval_acc`. They have `run_dir`, `eval_loss`")
  expect_refused(ls_runs(order = eval_acc), "no column `eval_acc`")
  expect_refused(ls_runs(order = "x"), "no column `x`")
  expect_refused(ls_runs("x"), "`subset`")
  expect_refused(ls_runs(latest_n = 0), "`latest_n`")
  expect_refused(ls_runs(decreasing = NA), "`decreasing`")
  expect_refused(ls_runs(runs_dir = 1), "`runs_dir`")
})

test_that("runs print as a table of the columns that fit", {
  local_project()
  for (i in 1:2) {
    recorded_run(sprintf("runs/%d", i), evaluation = list(loss = i / 3),
                 properties = list(start = i, a_rather_long_name = strrep("x", 60), other = 1))
  }
  withr::local_options(width = 60)
  expect_snapshot(ls_runs())
  expect_snapshot(ls_runs(run_dir == "none"))
  expect_snapshot(latest_run())
})
