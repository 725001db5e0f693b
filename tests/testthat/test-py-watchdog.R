# Runs `f`, which never returns, in a separate R process until it has printed `text`. Returns the
# output.
stuck <- function(f, text) {
  output <- tempfile()
  process <- callr::r_bg(function(f) {
    library(rkeras)
    py_run_string("
import ctypes, threading, time
def lock_twice(library):
  library = library(None)
  mutex = ctypes.create_string_buffer(64)
  library.pthread_mutex_init(mutex, None)
  library.pthread_mutex_lock(mutex)
  library.pthread_mutex_lock(mutex)
def calls_r(f):
  time.sleep(0.5)
  f()
def stuck_beside(f):
  threading.Thread(target = calls_r, args = [f], daemon = True).start()
  lock_twice(ctypes.CDLL)
def keep_the_lock():
  time.sleep(1)
  lock_twice(ctypes.PyDLL)
def start(f): threading.Thread(target = f, daemon = True).start()
def call(f): return f()")
    environment(f) <- globalenv()
    f(import_main())
  }, list(f), stdout = output, stderr = "2>&1", supervise = TRUE)
  on.exit({
    process$kill()
    unlink(output)
  })
  seen <- function() paste(readLines(output), collapse = "\n")
  deadline <- Sys.time() + 60
  while (process$is_alive() && !grepl(text, seen()) && Sys.time() < deadline) Sys.sleep(0.1)
  seen()
}

test_that("a thread that waits for R in vain is reported, with the stacks of both", {
  text <- stuck(function(main) {
    main$call(function() main$stuck_beside(function() "never called"))
  }, "The main thread:.*in lock_twice")
  expect_match(text, "has waited [0-9]+ seconds to call R")
  expect_match(text, "The thread that waits:.*in calls_r\n.*The main thread:")
  expect_match(
    text, "The main thread:.*\"<R>\".*in call\n.*\"<R>\".*in stuck_beside\n.*in lock_twice"
  )
})

test_that("the report comes also where Python's lock is never to be had", {
  text <- stuck(function(main) {
    main$start(main$keep_the_lock)
    main$stuck_beside(function() "never called")
  }, "cannot be shown")
  expect_match(text, "has waited [0-9]+ seconds to call R.*keeps Python's lock")
})

test_that("threads that wait for one another are reported, with the lock and who holds it", {
  text <- stuck(function(main) {
    py_run_string("
lock = threading.Lock()
def take():
  with lock: pass
def holds(f):
  t = threading.Thread(target = f, name = 'asker'); t.start()
  with lock: t.join()")
    main$holds(function() main$take())
  }, "in take")
  expect_match(text, "wait for one another and will never go on")
  expect_match(text, "The main thread waits for a Python call .* on thread asker:.*in holds\n")
  expect_match(text, paste0(
    "Thread asker waits for <locked _thread.lock object at [^>]*>, which was taken in holds\\(\\) ",
    ".*by the main thread:\n.*in take"
  ))
})

test_that("a lock that a thread left taken is reported", {
  text <- stuck(function(main) {
    # A later thread may get the identifier of the one that ends.
    py_call_blocking(main$call, function() "the thread for calls exists")
    py_run_string("
lock = threading.RLock()
taker = threading.Thread(target = lock.acquire); taker.start(); taker.join()
def take():
  lock.acquire()")
    py_call_blocking(main$take)
  }, "in take")
  expect_match(text, "waits for a lock that will hardly be released")
  expect_match(text, paste0(
    "waits for <locked _thread.RLock object owner=[^>]*>, ",
    "which was taken by thread [0-9]+:.*in take"
  ))
})

test_that("a library call that takes long is not reported", {
  text <- stuck(function(main) {
    py_run_string("
import hashlib
def computes(f):
  threading.Thread(target = f).start()
  hashlib.pbkdf2_hmac('sha256', b'a', b'b', 12000000)
  print('computed')")
    main$computes(function() NULL)
    py_call_blocking(main$call, function() main$call(function() Sys.sleep(6)))
    cat("done\n")
  }, "done")
  expect_match(text, "computed")
  expect_no_match(text, "rkeras:")
})
