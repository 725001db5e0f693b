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
