in_data <- function(run, ...) file.path(run$run_dir, "tfruns.d", ...)

test_that("a run records script, output, plots, files and times", {
  local_project(
    "# Reads nothing", "x <- 1:3", "print(x * 2)", "message('a message')", "warning('a warning')",
    "plot(x)", "lines(x)", "plot(rev(x))", "writeLines('m', 'model.txt')",
    "writeLines('r', file.path(run_dir(), 'direct.txt'))"
  )
  writeLines("old", "unchanged.txt")
  began <- Sys.time()
  expect_warning(run <- quiet_run(properties = list(author = "me"), echo = TRUE), "a warning")
  expect_s3_class(run, "data.frame")
  expect_identical(nrow(run), 1L)
  expect_true(run$completed)
  expect_identical(run$script, "train.R")
  expect_identical(run[["context"]], "local")
  expect_identical(run$type, "training")
  expect_identical(run$author, "me")
  expect_s3_class(run$start, "POSIXct")
  expect_gte(as.double(run$end), as.double(run$start))
  expect_gte(as.double(run$start), floor(as.double(began)))

  output <- run_info(run)$output
  for (text in c("> # Reads nothing\n> x <- 1:3", "[1] 2 4 6", "a message", "Warning: a warning")) {
    expect_match(output, text, fixed = TRUE)
  }
  expect_length(list.files(in_data(run, "plots")), 2L)
  expect_identical(readLines(file.path(run$run_dir, "model.txt")), "m")
  expect_true(file.exists(file.path(run$run_dir, "direct.txt")))
  expect_false(file.exists(file.path(run$run_dir, "unchanged.txt")))
  utils::untar(run$source_code, exdir = "unpacked")
  expect_identical(readLines("unpacked/source/train.R"), readLines("train.R"))
  expect_match(readLines(in_data(run, "session.txt")), "R version", all = FALSE)
})

test_that("echo shows code and values, and is optional", {
  local_project("y <- 2", "y + 1", "cat('text\\n')", "invisible(4)")
  shown <- capture.output(suppressMessages(training_run(envir = new.env())))
  expect_identical(shown[nzchar(shown)], c(
    "> y <- 2", "> y + 1", "[1] 3", "> cat('text\\n')", "text", "> invisible(4)"
  ))
  expect_identical(
    capture.output(suppressMessages(training_run(envir = new.env(), echo = FALSE))), "text"
  )
})

test_that("the script is evaluated in the environment", {
  local_project("answer <- 42")
  suppressMessages(training_run(echo = FALSE))
  expect_identical(answer, 42)
})

test_that("an error is raised as it is and the run keeps what it had", {
  local_project(
    "FLAGS <- flags(flag_numeric('rate', 0.5))",
    "write_run_metadata('metrics', data.frame(loss = c(1, NA)))",
    "cat('before\\n')", "plot(1)", "writeLines('half', 'half.txt')",
    "f <- function() rlang::abort('failed', class = 'my_error')", "f()", "cat('after')"
  )
  skip_if_not_installed("rlang")
  before <- list(sink.number(), grDevices::dev.cur(), getOption("device"))
  expect_error(quiet_run(), class = "my_error")
  expect_identical(list(sink.number(), grDevices::dev.cur(), getOption("device")), before)
  run <- latest_run()
  expect_false(run$completed)
  expect_match(run$error_message, "failed")
  expect_match(run$error_traceback, "f()", fixed = TRUE, all = FALSE)
  expect_identical(run$flag_rate, 0.5)
  expect_identical(run$metric_loss, 1L * 1)
  expect_identical(run$output, "before")
  expect_s3_class(run$end, "POSIXct")
  expect_true(file.exists(file.path(run$run_dir, "half.txt")))
  expect_length(list.files(file.path(run$run_dir, "tfruns.d", "plots")), 1L)
  expect_false(is_run_active())
})

test_that("a script that does not parse is an error, recorded too", {
  local_project("x <- (")
  expect_error(quiet_run(), "unexpected end of input")
  expect_false(latest_run()$completed)
})

test_that("a killed run keeps everything", {
  local_project(
    "FLAGS <- flags(flag_numeric('rate', 0.5))", "cat('before\\n')", "plot(1)",
    "write_run_metadata('metrics', data.frame(loss = c(0.25, NA)))",
    "tools::pskill(Sys.getpid(), tools::SIGKILL)", "Sys.sleep(60)"
  )
  expect_error(callr::r(function() {
    library("rkeras")
    training_run("train.R", view = FALSE)
  }))
  run <- latest_run()
  expect_false(run$completed)
  expect_null(run$end)
  expect_identical(run$flag_rate, 0.5)
  expect_identical(run$metric_loss, 0.25)
  expect_match(run$output, "before")
  expect_gt(file.size(file.path(run$run_dir, "tfruns.d", "plots", "unfinished.png")), 0)
  expect_true(file.exists(run$source_code))
  expect_true(is.na(ls_runs(latest_n = 1)$end %||% NA))
})

