test_that("py_help() shows Python's help", {
  expect_output(py_help(import_builtins()$len), "Help on built-in function len")
  expect_output(py_help("os.path.basename"), "final component of a pathname")
  expect_output(text <- py_help(import("json")))
  expect_match(text, "JSON")
})
