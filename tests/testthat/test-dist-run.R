# Scripts for processes that do not load TensorFlow, except where a test trains.
script_of <- function(..., frame = parent.frame()) {
  path <- withr::local_tempfile(fileext = ".R", .local_envir = frame)
  writeLines(c(...), path)
  path
}

test_that("each worker is told the cluster and its place, and its output bears its name", {
  script <- script_of(
    "config <- Sys.getenv(c('TF_CONFIG', 'RKERAS_WORKERS', 'RKERAS_WORKER', 'KERAS_BACKEND', 'A'))",
    "cat(config, commandArgs(TRUE), sep = '\\n')", "message('to stderr')"
  )
  shown <- character()
  run <- run_workers(
    script, workers = 3, args = c("--epochs", "two words"), env = c(A = "b"),
    echo = function(worker, line) shown <<- c(shown, paste0(worker, ": ", line)),
    backend = "tensorflow"
  )
  expect_s3_class(run, "rkeras_workers")
  expect_identical(run$workers$name, c("worker 1", "worker 2", "worker 3"))
  expect_identical(run$workers$status, c(0L, 0L, 0L))
  expect_identical(run$restarts, 0L)
  configs <- lapply(run$output, function(lines) jsonlite::fromJSON(lines[[1]]))
  addresses <- configs[[1]]$cluster$worker
  expect_match(addresses, "^127[.]0[.]0[.]1:[0-9]+$")
  expect_identical(anyDuplicated(addresses), 0L)
  for (i in 1:3) {
    expect_identical(configs[[i]]$task, list(type = "worker", index = i - 1L))
    expect_identical(configs[[i]]$cluster, configs[[1]]$cluster)
    lines <- run$output[[i]]
    expect_identical(lines[2:7], c(
      paste(addresses, collapse = ","), as.character(i - 1L), "tensorflow", "b", "--epochs",
      "two words"
    ))
    expect_true(paste0("worker ", i, ": to stderr") %in% shown)
  }
  expect_output(print(run), "worker 2 on localhost: status 0, 8 lines", fixed = TRUE)
})

test_that("output is shown with names, and JAX gets its coordinator", {
  script <- script_of("cat(Sys.getenv(c('KERAS_DISTRIBUTION_JOB_ADDRESSES',",
                      "'KERAS_DISTRIBUTION_NUM_PROCESSES', 'KERAS_DISTRIBUTION_PROCESS_ID')))")
  expect_output(
    run <- run_workers(script, workers = 2, backend = "jax"), "[worker 2] 127.0.0.1:", fixed = TRUE
  )
  expect_match(run$output[[2]], "^127[.]0[.]0[.]1:[0-9]+ 2 1$")
})

test_that("when one fails, the others are ended, and the error says which and why", {
  folder <- withr::local_tempdir()
  script <- script_of(
    "if (Sys.getenv('RKERAS_WORKER') == '1') { cat('about to fail\\n'); stop('no data here') }",
    sprintf("cat(Sys.getpid(), file = file.path('%s', 'pid'))", folder), "Sys.sleep(600)"
  )
  error <- expect_error(run_workers(script, workers = 2, echo = FALSE), "`worker 2` failed",
                        class = "rkeras_error_worker")
  expect_match(conditionMessage(error), "about to fail.*no data here")
  expect_identical(error$worker, "worker 2")
  expect_identical(error$status, 1L)
  pid <- file.path(folder, "pid")
  if (file.exists(pid)) expect_false(tools::pskill(as.integer(readLines(pid, warn = FALSE)), 0))
})

test_that("workers start again, with other ports, as often as is asked", {
  folder <- withr::local_tempdir()
  script <- script_of(
    sprintf("runs <- file.path('%s', '0')", folder),
    "count <- function() if (file.exists(runs)) length(readLines(runs)) else 0L",
    "if (Sys.getenv('RKERAS_WORKER') == '0') {",
    "  cat(Sys.getenv('RKERAS_WORKERS'), '\\n', file = runs, append = TRUE)",
    "  if (count() < 3) tools::pskill(Sys.getpid(), 9)",
    "}",
    # It waits for the third run of the first worker.
    "while (count() < 3) Sys.sleep(0.05)", "cat('done', count())"
  )
  again <- "`worker 1` was killed by signal 9. All workers start again (1 of 2)."
  expect_message(
    expect_message(run <- run_workers(script, 2, restarts = 2, echo = FALSE), again, fixed = TRUE),
    "2 of 2"
  )
  expect_identical(run$restarts, 2L)
  expect_identical(run$output[["worker 1"]], "done 3")
  expect_identical(anyDuplicated(readLines(file.path(folder, "0"))), 0L)

  always <- script_of("quit(status = 7)")
  expect_error(
    suppressMessages(run_workers(always, workers = 1, restarts = 1, echo = FALSE)),
    "failed with status 7.\nIt was started again 1 times.\nIt has written nothing.", fixed = TRUE
  )
})

test_that("processes on other hosts are started by ssh", {
  # The program stands in for ssh: it runs the command here.
  log <- local_program("ssh", "shift 4; exec sh -c \"$1\"")
  script <- script_of("cat(Sys.getenv('RKERAS_WORKER'), getwd(), commandArgs(TRUE), sep = '|')")
  run <- run_workers(
    script, hosts = c("node1", "me@node2"), args = "it's", echo = FALSE, port = 4000,
    rscript = file.path(R.home("bin"), "Rscript")
  )
  expect_identical(run$workers$host, c("node1", "me@node2"))
  expect_identical(unname(unlist(run$output)), paste(0:1, getwd(), "it's", sep = "|"))
  calls <- readLines(log)
  expect_match(calls, "^-tt -o BatchMode=yes (node1|me@node2) cd ")
  expect_match(calls, "RKERAS_WORKERS='node1:4000,me@node2:4001'", fixed = TRUE)
})

test_that("wrong arguments are errors that say what is expected", {
  script <- script_of("1")
  expect_error(run_workers("no-such.R"), "the script 'no-such.R' was not found", fixed = TRUE)
  expect_error(run_workers(script, 0), "`workers` must be one positive whole number, not 0")
  expect_error(run_workers(script, 1.5), "`workers`")
  expect_error(run_workers(script, 2, "h", TRUE), "`...` must be empty", fixed = TRUE)
  expect_error(run_workers(script, hosts = "-oProxyCommand=x"), "`hosts` must be names of machines")
  expect_error(run_workers(script, restarts = -1), "`restarts` must be one whole number from 0 up")
  expect_error(run_workers(script, backend = "torch"), "`backend` must be one of \"tensorflow\",")
  expect_error(run_workers(script, servers = 1, backend = "jax"), "JAX has no parameter servers")
  expect_error(run_workers(script, env = "a"), "`env` must be a character vector with names")
  expect_error(run_workers(script, echo = 1), "`echo` must be TRUE or FALSE")
  expect_error(run_workers(), "`script`")
})

test_that("seeds decide neither ports nor the names by which processes are ended", {
  script <- script_of("writeLines(grep('^PROCESSX_PS', names(Sys.getenv()), value = TRUE))")
  named <- function() {
    set.seed(1)
    seed <- .Random.seed
    run <- run_workers(script, workers = 2, echo = FALSE)
    expect_identical(.Random.seed, seed)
    # After the underscore there is the time.
    sub("_[0-9]+$", "", setdiff(unlist(run$output), names(Sys.getenv())))
  }
  names <- c(named(), named())
  expect_length(names, 4)
  expect_identical(anyDuplicated(names), 0L)
  expect_identical(anyDuplicated(free_ports(20)), 0L)
})
