test_that("py_help() shows Python's help", {
  expect_output(py_help(import_builtins()$len), "Help on built-in function len")
  expect_output(py_help("os.path.basename"), "final component of a pathname")
  expect_output(text <- py_help(import("json")))
  expect_match(text, "JSON")
})

test_that("text that R strings cannot hold is shown with escapes", {
  py_run_string("
import warnings
def odd(): pass
odd.__doc__ = 'holds \\udc80 and \\0'
def warn(): warnings.warn('holds \\udc80 and \\0')
")
  escaped <- "holds \\udc80 and \\x00"
  expect_output(print(py$odd), escaped, fixed = TRUE)
  expect_match(py_function_docs(py$odd)$description, escaped, fixed = TRUE)
  expect_output(py_help(py$odd), "holds .* and \\\\x00")
  expect_warning(py$warn(), escaped, fixed = TRUE)
})
