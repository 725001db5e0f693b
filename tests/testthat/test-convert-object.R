test_that("what Python cannot look into comes back as the identical object", {
  setClass("rkeras_test_point", representation(x = "numeric"), where = environment())
  objects <- list(
    new.env(), globalenv(), emptyenv(), quote(a + b), quote(a), as.name("a b"), y ~ x + 1,
    expression(a, b), methods::new("rkeras_test_point", x = 1),
    structure(new.env(), class = "no_such_class"),
    R6::R6Class("Counter", list(n = 0))$new()
  )
  for (x in objects) {
    object <- r_to_py(x)
    expect_s3_class(object, "rpycall.RObject")
    expect_identical(py_to_r(object), x)
  }
})

test_that("an environment is the same one: a change is seen by both", {
  env <- new.env()
  keep <- python_function_of("keep", "kept = []\ndef keep(x): kept.append(x); return kept[0]")
  env$a <- 1
  back <- keep(env)
  back$a <- 2
  expect_identical(env$a, 2)
})

test_that("an R object lives as long as Python holds it", {
  py_run_string("held = []")
  local({
    env <- new.env()
    env$value <- "still here"
    py_eval("held.append")(env)
  })
  for (i in 1:3) gc()
  expect_identical(py_eval("held[0]")$value, "still here")
  py_run_string("held.clear()")
})

test_that("R collects what Python let go", {
  py_run_string("held = []")
  gone <- 0
  hold <- function() {
    env <- new.env()
    reg.finalizer(env, function(e) gone <<- gone + 1)
    py_eval("held.append")(env)
    NULL
  }
  for (i in 1:20) hold()
  gc()
  expect_identical(gone, 0)
  py_run_string("held.clear(); import gc; gc.collect()")
  # What was dropped is released when R next calls; the last call's value may linger in R itself.
  py_eval("1")
  for (i in 1:3) gc()
  expect_gte(gone, 19)
})

test_that("an R object shows in Python as R prints it", {
  expect_identical(py_repr(r_to_py(quote(a + b))), "a + b")
  expect_match(py_str(r_to_py(list(emptyenv()))), "R_EmptyEnv")
})

test_that("R objects are elements and arguments", {
  env <- new.env()
  expect_identical(py_to_r(r_to_py(list(1L, env))), list(1L, env))
  expect_identical(
    py_to_r(r_to_py(list(a = env, f = quote(x + y)))), list(a = env, f = quote(x + y))
  )
  identity <- python_function_of("f", "def f(x, *more, **named): return x")
  expect_identical(identity(env), env)
  expect_identical(identity(quote(a + b)), quote(a + b))
  expect_identical(identity(quote(a)), quote(a))
})

test_that("language and missing values as arguments of a callback are not evaluated", {
  call_with <- python_function_of("call_with", "def call_with(f, *args): return f(*args)")
  expect_identical(call_with(function(x) x, quote(stop("evaluated"))), quote(stop("evaluated")))
  expect_identical(call_with(function(x) class(x), quote(no_such_variable)), "name")
})

test_that("an R function is a Python callable, and comes back identical", {
  f <- function(a, b = 2) a + b
  object <- r_to_py(f)
  expect_s3_class(object, "rpycall.RFunction")
  expect_identical(py_to_r(object), f)
  expect_identical(py_to_r(r_to_py(list(sum, f))), list(sum, f))
  expect_identical(py_to_r(r_to_py(sum)), sum)
})

test_that("a Python function is the same object after a round trip through R", {
  f <- python_function_of("f", "def f(): pass")
  expect_identical(py_id(r_to_py(f)), py_id(f))
  is_same <- python_function_of("is_same", "def is_same(a, b): return a is b")
  expect_true(is_same(f, f))
  expect_true(is_same(list(f)[[1]], f))
})

