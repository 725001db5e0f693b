side <- py_run_string("
import gc, pickle, rpycall
from rpycall import RObject, protected_rids
def count(x): return x.__sexp_refcount__
def facts(x):
  again = RObject(x)
  return {'again': count(x), 'same': again == x, 'hash': hash(again) == hash(x), 'is': again is x,
    'capsule': again.__sexp__ is x.__sexp__, 'rid': again.rid == x.rid,
    'listed': dict(protected_rids())[x.rid]}
def bound(x):
  y = x
  return count(y)
def keep(x): global kept; kept = x
def keep_capsule(x): global kept; kept = x.__sexp__
def drop(): global kept; del kept; gc.collect()
def item(x, key): return x[key]
def attr(x, name): return getattr(x, name)
def missing(x, key):
  out = []
  for look in (lambda: x[key], lambda: getattr(x, key)):
    try: look()
    except (KeyError, AttributeError) as e: out.append(type(e).__name__)
  return out
def pickled(x): return pickle.loads(pickle.dumps(x))
def equal(x, y): return x == y
", local = TRUE)

test_that("an R object is kept once, however many Python objects stand for it", {
  for (x in list(new.env(), quote(a + b), function() 1)) {
    expect_identical(side$bound(x), 1L)
    expect_identical(side$facts(x), list(
      again = 2L, same = TRUE, hash = TRUE, `is` = FALSE, capsule = TRUE, rid = TRUE, listed = 2L
    ))
  }
  env <- new.env()
  expect_true(side$equal(env, env))
  expect_false(side$equal(env, new.env()))
})

test_that("py_protected() lists what Python keeps, with its address", {
  env <- structure(new.env(), class = "kept_by_python")
  side$keep(env)
  row <- subset(py_protected(), class == "kept_by_python")
  expect_identical(row$count, 1L)
  address <- sub(".*(0x[0-9a-f]+).*", "\\1", utils::capture.output(print.default(env))[[1]])
  expect_identical(row$rid, address)
  side$drop()
  expect_identical(nrow(subset(py_protected(), class == "kept_by_python")), 0L)
})

test_that("R collects an object when Python lets go of it, and of its capsule", {
  collected <- function(keep) {
    gone <- FALSE
    local({
      env <- new.env()
      reg.finalizer(env, function(e) gone <<- TRUE)
      keep(env)
    })
    gc()
    before <- gone
    side$drop()
    py_eval("1")
    gc()
    c(before, gone)
  }
  expect_identical(collected(side$keep), c(FALSE, TRUE))
  expect_identical(collected(side$keep_capsule), c(FALSE, TRUE))
})

test_that("items, attributes, names and classes are R's", {
  env <- list2env(list(a = 1L))
  expect_identical(side$item(env, "a"), 1L)
  expect_identical(side$attr(env, "a"), 1L)
  expect_identical(side$missing(env, "b"), c("KeyError", "AttributeError"))
  expect_identical(side$attr(env, "rclass"), "environment")
  expect_identical(side$attr(env, "names"), "a")
  call <- quote(f(x, y = 2))
  expect_identical(side$item(call, 1L), quote(x))
  expect_identical(side$item(call, -1L), 2)
  expect_identical(side$item(call, "y"), 2)
  expect_identical(side$missing(call, "z"), c("KeyError", "AttributeError"))
  expect_identical(side$missing(function(x) x, "z"), c("KeyError", "AttributeError"))
  s4 <- methods::setClass("rkeras_test_point", representation(x = "numeric"))(x = 3)
  withr::defer(methods::removeClass("rkeras_test_point"))
  expect_identical(side$attr(s4, "x"), 3)
})

test_that("R objects are pickled through serialize()", {
  expect_identical(side$pickled(quote(a + b)), quote(a + b))
  expect_identical(side$pickled(list2env(list(a = 1:3)))$a, 1:3)
  expect_identical(side$pickled(function(x) x + 1)(1), 2)
})

test_that("py_refs() counts the Python objects that R keeps", {
  of_class <- function() sum(subset(py_refs(), class == "collections.deque")$count)
  make <- import("collections")$deque
  before <- of_class()
  held <- lapply(1:5, function(i) py_call(make))
  gc()
  expect_identical(of_class() - before, 5L)
  rm(held)
  gc()
  expect_identical(of_class() - before, 0L)
})

test_that("errors that pass through Python leave nothing behind, 10,000 of them", {
  left <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import gc
def handles(f):
  try: f()
  except Exception: pass
def passes(f): f()
def fails(): raise ValueError('no')
")
    main <- import_main()
    caught <- function(x) tryCatch(x, error = function(e) NULL)
    ways <- list(
      function() main$handles(function() stop("no")),
      function() caught(main$passes(function() stop("no"))),
      function() caught(main$passes(main$fails)),
      function() caught(main$passes(function() main$fails())),
      function() withRestarts(main$passes(function() invokeRestart("out")), out = function() NULL)
    )
    counts <- function() {
      for (i in 1:2) import("gc")$collect()
      cells <- gc()[1, 1]
      c(cells, py_eval("len(gc.get_objects())"), nrow(py_protected()))
    }
    run <- function(times) for (i in seq_len(times)) for (way in ways) way()
    # Until R has compiled all functions, which makes cells.
    run(300)
    before <- counts()
    run(2000)
    counts() - before
  })$value
  # An error would leave 10 cells at least.
  expect_lt(left[[1]], 3000)
  expect_lt(left[[2]], 100)
  expect_identical(left[[3]], 0)
})

