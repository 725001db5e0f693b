shapes <- py_run_string("
import functools
def plain(a, b = 2): return [a, b]
def everything(a, b = 2, *args, c, d = 'x', **more): return [a, b, list(args), c, d, more]
def keyword_only(*, a, b = 2): return [a, b]
def positional_only(a, b = 5, /): return [a, b]
def no_arguments(): return 'none'
def only_dots(*args, **named): return [list(args), named]
def defaults(a = None, b = 's', c = 1.5, d = (1, 2), e = True, f = -1, g = len):
  return [a, b, c, e, f]
def containers(a = [1, 2], b = {'x': 1}, c = (1, 'y'), d = [], e = [1, 'z']): return [a, b, c, d, e]
def large_default(a, b = 10 ** 30): return a
def underscores(_x, __y = 1): return _x
def reserved(function, **more): return [function, more]
class Box:
  def __init__(self, size, colour = 'red'): self.size = size
  def method(self, a, b = 1): return [a, b]
  @classmethod
  def of_class(cls, a, b = 1): return [a, b]
  @staticmethod
  def static(a, b = 1): return [a, b]
  def __call__(self, x, y = 1): return [x, y]
partial = functools.partial(plain, 5)
def decorate(f):
  @functools.wraps(f)
  def wrapper(*args, **named): return f(*args, **named)
  return wrapper
decorated_one = decorate(lambda a: [a])
decorated_two = decorate(lambda x, y = 2: [x, y])
def make(value):
  def made(x = value): return x
  return made
makes_1, makes_2 = make(1), make(2)
", local = TRUE)

test_that("the formals of a callable are its Python signature", {
  expect_formals <- function(f, like) {
    expect_identical(formals(args(f)), formals(like), label = deparse(substitute(f)))
  }
  expect_formals(shapes$plain, function(a, b = 2L) NULL)
  expect_formals(shapes$everything, function(a, b = 2L, ..., c, d = "x") NULL)
  expect_formals(shapes$keyword_only, function(..., a, b = 2L) NULL)
  expect_formals(shapes$no_arguments, function() NULL)
  expect_formals(shapes$only_dots, function(...) NULL)
  expect_formals(shapes$Box, function(size, colour = "red") NULL)
  expect_formals(shapes$Box$of_class, function(a, b = 1L) NULL)
  expect_formals(shapes$Box$static, function(a, b = 1L) NULL)
  expect_formals(shapes$Box(1)$method, function(a, b = 1L) NULL)
  expect_formals(shapes$reserved, function(`function`, ...) NULL)
  expect_identical(names(formals(shapes$defaults)), c("a", "b", "c", "d", "e", "f", "g"))
  expect_identical(formals(shapes$defaults)[c("b", "c", "e")], list(b = "s", c = 1.5, e = TRUE))
  expect_formals(py_eval("len"), function(obj) NULL)
  expect_identical(as.list(formals(shapes$containers)), list(
    a = 1:2, b = list(x = 1L), c = list(1L, "y"), d = list(), e = list(1L, "z")
  ))
})

test_that("a callable instance has the signature of its call, not of its class", {
  box <- shapes$Box(1)
  expect_identical(names(formals(box)), c("x", "y"))
  expect_identical(box(1L, y = 3L), c(1L, 3L))
  expect_identical(names(formals(shapes$Box)), c("size", "colour"))
})

test_that("functions that share their code have each their own signature", {
  expect_identical(names(formals(shapes$decorated_one)), "a")
  expect_identical(names(formals(shapes$decorated_two)), c("x", "y"))
  expect_identical(shapes$decorated_two(1L, y = 3L), c(1L, 3L))
  expect_identical(formals(shapes$makes_1)$x, 1L)
  expect_identical(formals(shapes$makes_2)$x, 2L)
  expect_identical(shapes$makes_2(), 2L)
})

test_that("a default that R cannot hold leaves the other arguments as they are", {
  expect_identical(names(formals(shapes$large_default)), c("a", "b"))
  expect_identical(shapes$large_default(1L), 1L)
})

test_that("parameters may have any names that Python allows", {
  code <- py_run_string("
def of_ours(native, pyobj, args, result): return [native, pyobj, args, result]
def functions(unwrap, nargs, invisible, list): return [1, 'a']
def of_r(c, T, F, q, t): return [c, T, F, q, t]", local = TRUE)
  expect_identical(code$of_ours(1L, 2L, 3L, 4L), 1:4)
  expect_identical(code$of_ours(result = 4L, args = 3L, pyobj = 2L, native = 1L), 1:4)
  hijack <- function(...) "hijacked"
  expect_identical(code$functions(hijack, hijack, hijack, hijack), list(1L, "a"))
  expect_identical(code$of_r(1L, 2L, 3L, t = 5L, q = 4L), 1:5)
})

test_that("an object whose attributes raise errors is still a reference, and can be called", {
  code <- py_run_string("
class Closed:
  def __getattr__(self, name): raise RuntimeError('no ' + name)
  def __call__(self, a): return a
class Strange:
  __signature__ = 5
  def __call__(self, *a): return len(a)
class Shy:
  @property
  def __class__(self): raise RuntimeError('no class')
class Mute:
  def __repr__(self): raise RuntimeError('no text')
", local = TRUE)
  expect_identical(code$Closed()(1L), 1L)
  expect_error(code$Closed()$x, "no x", class = "python.builtin.RuntimeError")
  expect_identical(code$Strange()(1, 2), 2L)
  expect_true(is_py_object(code$Shy()))
  expect_true(is_py_object(code$Mute()))
})

test_that("builtin, NumPy's and other compiled callables can be called", {
  py_run_string("import numpy as np, operator, functools")
  expect_identical(py_eval("int")("12", base = 8L), 10L)
  expect_identical(py_eval("max")(1L, 5L, 3L), 5L)
  expect_identical(py_eval("{'a': 1}.get")("a"), 1L)
  expect_identical(py_eval("dict")(a = 1L), list(a = 1L))
  expect_identical(py_eval("operator.itemgetter(1)")(list(1, "b")), "b")
  expect_identical(py_eval("str.upper")("a"), "A")
  expect_identical(py_eval("'-'.join")(c("a", "b")), "a-b")
  expect_identical(py_eval("np.add")(1, 2), 3)
  expect_identical(py_eval("np.sum")(matrix(1:4, 2), axis = 0L), array(c(3L, 7L)))
  expect_identical(py_eval("np.array")(list(1, 2), dtype = "int32"), array(1:2))
  expect_identical(py_eval("functools.lru_cache(lambda x: x)")(5L), 5L)
  expect_identical(py_eval("functools.partial(pow, 2)")(3L), 8L)
})

test_that("arguments go as they are written: by position or by name", {
  expect_identical(shapes$plain(1L), 1:2)
  expect_identical(shapes$plain(1L, 3L), c(1L, 3L))
  expect_identical(shapes$plain(b = 1L, a = 3L), c(3L, 1L))
  expect_identical(shapes$plain(b = 1L, 3L), c(3L, 1L))
  expect_identical(shapes$keyword_only(a = 1L), 1:2)
  expect_identical(shapes$positional_only(1L), c(1L, 5L))
  expect_identical(shapes$no_arguments(), "none")
  expect_identical(
    shapes$everything(1L, 2L, 3L, c = 4L, z = 5L), list(1L, 2L, 3L, 4L, "x", list(z = 5L))
  )
  expect_identical(shapes$only_dots(1L, a = 2L), list(1L, list(a = 2L)))
  expect_identical(shapes$only_dots(), list(list(), stats::setNames(list(), character())))
  expect_identical(shapes$partial(b = 1L), c(5L, 1L))
  expect_identical(shapes$reserved(1L, `if` = 2L), list(1L, list(`if` = 2L)))
  expect_identical(shapes$underscores(1L), 1L)
})

test_that("defaults are Python's own, not what R shows of them", {
  expect_identical(shapes$defaults(), list(NULL, "s", 1.5, TRUE, -1L))
  expect_identical(shapes$defaults(f = 3L), list(NULL, "s", 1.5, TRUE, 3L))
})

test_that("wrong arguments are Python's TypeError or R's error, never a wrong call", {
  expect_error(shapes$plain(), "a", class = "python.builtin.TypeError")
  expect_error(shapes$keyword_only(), class = "python.builtin.TypeError")
  expect_error(shapes$positional_only(a = 1), class = "python.builtin.TypeError")
  expect_error(shapes$plain(1, 2, 3))
  expect_error(shapes$plain(1, no_such = 2))
  expect_error(shapes$plain(, 1))
  expect_refused(call_python(shapes$plain, list(a = 1, a = 2)), "`a`")
  # Python has no partial matching: `colo` is no argument of Box.
  expect_error(shapes$Box(1, colo = "blue"))
})

test_that("arguments are evaluated where they are written", {
  f <- shapes$plain
  local({
    a <- 10L
    expect_identical(f(a, b = a + 1L), 10:11)
    expect_identical(sapply(1:2, function(i) f(a + i)[[1]]), 11:12)
  })
  # Names that our own code uses are the caller's here.
  pyobj <- 1L
  args <- 2L
  result <- native <- unwrap <- 3L
  list <- function(...) stop("masked")
  expect_identical(f(pyobj, args), 1:2)
  expect_identical(f(result, b = native), c(3L, 3L))
  expect_identical(f(unwrap), c(3L, 2L))
  rm(list)
  expect_error(f(stop("in an argument")), "in an argument")
  missing_argument <- function(x) f(x)
  expect_error(missing_argument(), "x")
  side <- 0
  f({
    side <- side + 1
    1L
  })
  expect_identical(side, 1)
})

test_that("callables work wherever R takes a function", {
  f <- shapes$plain
  expect_identical(do.call(f, list(1L, b = 5L)), c(1L, 5L))
  expect_identical(lapply(1:2, f), list(1:2, c(2L, 2L)))
  expect_identical(vapply(1:3, py_eval("lambda x: x * 2"), 1L), c(2L, 4L, 6L))
  expect_identical(Map(f, 1:2, 3:4), list(c(1L, 3L), c(2L, 4L)))
  expect_identical(mapply(py_eval("lambda x, y: x * y"), 1:3, 4:6), c(4L, 10L, 18L))
  expect_identical(Reduce(py_eval("lambda a, b: a + b"), 1:4), 10L)
  expect_identical(Filter(py_eval("lambda x: x > 1"), 1:3), 2:3)
  expect_identical(1L |> f(3L), c(1L, 3L))
  expect_identical(1L %>% f(b = 3L), c(1L, 3L))
  expect_identical(match.fun(f)(1L), 1:2)
  expect_identical(eval(quote(f(7L))), c(7L, 2L))
  dots <- function(...) f(...)
  expect_identical(dots(1L, b = 9L), c(1L, 9L))
  numbered <- function(...) f(..2, ..1)
  expect_identical(numbered(1L, 2L), 2:1)
  compose <- function(g) function(x) g(x)
  expect_identical(compose(f)(4L), c(4L, 2L))
  expect_true(is.function(f))
})

test_that("language as an argument is not evaluated", {
  expect_identical(shapes$plain(quote(stop("evaluated")), 1L)[[1]], quote(stop("evaluated")))
  expect_identical(do.call(shapes$plain, list(quote(a + b)), quote = TRUE)[[1]], quote(a + b))
})

test_that("None is returned invisibly, any value visibly", {
  expect_identical(withVisible(py_eval("lambda: None")()), list(value = NULL, visible = FALSE))
  expect_identical(withVisible(py_eval("lambda: 1")()), list(value = 1L, visible = TRUE))
})

test_that("py_call() leaves the result in Python, which converts as the callable does", {
  result <- py_call(py_eval("dict"), a = 1L)
  expect_s3_class(result, "python.builtin.dict")
  expect_identical(result[["a"]], 1L)
  unconverted <- py_call(in_python("dict"), a = 1L)
  expect_s3_class(unconverted[["a"]], "python.builtin.int")
  expect_identical(
    py_repr(py_call(shapes$everything, 1L, c = 2L, e = 3L)), "[1, 2, [], 2, 'x', {'e': 3}]"
  )
  expect_error(py_call(in_python("1")), "not callable", class = "python.builtin.TypeError")
  expect_error(py_call(1), "not callable", class = "python.builtin.TypeError")
})

test_that("py_func() makes a callable with the formals as signature", {
  add <- function(x, y = 2, ...) x + y
  object <- py_func(add)
  expect_identical(object(1, 5), 6)
  expect_identical(py_str(import("inspect")$signature(object)), "(x, y=2.0, *args, **kwargs)")
  expect_true(import("inspect")$isfunction(object))
  expect_identical(py_get_attr(object, "__name__") |> py_to_r(), "add")
  expect_refused(py_func(1), "`f`")
})

test_that("whole numbers are ints for Keras's classes only", {
  expect_identical(py_repr(py_call(in_python("lambda x: x"), 32)), "32.0")
  expect_identical(py_repr(py_call(in_python("lambda x: x"), 32L)), "32")
})

test_that("what a class is called for stays an object where it is more than a value", {
  expect_s3_class(import("pathlib")$PurePosixPath("a"), "pathlib.PurePath")
  expect_s3_class(import("decimal")$Decimal("0.1"), "decimal.Decimal")
  expect_s3_class(import("fractions")$Fraction(1L, 3L), "fractions.Fraction")
  expect_s3_class(import("collections")$Counter("aab"), "collections.Counter")
  expect_s3_class(import_builtins()$set(list(1L)), "python.builtin.set")
  expect_identical(import("pathlib")$PurePosixPath("a")$joinpath("b"), "a/b")
  expect_identical(import_builtins()$list(list(1L, 2L)), 1:2)
  expect_identical(import_builtins()$int("3"), 3L)
})

test_that("a call from R has a Python frame, as Python code's own calls do", {
  looking <- py_run_string("
import inspect
import sys
import threading
def caller():
  frame = inspect.currentframe().f_back
  return [frame.f_code.co_name, frame.f_code.co_filename, frame.f_back is None]
class Looking:
  def method(self): return caller_of()
  def __call__(self, x = 1): return caller_of()
  def __add__(self, x): return caller_of()
def caller_of(): return sys._getframe(2).f_code.co_name
def of_function(*args, **named): return caller_of()
def calls(f): return f()
", local = TRUE)
  expect_identical(looking$caller(), list("R", "<R>", TRUE))
  expect_identical(py_call(looking$caller) |> py_to_r(), list("R", "<R>", TRUE))
  expect_identical(looking$of_function(), "R")
  expect_identical(looking$of_function(1, a = 2), "R")
  object <- looking$Looking()
  expect_identical(list(object$method(), object(), object(x = 2), object + 1), rep(list("R"), 4))
  expect_identical(looking$calls(function() looking$of_function()), "R")
  expect_identical(py_call_blocking(looking$of_function), "R")
  # Functions that Python compiled need the caller's frame as well.
  expect_identical(import_builtins()$eval("1 + 1"), 2L)
  expect_s3_class(import("collections")$namedtuple("Point", "x y"), "python.builtin.type")
})

test_that("TensorFlow's deprecation wrappers can be called from R", {
  deprecated <- import("tensorflow.python.util.deprecation")$deprecated
  f <- deprecated(NULL, "Use another.")(py_func(function(x) x + 1))
  expect_identical(f(1), 2)
})

test_that("the frame of R is in no traceback", {
  failing <- py_run_string("
def failing(**named): raise ValueError('x')
def thrice(f): return f()
", local = TRUE)
  lines <- function(expr) {
    try(expr, silent = TRUE)
    frames <- grep("File", py_last_error()$traceback, value = TRUE)
    sub("^ *File \"<string>\", line [0-9], ", "", frames)
  }
  expect_match(lines(failing$failing()), "^in failing")
  expect_length(lines(failing$failing()), 1)
  expect_length(lines(failing$failing(a = 1)), 1)
  expect_length(lines(py_call_blocking(failing$failing)), 1)
})

test_that("lists with some names are refused where Python has no meaning for them", {
  expect_error(import_builtins()$len(list(1, b = 2, 3)), "Element 3 of the list has no name",
               class = "rkeras_error_convert")
  expect_error(py_call(import_builtins()$len, list(a = 1, 2, 3)), "Element 3 of the list has",
               class = "rkeras_error_convert")
  expect_identical(import_builtins()$len(list(a = 1, b = 2)), 2L)
})

test_that("py_func() refuses a signature that Python cannot have", {
  refused <- function(f) {
    conditionMessage(expect_refused(py_func(f)))
  }
  expect_match(refused(function(x = 1, y) x), "`y` without a default after `x`", fixed = TRUE)
  expect_match(refused(function(na.rm) na.rm), "`na.rm`, which is not a name in Python",
               fixed = TRUE)
  expect_match(refused(function(`if`) 1), "`if`, which is not a name in Python", fixed = TRUE)
  expect_identical(py_func(function(x = 1, ..., y) x + y)(y = 2), 3)
  expect_identical(py_func(function(x = 1, y) if (missing(y)) x else y)(), 1)
})

test_that("do.call() passes the elements without names by position", {
  f <- py_eval("lambda *args, **named: [list(args), named]")
  expect_identical(do.call(f, list(a = 1, "x", b = 3, "y")), list(c("x", "y"), list(a = 1, b = 3)))
})

# The tests share a separate R process, whose time-out must never be reached.
threads <- "
import threading, time, concurrent.futures, queue
def call(f, *args): return f(*args)
def joined(f, x = 1):
  out = []
  t = threading.Thread(target = lambda: out.append(f(x))); t.start(); t.join()
  return out[0]
def pooled(f):
  with concurrent.futures.ThreadPoolExecutor(4) as pool: return list(pool.map(f, range(8)))
def waiting(wait):
  def run(f):
    done = threading.Event(); out = []
    def work(): out.append(f(1)); done.set()
    threading.Thread(target = work).start()
    wait(done)
    return out[0]
  return run
def sleep_until(done):
  while not done.is_set(): time.sleep(0.01)
on_event = waiting(lambda done: done.wait())
on_event_for = waiting(lambda done: done.wait(60))
asleep = waiting(sleep_until)
busy = waiting(lambda done: [0 for _ in iter(done.is_set, True)])
results = []
def in_background(f, n):
  def run():
    for i in range(n): results.append(f(i))
  threading.Thread(target = run, daemon = True).start()
def count(): return len(results)
"

in_session <- shared_session()

in_threads <- function(f) {
  in_session(function(code, f) {
    library(rkeras)
    py_run_string(code)
    environment(f) <- globalenv()
    f(import_main())
  }, threads, f)
}

test_that("R functions are called from threads, wherever the main thread waits", {
  value <- in_threads(function(main) {
    double <- function(x) x * 2L
    waits <- c("joined", "on_event", "on_event_for", "asleep", "busy")
    direct <- vapply(waits, function(name) main[[name]](double), 0L)
    blocking <- vapply(waits, function(name) py_call_blocking(main[[name]], double), 0L)
    list(
      direct, blocking, main$pooled(double), py_call_blocking(main$pooled, double),
      main$call(function() main$pooled(double)), main$pooled(function(i) main$joined(double, i))
    )
  })
  expect_identical(unname(value[[1]]), rep(2L, 5))
  expect_identical(unname(value[[2]]), rep(2L, 5))
  for (result in value[3:6]) expect_identical(result, 0:7 * 2L)
})

test_that("R functions are called while R sleeps, polls, or computes and then waits", {
  value <- in_threads(function(main) {
    counts <- integer()
    served <- 0L
    main$in_background(function(i) served <<- served + 1L, 3L)
    # No call into Python, which would serve as well.
    while (served < 3L) Sys.sleep(0.01)
    main$in_background(function(i) i, 1L)
    while (main$count() < 4L) NULL
    counts[1] <- main$count()
    main$in_background(function(i) i, 2L)
    while (main$count() < 6L) NULL
    counts[2] <- main$count()
    main$in_background(function(i) i, 3L)
    for (i in 1:1e6) i
    while (main$count() < 9L) Sys.sleep(0.01)
    c(counts, main$count())
  })
  expect_identical(value, c(4L, 6L, 9L))
})

test_that("blocking calls nest to any depth, on whatever thread", {
  value <- in_threads(function(main) {
    down <- function(call) {
      function(n) if (n == 0L) "bottom" else py_call_blocking(call, down(call), n - 1L)
    }
    local <- py_run_string("
import threading
state = threading.local()
def enter(f):
  state.depth = getattr(state, 'depth', 0) + 1
  return f()
def depth(): return state.depth", local = TRUE)
    nested <- function(n) {
      py_call_blocking(local$enter, function() {
        if (n == 1L) py_call_blocking(local$depth) else nested(n - 1L)
      })
    }
    # To Python a call from a callback is on the thread that called it.
    list(down(main$call)(30L), down(main$joined)(10L), nested(3L))
  })
  expect_identical(value, list("bottom", "bottom", 3L))
})

test_that("values, errors and jumps come out of blocking calls as out of others", {
  value <- in_threads(function(main) {
    condition <- structure(
      class = c("mine", "error", "condition"), list(message = "m", call = NULL)
    )
    finally <- py_run_string("
log = []
def f(g):
  try: return g()
  finally: log.append('finally')", local = TRUE)
    list(
      py_call_blocking(main$call, function(x, y) x + y, 1, 2),
      identical(
        unclass(tryCatch(py_call_blocking(finally$f, function() stop(condition)), mine = identity)),
        unclass(condition)
      ),
      callCC(function(k) py_call_blocking(finally$f, function() k("landed"))),
      tryCatch(py_call_blocking(finally$f, function() warning("w")), warning = conditionMessage),
      tryCatch(py_call_blocking(main$call, 1), python.builtin.TypeError = function(e) "TypeError"),
      tryCatch(py_call_blocking(main$pooled, function(i) if (i == 5L) stop(condition)),
               mine = function(e) "mine"),
      finally$log
    )
  })
  expect_identical(value, list(
    3, TRUE, "landed", "w", "TypeError", "mine", rep("finally", 3)
  ))
})

test_that("what threads print and what R prints are in order", {
  value <- in_threads(function(main) {
    say <- py_run_string("
def say(f):
  print('one')
  f()
  print('three')", local = TRUE)$say
    utils::capture.output({
      py_call_blocking(say, function() cat("two\n"))
      cat("four\n")
      invisible(main$joined(function(x) cat("five\n")))
    })
  })
  expect_identical(value, c("one", "two", "three", "four", "five"))
})

test_that("Python's threads run while R computes or sleeps", {
  value <- in_threads(function(main) {
    ticks <- tempfile()
    py_run_string("
ended = threading.Event()
def tick(file):
  while not ended.wait(0.001):
    with open(file, 'a') as f: f.write('.')
def start(file): threading.Thread(target = tick, args = [file], daemon = True).start()")
    main$start(ticks)
    # Here nothing calls Python. If the thread did not run, the time-out would end this.
    ticked <- function() file.exists(ticks) && file.size(ticks) > seen
    seen <- 0
    while (!ticked()) for (i in 1:1000) i
    seen <- file.size(ticks)
    while (!ticked()) Sys.sleep(0.01)
    main$ended$set()
    "both"
  })
  expect_identical(value, "both")
})

test_that("py_main_thread_func() refuses what is no function", {
  expect_refused(py_main_thread_func(1), "`f` must be a function")
})

test_that("py_main_thread_func() runs a function on the main thread", {
  value <- in_threads(function(main) {
    py_run_string("def f(): return threading.current_thread() is threading.main_thread()")
    on_main <- py_main_thread_func(py_eval("lambda x: f()"))
    c(main$joined(py_eval("lambda x: f()")), main$joined(on_main), on_main(1L),
      main$joined(py_main_thread_func(function(x) x > 0)))
  })
  expect_identical(value, c(FALSE, TRUE, TRUE, TRUE))
})

test_that("TensorFlow's threads call R functions", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf
def mapped(how, f, n):
  wrap = getattr(tf, how)
  ds = tf.data.Dataset.range(n).map(lambda x: wrap(f, [x], tf.double), num_parallel_calls = 4)
  return [float(v) for v in ds]
def graph(f): return tf.function(lambda x: tf.numpy_function(f, [x], tf.double))
def dataset(f, n):
  return tf.data.Dataset.range(n).map(lambda x: tf.numpy_function(f, [x], tf.double))
")
    double <- function(x) as.numeric(x) * 2
    counts <- generator(function() {
      i <- 0L
      function() if (i < 3L) i <<- i + 1L
    })
    list(
      py_call_blocking(main$mapped, "numpy_function", double, 5L),
      py_call_blocking(main$mapped, "py_function", function(x) as.numeric(x$numpy()) * 2, 5L),
      as.numeric(main$graph(double)(tf$constant(3))),
      iterate(main$dataset(double, 3L), as.numeric),
      iterate(tf$data$Dataset$from_generator(
        counts, output_signature = tf$TensorSpec(list(), "int32")
      ), as.integer),
      tryCatch(
        py_call_blocking(main$mapped, "numpy_function", function(x) stop("in the map"), 5L),
        simpleError = conditionMessage
      ),
      main$call(function() py_call_blocking(main$mapped, "numpy_function", double, 2L))
    )
  })
  expect_identical(value, list(
    0:4 * 2, 0:4 * 2, 6, 0:2 * 2, 1:3, "in the map", 0:1 * 2
  ))
})

test_that("a blocking call is in the scopes that R code entered, the main thread not in its own", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf, decimal, rpycall
def main_graph():
  with tf.Graph().as_default() as graph:
    current = tf.compat.v1.get_default_graph
    return rpycall.call_python_function_on_main_thread(lambda: current() is graph)
def device(): return tf.constant(1.0).device
def strategy(): return tf.distribute.has_strategy()
def digits(): return decimal.getcontext().prec
def square(x): return x * x
")
    x <- tf$Variable(3)
    tape <- tf$GradientTape()
    list(
      with(tf$device("/CPU:0"), py_call_blocking(main$device)),
      with(tf$distribute$MirroredStrategy(list("/CPU:0"))$scope(), py_call_blocking(main$strategy)),
      py_call_blocking(main$strategy),
      py_call_blocking(main$main_graph),
      with(import("decimal")$localcontext() %as% context, {
        context$prec <- 7L
        py_call_blocking(main$digits)
      }),
      {
        with(tape, y <- py_call_blocking(main$square, x))
        as.numeric(tape$gradient(y, x))
      }
    )
  })
  expect_match(value[[1]], "CPU:0$")
  expect_identical(value[-1], list(TRUE, FALSE, FALSE, 7L, 6))
})

test_that("what an R function calls is in the state of the thread that called it", {
  skip_if_not(is_keras_available())
  value <- in_threads(function(main) {
    py_run_string("
import tensorflow as tf
def gradient(f):
  x = tf.Variable(3.0)
  with tf.GradientTape() as tape: y = f(x)
  return float(tape.gradient(y, x))
def in_graph(f): return float(tf.function(f)(tf.constant(2.0)))
state = threading.local()
def set(x): state.x = x
def get(): return state.x
def first(x): return x[0]")
    cube <- function(x) tf$multiply(x, tf$multiply(x, x))
    first <- function(x) tf$stack(list(x, x))[1]
    list(
      py_call_blocking(main$gradient, cube), main$joined(main$gradient, cube),
      py_call_blocking(main$in_graph, cube), py_call_blocking(main$in_graph, first),
      main$joined(function(x) {
        main$set(x)
        main$get()
      }, 5L)
    )
  })
  expect_identical(value, list(27, 27, 8, 2, 5L))
})

if (on_tensorflow()) {
  test_that("Python code on the main thread runs TensorFlow's graphs and datasets that call R", {
    value <- in_threads(function(main) {
      main$square <- r_operator(function(x) x^2, shape = function(x) x, gradient = "numeric")
      main$plus <- function(x) x + 1
      main$squares <- tf_function(function(x) main$square(x))
      elements <- function(n) range_dataset(0, n) |> dataset_map_r(function(i) as.double(i))
      main$mapped <- elements(20) |> dataset_prefetch(2)
      n <- 0
      main$generated <- generator_dataset(function() if ((n <<- n + 1) <= 3) n) |>
        dataset_prefetch(2)
      py_run_string("
import gc, threading, tensorflow as tf
x, lock = tf.constant(3., tf.float64), threading.RLock()
@tf.function
def graph(x): return square(x) + 1.
@tf.function
def python_graph(x): return tf.py_function(plus, [x], tf.float64)
def of_user(x): return python_graph(graph(x))
def locked(x):
  with lock: return python_graph(x)
def gradient(x):
  with tf.GradientTape() as tape:
    tape.watch(x)
    y = graph(x) * x
  return tape.gradient(y, x)
def first(dataset): return next(iter(dataset))
def session():
  with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    return session.run(square(tf.constant(3., tf.float64)))
def total(dataset): return dataset.reduce(tf.constant(0., tf.float64), lambda x, y: x + y)
def abandoned(dataset):
  elements = iter(dataset)
  cycle = [elements, next(elements)]
  cycle.append(cycle)
def collected(dataset):
  abandoned(dataset)
  return gc.collect() > 0
")
      py_run_string("result = float(graph(x))")
      number <- function(x) as.numeric(as.array(x))
      script <- tempfile(fileext = ".py")
      writeLines("from_file = float(python_graph(x))", script)
      source_python(script, envir = NULL)
      printed <- capture.output(py_run_string("print(float(graph(x)))"))
      list(
        py$result, py_eval("float(squares(x))"), main$from_file,
        number(main$of_user(main$x)), number(main$locked(main$x)), number(main$gradient(main$x)),
        main$session(), number(main$first(main$mapped)), number(main$total(main$mapped)),
        py_eval("[float(x) for x in mapped][-1]"), py_eval("[float(x) for x in generated]"),
        py_eval("[float(x) for x in mapped.as_numpy_iterator()][-1]"), printed,
        # Prefetching threads wait for R while Python's collector destroys the iterator.
        all(vapply(1:10, function(i) main$collected(dataset_prefetch(elements(1e6), 1000)), NA))
      )
    })
    expected <- list(10, 9, 4, 11, 4, 10 + 3 * 6, 9, 0, 190, 19, c(1, 2, 3), 19, "10.0", TRUE)
    expect_equal(value, expected, tolerance = 1e-4)
  })

  test_that("Rprof() profiles R while TensorFlow computes", {
    value <- in_session(function() {
      x <- matrix(stats::runif(4e4), 2000)
      model <- keras_model_sequential(input_shape = 20) |> layer_dense(256) |> layer_dense(1)
      compile(model, loss = "mse")
      profile <- tempfile()
      Rprof(profile, interval = 0.001)
      count <- function(batch, logs) for (i in 1:1e4) i
      counting <- callback_lambda(on_train_batch_end = count)
      for (i in 1:5) fit(model, x, x[, 1], epochs = 3, verbose = 0, callbacks = counting)
      Rprof(NULL)
      "\"fit\"" %in% rownames(utils::summaryRprof(profile)$by.total)
    })
    expect_true(value)
  })
}

test_that("calls run on one thread, whatever is released meanwhile", {
  value <- in_threads(function(main) {
    py_run_string("
class Slow:
  def __del__(self): time.sleep(0.1)
def fail():
  local = Slow()
  raise ValueError('with a local variable')")
    vapply(1:5, function(i) {
      # An exception is released on a thread of its own.
      try(main$fail(), silent = TRUE)
      gc()
      py_call_blocking(import("threading")$get_ident)
    }, 0)
  })
  expect_length(unique(value), 1L)
})

test_that("garbage may be collected while the frames of threads that start and end are read", {
  value <- in_threads(function(main) {
    py_run_string("
import gc
class Slow:
  def __init__(self): self.cycle = self
  def __del__(self): time.sleep(1e-4)
def calls(f, n):
  for _ in range(n):
    Slow()
    f()
def litter(f, n):
  callers = [threading.Thread(target = calls, args = (f, n)) for _ in range(3)]
  threshold = gc.get_threshold()
  gc.set_threshold(5)
  for caller in callers: caller.start()
  while any(caller.is_alive() for caller in callers):
    other = threading.Thread(target = int); other.start(); other.join()
  gc.set_threshold(*threshold)
  return gc.isenabled()")
    py_call_blocking(main$litter, function() for (i in 1:3) main$count(), 100L)
  })
  expect_true(value)
})

test_that("a thread that the system does not start is an error that says what to do", {
  skip_on_os(c("mac", "windows"))
  # Memory for Python, but none for a thread's stack of 64 MB.
  error <- callr::r(function() {
    library(rkeras)
    call <- py_eval("__import__('rpycall').call_elsewhere")
    nothing <- tuple()
    size <- as.numeric(scan("/proc/self/statm", quiet = TRUE)[[1]]) * 4096
    processx::run("prlimit", c("--pid", Sys.getpid(), sprintf("--as=%.0f", size + 40 * 2^20)))
    error <- tryCatch(call(import_builtins()$dict, nothing), error = identity)
    list(class = class(error), message = conditionMessage(error))
  })
  expect_true("rkeras_error_memory" %in% error$class)
  expect_match(error$message, "No thread could be started: .*`ulimit -v`")
})
