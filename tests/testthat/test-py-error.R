raising <- function(code) tryCatch(py_run_string(code), error = identity)

test_that("an exception is a condition of its Python classes", {
  error <- raising("{}['a']")
  expect_identical(class(error), c(
    "python.builtin.KeyError", "python.builtin.LookupError", "python.builtin.Exception",
    "python.builtin.BaseException", "python.builtin.object", "rkeras_error", "error", "condition"
  ))
  expect_identical(conditionMessage(error), "KeyError: 'a'")
  expect_s3_class(error$exception, "python.builtin.KeyError")
  expect_identical(error$exception$args, list("a"))
})

test_that("tryCatch() catches by any of the classes", {
  classes <- c("python.builtin.KeyError", "python.builtin.LookupError", "rkeras_error", "error")
  for (class in classes) {
    handlers <- stats::setNames(list(function(e) "caught"), class)
    expect_identical(do.call(tryCatch, c(list(quote(py_eval("{}['a']"))), handlers)), "caught")
  }
  expect_error(
    tryCatch(py_eval("{}['a']"), python.builtin.IndexError = function(e) "wrong"),
    class = "python.builtin.KeyError"
  )
})

test_that("exceptions of a user's own have their classes", {
  error <- raising("
class Own(ValueError):
  def __init__(self, data): super().__init__('own text'); self.data = data
raise Own([1, 2])")
  expect_identical(class(error)[1:2], c("__main__.Own", "python.builtin.ValueError"))
  expect_identical(conditionMessage(error), "Own: own text")
  expect_identical(error$exception$data, 1:2)
})

test_that("messages are Python's text, also where it is odd", {
  expect_identical(conditionMessage(raising("raise ValueError")), "ValueError")
  expect_identical(conditionMessage(raising("raise ValueError('')")), "ValueError")
  expect_identical(
    conditionMessage(raising("raise ValueError('gr\u00fc\u00df %s %d')")),
    "ValueError: gr\u00fc\u00df %s %d"
  )
  expect_match(conditionMessage(raising("raise ValueError('a', 1)")), "('a', 1)", fixed = TRUE)
  long <- conditionMessage(raising("raise ValueError('x' * 20000)"))
  expect_identical(nchar(long), nchar("ValueError: ") + 20000L)
  silent <- raising("
class Mute(Exception):
  def __str__(self): raise RuntimeError('no text')
raise Mute()")
  expect_match(conditionMessage(silent), "^Mute")
  with_nul <- raising("raise ValueError('a\\0b')")
  expect_s3_class(with_nul, "python.builtin.ValueError")
  expect_match(conditionMessage(with_nul), "^ValueError: a")
  surrogate <- raising("raise ValueError('a\\udc80')")
  expect_s3_class(surrogate, "python.builtin.ValueError")
  expect_true(validUTF8(conditionMessage(surrogate)))
})

test_that("exceptions that are no errors in Python are errors in R", {
  expect_s3_class(raising("raise SystemExit(3)"), c("python.builtin.SystemExit", "error"))
  expect_s3_class(raising("import sys; sys.exit('bye')"), "python.builtin.SystemExit")
  expect_s3_class(raising("raise GeneratorExit"), "python.builtin.GeneratorExit")
})

test_that("py_last_error() tells of the last one, with its traceback", {
  py_clear_last_error()
  expect_null(py_last_error())
  raising("
def inner(): return 1 / 0
def outer(): return inner()
outer()")
  last <- py_last_error()
  expect_s3_class(last, "py_error")
  expect_identical(last$type, "ZeroDivisionError")
  expect_identical(last$value, "division by zero")
  expect_s3_class(attr(last, "exception"), "python.builtin.ZeroDivisionError")
  frames <- "line 4, in <module>.*line 3, in outer.*line 2, in inner"
  expect_match(paste(last$traceback, collapse = ""), frames)
  expect_match(last$message, "^Traceback \\(most recent call last\\)")
  expect_match(last$message, paste0(frames, ".*ZeroDivisionError: division by zero\n$"))
  expect_output(print(last), "Traceback.*ZeroDivisionError")
  py_clear_last_error()
  expect_null(py_last_error())
})

test_that("the exception of a condition has its traceback", {
  error <- raising("def f(): raise ValueError('x')\nf()")
  frames <- import("traceback")$extract_tb(error$exception$`__traceback__`)
  expect_identical(frames[[-1]]$name, "f")
})

test_that("causes and contexts stay with the exception", {
  error <- raising("
try: {}['a']
except KeyError as e: raise ValueError('because') from e")
  expect_s3_class(error$exception$`__cause__`, "python.builtin.KeyError")
  expect_match(py_last_error()$message, "KeyError.*direct cause.*ValueError")
})

test_that("the last error can be set, and gives the one before", {
  py_clear_last_error()
  first <- raising("raise ValueError('first')")
  raising("raise KeyError('second')")
  before <- py_last_error(first)
  expect_identical(before$type, "KeyError")
  expect_identical(py_last_error()$value, "first")
  py_last_error(first$exception)
  expect_identical(py_last_error()$value, "first")
  py_last_error(before)
  expect_identical(py_last_error()$value, "'second'")
  expect_refused(py_last_error("text"))
  py_last_error(NULL)
  expect_null(py_last_error())
})

test_that("an error that is caught within Python is not the last error", {
  py_clear_last_error()
  py_run_string("try: 1 / 0\nexcept ZeroDivisionError: pass")
  expect_null(py_last_error())
})

test_that("an error leaves nothing over for the next call", {
  raising("raise ValueError('x')")
  expect_identical(py_eval("__import__('sys').exc_info()"), list(NULL, NULL, NULL))
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("R's try(), stop() and warning() take the condition as any other", {
  expect_s3_class(try(py_eval("1 / 0"), silent = TRUE), "try-error")
  error <- raising("raise ValueError('x')")
  again <- tryCatch(stop(error), error = identity)
  expect_identical(again, error)
  expect_output(print(error), "ValueError: x")
})

test_that("a condition of Python's raised again in a callback is that exception", {
  error <- raising("raise ValueError('x')")
  call <- python_function_of("call", "def call(f): return f()")
  expect_identical(tryCatch(call(function() stop(error)), error = identity), error)
  named <- python_function_of("named", "
def named(f):
  try: return f()
  except ValueError as e: return 'ValueError ' + str(e)")
  expect_identical(
    named(function() py_eval("int('no number')")),
    "ValueError invalid literal for int() with base 10: 'no number'"
  )
})

test_that("where Python wants an int, the error says how to write one", {
  expect_error(import_builtins()$range(3), "cannot be interpreted as an integer.*write `3L`",
               class = "python.builtin.TypeError")
  expect_error(tf$zeros(c(2, 2)), "write `3L`")
})

test_that("errors of TensorFlow's graphs tell what is wrong, without the files of Python", {
  f <- tf$`function`(function(x) tf$debugging$check_numerics(x, message = "not that"))
  error <- tryCatch(f(tf$constant(NaN)), error = identity)
  expect_s3_class(error, "tensorflow.python.framework.errors_impl.InvalidArgumentError")
  expect_match(conditionMessage(error), "not that.*This happened in `CheckNumerics`")
  expect_no_match(conditionMessage(error), "File|defined at")
})
