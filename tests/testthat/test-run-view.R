skip_if_not_installed("htmltools")

page_of <- function(path) paste(readLines(path, encoding = "UTF-8"), collapse = "\n")

two_runs <- function(frame = parent.frame()) {
  local_project(
    "FLAGS <- flags(flag_numeric('rate', 0.1))",
    "write_run_metadata('metrics', data.frame(loss = c(1, FLAGS$rate), val_loss = c(2, NA)))",
    "write_run_metadata('evaluation', list(acc = 0.9))",
    "cat('<b>', FLAGS$rate, '</b>\\n')", "plot(1)", "writeLines('x', 'model.h5')", frame = frame
  )
  quiet_run(run_dir = "runs/a")
  script <- readLines("train.R")
  writeLines(sub("plot(1)", "plot(2)", script, fixed = TRUE), "train.R")
  quiet_run(run_dir = "runs/b", flags = list(rate = 0.7))
}

test_that("the page of a run shows what was recorded", {
  two_runs()
  expect_invisible(path <- save_run_view("runs/b", "view.html"))
  expect_identical(path, "view.html")
  page <- page_of(path)
  for (text in c(
    "Training run b", "completed", "rate", "0.7", "<path class=\"curve training\"", "validation",
    "&lt;b&gt; 0.7", "data:image/png;base64,", "model.h5", "plot(2)", "R version"
  )) {
    expect_match(page, text, fixed = TRUE)
  }
  expect_no_match(page, "<b>|src=\"(?!data:)|href=", perl = TRUE)
  expect_true(file.exists(save_run_view()))
})

test_that("the page of a failed run shows its error", {
  local_project("f <- function() stop('no <good>')", "f()")
  expect_error(quiet_run())
  page <- page_of(save_run_view())
  expect_match(page, "failed")
  expect_match(page, "no &lt;good&gt;", fixed = TRUE)
})

test_that("a comparison shows values and the differences of texts", {
  two_runs()
  page <- page_of(save_run_comparison(c("runs/b", "runs/a")))
  expect_match(page, "Comparison of a and b")
  expect_match(page, "<span class=\"removed\">-plot(1)</span>", fixed = TRUE)
  expect_match(page, "<span class=\"added\">+plot(2)</span>", fixed = TRUE)
  expect_match(page, "<tr class=\"differs\">\\s*<th scope=\"row\">rate</th>")
  expect_match(page, "curve run1 training", fixed = TRUE)
  expect_match(page, "curve run2 training", fixed = TRUE)
  expect_refused(compare_runs("runs/a"), "must be two runs")
  expect_match(page_of(compare_runs(ls_runs())), "Comparison of a and b")
})

test_that("differences are lines of unified form", {
  expect_identical(differing_lines(c("a", "b", "c"), c("a", "x", "c")), c(" a", "-b", "+x", " c"))
  expect_identical(differing_lines(character(), "x"), "+x")
})

test_that("viewers are functions of the page, and scripts need none", {
  two_runs()
  seen <- NULL
  view_run("runs/a", viewer = function(page) seen <<- page)
  expect_true(file.exists(seen))
  withr::local_options(tfruns.viewer = function(page) seen <<- "option")
  compare_runs()
  expect_identical(seen, "option")
  withr::local_options(tfruns.viewer = NULL, browser = function(url) stop("a browser opens"))
  expect_true(file.exists(view_run("runs/a")))
  expect_refused(view_run("runs/a", viewer = 1), "`viewer`")
  expect_error(save_run_view("runs/a", "no/such.html"), "no directory", class = "rkeras_error_file")
  expect_refused(view_run(c("runs/a", "runs/b")), "must be one run")
})

test_that("metrics are shown while they come", {
  viewer <- view_run_metrics(data.frame(loss = c(1, NA), accuracy = c(0.5, NA)))
  expect_s3_class(viewer, "tfruns_metrics_viewer")
  expect_match(page_of(viewer$page), "1 of 2 epochs")
  expect_match(page_of(viewer$page), "http-equiv=\"refresh\"", fixed = TRUE)
  expect_identical(update_run_metrics(viewer, data.frame(loss = c(1, 0.5))), viewer)
  page <- page_of(viewer$page)
  expect_match(page, "2 of 2 epochs")
  expect_no_match(page, "refresh")
  expect_refused(view_run_metrics(1), "`metrics`")
  expect_refused(update_run_metrics(list(), 1), "`viewer`")
})

test_that("charts bear missing, infinite and equal values", {
  for (values in list(c(NA, NA), c(1, 1), c(NaN, Inf, 3), 5, c(1, NA, 2, NA))) {
    expect_match(page_of(view_run_metrics(data.frame(loss = values))$page), "</html>")
  }
})
