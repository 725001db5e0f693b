python_side <- py_run_string("
log = []
def take_log():
  taken = list(log)
  log.clear()
  return taken
def call(f, *args, **named): return f(*args, **named)
def finally_log(f):
  try: return f()
  finally: log.append('finally')
def suppress(f):
  try: return f()
  except Exception as e: return [type(e).__name__, str(e)]
def catch_all(f):
  try: return f()
  except BaseException as e: return type(e).__name__
def reraise(f):
  try: return f()
  except Exception as e: raise ValueError('from Python') from e
class Context:
  def __enter__(self): return self
  def __exit__(self, *e): log.append('exit'); return False
def in_context(f):
  with Context(): return f()
def generate(f):
  for i in range(3): yield f(i)
def on_thread(f):
  import threading
  out = []
  def run():
    try: out.append(f(1))
    except BaseException as e: out.append(str(e))
  t = threading.Thread(target = run)
  t.start(); t.join()
  return out
", local = TRUE)
take_log <- function() as.character(python_side$take_log())

test_that("Python calls an R function by position and by name", {
  f <- function(a, b = 2, ...) list(a, b, ...)
  expect_identical(python_side$call(f, 1L), list(1L, 2))
  expect_identical(python_side$call(f, 1L, "x"), list(1L, "x"))
  expect_identical(python_side$call(f, b = 1L, a = "x"), list("x", 1L))
  expect_identical(python_side$call(function(...) names(list(...)), x = 1, y = 2), c("x", "y"))
  expect_identical(python_side$call(function() "none"), "none")
  expect_identical(python_side$call(sum, 1L, 2L, 3L), 6L)
  expect_identical(python_side$call(paste, "a", "b", sep = "-"), "a-b")
  expect_error(python_side$call(function(a) a, b = 1), "unused argument")
  expect_error(python_side$call(function(a) a), "missing")
})

test_that("keyword arguments may have any names", {
  names_of <- function(...) names(list(...))
  for (name in c("frame", "x", "cnd", "FUN", "expr", "args", "a b", "\u00e4")) {
    args <- stats::setNames(list(names_of, 1L), c("", name))
    expect_identical(do.call(python_side$call, args), name)
  }
  with_f <- py_eval("lambda g: g(f = 1, frame = 2)")
  expect_identical(with_f(names_of), c("f", "frame"))
  expect_identical(with_f(function(f, frame) c(f, frame)), 1:2)
})

test_that("many arguments reach an R function", {
  expect_identical(py_eval("lambda f: f(*range(1000))")(function(...) ...length()), 1000L)
  expect_identical(py_eval("lambda f: f(1, None, 3)")(function(...) nargs()), 3L)
})

test_that("Python sees the formals as the signature", {
  signature <- import("inspect")$signature
  expect_identical(py_str(signature(function(a, b = 2) NULL)), "(a, b=Ellipsis)")
  expect_identical(py_str(signature(function() NULL)), "()")
  expect_identical(
    py_str(signature(function(x, ..., y = 1) NULL)), "(x, *args, y=Ellipsis, **kwargs)"
  )
  expect_true(py_eval("callable")(function() NULL))
})

test_that("functions of every kind can be called", {
  expect_identical(
    as.integer(py_eval("lambda f: list(map(f, [1, 2]))")(function(x) x * 2L)), c(2L, 4L)
  )
  expect_identical(as.integer(py_eval("sorted")(c(3L, 1L, 2L), key = function(x) -x)), 3:1)
  counter <- local({
    n <- 0L
    function() n <<- n + 1L
  })
  python_side$call(counter)
  expect_identical(python_side$call(counter), 2L)
  expect_identical(python_side$call(compiler::cmpfun(function(x) x), 1L), 1L)
  expect_identical(python_side$call(structure(function(x) x, class = "own_function"), 1L), 1L)
})

test_that("functions that inspect their call do as in R", {
  call <- python_side$call
  factorial <- function(n) if (n <= 1) 1 else n * Recall(n - 1)
  expect_identical(call(factorial, 5), 120)
  expect_identical(call(function(x = c("a", "b")) match.arg(x)), "a")
  expect_identical(call(function(...) as.list(match.call())[-1], 1, b = 2), list(1, b = 2))
  expect_identical(call(function(x) names(formals(sys.function())), 1), "x")
  expect_identical(call(function(x, y) c(missing(x), missing(y)), 1), c(FALSE, TRUE))
  expect_identical(call(function(x) substitute(x), 1), 1)
  expect_identical(call(function(...) c(nargs(), ...length(), ..2), 1, 2), c(2, 2, 2))
  inside <- 3
  expect_identical(call(function() eval.parent(quote(1 + 1)) + inside), 5)
  expect_true(call(function() is.environment(parent.frame()) && is.environment(environment())))
  log <- character()
  expect_identical(call(function() {
    on.exit(log <<- c(log, "first"))
    on.exit(log <<- c(log, "second"), add = TRUE)
    invisible(1)
  }), 1)
  expect_identical(log, c("first", "second"))
  generic <- function(x) UseMethod("generic")
  local_method("generic.default", function(x) "default")
  local_method("generic.numeric", function(x) c("numeric", NextMethod()))
  expect_identical(call(generic, 1), c("numeric", "default"))
  expect_identical(callCC(function(exit) call(exit, 5)), 5)
  expect_identical(call(callCC, function(exit) exit(5)), 5)
  expect_identical(call(Reduce, `+`, c(1, 2, 3)), 6)
  expect_identical(call(do.call, sum, list(1, "2" = 2)), 3)
  expect_identical(call(Vectorize(function(a, b) a + b), 1, 2), 3)
  expect_identical(call(tryCatch, 5), 5)
})

test_that("functions that need the call around them are errors, not values of run_callback()", {
  expect_refused(python_side$call(Recall, 1), "Pass Python the function itself")
  recall <- Recall
  expect_error(python_side$call(recall, sum), "outside of an R function")
  for (f in list(UseMethod, NextMethod, `return`, `break`, on.exit, switch, `function`)) {
    expect_error(python_side$call(f, "x"))
  }
  expect_identical(python_side$call(identity, 1), 1)
})

test_that("arguments convert, unless the callable was made with convert = FALSE", {
  expect_identical(python_side$call(class, 1L), "integer")
  f <- r_to_py(function(x) class(x)[[1]], convert = FALSE)
  expect_identical(python_side$call(f, 1L), "python.builtin.int")
})

test_that("what a callback returns is a Python value", {
  for (value in list(1L, NULL, "a", c(1, 2), list(a = 1L), matrix(1, 2, 2))) {
    expect_identical(python_side$call(function() value), value)
  }
  expect_null(python_side$call(function() invisible(NULL)))
  expect_identical(python_side$call(function() invisible(3L)), 3L)
  object <- in_python("[1]")
  expect_identical(py_id(r_to_py(py_call(python_side$call, function() object))), py_id(object))
})

test_that("a callback may call Python, which calls R, and so on", {
  down <- function(n) if (n == 0L) "bottom" else python_side$call(down, n - 1L)
  expect_identical(down(20L), "bottom")
  expect_identical(python_side$call(function() py_eval("1 + 1")), 2L)
})

# What R sees of a condition that went through Python.
through_python <- function(condition) {
  class(condition) <- c(
    class(condition), "rpycall.RError",
    paste0("python.builtin.", c("RuntimeError", "Exception", "BaseException"))
  )
  condition
}

test_that("an R error passes Python as the same condition, which has Python's classes too", {
  condition <- structure(
    class = c("my_error", "error", "condition"),
    list(message = "mine", call = quote(f(x)), data = list(1:3, new.env()))
  )
  for (through in c("call", "finally_log", "in_context")) {
    caught <- tryCatch(python_side[[through]](function() stop(condition)), error = identity)
    expect_identical(caught, through_python(condition))
  }
  expect_identical(take_log(), c("finally", "exit"))
  caught <- tryCatch(
    python_side$call(function() python_side$call(function() stop(condition))), my_error = identity
  )
  expect_identical(caught, through_python(condition))
  expect_error(python_side$call(function() stop("plain")), "^plain$", class = "simpleError")
  expect_error(
    python_side$call(function() rlang::abort("of rlang", "rlang_class")), class = "rlang_class"
  )
})

test_that("an R error is caught as the Python exception that it was", {
  for (class in c("RuntimeError", "Exception", "BaseException")) {
    handlers <- stats::setNames(list(conditionMessage), paste0("python.builtin.", class))
    code <- quote(python_side$call(function() stop("of R")))
    expect_identical(do.call(tryCatch, c(code, handlers)), "of R")
  }
  caught <- tryCatch(
    python_side$call(function() {
      f <- function(x) stop("of f")
      f(1)
    }),
    python.builtin.RuntimeError = identity
  )
  expect_identical(conditionCall(caught), quote(f(1)))
  of_rlang <- tryCatch(
    python_side$call(function() rlang::abort("m", "of_rlang", data = 1)),
    python.builtin.RuntimeError = identity
  )
  expect_s3_class(of_rlang, c("of_rlang", "rlang_error"))
  expect_identical(of_rlang$data, 1)
  expect_s3_class(of_rlang$trace, "rlang_trace")
  # What is no error stays what it is.
  warned <- tryCatch(python_side$call(function() warning("w")), warning = identity)
  expect_identical(class(warned), c("simpleWarning", "warning", "condition"))
  own <- structure(list(message = "own", call = NULL), class = c("own", "condition"))
  signalled <- tryCatch(python_side$call(function() signalCondition(own)), own = identity)
  expect_identical(signalled, own)
})

test_that("py_last_error() has Python's traceback of an R error that passed through Python", {
  py_clear_last_error()
  of_r <- structure(
    list(message = "of R", call = quote(f(x))), class = c("own", "error", "condition")
  )
  try(python_side$call(function() stop(of_r)), silent = TRUE)
  last <- py_last_error()
  expect_identical(last[c("type", "value")], list(type = "RError", value = "of R"))
  expect_match(last$message, "^Traceback.*in call.*of R")
  expect_identical(last$r_call, quote(f(x)))
  expect_identical(last$r_class[1:3], c("own", "error", "condition"))
  expect_s3_class(attr(last, "exception"), "python.builtin.RuntimeError")
  py_clear_last_error()
})

test_that("Python can catch an R error and read it", {
  expect_identical(python_side$suppress(function() stop("boom")), c("RError", "boom"))
  expect_identical(python_side$suppress(function() log(-1:1, "x"))[[1]], "RError")
  expect_identical(python_side$suppress(function() stop())[[2]], "")
  # The session goes on as if nothing had been.
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("an exception that Python raises from an R error is Python's", {
  error <- expect_error(
    python_side$reraise(function() stop("boom")), "from Python", class = "python.builtin.ValueError"
  )
  cause <- error$exception$`__cause__`
  expect_match(py_str(cause), "boom")
})

test_that("a Python error in a callback comes out as itself", {
  error <- expect_error(
    python_side$call(function() py_eval("{}['key']")), class = "python.builtin.KeyError"
  )
  expect_match(conditionMessage(error), "key")
  caught_in_python <- python_side$suppress(function() py_eval("{}['key']"))
  expect_match(caught_in_python[[2]], "key")
})

test_that("jumps out of a callback run Python's finally and land where R says", {
  jumps <- list(
    callCC = function(through) callCC(function(k) through(function() k("landed"))),
    restart = function(through) {
      withRestarts(through(function() invokeRestart("mine", "landed")), mine = identity)
    },
    warning = function(through) {
      tryCatch(through(function() warning("landed")), warning = conditionMessage)
    },
    message = function(through) {
      tryCatch(through(function() message("landed", appendLF = FALSE)), message = conditionMessage)
    },
    condition = function(through) {
      signal <- structure(class = c("own", "condition"), list(message = "landed", call = NULL))
      tryCatch(through(function() signalCondition(signal)), own = conditionMessage)
    },
    `return` = function(through) {
      f <- function(x) through(function() x)
      g <- function() f(return("landed"))
      g()
    },
    `break` = function(through) {
      f <- function(x) through(function() x)
      repeat f(break)
      "landed"
    }
  )
  for (name in names(jumps)) {
    for (i in 1:20) {
      expect_identical(jumps[[name]](python_side$finally_log), "landed", label = name)
      expect_identical(jumps[[name]](python_side$in_context), "landed", label = name)
    }
    expect_identical(take_log(), rep(c("finally", "exit"), 20), label = name)
  }
  expect_identical(py_eval("sum(range(10))"), 45L)
})

test_that("jumps pass through several layers of R and Python", {
  through <- python_side$finally_log
  landed <- callCC(function(k) {
    through(function() through(function() through(function() k("landed"))))
    "not"
  })
  expect_identical(landed, "landed")
  expect_identical(take_log(), rep("finally", 3))
})

test_that("`except Exception` does not stop a jump", {
  expect_identical(callCC(function(k) python_side$suppress(function() k("landed"))), "landed")
})

test_that("calling handlers run where the callback is, and it goes on", {
  seen <- NULL
  value <- withCallingHandlers(
    python_side$finally_log(function() {
      warning("mind")
      "went on"
    }),
    warning = function(w) {
      seen <<- conditionMessage(w)
      invokeRestart("muffleWarning")
    }
  )
  expect_identical(c(seen, value), c("mind", "went on"))
  expect_warning(python_side$call(function() warning("mind")), "mind")
  expect_message(python_side$call(function() message("mind")), "mind")
  # A calling handler sees the error from where it was raised.
  depth <- NULL
  try(withCallingHandlers(
    python_side$call(function() stop("deep")), error = function(e) depth <<- sys.nframe()
  ), silent = TRUE)
  expect_gt(depth, sys.nframe())
  take_log()
})

test_that("handlers outside may invoke a restart of the callback, also for an error", {
  seen <- 0L
  count <- function(e) seen <<- seen + 1L
  own <- function(through, f = function() stop("deep")) {
    through(function() withRestarts(f(), own = function(value) c("own", value)))
  }
  outer <- function(through) withRestarts(own(through), outer = function(value) c("outer", value))
  invokes <- function(name) function(e) invokeRestart(name, "value")
  on_thread <- function(f) unlist(python_side$on_thread(function(...) f()))
  for (through in list(python_side$call, python_side$suppress, on_thread)) {
    value <- withCallingHandlers(own(through), error = invokes("own"))
    expect_identical(value, c("own", "value"))
  }
  for (through in list(python_side$finally_log, python_side$suppress)) {
    value <- withCallingHandlers(outer(through), error = invokes("outer"))
    expect_identical(value, c("outer", "value"))
  }
  value <- withCallingHandlers(
    python_side$call(function() own(python_side$call)), error = invokes("own")
  )
  expect_identical(value, c("own", "value"))
  expect_identical(take_log(), "finally")
  # Handlers that return get the error once, and so does the one that leaves.
  nested <- function() python_side$finally_log(function() outer(python_side$finally_log))
  for (class in c("error", "condition", "simpleError", "python.builtin.RuntimeError")) {
    seen <- 0L
    leaves <- stats::setNames(list(identity), class)
    cnd <- do.call(tryCatch, c(quote(withCallingHandlers(nested(), error = count)), leaves))
    expect_identical(conditionMessage(cnd), "deep")
    expect_s3_class(cnd, c("simpleError", "rpycall.RError"))
    expect_identical(seen, 1L)
  }
  expect_identical(take_log(), rep("finally", 8))
  # Python may still handle it, and raise it again.
  expect_identical(tryCatch(own(python_side$suppress), error = identity), c("RError", "deep"))
  raised_again <- tryCatch(own(python_side$reraise), error = identity)
  expect_s3_class(raised_again, "python.builtin.ValueError")
  fails <- function() py_eval("{}[1]")
  expect_error(own(python_side$call, fails), class = "python.builtin.KeyError")
})

test_that("a restart that the callback has established is no concern of later jumps", {
  used <- function(through, then) {
    through(function() {
      withRestarts(stop("first"), own = function() NULL)
      then()
    })
  }
  outer <- function(then) {
    withCallingHandlers(used(python_side$suppress, then), error = function(e) {
      if (conditionMessage(e) == "first") invokeRestart("own")
    })
  }
  expect_identical(callCC(function(k) outer(function() k("landed"))), "landed")
  expect_identical(outer(function() "went on"), "went on")
  expect_identical(outer(function() stop("second")), c("RError", "second"))
})

test_that("an error that Python handles is not seen by handlers outside", {
  expect_identical(
    withCallingHandlers(
      python_side$suppress(function() stop("boom")), error = function(e) invokeRestart("abort")
    ),
    c("RError", "boom")
  )
})

test_that("an expectation that fails in a callback is one failure of the test", {
  skip_if_not(on_tensorflow())
  results <- in_new_session(function() {
    library(rkeras)
    results_of <- function(code) {
      reporter <- testthat::with_reporter("silent", {
        testthat::test_that("callbacks fail", code())
        testthat::get_reporter()
      })
      vapply(reporter$expectations(), function(x) class(x)[[1]], "")
    }
    fail <- function(x = NULL, ...) {
      testthat::expect_equal(1, 2)
      x
    }
    x <- matrix(runif(8), 4)
    trained <- function(loss = "mse", data = list(x, x[, 1]), ...) {
      model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
      model |> compile(optimizer = "sgd", loss = loss)
      do.call(fit, c(list(model), data, list(verbose = 0, epochs = 1, ...)))
    }
    mean_loss <- function(y_true, y_pred) fail(op_mean((y_true - y_pred)^2))
    scale <- Layer("Scale", call = function(x) fail(x))
    difference <- Loss("Difference", call = mean_loss)
    watch <- Callback("Watch", on_epoch_end = function(epoch, logs) fail())
    call <- py_eval("lambda f: f()")
    kinds <- list(
      call = function() call(fail),
      nested = function() call(function() call(fail)),
      py_function = function() tf$py_function(fail, list(1), tf$float32),
      numpy_function = function() tf$numpy_function(fail, list(1), tf$float64),
      operator = function() tf_function(r_operator(fail))(as_tensor(1)),
      graph = function() tf_function(fail)(as_tensor(1)),
      lambda = function() layer_lambda(f = fail)(as_tensor(x)),
      layer = function() scale()(as_tensor(x)),
      callback = function() {
        trained(callbacks = callback_lambda(on_epoch_end = function(epoch, logs) fail()))
      },
      own_callback = function() trained(callbacks = watch()),
      loss = function() trained(loss = mean_loss),
      own_loss = function() trained(loss = difference()),
      generator = function() {
        trained(data = function() fail(list(x, x[, 1])), steps_per_epoch = 1)
      },
      map = function() iterate(as_array_iterator(dataset_map(tensor_slices_dataset(1:2), fail)))
    )
    lapply(kinds, results_of)
  })$value
  for (kind in names(results)) {
    expect_identical(unique(results[[kind]]), "expectation_failure", label = kind)
    # Keras calls a loss, and a generator, more than once.
    often <- kind %in% c("loss", "own_loss", "generator")
    if (!often) expect_length(results[[kind]], 1)
  }
})

test_that("on.exit and finally of R run on both sides", {
  log <- character()
  f <- function() {
    on.exit(log <<- c(log, "on.exit"))
    stop("boom")
  }
  try(tryCatch(python_side$call(f), finally = log <- c(log, "finally")), silent = TRUE)
  expect_identical(log, c("on.exit", "finally"))
})

test_that("a generator over an R function works, and fails as the function does", {
  expect_identical(py_eval("list")(python_side$generate(function(i) i * 2L)), c(0L, 2L, 4L))
  expect_error(py_eval("list")(python_side$generate(function(i) stop("at ", i))), "at 0")
})

test_that("on a thread of Python's an R function runs on the main thread", {
  expect_identical(python_side$on_thread(function(x) x), 1L)
  expect_identical(python_side$on_thread(function(x) stop("boom")), "boom")
})

test_that("an R object that a thread drops or prints does no harm", {
  f <- python_function_of("f", "
import threading
def f(x):
  out = []
  held = [x]
  del x
  def run():
    out.append(str(held[0]))
    held.clear()
  t = threading.Thread(target = run); t.start(); t.join()
  return out[0]")
  expect_identical(f(quote(a + b)), "a + b")
  for (i in 1:50) f(new.env())
  gc()
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("R and Python may call each other a hundred levels deep", {
  value <- in_new_session(function() {
    library(rkeras)
    call <- py_run_string("def call(f, *args): return f(*args)")$call
    down <- function(n, last) if (n == 0L) last() else call(down, n - 1L, last)
    list(
      down(100L, function() "bottom"),
      tryCatch(down(100L, function() stop("at the bottom")), error = conditionMessage),
      callCC(function(k) down(100L, function() k("landed")))
    )
  })$value
  expect_identical(value, list("bottom", "at the bottom", "landed"))
})

test_that("an error of an R function that Python calls leaves that call, and no other", {
  call <- python_side$call
  caught <- function(f) tryCatch(f(), error = conditionMessage)
  inner <- function() stop("inner")
  expect_identical(call(function() c(caught(function() call(inner)), "outer")), c("inner", "outer"))
})

test_that("a recursion without end is an R error, and the session goes on", {
  forever <- function(n) python_side$call(forever, n + 1L)
  for (i in 1:2) {
    expect_error(forever(0L), class = "python.builtin.RecursionError")
    expect_identical(python_side$call(function(x) x, 1L), 1L)
  }
  in_python_only <- python_function_of("f", "def f(): return f()")
  expect_error(in_python_only(), class = "python.builtin.RecursionError")
  # Where Python allows more, the C stack is the limit.
  value <- in_new_session(function() {
    library(rkeras)
    py_run_string("import sys; sys.setrecursionlimit(10 ** 6)
def call(f): return f()")
    options(expressions = 5e5)
    call <- import_main()$call
    forever <- function() call(forever)
    errors <- lapply(1:2, function(i) tryCatch(forever(), error = identity))
    list(errors = errors, after = py_eval("'alive'"))
  })$value
  for (error in value$errors) {
    expect_s3_class(error, "rkeras_error_nesting")
    expect_s3_class(error, "python.builtin.RecursionError")
    expect_match(conditionMessage(error), "recursion")
  }
  expect_identical(value$after, "alive")
})

test_that("thousands of errors through Python leave nothing behind", {
  count <- function() py_eval("len(__import__('gc').get_objects())")
  fail <- function() {
    tryCatch(python_side$finally_log(function() stop("again")), error = function(e) NULL)
  }
  clean <- function() {
    take_log()
    gc()
    py_eval("__import__('gc').collect()")
  }
  for (i in 1:50) fail()
  clean()
  before <- count()
  cells <- gc()[["Ncells", "used"]]
  for (i in 1:3000) fail()
  clean()
  expect_lt(count() - before, 100)
  expect_lt(gc()[["Ncells", "used"]] - cells, 6000)
})

test_that("a jump that Python kept is an error when its place in R is gone", {
  seen <- in_new_session(function() {
    library(rkeras)
    py_run_string("
def save(f):
  global saved
  try: return f()
  except BaseException as e: saved = e
def again(): raise saved")
    lost <- function() {
      callCC(function(k) {
        py$save(function() k("landed"))
        "stayed"
      })
    }
    stayed <- lost()
    class <- tryCatch(
      {
        py$again()
        "returned"
      },
      rkeras_error = function(e) "error",
      error = conditionMessage
    )
    c(stayed, class, py_eval("'alive'"))
  })$value
  expect_identical(seen, c("stayed", "error", "alive"))
})

test_that("R objects and functions behave as Python objects should", {
  probe <- python_function_of("probe", "
import weakref, functools, inspect
def probe(r, f):
  out = {'hash': hash(r) == hash(r), 'equal': r == r, 'weak': weakref.ref(f)() is f,
    'partial': functools.partial(f, 1)(), 'wraps': functools.wraps(f)(lambda: 0).__name__,
    'callable': [callable(f), callable(r)], 'repr': repr(r)}
  f.note = 'kept'
  out['note'] = f.note
  for name, use in {'iter': iter, 'len': len, 'call': lambda r: r()}.items():
    try: use(r)
    except TypeError: out[name] = 'TypeError'
  return out")
  expect_identical(
    probe(quote(a + b), function(x) x),
    list(
      hash = TRUE, equal = TRUE, weak = TRUE, partial = 1L, wraps = "r_function",
      callable = c(TRUE, FALSE), repr = "a + b", note = "kept",
      iter = "TypeError", len = "TypeError", call = "TypeError"
    )
  )
})

test_that("an R function takes as many arguments as Python has, under the names R has", {
  expect_identical(py_eval("lambda f: f(*range(60000))")(function(...) ...length()), 60000L)
  for (name in c("''", "'a' * 20000", "'a\\0'")) {
    call <- py_eval(paste0("lambda f: f(**{", name, ": 1})"))
    expect_refused(call(function(...) 1), "no argument with")
  }
})

test_that("formals that Python has no parameters for are taken by name all the same", {
  signature <- py_eval("lambda f: str(__import__('inspect').signature(f))")
  expect_identical(signature(function(x, na.rm = FALSE) NULL), "(x, **kwargs)")
  expect_identical(signature(function(`if`, class) NULL), "(**kwargs)")
  expect_identical(signature(function(a = 1, b) NULL), "(a=Ellipsis, b=Ellipsis)")
  expect_identical(
    signature(function(args, ..., kwargs) NULL), "(args, *args_, kwargs, **kwargs_)"
  )
  expect_identical(signature(sum), "(*args, **kwargs)")
  call <- py_eval("lambda f: f(1, **{'na.rm': 5})")
  expect_identical(call(function(x, na.rm = FALSE) na.rm), 5L)
})
