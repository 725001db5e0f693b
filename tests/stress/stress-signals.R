# Signals whose handlers in R jump or end the session, while R, Python and its threads work: none is
# a hang, and none leaves a jump in Rust or Python.

# R code that Python calls on the main thread and on another one, and that prints; conversions;
# training.
work <- "
library(rkeras)
py_run_string('
import threading
def thread(f):
  t = threading.Thread(target=lambda: [f(i) for i in range(50)]); t.start(); t.join()
def call(f): return [f(i) for i in range(50)]')
x <- as.list(runif(1e5))
say <- function(i) cat('line', i, '\\n')
cases <- list(
  function() py$thread(say), function() py$call(say), function() py_to_r(r_to_py(x)),
  function() py_run_string('sum(range(1000000))'),
  function() py_run_string('import time; time.sleep(0.02)'),
  function() for (i in 1:1000) sqrt(i), function() py$call(function(i) r_to_py(x[1:100]))
)
"

script <- function(lines) {
  file <- tempfile(fileext = ".R")
  writeLines(c(work, lines), file)
  file
}

# The script's process, in a folder of its own.
start <- function(file, stdout = tempfile()) {
  folder <- tempfile()
  dir.create(folder)
  arguments <- c("--no-echo", "--no-restore", paste0("--file=", file))
  processx::process$new(file.path(R.home("bin"), "R"), arguments, stdout = stdout,
                        stderr = tempfile(), wd = folder, cleanup = TRUE)
}

# What is wrong with how it ended.
ended <- function(process, seconds, said = NULL, status = 0L) {
  process$wait(1000 * seconds)
  if (process$is_alive()) {
    process$kill()
    return("it hangs")
  }
  lines <- readLines(process$get_error_file(), warn = FALSE)
  found <- process$get_exit_status()
  c(
    if (found != status) paste(c("status", found, lines), collapse = " "),
    if (length(said) && !any(grepl(said, lines))) "it did not go on to its end"
  )
}

closed_pipe <- function(round) {
  file <- script("for (i in 1:100) cases[[1 + i %% 2]]()\nmessage('went on to the end')")
  r <- file.path(R.home("bin"), "R")
  command <- sprintf("'%s' --no-echo --no-restore --file='%s' | head -%d", r, file, round)
  process <- processx::process$new("sh", c("-c", command), stdout = tempfile(), stderr = tempfile())
  ended(process, 60, "went on to the end")
}

# `n` signals while it works, and then what is said at its end.
signalled <- function(round) {
  file <- script("
until <- Sys.time() + 4
while (Sys.time() < until) for (f in cases) f()
stopifnot(identical(py_to_r(r_to_py(1:3)), 1:3))
message('went on to the end')")
  process <- start(file)
  set.seed(round)
  Sys.sleep(2)
  until <- Sys.time() + 30
  while (process$is_alive() && Sys.time() < until) {
    process$signal(13L)
    Sys.sleep(stats::runif(1, 0, 0.01))
  }
  ended(process, 1, "went on to the end")
}

# R ignores signals while it collects garbage, and says so. They are sent again.
send <- function(process, signal) {
  said_ignored <- function() {
    said <- paste(readLines(process$get_error_file(), warn = FALSE), collapse = "\n")
    lengths(regmatches(said, gregexpr("signal ignored", said, fixed = TRUE)))
  }
  sent <- 0L
  until <- Sys.time() + 30
  while (process$is_alive() && Sys.time() < until) {
    if (said_ignored() == sent) {
      process$signal(signal)
      sent <- sent + 1L
    }
    process$wait(20)
  }
}

ends <- function(round) {
  set.seed(round)
  # R's status after SIGUSR1 is 2.
  unlist(lapply(c(USR1 = 10L, USR2 = 12L), function(signal) {
    # R saves the workspace in its signal handler, which crashes if R itself was loading a function.
    process <- start(script("
kept <- 1
for (f in cases) f()
file.create('ready')
repeat for (f in cases) f()"))
    folder <- process$get_wd()
    until <- Sys.time() + 30
    while (!file.exists(file.path(folder, "ready")) && Sys.time() < until) Sys.sleep(0.02)
    Sys.sleep(stats::runif(1, 0, 0.5))
    send(process, signal)
    wrong <- ended(process, 30, status = if (signal == 10L) 2L else 0L)
    if (!file.exists(file.path(folder, ".RData"))) wrong <- c(wrong, "nothing is saved")
    wrong
  }))
}

list(
  `a pipe that is closed` = list(run = closed_pipe),
  `SIGPIPE of another process` = list(run = signalled),
  `signals that end R` = list(run = ends)
)
