test_that("metadata are read as they were written", {
  local_project()
  flags <- list(rate = 1 / 3, small = 1e-300, n = 3L, name = "\u00e9 \"x\"", on = TRUE)
  run <- recorded_run(
    flags = flags,
    metrics = data.frame(loss = c(0.1, 1 / 3, NA), val_loss = c(NaN, Inf, NA)),
    evaluation = c(loss = 0.1 + 0.2, acc = 1), properties = list(a = "b", n = 42)
  )
  info <- run_info(run)
  expect_s3_class(info, "tfruns_run")
  for (name in names(flags)) expect_identical(info[[paste0("flag_", name)]], flags[[name]])
  expect_identical(info$metrics, data.frame(loss = c(0.1, 1 / 3, NA), val_loss = c(NaN, Inf, NA)))
  expect_identical(info$metric_loss, 1 / 3)
  expect_identical(info$epochs_completed, 2L)
  expect_identical(info$eval_loss, 0.1 + 0.2)
  expect_identical(info[c("a", "n")], structure(list(a = "b", n = "42"), class = NULL))
})

test_that("properties are added, other types replaced", {
  local_project()
  run <- recorded_run(properties = c(a = "1"))
  recorded_run(run, properties = list(b = 2), flags = list(x = 1))
  recorded_run(run, flags = list(y = 2))
  info <- run_info(run)
  expect_identical(info$a, "1")
  expect_identical(info$b, "2")
  expect_null(info$flag_x)
  expect_identical(info$flag_y, 2L)
})

test_that("other types are functions that write", {
  local_project()
  run <- recorded_run(images = function(data_dir) writeLines("x", file.path(data_dir, "images")))
  expect_true(file.exists(file.path(run, "tfruns.d", "images")))
  expect_refused(recorded_run(images = 1), "must be a function")
})

test_that("data without an active run wait for the next run", {
  local_project("write_run_metadata('evaluation', list(loss = 1))")
  write_run_data("flags", list(early = 1))
  write_run_metadata("properties", list(a = 1))
  write_run_metadata("properties", list(b = 2))
  run <- quiet_run()
  expect_identical(run$flag_early, 1L)
  expect_identical(c(run$a, run$b), c("1", "2"))
  expect_null(quiet_run()$flag_early)
})

test_that("wrong data are refused", {
  local_project()
  cases <- list(
    list("flags", list(1)), list("flags", list(a = list(1))), list("evaluation", mean),
    list("metrics", 1), list("metrics", data.frame(a = "x")), list("metrics", NULL),
    list("properties", list(a = 1:2)), list("properties", list("a/b" = 1)),
    list("source", "nowhere"), list("error", 1)
  )
  for (case in cases) {
    expect_refused(
      write_run_metadata(case[[1]], case[[2]], "run"),
      sprintf("\"%s\"", case[[1]]),
      info = deparse(case)
    )
  }
  expect_refused(write_run_metadata("", 1))
  expect_refused(write_run_metadata(1, 1), "`type`")
  expect_false(dir.exists("run"))
})

test_that("a training history is metrics", {
  local_project()
  history <- structure(list(
    params = list(), metrics = list(loss = c(3, 2, 1), val_loss = 5),
    epochs = list(loss = 1:3, val_loss = 2L)
  ), class = "keras_training_history")
  expect_identical(run_info(recorded_run(metrics = history))$metrics,
                   data.frame(loss = c(3, 2, 1), val_loss = c(NA, 5, NA)))
})
