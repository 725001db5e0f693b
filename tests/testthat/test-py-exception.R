raising <- function(code) tryCatch(py_run_string(code), error = identity)

own_error <- "
class Own(ValueError):
  def __init__(self, data): super().__init__('own text', 3); self.data = data; self.message = 'raw'
raise Own([1, 2])"

test_that("a caught exception is a condition and the Python object", {
  error <- raising(own_error)
  expect_s3_class(error, c("python.builtin.BaseException", "python.builtin.object", "error",
                           "condition"))
  expect_true(is_py_object(error))
  expect_identical(error$args, list("own text", 3L))
  expect_identical(error[["data"]], 1:2)
  expect_null(error$no_such_name)
  expect_true(py_has_attr(error, "data"))
  expect_identical(py_repr(error), "Own('own text', 3)")
  expect_identical(py_id(r_to_py(error)), py_id(error$exception))
  expect_true(import_builtins()$isinstance(error, import_builtins()$ValueError))
  expect_identical(py_id(r_to_py(list(error))[0]), py_id(error))
  error$data <- 5L
  expect_identical(error$exception$data, 5L)
})

test_that("it gives what R code reads from conditions", {
  error <- tryCatch(py_run_string(own_error), error = identity)
  expect_identical(conditionMessage(error), "Own: ('own text', 3)")
  expect_identical(error$message, conditionMessage(error))
  expect_identical(error[["message"]], conditionMessage(error))
  expect_identical(error$exception$message, "raw")
  expect_identical(conditionCall(error), quote(py_run_string(own_error)))
  expect_identical(error$call, conditionCall(error))
  expect_null(error$parent)
  expect_output(print(error), "^<__main__.Own in py_run_string\\(own_error\\): Own: .*>$")
  error$message <- "other"
  error["call"] <- list(NULL)
  error$note <- "mine"
  expect_identical(conditionMessage(error), "other")
  expect_null(conditionCall(error))
  expect_identical(error$note, "mine")
  expect_false(py_has_attr(error, "note"))
  expect_true("note" %in% names(error))
  expect_error(stop(error), "other", class = "__main__.Own")
})

test_that("documents show it as they show R's errors", {
  error <- tryCatch(import("json")$loads("{"), error = identity)
  expect_match(as.character(error),
               "^Error in import[(]\"json\"[)][$]loads[(]\"[{]\"[)]: JSONDecodeError: Exp")
  expect_identical(as.character(import_builtins()$ValueError("bad")), "bad")
})

test_that("its message outlives the Python object", {
  error <- unserialize(serialize(raising("raise KeyError('x')"), NULL))
  expect_identical(conditionMessage(error), "KeyError: 'x'")
  expect_output(print(error), "KeyError: 'x'")
  expect_null(error$args)
})

test_that("an exception that was not raised is a condition, too", {
  identity <- py_eval("lambda x: x")
  exceptions <- list(
    py_eval("ValueError('x', 1)"), py_eval("ValueError('x', 1)", convert = FALSE),
    py_eval("[ValueError('x', 1), 2]")[[1]], import_builtins()$ValueError("x", 1L),
    py_to_r(py_eval("ValueError('x', 1)", convert = FALSE))
  )
  for (exception in exceptions) {
    expect_s3_class(exception, c("error", "condition"))
    expect_identical(conditionMessage(exception), "ValueError: ('x', 1)")
    expect_null(conditionCall(exception))
    expect_identical(py_to_r(exception$args), list("x", 1L))
    expect_null(exception$no_such_name)
    expect_output(print(exception), "^ValueError\\('x', 1\\)$")
    expect_error(stop(exception), "ValueError: ('x', 1)", fixed = TRUE,
                 class = "python.builtin.ValueError")
    expect_identical(py_id(identity(exception)), py_id(exception))
  }
  exception$extra <- 1
  expect_identical(py_eval("lambda x: x.extra")(exception), 1)
  expect_s3_class(py_eval("KeyboardInterrupt()"), c("interrupt", "condition"), exact = FALSE)
  expect_false(inherits(py_eval("KeyboardInterrupt()"), "error"))
})

