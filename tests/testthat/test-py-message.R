test_that("messages of the user's own Python code stay as they are", {
  run <- py_run_string("
def raise_value_error(text):
    raise ValueError(text)
", local = TRUE)
  for (text in c("got (None, 10)", "None values not supported", "Input matrix is not invertible")) {
    expect_identical(tryCatch(run$raise_value_error(text), error = conditionMessage),
                     paste("ValueError:", text))
  }
})

test_that("whether a package took part in an exception is known by its class and its frames", {
  raised <- function(code) {
    e <- tryCatch(py_eval(code), error = identity)
    is_raised_in(e$exception, list("json", "keras"))
  }
  expect_true(raised("__import__('json').loads('{')"))
  expect_false(raised("1/0"))
  # Compiled code that R calls has no frames.
  e <- tryCatch(import_builtins()$int("a"), error = identity)
  expect_true(is_raised_in(e$exception, list("json")))
})

test_that("an exception whose attributes fail is raised all the same", {
  run <- py_run_string("
class Hostile(Exception):
    def __getattr__(self, name):
        raise KeyError(name)
def hostile():
    raise Hostile('as it is')
", local = TRUE)
  expect_error(run$hostile(), "as it is", fixed = TRUE)
})

test_that("in R's words, a double that should be an int has a remedy, whoever says so", {
  expect_error(py_eval("range(3.0)"), "write `3L` for an integer", fixed = TRUE)
})

test_that("a misspelled attribute of a module or an object has its closest one in the message", {
  expect_error(import("math")$sqrtt, "has no attribute 'sqrtt'. Did you mean `sqrt`?", fixed = TRUE)
  expect_error(r_to_py("a")$uper(), "Did you mean `upper`?", fixed = TRUE)
  message <- tryCatch(import("math")$zzzzzzzz, error = conditionMessage)
  expect_no_match(message, "Did you mean")
})

test_that("at the prompt, Python's own message ends with where the traceback is", {
  py_run_string("def reads(x): return int(x)")
  message <- function(code) tryCatch(eval(code), error = conditionMessage)
  plain <- message(quote(py$reads("one")))
  withr::local_options(rlang_interactive = TRUE)
  expect_match(plain, "invalid literal for int\\(\\) with base 10: 'one'$")
  expect_match(message(quote(py_run_string("reads('one')"))), "py_last_error() shows", fixed = TRUE)
  # No code in Python but a builtin function, and a message in R's words.
  expect_no_match(message(quote(import_builtins()$int("one"))), "py_last_error")
  expect_no_match(message(quote(import_builtins()$range(3))), "py_last_error")
})