test_that("run_dir names the directory and replaces its record", {
  local_project("write_run_metadata('flags', list(a = 1))")
  run <- quiet_run(run_dir = "mine/run")
  expect_identical(run$run_dir, "mine/run")
  writeLines("1", "train.R")
  expect_null(quiet_run(run_dir = "mine/run")$flag_a)
  expect_identical(nrow(ls_runs(runs_dir = "mine")), 1L)
})

test_that("scripts can be in subdirectories and run others", {
  local_project("cat('inner\\n')", file = "inner.R")
  dir.create("sub")
  writeLines(c(
    "outer <- run_dir()",
    "inner <- training_run('inner.R', run_dir = 'runs/inner', echo = FALSE, view = FALSE)",
    "stopifnot(run_dir() == outer, inner$completed)",
    "cat('still\\n')"
  ), "sub/outer.R")
  run <- quiet_run("sub/outer.R")
  expect_identical(run$script, "outer.R")
  expect_identical(run_info(run)$output, paste(
    "Using run directory runs/inner", "inner", "Run completed: runs/inner", "still", sep = "\n"
  ))
  expect_identical(run_info("runs/inner")$output, "inner")
})

test_that("no files are copied without artifacts_dir, and only from it", {
  local_project("writeLines('x', 'a.txt')", "writeLines('x', 'sub/b.txt')")
  dir.create("sub")
  of_script <- function(run) setdiff(list.files(run$run_dir), "tfruns.d")
  expect_identical(of_script(quiet_run(artifacts_dir = NULL)), character())
  expect_identical(of_script(quiet_run(artifacts_dir = "sub")), "b.txt")
  expect_setequal(of_script(quiet_run()), c("a.txt", "sub"))
})

test_that("the git commit is a property", {
  skip_if(!nzchar(Sys.which("git")))
  local_project("1")
  git <- function(...) {
    system2("git", c("-c", "user.name=a", "-c", "user.email=b", ...), stdout = TRUE)
  }
  git("init", "-q")
  git("add", "train.R")
  git("commit", "-q", "-m", "first")
  run <- quiet_run()
  expect_identical(run$git_commit, git("rev-parse", "HEAD"))
  expect_identical(run$git_clean, "TRUE")
  writeLines("2", "train.R")
  expect_identical(quiet_run()$git_clean, "FALSE")
})

test_that("a script may use devices and sinks of its own", {
  local_project(
    "pdf('own.pdf')", "plot(1)", "invisible(dev.off())", "graphics.off()", "plot(2)",
    "sink(tempfile())", "cat('lost')"
  )
  before <- sink.number()
  run <- quiet_run()
  expect_identical(sink.number(), before)
  expect_true(file.exists(file.path(run$run_dir, "own.pdf")))
  expect_length(list.files(in_data(run, "plots")), 1L)
  expect_false(file.exists("Rplots.pdf"))
})

test_that("wrong arguments are told before anything is made", {
  local_project("1")
  wrong <- function(...) training_run(..., envir = new.env())
  expect_error(wrong("none.R"), "the script 'none.R' was not found", class = "rkeras_error_file")
  expect_refused(wrong(view = "x"), "`view`")
  expect_refused(wrong(echo = NA), "`echo`")
  expect_error(wrong(artifacts_dir = "none"), "`artifacts_dir`", class = "rkeras_error_file")
  expect_refused(wrong(properties = list(1)), "properties")
  expect_false(dir.exists("runs"))
})

test_that("at the prompt the value views the run when it is printed", {
  skip_if_not_installed("htmltools")
  local_project("1")
  pages <- character()
  withr::local_options(tfruns.viewer = function(page) pages <<- c(pages, page))
  quiet_run(view = TRUE)
  expect_length(pages, 1L)
  expect_true(file.exists(file.path(quiet_run(view = "save")$run_dir, "tfruns.d", "view.html")))
  run <- quiet_run()
  print(structure(run, class = c("tfruns_viewed_run", class(run))))
  expect_length(pages, 2L)
})

test_that("an interrupted run says so", {
  local_project("writeLines('x', file.path(run_dir(), 'begun'))", "Sys.sleep(100)")
  session <- callr::r_bg(function() {
    library("rkeras")
    training_run("train.R", run_dir = "runs/1", view = FALSE)
  }, supervise = TRUE)
  while (!file.exists("runs/1/begun") && session$is_alive()) Sys.sleep(0.05)
  session$interrupt()
  session$wait(20000)
  session$kill()
  run <- run_info("runs/1")
  expect_false(run$completed)
  expect_identical(run$error_message, "The run was interrupted.")
})
