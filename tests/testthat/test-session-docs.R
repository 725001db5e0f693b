documented <- function(doc, signature = "a, b=1") {
  py_run_string(sprintf("def documented(%s):\n    '''%s'''", signature, doc))
  py_function_docs(py$documented)
}

test_that("docstrings of three styles have the same parts", {
  styles <- list(
    google = "Adds numbers.

    In detail.

    Args:
        a: The first number,
            a float.
        b (int): The second.

    Returns:
        The sum.

    Raises:
        ValueError: for text.
    ",
    numpy = "Adds numbers.

    In detail.

    Parameters
    ----------
    a : float
        The first number, a float.
    b : int, optional
        The second.

    Returns
    -------
    The sum.

    Raises
    ------
    ValueError: for text.
    ",
    rst = "Adds numbers.

    In detail.

    :param a: The first number,
        a float.
    :param int b: The second.
    :returns: The sum.
    "
  )
  for (style in names(styles)) {
    docs <- documented(styles[[style]])
    expect_identical(docs$description, "Adds numbers.", info = style)
    expect_identical(docs$details, "In detail.", info = style)
    expect_match(docs$parameters$a, "The first number, a float.$", info = style)
    expect_match(docs$parameters$b, "The second.$", info = style)
    expect_identical(docs$returns, "The sum.", info = style)
    expect_identical(docs$signature, "a, b=1", info = style)
  }
  expect_identical(documented(styles$google)$sections, list(Raises = "ValueError: for text."))
})

test_that("a function without documentation has empty parts", {
  docs <- py_function_docs(py_eval("lambda x, *rest, **more: x"))
  expect_identical(docs$description, "")
  expect_identical(docs$parameters, list(x = ""))
  expect_refused(py_function_docs(3), "must be a Python function")
})

test_that("a wrapper is R code that calls the function", {
  json <- import("json")
  code <- NULL
  utils::capture.output(code <- py_function_wrapper("json$dumps", r_prefix = "json"))
  expect_match(code, "^#' Serialize ``obj``")
  env <- new.env()
  eval(parse(text = code), env)
  expect_identical(names(env), "json_dumps")
  expect_true(all(c("obj", "indent") %in% names(formals(env$json_dumps))))
  environment(env$json_dumps) <- environment()
  expect_identical(env$json_dumps(list(1L, 2L)), "[1, 2]")
})

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
