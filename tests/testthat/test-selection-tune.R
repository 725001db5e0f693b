skip_if_not(py_module_available("optuna"))

quadratic <- function(trial) (trial$suggest_float("x", -5, 5) - 2)^2

test_that("a study finds the minimum, and the same one for a seed", {
  study <- tune(quadratic, trials = 40, seed = 1)
  expect_s3_class(study, "rkeras_study")
  expect_lt(study$best_value, 0.1)
  expect_equal(study$best_value, (study$best_params$x - 2)^2)
  expect_equal(quadratic(study$best_trial), study$best_value)
  expect_identical(nrow(study$trials), 40L)
  expect_equal(study$trials$value, (study$trials$param_x - 2)^2)
  frame <- as.data.frame(study)
  expect_identical(frame$value, sort(study$trials$value))
  again <- tune(quadratic, trials = 40, seed = 1)
  expect_identical(again$trials$param_x, study$trials$param_x)
  other <- tune(quadratic, trials = 3, seed = 2)
  expect_false(any(other$trials$param_x %in% study$trials$param_x))
})

test_that("a seed decides random numbers in trials, and not those outside", {
  noise <- function(trial) runif(1)
  set.seed(1)
  first <- tune(noise, 3, seed = 5)$trials$value
  after <- runif(1)
  expect_identical(tune(noise, 3, seed = 5)$trials$value, first)
  expect_length(unique(first), 3L)
  set.seed(1)
  expect_identical(runif(1), after)
})

test_that("a study can be maximized", {
  study <- tune(function(trial) -quadratic(trial), 30, direction = "maximize", seed = 1)
  expect_identical(study$best_value, max(study$trials$value))
  expect_identical(as.data.frame(study)$value, sort(study$trials$value, decreasing = TRUE))
  curve <- study_curve(study)
  expect_identical(curve$best, cummax(study$trials$value))
})

test_that("a grid has each combination once", {
  f <- function(trial) {
    trial$suggest_int("n", 1, 3) * 10 + match(trial$suggest_categorical("k", c("a", "b")), letters)
  }
  grid <- list(n = 1:3, k = c("a", "b"))
  study <- tune(f, sampler = "grid", grid = grid)
  expect_identical(sort(study$trials$value), c(11, 12, 21, 22, 31, 32))
  expect_identical(unique(study$trials$state), "complete")
  skip_if_not_installed("callr")
  for (seed in list(NULL, 1)) {
    shared <- tune(f, sampler = "grid", grid = grid, workers = 2, seed = seed)
    expect_identical(nrow(shared$trials), 6L)
    expect_identical(anyDuplicated(shared$trials[c("param_k", "param_n")]), 0L)
  }
  expect_refused(tune(f, sampler = "grid"), "`grid` must be")
  expect_refused(tune(f, grid = grid), "`grid` is for")
})

test_that("samplers and pruners have names, or are objects of Optuna", {
  xs <- function(...) tune(quadratic, 4, seed = 1, ...)$trials$param_x
  expect_length(unique(list(xs(sampler = "random"), xs(sampler = "qmc"))), 2L)
  expect_identical(xs(sampler = import("optuna.samplers")$RandomSampler(seed = 1L)),
                   xs(sampler = "random"))
  expect_refused(tune(quadratic, sampler = "best"), "`sampler` must be one of")
})

test_that("an error marks its trial as failed, and the others go on", {
  f <- function(trial) if (trial$number == 2) stop("100% of two") else quadratic(trial)
  expect_warning(study <- tune(f, 4), "1 of 4 trials failed; trial 2: 100% of two",
                 class = "rkeras_warning_run")
  expect_identical(study$trials$state, c("complete", "failed", "complete", "complete"))
  expect_identical(study$trials$error[[2]], "100% of two")
  expect_identical(tail(as.data.frame(study)$trial, 1), 2L)
  expect_warning(tune(function(trial) if (trial$number == 1) "a" else 1, 2),
                 "must return one number, not \"a\"", class = "rkeras_warning_run")
  expect_error(tune(function(trial) NA_real_, 2), "All 2 trials failed",
               class = "rkeras_error_run")
})