test_that("a lost object is a clear error", {
  for (object in list(in_python("[1]"), in_python("len"), import("os"))) {
    lost <- unserialize(serialize(object, NULL))
    expect_error(py_to_r(lost), "saveRDS", class = "rkeras_error_python")
    expect_error(py_eval("str")(lost), "py_save_object", class = "rkeras_error_python")
    expect_error(lost$x, "another R session", class = "rkeras_error_python")
    expect_error(r_to_py(list(lost)), class = "rkeras_error_python")
  }
  expect_error(unserialize(serialize(in_python("len"), NULL))("x"), class = "rkeras_error_python")
})

test_that("a saved handle is a clear error in another session", {
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(list(in_python("[1]"), in_python("len")), file)
  seen <- in_new_session(function(file) {
    library(rkeras)
    lost <- readRDS(file)
    before <- tryCatch(py_to_r(lost[[1]]), error = function(e) class(e)[[1]])
    after <- tryCatch(lost[[2]]("x"), error = function(e) class(e)[[1]])
    c(before, after, py_eval("'alive'"))
  }, file)$value
  expect_identical(seen, c("rkeras_error_python", "rkeras_error_python", "alive"))
})

test_that("R collects a function that was a Python object, and what it saw", {
  gone <- 0
  hold <- function() {
    seen <- environment()
    reg.finalizer(seen, function(e) gone <<- gone + 1)
    r_to_py(function(x) seen)
    NULL
  }
  for (i in 1:20) hold()
  # The handle goes first, the Python object at the next call, the R function after that.
  for (i in 1:3) {
    gc()
    py_eval("__import__('gc').collect()")
  }
  gc()
  expect_gte(gone, 19)
})

test_that("an S4 object that extends a vector keeps its slots", {
  env <- environment()
  on.exit(methods::removeClass("Labelled", where = env))
  methods::setClass("Labelled", contains = "numeric", slots = c(unit = "character"), where = env)
  x <- methods::new("Labelled", c(1, 2), unit = "m")
  expect_identical(py_to_r(r_to_py(x)), x)
  expect_s3_class(r_to_py(x), "rpycall.RObject")
})

