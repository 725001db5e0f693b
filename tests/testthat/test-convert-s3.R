test_that("a method of r_to_py() converts its class, wherever the value stands", {
  local_method("r_to_py.rkeras_money", function(x, convert = FALSE) {
    r_to_py(list(amount = unclass(x)[[1]]), convert)
  })
  money <- structure(5L, class = "rkeras_money")
  expect_identical(py_repr(r_to_py(money)), "{'amount': 5}")
  expect_identical(py_repr(r_to_py(list(1L, money))), "[1, {'amount': 5}]")
  expect_identical(py_repr(r_to_py(list(a = list(b = money)))), "{'a': {'b': {'amount': 5}}}")
  text <- python_function_of("text", "def text(*args, **named): return str(args) + str(named)")
  expect_identical(text(money, x = money), "({'amount': 5},){'x': {'amount': 5}}")
  x <- in_python("{}")
  x$item <- money
  expect_identical(py_repr(x), "{'item': {'amount': 5}}")
  expect_identical(py_repr(dict(a = money)), "{'a': {'amount': 5}}")
  expect_identical(py_repr(tuple(money, 1L)), "({'amount': 5}, 1)")
  # A result of a callback too.
  call <- python_function_of("call", "def call(f): return str(f())")
  expect_identical(text(call(function() money)), "(\"{'amount': 5}\",){}")
})

test_that("a method may return a plain R value", {
  local_method("r_to_py.rkeras_money", function(x, convert = FALSE) unclass(x) * 100L)
  expect_identical(py_repr(r_to_py(list(structure(5L, class = "rkeras_money")))), "[500]")
})

test_that("a method for a column's class is used", {
  local_method("r_to_py.rkeras_money", function(x, convert = FALSE) {
    r_to_py(lapply(unclass(x), function(x) x * 100L))
  })
  x <- data.frame(a = 1:2)
  x$m <- structure(5:6, class = "rkeras_money")
  expect_identical(py_to_r(r_to_py(x))$m, c(500L, 600L))
})

