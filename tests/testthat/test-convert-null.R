test_that("NULL is None", {
  expect_crosses(NULL, "None")
  expect_gives("None", NULL)
  expect_identical(py_repr(r_to_py(list(NULL, 1L))), "[None, 1]")
  expect_identical(py_repr(r_to_py(list(a = NULL))), "{'a': None}")
})

test_that("None stays in its place in containers", {
  expect_gives("(None, 1)", list(NULL, 1L))
  expect_gives("{'a': None, 'b': 1}", list(a = NULL, b = 1L))
  expect_gives("[None, 'a']", c(NA, "a"))
  expect_gives("[None, [1]]", list(NULL, 1L))
})

test_that("NULL as an argument is None, whatever the place", {
  f <- python_function_of("f", "def f(a, b = 1): return [a is None, b is None]")
  expect_identical(f(NULL), c(TRUE, FALSE))
  expect_identical(f(1, NULL), c(FALSE, TRUE))
  expect_identical(f(b = NULL, a = NULL), c(TRUE, TRUE))
})

test_that("pandas's missing values are NA", {
  expect_gives("__import__('pandas').NA", NA)
  expect_gives("__import__('pandas').NaT", NA)
})
