# Runs `f` in an R of its own and interrupts it there, once, after a while. Gives what became of it,
# whether soon, and what the session says afterwards.
interrupted <- function(f, signal = TRUE) {
  in_new_session(function(f, signal) {
    library(rkeras)
    py_run_string("
import time, threading
def loop():
  while True: pass
def call(f, *args): return f(*args)
def joined(f):
  t = threading.Thread(target = f); t.start(); t.join()
def later(f):
  def run():
    time.sleep(0.3)
    f()
  threading.Thread(target = run).start()
log = []
def cleaned(f):
  try: f()
  finally: log.append('cleaned')
def swallowed(f):
  try: f()
  except KeyboardInterrupt: return 'swallowed'
")
    environment(f) <- globalenv()
    main <- import_main()
    after <- function(command) system(sprintf("(sleep 1; %s) &", command))
    if (signal) {
      after(sprintf("kill -INT %d", Sys.getpid()))
    }
    started <- proc.time()[["elapsed"]]
    result <- tryCatch(f(main), interrupt = function(cnd) "interrupted")
    seconds <- proc.time()[["elapsed"]] - started
    # Nothing is left of it.
    Sys.sleep(0.2)
    again <- tryCatch(
      {
        py_eval("[i for i in range(1000)]")
        Sys.sleep(0.1)
        py_call_blocking(main$call, function() py_eval("1 + 1"))
      },
      interrupt = function(cnd) "again"
    )
    list(result = result, in_time = seconds < 3, again = again, log = main$log)
  }, f, signal)$value
}

test_that("an interrupt stops Python code, and is over then", {
  cases <- list(
    loop = function(main) main$loop(),
    `loop on a worker` = function(main) py_call_blocking(main$loop),
    sleep = function(main) import("time")$sleep(60),
    lock = function(main) import("threading")$Event()$wait(),
    `callback that sleeps` = function(main) main$call(function() Sys.sleep(60)),
    `callback that computes` = function(main) main$call(function() repeat NULL),
    `callback of a worker` = function(main) py_call_blocking(main$call, function() Sys.sleep(60)),
    `callback of a thread` = function(main) main$joined(function() Sys.sleep(60)),
    `Python in a callback` = function(main) main$call(function() main$loop()),
    `blocking call in a callback` = function(main) {
      py_call_blocking(main$call, function() py_call_blocking(main$loop))
    }
  )
  for (name in names(cases)) {
    seen <- interrupted(cases[[name]])
    expect_identical(seen$result, "interrupted", label = name)
    expect_true(seen$in_time, label = name)
    expect_identical(seen$again, 2L, label = name)
  }
})

test_that("Python's finally runs, and an interrupt that Python catches is its own", {
  seen <- interrupted(function(main) main$cleaned(main$loop))
  expect_identical(seen[c("result", "log")], list(result = "interrupted", log = "cleaned"))
  for (case in list(
    function(main) main$swallowed(main$loop),
    function(main) py_call_blocking(main$swallowed, main$loop),
    function(main) main$swallowed(function() Sys.sleep(60))
  )) {
    seen <- interrupted(case)
    expect_identical(seen[c("result", "again")], list(result = "swallowed", again = 2L))
  }
})

test_that("an interrupt in a callback of a thread in the background leaves R alone", {
  seen <- interrupted(function(main) {
    main$later(function() Sys.sleep(60))
    Sys.sleep(2)
    "went on"
  })
  expect_identical(seen$result, "went on")
})

test_that("a KeyboardInterrupt of Python's own is R's interrupt", {
  raised <- tryCatch(py_run_string("raise KeyboardInterrupt('mine')"), interrupt = identity)
  expect_s3_class(raised, c("python.builtin.KeyboardInterrupt", "interrupt"), exact = FALSE)
  expect_false(inherits(raised, "error"))
})

test_that("an interrupt stops training, and the model can be trained on", {
  skip_if_not(is_keras_available())
  seen <- interrupted(function(main) {
    x <- matrix(runif(400), 100)
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
    compile(model, loss = "mse")
    fit(model, x, x[, 1], epochs = 1, verbose = 0)
    system(sprintf("(sleep 1; kill -INT %d) &", Sys.getpid()))
    stopped <- tryCatch(
      {
        fit(model, x, x[, 1], epochs = 1e6, verbose = 0)
        "finished"
      },
      interrupt = function(cnd) "interrupted"
    )
    history <- fit(model, x, x[, 1], epochs = 2, verbose = 0)
    list(stopped, length(history$metrics$loss), dim(predict(model, x, verbose = 0)))
  }, signal = FALSE)
  expect_identical(seen$result, list("interrupted", 2L, c(100L, 1L)))
})

test_that("a call that does not react is given up by a second interrupt", {
  value <- in_new_session(function() {
    library(rkeras)
    for (seconds in 1:2) system(sprintf("(sleep %d; kill -INT %d) &", seconds, Sys.getpid()))
    started <- proc.time()[["elapsed"]]
    message <- tryCatch(
      py_call_blocking(import("time")$sleep, 8L), interrupt = conditionMessage
    )
    c(message, proc.time()[["elapsed"]] - started < 6, py_call_blocking(py_eval("lambda: 2")))
  })$value
  expect_match(value[[1]], "in the background")
  expect_identical(value[-1], c("TRUE", "2"))
})
