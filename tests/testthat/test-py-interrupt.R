in_session <- shared_session()

# Runs `f` in a separate R process and interrupts it after a while. Returns its result, whether it
# stopped soon, and the output of the session afterwards: the distinct answers of all runs.
interrupted <- function(f, signal = "kill", rounds = repeats()) {
  in_session(function(f, signal, rounds, interrupt_in) {
    library(rkeras)
    # The functions under test see what is global there.
    assign("interrupt_in", `environment<-`(interrupt_in, globalenv()), globalenv())
    py_run_string("
import time, threading
def loop():
  while True: pass
def call(f, *args): return f(*args)
def joined(f):
  t = threading.Thread(target = f); t.start(); t.join()
def left(f):
  threading.Thread(target = f).start()
  time.sleep(0.1)
def later(f):
  def run():
    time.sleep(0.05)
    f()
  threading.Thread(target = run).start()
log = []
def taken(): return list(log)
def clear(): log.clear()
def cleaned(f):
  try: f()
  finally: log.append('cleaned')
def swallowed(f):
  try: f()
  except KeyboardInterrupt: return 'swallowed'
")
    environment(f) <- globalenv()
    main <- import_main()
    # In R the flag is set, and nothing else happens.
    py_run_string("
import ctypes
def set_flag(seconds):
  flag = ctypes.c_int.in_dll(ctypes.CDLL(None), 'R_interrupts_pending')
  def run():
    time.sleep(seconds)
    flag.value = 1
  threading.Thread(target = run).start()")
    once <- function(delay) {
      main$clear()
      switch(signal,
        none = NULL,
        flag = main$set_flag(delay),
        kill = interrupt_in(delay)
      )
      started <- proc.time()[["elapsed"]]
      result <- tryCatch(f(main), interrupt = function(cnd) "interrupted")
      seconds <- proc.time()[["elapsed"]] - started
      # Nothing is left of it.
      again <- tryCatch(
        {
          Sys.sleep(0.05)
          py_eval("[i for i in range(1000)]")
          py_call_blocking(main$call, function() py_eval("1 + 1"))
        },
        interrupt = function(cnd) "again"
      )
      # No case ends by itself before.
      list(result = result, in_time = seconds < 50, again = again, log = main$taken())
    }
    unique(lapply(seq_len(rounds), function(i) once(0.2 + 0.01 * (i %% 7))))
  }, f, signal, rounds, interrupt_in)
}

expect_interrupted <- function(f, result, log = list(), ..., label = result) {
  expect_identical(
    interrupted(f, ...), list(list(result = result, in_time = TRUE, again = 2L, log = log)),
    label = label
  )
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
    `callback for which nothing waits` = function(main) main$left(function() Sys.sleep(60)),
    `the same of a worker` = function(main) {
      py_call_blocking(main$left, function() Sys.sleep(60))
      Sys.sleep(60)
    },
    `Python in a callback` = function(main) main$call(function() main$loop()),
    `blocking call in a callback` = function(main) {
      py_call_blocking(main$call, function() py_call_blocking(main$loop))
    }
  )
  for (name in names(cases)) expect_interrupted(cases[[name]], "interrupted", label = name)
})

test_that("an interrupt that a GUI sets, R's flag alone, is one like any other", {
  cases <- list(
    loop = function(main) main$loop(),
    `loop on a worker` = function(main) py_call_blocking(main$loop),
    sleep = function(main) import("time")$sleep(60),
    `Python in a callback` = function(main) main$call(function() main$loop())
  )
  for (name in names(cases)) {
    expect_interrupted(cases[[name]], "interrupted", signal = "flag", label = name)
  }
})

test_that("Python's finally runs, and an interrupt that Python catches is its own", {
  expect_interrupted(function(main) main$cleaned(main$loop), "interrupted", log = "cleaned")
  for (case in list(
    function(main) main$swallowed(main$loop),
    function(main) py_call_blocking(main$swallowed, main$loop),
    function(main) main$swallowed(function() Sys.sleep(60))
  )) {
    expect_interrupted(case, "swallowed")
  }
})