test_that("bulky objects that only R holds do not pile up, whoever calls gc()", {
  alive <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import weakref, numpy as np
live = 0
class Array(np.ndarray):
  def __del__(self):
    global live
    live -= 1
def array():
  global live
  live += 1
  return np.empty(2500000).view(Array)
")
    make <- import_main(convert = FALSE)$array
    # The most memory that this process has had, in MB, where the system says so.
    peak <- function() {
      status <- if (file.exists("/proc/self/status")) readLines("/proc/self/status")
      as.numeric(gsub("[^0-9]", "", grep("^VmHWM", status, value = TRUE))) / 1024
    }
    make()$fill(1)
    before <- peak()
    most <- 0
    for (i in 1:40) {
      x <- make()
      x$fill(i)
      most <- max(most, py$live)
    }
    list(most = most, grown = peak() - before)
  })$value
  # 20 MB each, and R is told from 256 MB on.
  expect_lt(alive$most, 20)
  expect_lt(max(alive$grown, 0), 500)
})

test_that("lists that R has let go of do not fill the memory", {
  skip_on_os(c("windows", "mac"))
  grown <- in_new_session(function() {
    library(rkeras)
    strings <- paste("key", 1:1e5)
    peak <- function() {
      status <- grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)
      as.numeric(gsub("[^0-9]", "", status)) / 1024
    }
    r_to_py(strings)
    before <- peak()
    for (i in 1:200) r_to_py(strings)
    peak() - before
  })$value
  # 7 MB each, and R is told from 256 MB on.
  expect_lt(grown, 500)
})

test_that("the sizes of containers, arrays and tensors are known, others count as none", {
  size <- import("rkeras.bridge.size")
  of <- function(x) size$function_for(import_builtins()$type(x))(x)
  # 8 bytes for the place of each item.
  floats <- py_eval("[float(i) for i in range(1000)]", convert = FALSE)
  expect_equal(of(floats), 32e3, tolerance = 0.2)
  expect_equal(of(py_eval("('a' * 951,) * 1000", convert = FALSE)), 1008e3, tolerance = 0.01)
  expect_gt(of(py_eval("{i: 'a' * 951 for i in range(1000)}", convert = FALSE)), 1e6)
  expect_gt(of(py_eval("b'a' * 1000", convert = FALSE)), 1000)
  for (empty in c("[]", "()", "{}")) expect_identical(of(py_eval(empty, convert = FALSE)), 0L)
  expect_identical(of(r_to_py(mtcars)), 32L * 11L * 8L)
  expect_identical(of(py_eval("__import__('numpy').zeros(1000)", convert = FALSE)), 8000L)
  expect_null(size$function_for(import_builtins()$object))
  skip_if_not(is_keras_available())
  expect_identical(of(tf$zeros(tuple(10L, 5L))), 200L)
  expect_identical(size$of_tensor(keras_input(3)), 0L)
})

test_that("where R has no memory left within a conversion it says so, and Python's threads go on", {
  value <- in_new_session(function(file) {
    library(rkeras)
    py_run_string("
import threading
pairs = [[1.0, 2.0]] * 1000000
def write(path): threading.Thread(target = lambda: open(path, 'w').close()).start()
")
    main <- import_main()
    # R's memory for small values grows no more.
    mem.maxNSize(gc()[1, 3])
    error <- tryCatch(main$pairs, error = conditionMessage)
    mem.maxNSize(Inf)
    main$write(file)
    while (!file.exists(file)) Sys.sleep(0.01)
    error
  }, tempfile())$value
  # Since R 4.5 the message names the limit.
  expect_match(value, "memory exhausted|memory limit of [0-9]+ nodes reached")
})

test_that("a finalizer uses Python objects that are younger than it, and keeps them", {
  connection <- R6::R6Class("Connection", public = list(
    text = NULL,
    open = function() self$text <- py_eval("__import__('io').StringIO('what it holds')"),
    finalize = function() {
      closed <<- c(closed, self$text$read())
      self$text$close()
      kept <<- self$text
    }
  ))
  closed <- character()
  kept <- NULL
  for (i in 1:2) connection$new()$open()
  gc()
  expect_identical(closed, rep("what it holds", 2L))
  expect_true(py_to_r(kept$closed))
})

test_that("references that R has freed let go of their objects", {
  py_run_string("
import weakref
class Counted: pass
refs = []
def counted():
  x = Counted()
  refs.append(weakref.ref(x))
  return x
def alive(): return sum(ref() is not None for ref in refs)
")
  kept <- lapply(1:10, function(i) py$counted())
  for (i in 1:1000) py$counted()
  gc()
  expect_identical(py$alive(), 10L)
  rm(kept)
  gc()
  expect_identical(py$alive(), 0L)
})