test_that("methods of an exception class made in R set attributes of the exception", {
  Coded <- PyClass("Coded", inherit = import_builtins()$ValueError, list(
    `__init__` = function(self, code) {
      self$code <- code
      NULL
    },
    twice = function(self) self$code * 2
  ))
  exception <- Coded(4)
  expect_identical(exception$twice(), 8)
  expect_identical(py_eval("lambda x: x.code")(exception), 4)
})

test_that("the message has the notes of an exception, and the line of an error in the syntax", {
  noted <- raising("error = ValueError('text')\nerror.__notes__ = ['one', 'two']\nraise error")
  expect_identical(conditionMessage(noted), "ValueError: text\none\ntwo")
  syntax <- raising("ok = 1\nif ok\n  2")
  expect_match(conditionMessage(syntax), "line 2\n +if ok\n +\\^\nSyntaxError: ")
})

test_that("the call of an exception is that of the Python object, as it is written", {
  py_run_string("def refuse(*args): raise ValueError('no')")
  refuse <- py_eval("refuse")
  call_of <- function(code) tryCatch(code, error = conditionCall)
  expect_identical(call_of(refuse(1, "a")), quote(refuse(1, "a")))
  expect_identical(call_of(py$refuse(NULL)), quote(py$refuse(NULL)))
  expect_null(call_of(do.call(refuse, list(1:10))))
  expect_identical(call_of(do.call("refuse", list(1:10))), NULL)
  expect_identical(call_of(py_run_string("refuse()")), quote(py_run_string("refuse()")))
})

test_that("an R error that passed through Python is no Python object", {
  error <- tryCatch(py_eval("lambda f: f()")(function() stop("from R")), error = identity)
  expect_false(is_py_object(error))
  expect_identical(conditionMessage(error), "from R")
})

test_that("rlang's functions for conditions take it", {
  skip_if_not_installed("rlang")
  inner <- function() py_run_string("1 / 0")
  error <- tryCatch(py_eval("lambda f: f()")(function() inner()), error = identity)
  shown <- vapply(error$trace$call, function(call) paste(deparse(call), collapse = ""), "")
  expect_true("inner()" %in% shown)
  expect_identical(shown[[length(shown)]], "py_run_string(\"1 / 0\")")
  expect_output(print(error$trace), "inner\\(\\)")
  wrapped <- tryCatch(rlang::abort("outer", parent = error), error = identity)
  expect_identical(wrapped$parent$args, list("division by zero"))
  expect_match(rlang::cnd_message(wrapped), "outer.*ZeroDivisionError: division by zero")
  expect_match(paste(format(wrapped), collapse = "\n"), "ZeroDivisionError")
  expect_identical(rlang::catch_cnd(py_eval("1 / 0"))$args, list("division by zero"))
  expect_identical(rlang::try_fetch(py_eval("1 / 0"), error = function(e) e$args),
                   list("division by zero"))
})

test_that("rlang::last_trace() shows an uncaught exception", {
  skip_if_not_installed("rlang")
  shown <- in_new_session(function() {
    library(rkeras)
    f <- function() py_eval("1 / 0")
    try(withCallingHandlers(f(), error = function(e) rlang::entrace(e)), silent = TRUE)
    paste(c(format(rlang::last_error()), format(rlang::last_trace())), collapse = "\n")
  })$value
  expect_match(shown, "ZeroDivisionError: division by zero")
  expect_match(shown, "f\\(\\)")
})

test_that("py_last_error() tells of R's side, too", {
  f <- function() py_run_string("{}['a']")
  try(f(), silent = TRUE)
  last <- py_last_error()
  expect_identical(last$r_call, quote(py_run_string("{}['a']")))
  expect_identical(last$r_class[[1]], "python.builtin.KeyError")
  if (isNamespaceLoaded("rlang")) expect_s3_class(last$r_trace, "rlang_trace")
  expect_output(print(last), "Traceback.*KeyError")
})

test_that("a message of a million characters is cut: memory may be short", {
  error <- expect_error(py_run_string("
error = ValueError('y' * 1000000)
error.__notes__ = ['z' * 200000]
raise error"), "ValueError: yyy.*[.]{3} [(]900000 more characters[)]\nz+[.]{3} [(]100000 more ch")
  expect_lt(nchar(conditionMessage(error)), 250000)
  expect_identical(py_eval("len(error.args[0])"), 1000000L)
})
