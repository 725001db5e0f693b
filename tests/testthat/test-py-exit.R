# Runs a script with Rscript. Returns its exit status and output.
run_script <- function(lines) {
  script <- withr::local_tempfile(lines = c("library(rkeras)", lines), fileext = ".R")
  result <- callr::rscript(
    script, show = FALSE, fail_on_status = FALSE, timeout = 100, supervise = TRUE
  )
  list(status = result$status, output = paste0(result$stdout, result$stderr))
}

# The same many times, two at a time.
run_script_often <- function(lines) {
  script <- withr::local_tempfile(lines = c("library(rkeras)", lines), fileext = ".R")
  start <- function(i) {
    output <- tempfile()
    process <- callr::rscript_process$new(callr::rscript_process_options(
      script = script, stdout = output, stderr = "2>&1", extra = list(supervise = TRUE)
    ))
    list(process = process, output = output)
  }
  end <- function(run) {
    on.exit(unlink(run$output))
    run$process$wait(100000)
    if (run$process$is_alive()) run$process$kill()
    list(
      status = run$process$get_exit_status(),
      output = paste(readLines(run$output), collapse = "\n")
    )
  }
  in_pairs <- split(seq_len(repeats()), (seq_len(repeats()) - 1L) %/% 2L)
  do.call(c, lapply(in_pairs, function(pair) lapply(lapply(pair, start), end)))
}

at_exit <- "py_run_string('
import atexit, threading, time
atexit.register(print, \"handler ran\")')"

test_that("atexit handlers run however R ends", {
  ends <- list(
    list("", 0L), list("quit(\"no\")", 0L), list("q(\"no\", 3)", 3L), list("stop(\"failed\")", 1L)
  )
  for (end in ends) {
    seen <- run_script(c(at_exit, end[[1]]))
    expect_identical(seen$status, end[[2]])
    expect_match(seen$output, "handler ran", label = end[[1]])
  }
})

test_that("R ends with Python's threads running, or waiting for it", {
  threads <- c(
    `daemon that loops` = "
def run():
  while True: pass
threading.Thread(target = run, daemon = True).start()",
    `daemon that sleeps` =
      "threading.Thread(target = time.sleep, args = [60], daemon = True).start()",
    `daemon that calls R` = "
def run():
  while True: R(1)
threading.Thread(target = run, daemon = True).start()",
    `one that ends` = "
def run():
  time.sleep(0.5)
  print('thread ended')
threading.Thread(target = run).start()",
    `one that calls R` = "
def run():
  for i in range(100): R(i)
  print('thread ended')
threading.Thread(target = run).start()",
    `one that never ends` = "
def run():
  while True: time.sleep(0.1)
threading.Thread(target = run, name = 'endless').start()",
    `a pool` = "
import concurrent.futures
concurrent.futures.ThreadPoolExecutor(2).submit(R, 1)"
  )
  for (name in names(threads)) {
    runs <- run_script_often(c(
      at_exit, "main <- import_main()", "main$R <- function(x) x",
      sprintf("py_run_string(\"%s\")", threads[[name]])
    ))
    for (seen in runs) {
      expect_identical(seen$status, 0L, label = name)
      expect_match(seen$output, "handler ran", label = name)
      for (said in c("thread ended", "endless")) {
        if (grepl(said, threads[[name]])) expect_match(seen$output, said, label = name)
      }
    }
  }
})

test_that("an interrupt in a callback of a thread in the background does not end a script", {
  seen <- run_script(c(
    # Not before the call that starts it is over: R code that is in Python is interrupted itself.
    "py_run_string('import threading
def later(f): threading.Timer(0.5, f).start()')",
    "called <- FALSE",
    "py$later(function() {",
    "  called <<- TRUE",
    "  system(sprintf('(sleep 0.2; kill -INT %d) &', Sys.getpid()))",
    "  Sys.sleep(60)",
    "})",
    "while (!called) Sys.sleep(0.01)",
    "cat('went on\\n')"
  ))
  expect_identical(seen$status, 0L)
  expect_match(seen$output, "went on")
})

test_that("R ends after training, and while a call given up goes on", {
  skip_if_not(is_keras_available())
  seen <- run_script(c(
    at_exit, "x <- matrix(runif(40), 10)",
    "model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)",
    "compile(model, loss = \"mse\")", "history <- fit(model, x, x[, 1], epochs = 2)",
    "cat(length(history$metrics$loss), \"epochs\\n\")"
  ))
  expect_identical(seen$status, 0L)
  expect_match(seen$output, "2 epochs.*handler ran")
})

test_that("R ends after an error of HDF5 that was handled", {
  skip_if_not(is_keras_available())
  seen <- run_script(c(
    "model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 2)",
    "file <- tempfile(fileext = '.weights.h5')",
    "save_model_weights(model, file)",
    "main <- import_main()", "main$file <- file",
    "py_run_string(\"
import h5py
with h5py.File(file, 'r+') as h5:
    name = 'layers/dense/vars/0'
    h5.move(name, 'values')
    layout = h5py.VirtualLayout(shape=(3, 2), dtype='float32')
    layout[:] = h5py.VirtualSource('.', 'values', shape=(3, 2))
    h5.create_virtual_dataset(name, layout)
\")",
    "error <- tryCatch(load_model_weights(model, file), error = identity)",
    "cat(conditionMessage(error), 'went on\\n')"
  ))
  expect_match(seen$output, "virtual Dataset.*went on")
  expect_identical(seen$status, 0L)
})
