test_that("R functions and Python's threads call one another to any depth, whatever these hold", {
  expect_identical(nested_calls(repeats()), character())
})

test_that("a pool in a pool ends each time", {
  value <- in_new_session(function(rounds) {
    library(rkeras)
    py_run_string("
from concurrent.futures import ThreadPoolExecutor
def go(f):
    with ThreadPoolExecutor(2) as e: return list(e.map(f, range(3)))")
    f <- function(i) if (i > 0) sum(unlist(py$go(function(j) j + i))) else 0
    unique(vapply(seq_len(rounds), function(i) sum(unlist(py$go(f))), 0))
  }, 10L * repeats())$value
  expect_identical(value, 15)
})

test_that("a lock that the main thread holds for a while is not waited for by what it serves", {
  value <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import threading, time
lock = threading.Lock()
def take():
  with lock: return 1
def beside(f, wait):
  out = []
  t = threading.Thread(target = lambda: out.append(f())); t.start()
  wait()
  t.join()
  return out[0]
def sleeps():
  with lock: time.sleep(0.3)
def computes():
  lock.acquire()
  try: sum(i for i in range(1000000))
  finally: lock.release()
def starts():
  begun = threading.Event()
  def begin():
    time.sleep(0.01); begun.set()
  with lock:
    threading.Thread(target = begin).start()
    begun.wait()
def imports():
  with lock: import colorsys
class Holder:
  __slots__ = 'inner'
class Shared:
  guard = lock
def of_class():
  with Shared.guard: time.sleep(0.3)
holder = Holder(); holder.inner = Shared(); holder.inner.own = lock
def attribute():
  with holder.inner.own: time.sleep(0.3)
def lock_of(x): return lock
def called():
  with lock_of(0): time.sleep(0.3)
def bare():
  lock.acquire(); time.sleep(0.3); lock.release()
condition = threading.Condition(lock)
def on_condition():
  with condition: time.sleep(0.3)
", convert = FALSE)
    main <- import_main()
    waits <- c(
      "sleeps", "computes", "starts", "imports", "of_class", "attribute", "called", "bare",
      "on_condition"
    )
    vapply(waits, function(name) main$beside(function() main$take(), main[[name]]), 0L)
  })$value
  expect_identical(unname(value), rep(1L, length(value)))
})

test_that("an error at Python's limit of recursion, where it cannot be described, is Python's", {
  outcome <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys
def limit(n): sys.setrecursionlimit(n)")
    import_main()$limit(10L)
    list(
      described = class(tryCatch(py_eval("1 / 0"), error = identity))[[1L]],
      after = {
        import_main()$limit(1000L)
        class(tryCatch(py_eval("1 / 0"), error = identity))[[1L]]
      }
    )
  })$value
  expect_match(outcome$described, "python.builtin.(RecursionError|ZeroDivisionError)")
  expect_identical(outcome$after, "python.builtin.ZeroDivisionError")
})
