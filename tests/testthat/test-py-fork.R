in_fork <- function(code, f) {
  in_new_session(function(code, f, rounds) {
    library(rkeras)
    py_run_string(code)
    environment(f) <- globalenv()
    main <- import_main()
    once <- function(i) {
      list(parallel::mclapply(1:4, f, main = main, mc.cores = 2), py_eval("1 + 1"))
    }
    # Each time the same, or the different answers.
    answers <- unique(lapply(seq_len(rounds), once))
    if (length(answers) == 1L) answers[[1]] else answers
  }, code, f, repeats())$value
}

test_that("Python and NumPy work in forked processes", {
  value <- in_fork("import numpy", function(i, main) {
    c(py_eval("1 + 1"), import("numpy")$sum(c(i, 2L)), main$numpy$arange(3L)[[i %% 3 + 1]])
  })
  expect_identical(value, list(lapply(1:4, function(i) c(2L, i + 2L, i %% 3L)), 2L))
})

test_that("whatever Python's threads were doing, R functions and blocking calls work there", {
  threads <- "
import threading
lock = threading.Lock()
def spin():
  while True:
    with lock: pass
for _ in range(3): threading.Thread(target = spin, daemon = True).start()
def call(f, *args): return f(*args)"
  value <- in_fork(threads, function(i, main) {
    c(
      main$call(function(x) x + 1L, i), py_call_blocking(main$call, function(x) x + 2L, i),
      py_eval("threading.active_count()")
    )
  })
  expect_identical(value, list(lapply(1:4, function(i) c(i + 1L, i + 2L, 1L)), 2L))
})

test_that("TensorFlow that has run is an error in a forked process, and no hang", {
  skip_if_not(is_keras_available())
  value <- in_new_session(function() {
    library(rkeras)
    x <- tf$constant(c(1, 2))
    try <- function(i) {
      tryCatch(as.numeric(tf$add(x, x)), error = conditionMessage)
    }
    list(parallel::mclapply(1:2, try, mc.cores = 2), as.numeric(tf$add(x, x)))
  })$value
  for (answer in value[[1]]) expect_match(answer, "forked process")
  expect_identical(value[[2]], c(2, 4))
})

test_that("so it is with JAX, what it has compiled already and what not", {
  skip_if_not(py_module_available("jax"))
  value <- in_new_session(function() {
    library(rkeras)
    jax <- import("jax.numpy")
    x <- jax$ones(c(2L, 2L))
    sum <- as.numeric(jax$sum(x))
    try <- function(f) tryCatch(f(), error = conditionMessage)
    both <- function(i) list(try(function() jax$sum(x)), try(function() jax$cos(x)))
    list(parallel::mclapply(1:2, both, mc.cores = 2), as.numeric(jax$sum(x)) == sum)
  })$value
  for (answer in unlist(value[[1]])) expect_match(answer, "forked process")
  expect_true(value[[2]])
})

test_that("a callback where the main thread does not exist is an error", {
  value <- in_new_session(function() {
    library(rkeras)
    forked <- py_run_string("
import os, threading
def forked(f):
  out = []
  def run():
    read, write = os.pipe()
    if os.fork() == 0:
      try: answer = str(f())
      except BaseException as e: answer = str(e)
      os.write(write, answer.encode()); os._exit(0)
    os.close(write)
    out.append(os.read(read, 10000).decode())
  t = threading.Thread(target = run); t.start(); t.join()
  return out[0]", local = TRUE)$forked
    forked(function() "called")
  })$value
  expect_match(value, "no main thread to run R functions")
})

test_that("system() and other processes are not disturbed", {
  value <- in_new_session(function() {
    library(rkeras)
    py_eval("1")
    c(
      system("echo a", intern = TRUE), callr::r(function() "b"), system2("echo", "c", stdout = TRUE)
    )
  })$value
  expect_identical(value, c("a", "b", "c"))
})

test_that("what forked processes print appears once, also while R collects output", {
  seen <- in_new_session(function() {
    # Python warns of forks in a process that has threads.
    options(warn = -1)
    library(rkeras)
    py <- py_run_string("
import multiprocessing, os
def fork(text):
  print('parent', end = ' ')
  if (pid := os.fork()) == 0:
    print(text); os._exit(0)
  os.waitpid(pid, 0)
def processes(*texts):
  context = multiprocessing.get_context('fork')
  for text in texts:
    process = context.Process(target = print, args = (text,)); process.start(); process.join()
", local = TRUE)
    nested <- function(text) {
      py$fork("outer")
      py_run_string(sprintf("
import os
if (pid := os.fork()) == 0:
  r.print_in_sink('%s'); os._exit(0)
os.waitpid(pid, 0)", text))
    }
    assign("print_in_sink", function(text) {
      print(capture.output(py_run_string(sprintf("print('%s')", text))))
    }, globalenv())
    py$fork("fork 1")
    py$processes("process 1", "process 2")
    value <- list(
      capture.output(py$fork("fork 2"), py$processes("process 3")),
      py_capture_output(py$fork("fork 3")),
      # One after the other: lines of processes that print at the same time may mix.
      lapply(1:2, function(i) {
        parallel::mccollect(parallel::mcparallel(
          list(capture.output(py_run_string("print('own')")), py_capture_output(py$fork("fork 4")))
        ))[[1]]
      })
    )
    nested("collected")
    value
  })
  expect_identical(seen$value, list(
    "parent ", "parent ", rep(list(list("own", "parent ")), 2)
  ))
  lines <- sub("^(parent )+", "", strsplit(seen$output, "\n")[[1]])
  expect_identical(sort(lines), sort(c(
    "fork 1", "process 1", "process 2", "fork 2", "process 3", "fork 3", "fork 4", "fork 4",
    "outer", "[1] \"collected\""
  )))
})
