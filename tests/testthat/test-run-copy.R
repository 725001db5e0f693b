local_runs <- function(frame = parent.frame()) {
  local_project(frame = frame)
  dirs <- vapply(1:2, function(i) {
    dir <- recorded_run(sprintf("runs/%d", i), evaluation = list(loss = i))
    writeLines("model", file.path(dir, "model.txt"))
    dir
  }, "")
  invisible(dirs)
}

test_that("runs are copied whole or without the record", {
  local_runs()
  expect_identical(copy_run("runs/1", to = "best"), c("runs/1" = TRUE))
  expect_setequal(list.files("best/1"), c("model.txt", "tfruns.d"))
  expect_identical(run_info("best/1")$eval_loss, 1L)
  copy_run(ls_runs(), to = "all")
  expect_identical(list.files("all"), c("1", "2"))
  copy_run("runs/1", rename = "first")
  expect_true(file.exists("first/tfruns.d/evaluation.json"))
  copy_run_files(run_info("runs/2"), to = "saved")
  expect_identical(list.files("saved", recursive = TRUE), "2/model.txt")
  copy_run_files("runs/2", to = "saved", rename = "mine")
  expect_identical(list.files("saved/mine"), "model.txt")
})

test_that("copies that cannot be are refused", {
  local_runs()
  expect_refused(copy_run(ls_runs(), rename = "x"), "`rename` is for a single run")
  expect_error(copy_run("runs/3"), "no run directory", class = "rkeras_error_file")
  expect_refused(copy_run("runs/1", to = "runs"), "is the run directory itself")
})

test_that("cleaned runs are archived, purged ones are gone", {
  local_runs()
  expect_message(clean_runs(ls_runs(eval_loss == 1)), "Archived 1 run in 'runs/archive'")
  expect_identical(ls_runs()$run_dir, "runs/2")
  expect_true(file.exists("runs/archive/1/model.txt"))
  suppressMessages(copy_run("runs/archive/1", to = "runs"))
  # A run of the same name in the archive is kept.
  suppressMessages(clean_runs(confirm = FALSE))
  expect_length(list.files("runs/archive"), 3L)
  expect_identical(nrow(ls_runs()), 0L)
  expect_message(clean_runs(), "no runs to archive")
  expect_message(purge_runs(confirm = FALSE), "Deleted 3 runs")
  expect_false(dir.exists("runs/archive"))
  expect_message(purge_runs(), "no archived runs in 'runs'")
  expect_refused(clean_runs(confirm = NA), "`confirm`")
})