test_that("a method of py_to_r() converts its class, wherever the object stands", {
  py_run_string("
class RkerasMoney:
  def __init__(self, n): self.n = n
class RkerasCoin(RkerasMoney): pass
class Purse:
  money = RkerasMoney(3)
  def give(self): return RkerasMoney(4)
money = RkerasMoney(5)")
  local_method(
    "py_to_r.__main__.RkerasMoney", function(x) structure(py_to_r(x$n), class = "rkeras_money")
  )
  five <- structure(5L, class = "rkeras_money")
  expect_identical(py_eval("money"), five)
  expect_identical(py_to_r(in_python("money")), five)
  expect_identical(py_eval("[money, 1]"), list(five, 1L))
  expect_identical(py_eval("{'a': (money,)}"), list(a = list(five)))
  expect_identical(py_eval("RkerasCoin(5)"), five)
  expect_identical(py_eval("Purse")()$money, structure(3L, class = "rkeras_money"))
  expect_identical(py_eval("Purse")()$give(), structure(4L, class = "rkeras_money"))
  # As an argument of a callback.
  call_with <- python_function_of("call_with", "def call_with(f, x): return f(x)")
  seen <- NULL
  call_with(function(x) seen <<- x, in_python("money"))
  expect_identical(seen, five)
  # Unconverted stays unconverted.
  expect_s3_class(in_python("money"), "__main__.RkerasMoney")
})

test_that("a method for a builtin class is used", {
  local_method("py_to_r.python.builtin.set", function(x) {
    sort(py_to_r(import_builtins(convert = FALSE)$list(x)))
  })
  expect_identical(py_eval("{3, 1, 2}"), 1:3)
  expect_identical(py_eval("[{1}, {2}]"), list(1L, 2L))
})

test_that("NextMethod() is what the bridge does by itself", {
  local_method("r_to_py.rkeras_noted", function(x, convert = FALSE) {
    attr(x, "note") <- NULL
    NextMethod()
  })
  noted <- structure(list(a = 1L), class = "rkeras_noted")
  expect_identical(py_repr(r_to_py(noted)), "{'a': 1}")
  expect_identical(py_repr(r_to_py(list(noted))), "[{'a': 1}]")
  py_run_string("import collections")
  local_method("py_to_r.collections.Counter", function(x) {
    structure(NextMethod(), class = "rkeras_counter")
  })
  counter <- structure(list(a = 2L), class = "rkeras_counter")
  expect_identical(py_eval("collections.Counter('aa')"), counter)
  expect_identical(py_to_r(in_python("collections.Counter('aa')")), counter)
  expect_identical(py_eval("[collections.Counter('aa')]"), list(counter))
})

test_that("a method for a data frame's class goes before the data frame's", {
  local_method("r_to_py.rkeras_frame", function(x, convert = FALSE) {
    x$extra <- 1L
    NextMethod()
  })
  x <- structure(data.frame(a = 2L), class = c("rkeras_frame", "data.frame"))
  expect_identical(names(py_to_r(r_to_py(x))), c("a", "extra"))
  expect_identical(names(py_to_r(r_to_py(list(x)))[[1]]), c("a", "extra"))
})

test_that("a method registered for the generic is found, one that goes away is not", {
  registerS3method(
    "r_to_py", "rkeras_registered", function(x, convert = FALSE) r_to_py("registered", convert),
    envir = asNamespace("rkeras")
  )
  expect_identical(
    py_repr(r_to_py(list(structure(1, class = "rkeras_registered")))), "['registered']"
  )
  assign("r_to_py.rkeras_brief", function(x, convert = FALSE) "brief", envir = globalenv())
  brief <- structure(1, class = "rkeras_brief")
  expect_identical(py_repr(r_to_py(list(brief))), "['brief']")
  rm("r_to_py.rkeras_brief", envir = globalenv())
  expect_identical(py_repr(r_to_py(list(brief))), "[1.0]")
})

test_that("a method that R has yet to load, as those of packages, is found", {
  table <- get(".__S3MethodsTable__.", asNamespace("rkeras"))
  lazy <- function(name, method) {
    delayedAssign(name, method, assign.env = table)
    withr::defer(rm(list = name, envir = table), envir = parent.frame())
  }
  py_run_string("class RkerasLazy: pass\nclass LazyPurse:\n  inner = RkerasLazy()")
  lazy("py_to_r.__main__.RkerasLazy", function(x) "method")
  lazy("r_to_py.rkeras_lazy", function(x, convert = FALSE) "method")
  expect_identical(py_eval("RkerasLazy()"), "method")
  expect_identical(py_eval("LazyPurse")()$inner, "method")
  expect_identical(py_eval("[RkerasLazy(), 1]"), list("method", 1L))
  expect_identical(py_repr(r_to_py(list(structure(1, class = "rkeras_lazy")))), "['method']")
  # rkeras's own.
  expect_identical(py_repr(r_to_py(list(shape(1, 2)))), "[(1, 2)]")
  expect_identical(py_eval("lambda x: str(x)")(shape(1, NA)), "(1, None)")
})

test_that("a method is used for each item of a list that would be a vector else", {
  py_run_string("
import datetime, decimal, enum, fractions, pathlib, numpy
class RkerasText(str): pass
class RkerasCount(int): pass
class RkerasHue(enum.Enum): red = 1
class RkerasDay(datetime.date): pass
class RkerasMoment(datetime.datetime): pass")
  methods <- c(
    `__main__.RkerasText` = "RkerasText('a')", `__main__.RkerasCount` = "RkerasCount(1)",
    `__main__.RkerasHue` = "RkerasHue.red", `__main__.RkerasDay` = "RkerasDay(2020, 1, 1)",
    `__main__.RkerasMoment` = "RkerasMoment(2020, 1, 1)",
    decimal.Decimal = "decimal.Decimal('1.5')", fractions.Fraction = "fractions.Fraction(1, 2)",
    pathlib.PurePath = "pathlib.Path('a')", numpy.float64 = "numpy.float64(2)",
    datetime.date = "datetime.date(2020, 1, 1)"
  )
  for (class in names(methods)) {
    one <- methods[[class]]
    local({
      local_method(paste0("py_to_r.", class), function(x) "method")
      expect_identical(py_eval(one), "method", label = one)
      expect_identical(py_eval(paste0("[", one, "]")), list("method"), label = one)
      expect_identical(py_eval(paste0("[", one, ", ", one, "]")), list("method", "method"))
      expect_identical(py_eval(paste0("[None, ", one, "]")), list(NULL, "method"), label = one)
    })
  }
  local_method("py_to_r.__main__.RkerasText", function(x) "method")
  local_method("py_to_r.__main__.RkerasDay", function(x) "method")
  expect_identical(py_eval("['b', RkerasText('a')]"), list("b", "method"))
  expect_identical(
    py_eval("[datetime.date(2020, 1, 1), RkerasDay(2020, 1, 1)]"),
    list(as.Date("2020-01-01"), "method")
  )
})

test_that("a class also has the shorter name under which its package offers it", {
  py_run_string("
import sys, types
package, part = (types.ModuleType(name) for name in ('rkeras_package', 'rkeras_package.part'))
sys.modules.update({module.__name__: module for module in (package, part)})
exec('''class Offered: pass
class Child(Offered): pass
class Hidden: pass''', part.__dict__)
package.Offered, package.Hidden = part.Offered, part.Offered")
  expect_identical(class(py_eval("part.Child()")), c(
    "rkeras_package.part.Child", "rkeras_package.part.Offered", "rkeras_package.Offered",
    "python.builtin.object"
  ))
  # The package's `Hidden` is another class.
  expect_identical(
    class(py_eval("part.Hidden()")), c("rkeras_package.part.Hidden", "python.builtin.object")
  )
  local_method("py_to_r.rkeras_package.Offered", function(x) "method")
  expect_identical(py_eval("part.Child()"), "method")
  expect_identical(py_eval("[part.Offered(), 1]"), list("method", 1L))
})

test_that("an error in a method is that error", {
  local_method("r_to_py.rkeras_bad", function(x, convert = FALSE) stop("no way to Python"))
  bad <- structure(1, class = "rkeras_bad")
  expect_error(r_to_py(list(bad)), "no way to Python")
  expect_error(py_eval("str")(bad), "no way to Python")
  py_run_string("class RkerasBad: pass")
  local_method("py_to_r.__main__.RkerasBad", function(x) stop("no way to R"))
  expect_error(py_eval("[RkerasBad()]"), "no way to R")
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("a class of a name that R has no symbol for has no method", {
  expect_true(is_py_object(py_eval("type('x' * 20000, (), {})()")))
  x <- structure(1:2, class = strrep("a", 20000))
  expect_identical(py_to_r(r_to_py(list(x, "a"))), list(x, "a"))
})

test_that("an active binding is not taken for a Python object", {
  x <- new.env()
  makeActiveBinding(".pyobj", function() stop("asked"), x)
  class(x) <- "active"
  expect_identical(py_to_r(r_to_py(x)), x)
})

test_that("a promise and a missing argument are not taken for a Python object, nor evaluated", {
  promise <- structure(new.env(), class = "odd")
  delayedAssign(".pyobj", stop("asked"), assign.env = promise)
  expect_identical(py_to_r(r_to_py(list(promise)))[[1]], promise)
  missing <- (function(.pyobj) structure(environment(), class = "odd"))()
  expect_identical(py_to_r(r_to_py(list(missing)))[[1]], missing)
})

test_that("the method of the most special class is used, and may hand on to the next", {
  py_run_string("
class RkerasBase:
  def __init__(self, n): self.n = n
class RkerasDerived(RkerasBase): pass")
  local_method("py_to_r.__main__.RkerasBase", function(x) py_to_r(x$n) * 10L)
  local_method("py_to_r.__main__.RkerasDerived", function(x) NextMethod() + 1L)
  expect_identical(py_eval("[RkerasBase(1), RkerasDerived(2), 'a']"), list(10L, 21L, "a"))
  local_method("r_to_py.rkeras_derived", function(x, convert = FALSE) {
    r_to_py(list(derived = NextMethod()))
  })
  local_method("r_to_py.rkeras_base", function(x, convert = FALSE) r_to_py("base"))
  x <- structure(1L, class = c("rkeras_derived", "rkeras_base"))
  expect_identical(py_repr(r_to_py(list(x))), "[{'derived': 'base'}]")
  expect_identical(py_repr(r_to_py(list(a = x))), "{'a': {'derived': 'base'}}")
})

test_that("methods convert what callbacks are called with and what they return, by any name", {
  py_run_string("
class RkerasIn:
  def __init__(self, n): self.n = n
def call_all(f): return str(f(RkerasIn(1), more=[RkerasIn(2)], last={'k': RkerasIn(3)}))
frame = __import__('pandas').DataFrame({'m': [RkerasIn(4)]})
def call_frame(f): return f(frame)")
  io <- function(n) structure(n, class = "rkeras_io")
  local_method("py_to_r.__main__.RkerasIn", function(x) io(py_to_r(x$n)))
  local_method("r_to_py.rkeras_io", function(x, convert = FALSE) r_to_py(100L + unclass(x)))
  call_all <- py_eval("call_all")
  seen <- NULL
  shown <- call_all(function(...) {
    seen <<- list(...)
    list(a = ..1, inner = list(list(...)$more, ..1))
  })
  expect_identical(shown, "{'a': 101, 'inner': [[102], 101]}")
  expect_identical(seen, list(io(1L), more = list(io(2L)), last = list(k = io(3L))))
  expect_identical(py_eval("call_frame")(function(x) x$m[[1]]), 104L)
})

test_that("the condition that a method stops with arrives, wherever the value stands", {
  stop_with <- function(x, ...) stop(errorCondition("mine", class = "rkeras_mine", data = 7))
  local_method("r_to_py.rkeras_stops", stop_with)
  py_run_string("
class RkerasStops: pass
def call_with(f, *args): return f(*args)
def passing(f):
  try: return f()
  except RuntimeError as error: return type(error).__name__ + ': ' + str(error)
def finishing(f):
  global finished
  finished = False
  try: f()
  finally: finished = True")
  stops <- structure(1, class = "rkeras_stops")
  column <- data.frame(a = 1)
  column$m <- stops
  call_with <- py_eval("call_with")
  to_python <- list(
    function() r_to_py(stops), function() r_to_py(list(a = list(1, stops))),
    function() r_to_py(column), function() py_eval("str")(stops), function() dict(a = stops),
    function() call_with(function() list(stops)), function() py_eval("finishing")(function() stops)
  )
  for (cross in to_python) {
    expect_identical(expect_error(cross(), "mine", class = "rkeras_mine")$data, 7)
  }
  expect_true(py_eval("finished"))
  expect_match(py_eval("passing")(function() stops), "mine")
  local_method("py_to_r.__main__.RkerasStops", stop_with)
  py_run_string("import pandas as pd")
  to_r <- list(
    function() py_eval("RkerasStops()"), function() py_eval("{'a': [1, RkerasStops()]}"),
    function() py_eval("pd.DataFrame({'a': [RkerasStops()]})"),
    function() call_with(identity, in_python("RkerasStops()"))
  )
  for (cross in to_r) {
    expect_identical(expect_error(cross(), "mine", class = "rkeras_mine")$data, 7)
  }
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("a method may warn, jump out, or give back what it got", {
  local_method("r_to_py.rkeras_odd", function(x, convert = FALSE) {
    switch(unclass(x),
      warn = warning("odd"),
      jump = invokeRestart("rkeras_out", "jumped")
    )
    r_to_py("stayed")
  })
  odd <- function(what) list(structure(what, class = "rkeras_odd"))
  expect_warning(expect_identical(py_repr(r_to_py(odd("warn"))), "['stayed']"), "odd")
  expect_identical(withRestarts(r_to_py(odd("jump")), rkeras_out = identity), "jumped")
  py_run_string("class RkerasSame: pass\nsame = RkerasSame()")
  local_method("py_to_r.__main__.RkerasSame", function(x) x)
  expect_identical(py_id(py_eval("[same]")[[1]]), py_id(in_python("same")))
})

test_that("methods that go away leave what the bridge does by itself, in both directions", {
  py_run_string("
class RkerasGone(list): pass
gone = RkerasGone([1, 2])")
  as_itself <- py_eval("[gone]")
  assign("py_to_r.__main__.RkerasGone", function(x) "method", envir = globalenv())
  expect_identical(py_eval("[gone]"), list("method"))
  expect_identical(py_eval("lambda f: f(gone)")(identity), "method")
  rm("py_to_r.__main__.RkerasGone", envir = globalenv())
  expect_identical(py_eval("[gone]"), as_itself)
  assign("r_to_py.rkeras_gone", function(x, convert = FALSE) "method", envir = globalenv())
  x <- structure(c(a = 1, b = 2), class = "rkeras_gone")
  expect_identical(py_to_r(r_to_py(list(x))), "method")
  rm("r_to_py.rkeras_gone", envir = globalenv())
  expect_identical(py_to_r(r_to_py(list(x))), list(x))
})

test_that("an R error becomes an exception that Python can raise, and comes back identical", {
  exception <- r_to_py(simpleError("boom"))
  expect_s3_class(exception, "python.builtin.RuntimeError")
  expect_identical(py_str(exception), "boom")
  mine <- errorCondition("boom", class = "rkeras_mine", data = 7, call = quote(f(x)))
  expect_identical(py_to_r(r_to_py(mine)), mine)
  expect_identical(py_eval("lambda x: [x, 1]")(mine), list(mine, 1L))
  expect_true(py_eval("lambda x: isinstance(x, RuntimeError)")(mine))
  raised <- tryCatch(py_run_string("def f(e): raise e", local = TRUE)$f(mine), error = identity)
  expect_s3_class(raised, "python.builtin.RuntimeError")
  expect_s3_class(raised, "rkeras_mine")
  expect_identical(raised$data, 7)
  expect_s3_class(r_to_py(simpleCondition("no error")), "python.builtin.dict")
  caught <- tryCatch(py_eval("{}['a']"), error = identity)
  expect_s3_class(r_to_py(caught), "python.builtin.KeyError")
})