test_that("an interrupt that a bare `except` of Keras takes is R's when the call ends", {
  calls <- list(
    `on the main thread` = quote(drops(main$loop)),
    `on a worker` = quote(py_call_blocking(drops, main$loop)),
    `in a callback` = quote(drops(function() Sys.sleep(60)))
  )
  for (name in names(calls)) {
    f <- eval(bquote(function(main) {
      py_run_string("
import types
keras_file = types.ModuleType('keras.src.file')
exec('def drops(f):\\n  try: f()\\n  except: pass', vars(keras_file))")
      drops <- main$keras_file$drops
      .(calls[[name]])
      # R looks for interrupts here.
      Sys.sleep(0.1)
      "went on"
    }))
    expect_interrupted(f, "interrupted", label = name)
  }
})

test_that("an interrupt waits where TensorFlow's compiled code reads a shape in Python", {
  # An exception there ends the process, or is dropped.
  for (call in list(quote(reads()), quote(py_call_blocking(reads)))) {
    f <- eval(bquote(function(main) {
      py_run_string("
import types
shapes = types.ModuleType('tensorflow.python.framework.tensor_shape')
exec('def read(until):\\n  while not until(): pass', vars(shapes))
def reads():
  end = time.monotonic() + 1
  shapes.read(lambda: time.monotonic() > end)
  log.append('read')
  while True: pass")
      reads <- main$reads
      .(call)
    }))
    expect_interrupted(f, "interrupted", log = "read", rounds = 1L)
  }
})

test_that("compiled code that cannot be interrupted is when it returns", {
  expect_interrupted(function(main) {
    np <- import("numpy", convert = FALSE)
    x <- np$ones(tuple(400L, 400L))
    repeat np$linalg$eigvals(x)
  }, "interrupted", rounds = min(repeats(), 3L))
  # Nor is any Python code run in between, save ours about the result.
  expect_interrupted(function(main) {
    np <- import("numpy", convert = FALSE)
    x <- np$ones(tuple(1000L, 1000L))
    repeat np$sin(x)
  }, "interrupted", rounds = min(repeats(), 3L))
})

test_that("an interrupt of the collections that rkeras starts is one of the user's code", {
  stopped <- in_new_session(function() {
    library(rkeras)
    np <- import("numpy", convert = FALSE)
    collected <- 0
    # R's collector notices an interrupt when it ends.
    utils::assignInNamespace("collect_young", function() {
      collected <<- collected + 1
      if (collected == 1) tools::pskill(Sys.getpid(), tools::SIGINT)
      gc(FALSE, FALSE)
    }, "rkeras")
    x <- np$ones(tuple(1000L, 1000L))
    tryCatch(
      {
        for (i in 1:200) np$sin(x)
        "not interrupted"
      },
      interrupt = function(cnd) collected
    )
  })
  expect_identical(stopped$value, 1)
})

test_that("what must not be left half done is done before the interrupt is raised", {
  seen <- in_new_session(function(rounds) {
    library(rkeras)
    py_run_string("
import os, signal, time
from rkeras.bridge.interrupt import shield
done = []
def work():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(50): time.sleep(0.01)
    done.append('worked')
def run():
    shield(work)
    done.append('went on')
")
    main <- import_main()
    once <- function(call) {
      main$done <- list()
      how <- tryCatch(call(), interrupt = function(cnd) "interrupted")
      c(how, unlist(main$done), main$work$`__name__`)
    }
    calls <- list(function() main$run(), function() py_call_blocking(main$run))
    unique(unlist(lapply(seq_len(rounds), function(i) lapply(calls, once)), recursive = FALSE))
  }, min(repeats(), 3L))$value
  expect_identical(seen, list(c("interrupted", "worked", "work")))
})

test_that("an interrupt in a callback of a thread in the background is one of the R code below", {
  cases <- list(
    `served by the event loop` = function(main) {
      main$later(function() {
        interrupt_in(0.1)
        Sys.sleep(60)
      })
      Sys.sleep(60)
    },
    `served by a call` = function(main) {
      main$later(function() {
        interrupt_in(0.1)
        Sys.sleep(60)
      })
      repeat py_eval("1")
    },
    `that a handler outside has got` = function(main) {
      outside <- function(e) signalCondition(structure(class = c("interrupt", "condition"), list()))
      withCallingHandlers(error = outside, {
        main$later(function() withRestarts(stop("an error"), go_on = function() NULL))
        Sys.sleep(60)
      })
    }
  )
  for (name in names(cases)) {
    expect_interrupted(cases[[name]], "interrupted", signal = "none", label = name)
  }
})

test_that("a KeyboardInterrupt of Python's own is R's interrupt", {
  raised <- tryCatch(py_run_string("raise KeyboardInterrupt('mine')"), interrupt = identity)
  expect_s3_class(raised, c("python.builtin.KeyboardInterrupt", "interrupt"), exact = FALSE)
  expect_false(inherits(raised, "error"))
})

test_that("an interrupt stops training, and the model can be trained on", {
  skip_if_not(is_keras_available())
  expect_interrupted(function(main) {
    x <- matrix(runif(400), 100)
    model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
    compile(model, loss = "mse")
    fit(model, x, x[, 1], epochs = 1, verbose = 0)
    interrupt_in(0.3)
    stopped <- tryCatch(
      {
        fit(model, x, x[, 1], epochs = 1e6, verbose = 0)
        "finished"
      },
      interrupt = function(cnd) "interrupted"
    )
    history <- fit(model, x, x[, 1], epochs = 2, verbose = 0)
    list(stopped, length(history$metrics$loss), dim(predict(model, x, verbose = 0)))
  }, list("interrupted", 2L, c(100L, 1L)), signal = "none", label = "training")
})

test_that("a call that does not react is given up by a second interrupt", {
  value <- in_new_session(function() {
    library(rkeras)
    # Longer than the session may take. The signals come when it sleeps.
    py_run_string("
import os, subprocess, time
def sleep():
  subprocess.Popen(['sh', '-c', f'for i in 1 2; do sleep 1; kill -INT {os.getpid()}; done'])
  time.sleep(3600)")
    message <- tryCatch(py_call_blocking(py$sleep), interrupt = conditionMessage)
    c(message, py_call_blocking(py_eval("lambda: 2")))
  })$value
  expect_match(value[[1]], "in the background")
  expect_identical(value[-1], "2")
})

test_that("an interrupt that comes in a finalizer, where Python drops it, is raised again", {
  cases <- list(
    `on the main thread` = function(main) main$finalizes(main$Thing),
    `on a worker` = function(main) py_call_blocking(main$finalizes, main$Thing),
    `as a cause` = function(main) main$finalizes(main$Failing),
    `as a cause, on a worker` = function(main) py_call_blocking(main$finalizes, main$Failing)
  )
  seen <- in_new_session(function(cases, rounds) {
    library(rkeras)
    py_run_string("
import os, signal
class Thing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(3000000): pass
# As compiled code that calls Python although an exception is set.
class Failing(Thing):
    def __del__(self):
        try: super().__del__()
        except KeyboardInterrupt as interrupt: raise SystemError('failed') from interrupt
def finalizes(Thing):
    while True:
        Thing()
        for _ in range(1000000): pass
")
    main <- import_main()
    once <- function(f) {
      r <- tryCatch(f(main), interrupt = function(cnd) "interrupted")
      # It interrupts at each round until then, so that some may be left over.
      tryCatch(Sys.sleep(0.3), interrupt = function(cnd) NULL)
      r
    }
    unlist(lapply(rep(cases, rounds), once))
  }, lapply(cases, `environment<-`, globalenv()), min(repeats(), 3L))
  expect_identical(unique(unname(seen$value)), "interrupted")
  expect_no_match(seen$output, "Exception ignored")
})

test_that("what libraries make of an interrupt is one to R", {
  expect_interrupted(function(main) {
    py_run_string("
def as_another():
  try: loop()
  except BaseException: raise TypeError('something went wrong')
def as_text():
  try: loop()
  except BaseException as e: text = repr(type(e).__name__)
  raise RuntimeError('a library says: ' + text)
def as_compiled():
  try: loop()
  except BaseException: pass
  raise TypeError('not a number')")
    main <- import_main()
    stopped <- tryCatch(main$as_another(), interrupt = class, error = function(e) "an error")
    interrupt_in(0.2)
    told <- tryCatch(
      py_call_blocking(main$as_text), interrupt = class, error = function(e) "an error"
    )
    interrupt_in(0.2)
    lost <- tryCatch(
      py_call_blocking(main$as_compiled), interrupt = class, error = function(e) "an error"
    )
    later <- tryCatch(py_eval("[][0]"), error = function(e) "an error")
    list(
      "interrupt" %in% stopped, "error" %in% stopped, "interrupt" %in% told, "interrupt" %in% lost,
      later
    )
  }, list(TRUE, FALSE, TRUE, TRUE, "an error"), rounds = 1L)
})

test_that("an interrupt waits until an import has ended, on whatever thread", {
  folder <- withr::local_tempdir()
  writeLines(c(
    "import os, signal", "os.kill(os.getpid(), signal.SIGINT)",
    "for _ in range(10000000): pass", "answer = 42"
  ), file.path(folder, "interrupts_itself.py"))
  seen <- in_new_session(function(folder) {
    library(rkeras)
    import("sys", convert = FALSE)$path$append(folder)
    py_run_string("import sys
def imports(): import interrupts_itself
def forget(): return sys.modules.pop('interrupts_itself').answer")
    main <- import_main()
    calls <- list(
      function() import("interrupts_itself"), function() main$imports(),
      function() py_call_blocking(main$imports)
    )
    unlist(lapply(calls, function(call) {
      how <- tryCatch(
        {
          call()
          # R's flag is looked at now and then.
          Sys.sleep(0.2)
        },
        interrupt = function(cnd) "interrupted"
      )
      c(how, main$forget())
    }))
  }, folder)
  expect_identical(seen$value, rep(c("interrupted", "42"), 3))
  expect_match(seen$output, "takes effect when the import .* has ended")
})

test_that("R's time limits stop Python calls with R's own error, once, and `finally` runs", {
  value <- in_new_session(function() {
    library(rkeras)
    py_run_string("
log = []
def spin():
  while True: pass
def loop():
  try: spin()
  finally: log.append('finally')
def count(): return len(log)
def call(f): return f()")
    main <- import_main()
    limited <- function(call) {
      setTimeLimit(elapsed = 0.5)
      on.exit(setTimeLimit())
      stopped <- tryCatch(call(), error = identity, interrupt = identity)
      # Nothing is left of it.
      again <- tryCatch(
        {
          Sys.sleep(0.05)
          py_call_blocking(py_eval("lambda: 2"))
        },
        condition = identity
      )
      c(class(stopped)[[1]], conditionMessage(stopped), again)
    }
    calls <- list(
      function() main$loop(), function() py_call_blocking(main$loop),
      function() main$call(function() main$loop()),
      function() py_call_blocking(main$call, function() main$loop()),
      function() import("time")$sleep(60), function() main$call(function() repeat NULL)
    )
    list(unique(lapply(calls, limited)), main$count())
  }, max_time = 300)$value
  expect_identical(value, list(list(c("simpleError", "reached elapsed time limit", "2")), 4L))
})

test_that("so do the limits of a session", {
  # They begin with the next call at top level.
  script <- withr::local_tempfile(fileext = ".R", lines = c(
    "library(rkeras)", "loop <- py_eval('lambda: [0 for _ in iter(int, 1)]')",
    "setSessionTimeLimit(elapsed = 0.5)",
    "cat(tryCatch(loop(), error = conditionMessage), '\\n')"
  ))
  seen <- callr::rscript(
    script, show = FALSE, fail_on_status = FALSE, timeout = 100, supervise = TRUE
  )
  expect_match(seen$stdout, "reached session elapsed time limit")
})

test_that("an interrupt comes through code whose builtins have no `__import__`", {
  expect_interrupted(
    function(main) {
      py_run_string("def bare():
  code = compile('while True: pass', '<bare>', 'exec')
  exec(code, {'__builtins__': {}})")
      import_main()$bare()
    },
    "interrupted"
  )
})

test_that("an interrupt that rkeras's own prompt takes is not R's once more", {
  interrupt <- import("rkeras.bridge.interrupt")
  raised <- "raise __import__('rkeras.bridge.interrupt', fromlist=['x']).RKeyboardInterrupt"
  said <- py_capture_output(type = "stderr", import("rkeras.session.prompt")$run(raised))
  expect_match(said, "KeyboardInterrupt")
  # The call above has asked and forgotten it: raised and asked in one call.
  both <- py_run_string(paste(
    "def both(run, code, was_dropped):", "  run(code)", "  return was_dropped()", sep = "\n"
  ), local = TRUE)$both
  py_capture_output(type = "stderr", dropped <- both(
    import("rkeras.session.prompt")$run, raised, interrupt$was_dropped
  ))
  expect_false(dropped)
})
