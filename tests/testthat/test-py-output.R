test_that("what Python prints goes to R's console in order", {
  out <- capture.output({
    cat("one\n")
    py_run_string("print('two')")
    cat("three\n")
    py_run_string("print('fo', end = ''); print('ur')")
  })
  expect_identical(out, c("one", "two", "three", "four"))
})

test_that("text of any kind is printed as it is", {
  expect_output(
    py_run_string("print('gr\u00fc\u00df \U0001f600')"), "gr\u00fc\u00df \U0001f600", fixed = TRUE
  )
  expect_identical(capture.output(py_run_string("print('100 %s %d %')")), "100 %s %d %")
  expect_identical(nchar(capture.output(py_run_string("print('x' * 100000)"))), 100000L)
  expect_identical(capture.output(py_run_string("print('a\\nb\\n\\nc')")), c("a", "b", "", "c"))
  expect_identical(capture.output(py_run_string("print('a\\0b')")), "ab")
  expect_identical(capture.output(py_run_string("print('')")), "")
  expect_silent(py_run_string("import sys; sys.stdout.write('')"))
  expect_no_error(capture.output(py_run_string("print('\\udc80')")))
})

test_that("sys.stdout is a stream like others", {
  out <- capture.output(
    py_run_string("
import sys
n = sys.stdout.write('abc')
sys.stdout.writelines(['d', 'e\\n'])
sys.stdout.flush()
print('flushed', flush = True)
ok = [n, sys.stdout.writable(), sys.stdout.encoding]", local = TRUE)
  )
  expect_identical(out, c("abcde", "flushed"))
  expect_error(
    py_run_string("sys.stdout.write(1)"), "must be str", class = "python.builtin.TypeError"
  )
  expect_output(py_run_string("import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as f: print('hidden')
print('shown', len(f.getvalue()))"), "^shown 7$")
})

test_that("Python's stderr is R's", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys; print('to err', file = sys.stderr)")
    utils::capture.output(py_run_string("print('not to out', file = sys.stderr)"))
  })
  expect_identical(seen$value, character())
  expect_match(seen$output, "to err")
  expect_match(seen$output, "not to out")
})

test_that("py_capture_output() gives what is printed as one string", {
  expect_identical(py_capture_output(py_run_string("print('a'); print('b')")), "a\nb\n")
  expect_identical(py_capture_output(NULL), "")
  code <- "import sys; print('out'); print('err', file = sys.stderr)"
  expect_identical(py_capture_output(py_run_string(code)), "out\nerr\n")
  inner <- NULL
  expect_output(inner <- py_capture_output(py_run_string(code), "stderr"), "^out$")
  expect_identical(inner, "err\n")
  expect_identical(py_capture_output(py_run_string("print('\u00e4')")), "\u00e4\n")
  expect_error(py_capture_output(1, "no stream"))
})

test_that("captures nest, and end when the code fails", {
  inner <- NULL
  outer <- py_capture_output({
    py_run_string("print('1')")
    inner <- py_capture_output(py_run_string("print('2')"))
    py_run_string("print('3')")
  })
  expect_identical(c(outer, inner), c("1\n3\n", "2\n"))
  expect_error(py_capture_output(py_eval("1 / 0")), class = "python.builtin.ZeroDivisionError")
  expect_error(py_capture_output(stop("from R")), "from R")
  expect_output(py_run_string("print('back')"), "back")
  expect_identical(callCC(function(k) py_capture_output(k("out"))), "out")
  expect_output(py_run_string("print('back')"), "back")
})

test_that("a callback's output and Python's are in order", {
  out <- capture.output(python_function_of("f", "
def f(g):
  print('before')
  g()
  print('after')")(function() cat("inside\n")))
  expect_identical(out, c("before", "inside", "after"))
})

test_that("a thread of Python's may print", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import threading
t = threading.Thread(target = lambda: print('from a thread', flush = True)); t.start(); t.join()
print('from main')")
    "alive"
  })
  expect_identical(seen$value, "alive")
  expect_match(seen$output, "from a thread")
  expect_match(seen$output, "from main")
})

test_that("py_suppress_warnings() silences Python's and gives the value", {
  code <- "__import__('warnings').warn('never mind') or 5"
  expect_identical(py_capture_output(py_suppress_warnings(py_eval(code))), "")
  utils::capture.output(value <- py_suppress_warnings(py_eval(code)))
  expect_identical(value, 5L)
  expect_match(
    py_capture_output(py_run_string("__import__('warnings').warn('heard', RuntimeWarning)")),
    "heard"
  )
  expect_error(py_suppress_warnings(stop("from R")), "from R")
  expect_match(
    py_capture_output(py_run_string("__import__('warnings').warn('heard 2', RuntimeWarning)")),
    "heard 2"
  )
})

