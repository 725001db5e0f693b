script <- c(
  "FLAGS <- flags(flag_numeric('rate', 0.1), flag_integer('units', 8))",
  "if (FLAGS$units == 13) stop('bad luck')",
  "write_run_metadata('evaluation', list(score = FLAGS$rate * FLAGS$units))"
)

tune <- function(..., echo = FALSE, confirm = FALSE) {
  suppressMessages(tuning_run(..., echo = echo, confirm = confirm, envir = new.env()))
}

test_that("each combination of flags is a run", {
  local_project(script)
  runs <- tune(flags = list(rate = c(0.1, 0.2), units = c(1, 2, 3)), runs_dir = "tuned",
               properties = c(study = "a"))
  expect_s3_class(runs, "tfruns_runs_df")
  expect_identical(nrow(runs), 6L)
  expect_setequal(paste(runs$flag_rate, runs$flag_units),
                  c("0.1 1", "0.2 1", "0.1 2", "0.2 2", "0.1 3", "0.2 3"))
  expect_equal(runs$eval_score, runs$flag_rate * runs$flag_units)
  expect_identical(names(runs)[1:3], c("flag_rate", "flag_units", "eval_score"))
  listed <- ls_runs(order = eval_score, runs_dir = "tuned")
  expect_equal(runs[names(listed)][order(-runs$eval_score, runs$run_dir), ],
               listed[order(-listed$eval_score, listed$run_dir), ], ignore_attr = TRUE)
  expect_identical(unique(runs$study), "a")
})

test_that("flags and results come first, and the best run", {
  local_project(script)
  runs <- tune(flags = list(rate = c(0.2, 0.3, 0.1), units = 2))
  expect_identical(runs$flag_rate, c(0.3, 0.2, 0.1))
  expect_output(print(runs), "^Data frame: 3 x [0-9]+\n +flag_rate flag_units eval_score")
  found <- data.frame(
    run_dir = c("a", "b", "c"), eval_loss = c(2, NA, 1), eval_accuracy = c(0.9, NA, 0.8),
    metric_loss = c(1, 2, 3), flag_x = 3:1
  )
  order_by <- function(best = NULL, runs = found) best_first(runs, best)$run_dir
  expect_identical(order_by(), c("c", "a", "b"))
  expect_identical(order_by("eval_accuracy"), c("a", "c", "b"))
  expect_identical(order_by(runs = found[-2]), c("a", "c", "b"))
  expect_identical(order_by(runs = found[-(2:3)]), c("a", "b", "c"))
  expect_identical(order_by("flag_x"), c("c", "b", "a"))
  expect_identical(names(best_first(found, NULL))[1:3], c("flag_x", "eval_loss", "eval_accuracy"))
  # What was tuned stands before other flags.
  found$flag_a <- 1
  expect_identical(names(best_first(found, NULL, "a"))[1:2], c("flag_a", "flag_x"))
  expect_identical(names(best_first(found, NULL, "x"))[1:2], c("flag_x", "flag_a"))
  # Nothing decides: the latest is first.
  expect_identical(order_by(runs = cbind(found[1], start = .POSIXct(c(2, 3, 1)))),
                   c("b", "a", "c"))
  expect_warning(tune(flags = list(rate = 1), best = "eval_none"), "no column `eval_none`",
                 class = "rkeras_warning_argument")
  expect_refused(tune(flags = list(rate = 1), best = 1), "`best` must be one string")
})

test_that("a sample of the combinations follows R's generator", {
  local_project(script)
  chosen <- function(seed) {
    withr::with_seed(seed, vapply(sampled(flag_combinations(list(a = 1:5, b = 1:4)), 0.3),
                                  toString, ""))
  }
  expect_length(chosen(1), 6L)
  expect_identical(chosen(1), chosen(1))
  expect_false(identical(chosen(1), chosen(2)))
  expect_length(sampled(as.list(1:3), 0.01), 1L)
  expect_identical(nrow(tune(flags = list(units = 1:4), sample = 0.5)), 2L)
})

test_that("the number of combinations is told", {
  local_project(script)
  expect_message(
    tuning_run(flags = list(units = 1:4), sample = 0.25, echo = FALSE, envir = new.env()),
    "4 combinations of flags (sampled to 1)", fixed = TRUE
  )
})

test_that("a run that fails does not end the others", {
  local_project(script)
  expect_warning(runs <- tune(flags = list(units = c(1, 13, 3))), "1 of 3 runs failed.*bad luck",
                 class = "rkeras_warning_run")
  expect_identical(sum(runs$completed), 2L)
  expect_identical(runs$error_message[!runs$completed], "bad luck")
  expect_error(tune(flags = list(units = 13)), "1 of 1 runs failed", class = "rkeras_error_run")
})

test_that("workers run in parallel processes", {
  local_project(script)
  expect_warning(
    runs <- tune(flags = list(rate = c(0.1, 0.2), units = c(1, 13)), workers = 2), "2 of 4",
    class = "rkeras_warning_run"
  )
  expect_identical(nrow(runs), 4L)
  expect_identical(sum(runs$completed), 2L)
  expect_identical(runs$error_message[!runs$completed], c("bad luck", "bad luck"))
})

test_that("wrong arguments are told before the first run", {
  local_project(script)
  cases <- list(
    list(list(flags = NULL), "`flags` must be a list with names"),
    list(list(flags = list(1, 2)), "`flags` must be a list with names"),
    list(list(flags = list(rate = numeric())), "no values for `rate`"),
    list(list(flags = list(rate = 1), sample = 0), "`sample`"),
    list(list(flags = list(rate = 1), sample = 1.5), "`sample`"),
    list(list(flags = list(rate = 1), workers = 0), "`workers`")
  )
  for (case in cases) {
    expect_refused(do.call(tune, case[[1]]), case[[2]])
  }
  expect_error(tune("none.R", flags = list(rate = 1)), "was not found", class = "rkeras_error_file")
  expect_false(dir.exists("runs"))
})

test_that("the rows of a data frame are the combinations of flags", {
  local_project(script)
  all <- expand.grid(rate = c(0.1, 0.2), units = c(1, 2, 3))
  runs <- tune(flags = all[all$rate * all$units < 0.4, ])
  found <- runs[order(runs$flag_rate, runs$flag_units), c("flag_rate", "flag_units")]
  expect_equal(found$flag_rate, c(0.1, 0.1, 0.1, 0.2))
  expect_equal(found$flag_units, c(1, 2, 3, 1))
  expect_identical(
    flag_combinations(data.frame(a = factor(c("x", "x")), b = 1:2)),
    list(list(a = "x", b = 1L), list(a = "x", b = 2L))
  )
  expect_refused(tune(flags = all[0, ]), "no values for `rate`")
})
