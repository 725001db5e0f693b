# Infinitely nested values, and containers that contain themselves: an error, never a crash.

expect_too_deep <- function(object) {
  error <- expect_error(object, class = "rkeras_error_convert")
  expect_match(conditionMessage(error), "500 levels")
}

test_that("Python containers of every kind nested 1e5 deep are an error", {
  py_run_string("
import collections, numpy as np, pandas as pd
def nest(wrap, n=100000):
  x = 1
  for _ in range(n): x = wrap(x)
  return x
def array(x):
  out = np.empty(1, object)
  out[0] = x
  return out
def series(x):
  out = pd.Series([None], dtype=object)
  out.array[0] = x
  return out
Pair = collections.namedtuple('Pair', 'first')
wraps = {
  'list': lambda x: [x], 'tuple': lambda x: (x,), 'dict': lambda x: {'a': x},
  'set': lambda x: frozenset([x]), 'deque': lambda x: collections.deque([x]),
  'namedtuple': Pair, 'ordered': lambda x: collections.OrderedDict(a=x), 'array': array,
  'mixed': lambda x: [{'a': (x,)}],
}
")
  for (kind in py_eval("list(wraps)")) {
    # Python takes long to hash sets of sets. Freeing deques or arrays in one another overflows the
    # stack in Python itself.
    levels <- if (kind %in% c("set", "array", "deque")) 3000L else 100000L
    py_run_string(sprintf("deep = nest(wraps['%s'], %d)", kind, levels))
    expect_too_deep(py_eval("deep"))
    expect_true(is_py_object(py_eval("deep", convert = FALSE)))
    # As an argument of a callback.
    expect_error(py_eval("lambda f: f(deep)")(identity), "500 levels")
  }
  py_run_string("deep = nest(series, 600)")
  expect_too_deep(py_eval("deep"))
  py_run_string("del deep")
})

test_that("Python containers that hold themselves are an error", {
  py_run_string("
l = [1]; l.append(l)
d = {}; d['d'] = d
t = ([],); t[0].append(t)
q = collections.deque(); q.append(q)
o = array(None); o[0] = o
s = series(None); s.array[0] = s
f = pd.DataFrame({'a': series(None)}); f.iat[0, 0] = f
p = Pair([]); p.first.append(p)
e = collections.defaultdict(list); e['e'].append(e)")
  for (name in c("l", "d", "t", "q", "o", "s", "f", "p", "e", "[[l]]", "{'x': d}", "(o,)")) {
    expect_too_deep(py_eval(name))
    expect_true(is_py_object(py_eval(name, convert = FALSE)))
  }
  py_run_string("
l.clear(); d.clear(); t[0].clear(); q.clear(); o[0] = None; s.array[0] = None; f.iat[0, 0] = None
p.first.clear(); e.clear()")
})

test_that("R values nested 1e5 deep are an error", {
  nest <- function(wrap, n = 1e5) Reduce(function(x, i) wrap(x), seq_len(n), "x")
  wraps <- list(
    list = function(x) list(x), dict = function(x) list(a = x),
    array = function(x) array(list(x), 1),
    frame = function(x) structure(list(a = list(x)), class = "data.frame", row.names = 1L),
    classed = function(x) structure(list(x), class = "rkeras_nested")
  )
  for (kind in names(wraps)) {
    deep <- nest(wraps[[kind]], if (kind == "frame") 600 else 1e5)
    expect_too_deep(r_to_py(deep))
    expect_too_deep(py_eval("str")(deep))
    expect_too_deep(py_eval("lambda f: f()")(function() deep))
  }
})

test_that("what R does not look into may be as deep as it likes, and hold itself", {
  env <- new.env()
  env$self <- list(env, quote(f(x)))
  pairs <- as.pairlist(list(a = env))
  call <- Reduce(function(x, i) call("f", x), 1:1000, quote(x))
  handle <- in_python("[]")
  handle$append(handle)
  for (x in list(env, env$self, call, list(list(env)))) {
    expect_identical(py_to_r(r_to_py(x)), x)
  }
  expect_identical(py_to_r(r_to_py(pairs)), pairs)
  expect_identical(py_id(py_get_item(r_to_py(list(handle)), 0L)), py_id(handle))
  expect_too_deep(py_to_r(handle))
  handle$clear()
})

# In a session of its own: R has no room left for testthat's handlers where its stack is used up.
test_that("methods that call themselves without end are an error", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("class Endless: pass")
    methods <- list(
      r_to_py.endless = function(x, ...) r_to_py(x), r_to_py.growing = function(x, ...) list(x),
      "py_to_r.__main__.Endless" = function(x) py_to_r(x)
    )
    list2env(methods, globalenv())
    failed <- function(code) tryCatch(is.null(code), error = function(e) TRUE)
    c(
      failed(r_to_py(list(structure(1, class = "endless")))),
      failed(r_to_py(list(structure(1, class = "growing")))),
      failed(py_eval("[Endless()]")), identical(py_eval("1 + 1"), 2L)
    )
  })
  expect_identical(seen$value, rep(TRUE, 4))
})