test_that("a stored study is continued up to the number of trials", {
  file <- withr::local_tempfile(fileext = ".db")
  first <- tune(quadratic, 5, storage = file, seed = 1)
  expect_true(file.exists(file))
  study <- tune(quadratic, 8, storage = file, seed = 1)
  expect_identical(study$trials$param_x[1:5], first$trials$param_x)
  expect_length(unique(study$trials$param_x), 8L)
  expect_identical(tune(quadratic, 8, storage = file)$trials, study$trials)
  expect_identical(nrow(tune(quadratic, 2, storage = file, name = "other")$trials), 2L)
  expect_refused(tune(quadratic, 8, storage = file, direction = "maximize"), "was made to minimize")
  expect_error(tune(quadratic, 8, storage = file.path(file, "none", "a.db")), "no directory",
               class = "rkeras_error_file")
})

test_that("an interrupt ends the study, whose trials are kept", {
  file <- withr::local_tempfile(fileext = ".db")
  interrupted <- function(trial) {
    if (trial$number == 3) rlang::interrupt()
    quadratic(trial)
  }
  skip_if_not_installed("rlang")
  expect_identical(tryCatch(tune(interrupted, 5, storage = file), interrupt = function(i) "stop"),
                   "stop")
  study <- tune(quadratic, 5, storage = file)
  expect_identical(study$trials$state, rep(c("complete", "failed", "complete"), c(2, 1, 2)))
})

test_that("several processes share a study", {
  skip_if_not_installed("callr")
  assign("rkeras_test_shift", 3, globalenv())
  withr::defer(rm(rkeras_test_shift, envir = globalenv()))
  f <- function(trial) {
    if (trial$number == 2) stop("two")
    (trial$suggest_float("x", -5, 5) - rkeras_test_shift)^2
  }
  environment(f) <- globalenv()
  file <- withr::local_tempfile(fileext = ".db")
  expect_warning(study <- tune(f, 8, workers = 2, storage = file, seed = 1),
                 "1 of 8 trials failed; trial 2: two", class = "rkeras_warning_run")
  expect_identical(nrow(study$trials), 8L)
  done <- study$trials[study$trials$state == "complete", ]
  expect_equal(done$value, (done$param_x - 3)^2)
  expect_length(unique(done$param_x), 7L)
  expect_identical(nrow(tune(function(trial) trial$suggest_int("n", 1, 3), 3, workers = 2)$trials),
                   3L)
  expect_refused(
    tune(f, workers = 2, pruner = import("optuna.pruners")$NopPruner()), "`pruner` must be a string"
  )
})

test_that("processes that begin late draw numbers of their own", {
  withr::defer(running_job$study <- NULL)
  # Each trial is the first of a process, and the second task is taken first.
  local_functions(in_processes = function(tasks, f, workers, ended) {
    lapply(rev(tasks), function(task) {
      running_job$study <- NULL
      list(value = f(task))
    })
  })
  file <- withr::local_tempfile(fileext = ".db")
  study <- tune(quadratic, 4, workers = 4, storage = file, seed = 1)
  expect_length(unique(study$trials$param_x), 4L)
})

test_that("a study is printed and drawn", {
  study <- tune(quadratic, 10, seed = 1)
  expect_output(print(study), paste0("^Study to minimize: 10 trials \\(10 complete\\)\\n",
                                     "Best: [-0-9.e]+ with x = "))
  expect_output(print(study), "4 more: as.data.frame")
  withr::local_pdf(NULL)
  expect_identical(plot(study, method = "base"), study)
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::ggplot_build(plot(study))$data
  expect_identical(drawn[[1]]$y, study$trials$value)
  expect_identical(drawn[[2]]$y, cummin(study$trials$value))
})

test_that("wrong arguments are told, and that Optuna is missing", {
  cases <- list(
    list(list(1), "`objective` must be a function"), list(list(mean, 0), "`trials`"),
    list(list(mean, workers = 0), "`workers`"), list(list(mean, direction = "up"), "`direction`"),
    list(list(mean, name = ""), "`name`"), list(list(mean, seed = -1), "`seed`")
  )
  for (case in cases) {
    expect_refused(do.call(tune, case[[1]]), case[[2]])
  }
  local_functions(py_module_available = function(module) FALSE)
  expect_error(tune(mean), "tune\\(\\)` needs the Python package `optuna`: py_install\\(\"optuna\"",
               class = "rkeras_error_module")
})
