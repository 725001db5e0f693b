test_that("help beside completions and arguments comes from the docstring", {
  py_run_string("
def helped(a, b=2):
    '''Adds two numbers.

    Args:
        a: The first.
        b: The second.
    '''")
  found <- py_help_handler("completion", "helped", "py")
  expect_identical(found$title, "helped")
  expect_match(found$description, "Adds two numbers")
  expect_identical(py_help_handler("parameter", "a", "py$helped"),
                   list(args = c("a", "b"), arg_descriptions = c("The first.", "The second.")))
  expect_null(py_help_handler("completion", "no_such", "py"))
  expect_null(py_help_handler("completion", "x", "no_such_object"))
})

test_that("F1 opens registered pages", {
  before <- mget(c("help handlers", "help topics"), hooks, ifnotfound = list(NULL))
  withr::defer(list2env(before, hooks))
  json <- import("json")
  register_help_topics("module", list(json = "https://docs/json"))
  register_help_topics("class", c("json.decoder.JSONDecoder" = "https://docs/decoder"))
  expect_identical(py_help_handler("url", "json", json), "https://docs/json")
  expect_identical(py_help_handler("url", "JSONDecoder", json), "https://docs/decoder")
  expect_identical(py_help_handler("url", "dumps", json), "https://docs/json")
  register_module_help_handler("json", function(name, subtopic = NULL) {
    if (name == "json.dumps") "https://docs/dumps"
  })
  expect_identical(py_help_handler("url", "dumps", json), "https://docs/dumps")
  expect_identical(py_help_handler("url", "loads", json), "https://docs/json")
  expect_refused(register_help_topics("module", list("x")), "named list")
})