test_that("a class that only calls itself list or ndarray is an object like others", {
  expect_true(is_py_object(py_eval("type('list', (), {'__module__': 'builtins'})()")))
  expect_true(is_py_object(py_eval("type('ndarray', (), {'__module__': 'numpy'})()")))
  py_run_string("
class Secretive(type):
    def __getattribute__(self, name):
        if name in ('__mro__', '__qualname__', '__module__'): raise ValueError(name)
        return super().__getattribute__(name)
class Secret(metaclass=Secretive): pass")
  expect_true(is_py_object(py_eval("Secret()")))
})

test_that("R's empty symbol is no value", {
  expect_error(r_to_py(as.list(formals(function(x) 1))), "empty symbol",
    class = "rkeras_error_convert"
  )
})

test_that("an external pointer is a capsule, and comes back as the same pointer", {
  pointer <- methods::new("externalptr")
  capsule <- r_to_py(pointer)
  expect_s3_class(capsule, "python.builtin.PyCapsule")
  expect_identical(py_to_r(capsule), pointer)
  expect_identical(py_eval("lambda x: {'a': [x, 1]}")(pointer)$a[[1]], pointer)
  expect_identical(py_id(r_to_py(pointer)), py_id(capsule))
})

test_that("a capsule that another thread frees ends its pointer once, on R's thread", {
  skip_if_not_installed("callr")
  seen <- in_new_session(function() {
    library(rkeras)
    ran <- character()
    local({
      # R has one object for all new("externalptr"); this one is another.
      pointer <- unserialize(serialize(methods::new("externalptr"), NULL))
      owner <- new.env()
      reg.finalizer(owner, function(e) ran <<- c(ran, "ended"))
      attr(pointer, "owner") <- owner
      py_run_string("kept = []")
      py_run_string("def keep(x): kept.append(x)")
      py$keep(pointer)
    })
    for (i in 1:3) gc()
    before <- ran
    py_run_string("
import threading
t = threading.Thread(target = kept.clear); t.start(); t.join()")
    py_eval("1")
    for (i in 1:3) gc()
    list(before, ran)
  })
  expect_identical(seen$value, list(character(), "ended"))
})

test_that("finalizers of capsules run once, on R's thread, however Python lets go of them", {
  skip_if_not_installed("callr")
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("
import gc, threading
kept = []
class Cycle:
  def __init__(self, x): self.x, self.self = x, self
def keep(x): kept.append(x)
def keep_in_cycle(x): Cycle(x)
def in_thread(f): t = threading.Thread(target = f); t.start(); t.join()")
    pointer <- function(text, onexit = FALSE) {
      pointer <- unserialize(serialize(methods::new("externalptr"), NULL))
      main <- py_eval("threading.get_ident()")
      reg.finalizer(pointer, function(e) {
        # A finalizer may use Python.
        cat(text, py_eval("threading.get_ident()") == main, "\n")
      }, onexit)
      pointer
    }
    collect <- function() for (i in 1:3) gc()
    py_run_string("gc.disable()")
    local(py$keep_in_cycle(pointer("cycle")))
    collect()
    cat("kept\n")
    # R that only waits lets go of it, too.
    py_run_string("in_thread(gc.collect)")
    Sys.sleep(0.1)
    collect()
    local(py$keep(pointer("callback")))
    py$in_thread(function() {
      py_run_string("kept.clear()")
      collect()
    })
    collect()
    local(py$keep(pointer("fork")))
    parallel::mclapply(1:2, function(i) py_run_string("kept.clear()"), mc.cores = 2)
    cat("forked\n")
    py_run_string("kept.clear()")
    collect()
    # R ends first.
    local(py$keep(pointer("exit", onexit = TRUE)))
    cat("end\n")
  })
  expect_identical(trimws(strsplit(seen$output, "\n")[[1]]), c(
    "kept", "cycle TRUE", "callback TRUE", "forked", "fork TRUE", "end", "exit TRUE"
  ))
})

test_that("objects of classes that a user derives from containers and numbers stay objects", {
  python <- py_run_string("
import collections, enum, numpy as np
def derived(base, *args): return type('Own', (base,), {'extra': 5})(*args)
class Point(collections.namedtuple('Point', 'x y')):
  def norm(self): return (self.x ** 2 + self.y ** 2) ** 0.5
class Settings(dict):
  def describe(self): return f'{len(self)} settings'
class Flag(enum.IntEnum): ON = 1", local = TRUE)
  bases <- list(
    list("list", 1:2), list("tuple", 1:2), list("dict", dict(a = 1L)), list("set", 1:2),
    list("frozenset", 1:2), list("float", 1.5), list("complex", 1i), list("bytes", as.raw(1)),
    list("bytearray", as.raw(1))
  )
  for (base in bases) {
    object <- python$derived(import_builtins()[[base[[1]]]], base[[2]])
    expect_s3_class(object, paste0("python.builtin.", base[[1]]))
    expect_identical(object$extra, 5L)
    expect_true(is_py_object(py_to_r(object)), label = base[[1]])
    expect_true(is_py_object(py_to_r(r_to_py(list(object)))[[1]]), label = base[[1]])
  }
  of <- function(base, value) python$derived(import_builtins()[[base]], value)
  expect_identical(as.list(of("dict", dict(a = 1L))), list(a = 1L))
  expect_identical(as.vector(of("list", 1:2)), 1:2)
  expect_identical(as.numeric(of("float", 1.5)) + 1, 2.5)
  expect_identical(as.list(of("tuple", 1:2)), list(1L, 2L))
  expect_identical(python$Point(3, 4)$norm(), 5)
  expect_identical(python$Settings(a = 1)$describe(), "1 settings")
  expect_identical(python$Settings(a = 1)$a, 1)
  expect_identical(python$derived(import_builtins()$str, "a"), "a")
  expect_identical(python$derived(import_builtins()$int, 2L), 2L)
})