# ---- Warnings and logs ---------------------------------------------------------------------------

python_warn <- function(...) import("warnings")$warn(...)

# The conditions of a class that `code` signals; they are muffled.
notices_of <- function(code, class = "warning") {
  found <- list()
  handle <- function(cnd) {
    found[[length(found) + 1L]] <<- cnd
    tryInvokeRestart(if (class == "warning") "muffleWarning" else "muffleMessage")
  }
  do.call(withCallingHandlers, c(list(quote(code)), stats::setNames(list(handle), class)))
  found
}

test_that("a warning of Python is an R warning of its Python classes", {
  w <- notices_of(python_warn("mind", import_builtins()$RuntimeWarning))[[1L]]
  expect_s3_class(w, c(
    "rkeras_warning_python", "python.builtin.RuntimeWarning", "python.builtin.Warning",
    "rkeras_warning", "warning", "condition"
  ), exact = TRUE)
  expect_identical(conditionMessage(w), "mind")
  expect_match(deparse(conditionCall(w)), "^python_warn|warnings")
})

test_that("each warning is given once, unless a filter says always", {
  f <- python_function_of("f", "
import warnings
def f(text): warnings.warn(text)")
  expect_length(notices_of(for (i in 1:3) f("told once")), 1L)
  expect_length(notices_of(f("told twice")), 1L)
  # Python forgets what it has shown when a filter changes.
  py_suppress_warnings(f("other"))
  expect_length(notices_of(f("told twice")), 0L)
  always <- python_function_of("always", "
import warnings
def always(f):
  with warnings.catch_warnings():
    warnings.simplefilter('always')
    f('each time'); f('each time')")
  expect_length(notices_of(always(f)), 2L)
})

test_that("R's handlers, restarts and options work on Python's warnings", {
  ended <- FALSE
  f <- python_function_of("f", "
import warnings
def f(text, at_end):
  try: warnings.warn(text)
  finally: at_end()
  return 'value'")
  end <- function() ended <<- TRUE
  expect_identical(tryCatch(f("caught", end), warning = conditionMessage), "caught")
  expect_true(ended)
  expect_identical(suppressWarnings(f("suppressed", end)), "value")
  blocking <- tryCatch(
    py_call_blocking(f, "on a worker", end), python.builtin.UserWarning = conditionMessage
  )
  expect_identical(blocking, "on a worker")
  withr::local_options(warn = 2)
  expect_error(f("an error", end), "an error")
  expect_error(py_call_blocking(f, "a second error", end), "a second error")
})

test_that("handlers of Python's errors do not take its warnings", {
  seen <- tryCatch(
    suppressWarnings({
      python_warn("no error")
      "went on"
    }),
    python.builtin.Exception = function(e) "taken"
  )
  expect_identical(seen, "went on")
})

test_that("a warning of a thread that R does not wait for comes when R is idle", {
  seen <- in_new_session(function() {
    options(warn = 1)
    library(rkeras)
    py_run_string("import threading, warnings
t = threading.Thread(target = lambda: warnings.warn('from a thread')); t.start(); t.join()")
    Sys.sleep(0.3)
    "alive"
  })
  expect_identical(seen$value, "alive")
  expect_match(seen$output, "Warning: from a thread")
})

test_that("code that collects Python's warnings or stderr gets them", {
  expect_match(py_capture_output(python_warn("collected")), "UserWarning: collected")
  recorded <- python_function_of("recorded", "
import warnings
def recorded():
  with warnings.catch_warnings(record = True) as seen:
    warnings.simplefilter('always')
    warnings.warn('recorded')
  return [str(w.message) for w in seen]")
  expect_no_warning(expect_identical(recorded(), "recorded"))
})

test_that("what a library logs is a warning or a message, once", {
  import("rkeras.bridge.notices")$take_log("a_library")
  logger <- import("logging")$getLogger("a_library")
  logger$setLevel("INFO")
  expect_no_warning(logger$debug("hidden"))
  told <- notices_of(for (i in 1:2) logger$info("told"), "message")
  expect_length(told, 1L)
  expect_s3_class(told[[1L]], "rkeras_message_python")
  expect_identical(conditionMessage(told[[1L]]), "told\n")
  w <- notices_of(logger$error("wrong: %s", "x"))
  expect_s3_class(w[[1L]], "rkeras_warning_python")
  expect_identical(conditionMessage(w[[1L]]), "wrong: x")
})

test_that("handlers that the user adds get the records too, and the console none twice", {
  seen <- in_new_session(function() {
    options(warn = 1)
    library(rkeras)
    import("rkeras.bridge.notices")$take_log("a_library")
    py_run_string("
import io, logging
stream = io.StringIO()
logging.basicConfig()
logging.getLogger().addHandler(logging.StreamHandler(stream))
logging.getLogger('a_library').warning('heard')
text = stream.getvalue()")
    py$text
  })
  expect_identical(seen$value, "heard\n")
  expect_match(seen$output, "^Warning[^\n]*\\s*heard$")
})

test_that("handlers suppress the messages of libraries, and restore them", {
  before <- hooks$suppression
  withr::defer(hooks$suppression <- before)
  log <- character()
  register_suppress_warnings_handler(list(
    suppress = function() {
      log <<- c(log, "off")
      length(log)
    },
    restore = function(state) log <<- c(log, paste("on", state))
  ))
  expect_identical(py_suppress_warnings({
    log <- c(log, "code")
    5
  }), 5)
  expect_identical(log, c("off", "code", "on 1"))
  try(py_suppress_warnings(stop("no")), silent = TRUE)
  expect_identical(utils::tail(log, 1), "on 4")
  expect_refused(register_suppress_warnings_handler(list(suppress = 1)), "must be a list of")
})

test_that("handlers of logging are captured, whenever they were made", {
  py_run_string("
import logging, sys
def logger(name):
  out = logging.getLogger(name); out.propagate = False
  out.addHandler(logging.StreamHandler(sys.stderr)); return out
before = logger('before')")
  inner <- NULL
  text <- py_capture_output({
    py_run_string("during = logger('during'); before.warning('one'); during.warning('two')")
    inner <- py_capture_output(py_run_string("before.warning('three')"))
  })
  expect_identical(c(text, inner), c("one\ntwo\n", "three\n"))
  expect_identical(py_capture_output(py_run_string("during.warning('four')")), "four\n")
})

test_that("a capture of one stream within one of both leaves the other to the outer", {
  inner <- NULL
  outer <- py_capture_output({
    inner <- py_capture_output(
      py_run_string("import sys; print('out'); print('err', file = sys.stderr)"), "stderr"
    )
  })
  expect_identical(c(outer, inner), c("out\n", "err\n"))
})

test_that("a stream that code put in place of stdout is captured and put back", {
  py_run_string("import io, sys; mine = io.StringIO(); theirs, sys.stdout = sys.stdout, mine")
  text <- py_capture_output(py_run_string("print('captured')"))
  py_run_string("print('mine'); sys.stdout = theirs")
  expect_identical(text, "captured\n")
  expect_identical(py_eval("mine.getvalue()"), "mine\n")
})

test_that("a forked process writes to the real streams during a capture", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_capture_output(py_run_string("
import os, sys, warnings
# Python 3.12 and later warn of a fork while there are threads.
warnings.simplefilter('ignore', DeprecationWarning)
print('parent')
pid = os.fork()
if pid == 0:
  print('child', flush = True)
  print('child err', file = sys.stderr, flush = True)
  os._exit(0)
status = os.waitpid(pid, 0)"))
  })
  expect_identical(seen$value, "parent\n")
  expect_match(seen$output, "child")
  expect_match(seen$output, "child err")
})

test_that("a closed pipe is Python's BrokenPipeError, and R's own error in R code", {
  seen <- in_new_session(function() {
    library(rkeras)
    code <- "
import os
r, w = os.pipe(); os.close(r)
os.write(w, b'x')"
    first <- tryCatch(py_run_string(code), error = function(e) class(e)[[1]])
    in_r <- tryCatch(
      {
        pipe <- pipe("exit 0", "w")
        Sys.sleep(0.5)
        for (i in 1:100) writeLines(strrep("x", 1e5), pipe)
        "no error"
      },
      error = conditionMessage
    )
    list(first, in_r, tryCatch(py_run_string(code), error = function(e) class(e)[[1]]))
  })
  broken <- "python.builtin.BrokenPipeError"
  expect_identical(seen$value[c(1, 3)], list(broken, broken))
  expect_match(seen$value[[2]], "SIGPIPE")
})
