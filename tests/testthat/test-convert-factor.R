py_run_string("import pandas as pd")

# The codes and categories of a categorical, because its repr depends on the version of pandas.
categorical <- function(x) {
  object <- r_to_py(x)
  list(
    sub("core.arrays.categorical.", "", class(object)[[1]], fixed = TRUE),
    as.integer(py_to_r(object$codes)),
    as.character(py_to_r(object$categories$tolist())), py_to_r(object$ordered)
  )
}

test_that("factors are Categoricals and come back with their levels", {
  rows <- list(
    list(factor(c("a", "b", "a")), list("pandas.Categorical", c(0L, 1L, 0L), c("a", "b"), FALSE)),
    list(factor(c("a", NA)), list("pandas.Categorical", c(0L, -1L), "a", FALSE)),
    list(factor("a"), list("pandas.Categorical", 0L, "a", FALSE)),
    list(factor(NA, levels = c("x", "y")), list("pandas.Categorical", -1L, c("x", "y"), FALSE)),
    list(
      factor("b", levels = c("b", "unused")),
      list("pandas.Categorical", 0L, c("b", "unused"), FALSE)
    ),
    list(
      factor(c("low", "high"), levels = c("low", "high"), ordered = TRUE),
      list("pandas.Categorical", 0:1, c("low", "high"), TRUE)
    ),
    list(factor(character()), list("pandas.Categorical", integer(), character(), FALSE)),
    list(factor(c("\u00e4", "")), list("pandas.Categorical", c(1L, 0L), c("", "\u00e4"), FALSE))
  )
  for (row in rows) {
    expect_identical(categorical(row[[1]]), row[[2]])
    expect_identical(py_to_r(r_to_py(row[[1]])), row[[1]])
  }
})

test_that("a missing level is a missing value in Python, and comes back until that is changed", {
  last <- addNA(factor(c("a", NA, "b", NA)))
  identity <- py_eval("lambda x: x")
  with_na <- addNA(factor(c("a", NA), ordered = TRUE))
  for (x in list(last, factor(c(1, NA), exclude = NULL), with_na)) {
    expect_identical(py_to_r(r_to_py(x)), x)
    expect_identical(identity(x), x)
    expect_identical(py_to_r(r_to_py(list(x, "a")))[[1]], x)
  }
  changed <- python_function_of("changed", "
def changed(x):
  x[0] = 'b'
  return x")
  expect_identical(changed(last), factor(c("b", NA, "b", NA), levels = c("a", "b")))
  expect_identical(py_eval("lambda x: x[1:]")(last), factor(c(NA, "b", NA), levels = c("a", "b")))
  copy <- py_eval("lambda x: __import__('pickle').loads(__import__('pickle').dumps(x))")
  expect_identical(copy(last), factor(c("a", NA, "b", NA)))
  first <- structure(c(1L, 2L, NA), levels = c(NA, "z"), class = "factor")
  expect_identical(categorical(first), list("pandas.Categorical", c(-1L, 0L, -1L), "z", FALSE))
})

test_that("Categoricals of any source are factors", {
  expect_gives("pd.Categorical(['b', 'a', None])", factor(c("b", "a", NA)))
  expect_gives("pd.Categorical(['b'], categories=['b', 'a'])", factor("b", levels = c("b", "a")))
  expect_gives("pd.Categorical(['b'], ordered=True)", factor("b", ordered = TRUE))
  expect_gives("pd.Categorical([2, 1])", factor(c("2", "1")))
  expect_gives("pd.Series(['b', 'a', None], dtype='category')", factor(c("b", "a", NA)))
  expect_gives("pd.Categorical([])", factor(character()))
})

test_that("a category with a NUL is an error", {
  expect_no_value("pd.Categorical(['a\\0'])", "NUL")
})

test_that("categories of equal text are no broken factor", {
  # 1 and '1' have the same text, and a factor's levels must differ.
  x <- tryCatch(py_eval("pd.Categorical([1, '1'])"), rkeras_error_convert = function(e) NULL)
  expect_false(anyDuplicated(levels(x)) > 0)
})

test_that("factors are converted in containers and as arguments", {
  codes <- python_function_of("codes", "def codes(x): return x.codes.tolist()")
  expect_identical(codes(factor(c("b", "a"))), c(1L, 0L))
  back <- py_to_r(r_to_py(list(f = factor(c("b", "a")))))
  expect_identical(back, list(f = factor(c("b", "a"))))
})

test_that("what only calls itself a factor is an error", {
  bad <- structure(c(1L, 5L), levels = "a", class = "factor")
  expect_error(r_to_py(bad), "Element 2 of the factor is level 5", class = "rkeras_error_convert")
  bad <- structure(array(0L, c(1, 1)), levels = "a", class = "factor")
  expect_error(r_to_py(bad), "Element 1", class = "rkeras_error_convert")
  bad <- structure(1L, levels = 1, class = "factor")
  expect_error(r_to_py(bad), "not strings", class = "rkeras_error_convert")
})

test_that("levels and column names that are no text are errors, as values are", {
  x <- "\xff"
  Encoding(x) <- "bytes"
  expect_error(r_to_py(structure(1L, levels = x, class = "factor")), "Level 1",
    class = "rkeras_error_convert"
  )
  expect_error(r_to_py(structure(list(1), names = x, row.names = 1L, class = "data.frame")),
    "Column name 1",
    class = "rkeras_error_convert"
  )
})

test_that("names, contrasts and classes come back with a factor that Python has not modified", {
  for (x in list(
    factor(c(a = "u", b = "v")), structure(factor(c("u", "v")), contrasts = "contr.sum"),
    structure(factor("u"), class = c("of_user", "factor")), list(factor(c(a = "u")), 1:2)
  )) {
    expect_identical(py_to_r(r_to_py(x)), x)
  }
  x <- r_to_py(factor(c(a = "u", b = "v")))
  expect_identical(py_to_r(x$rename_categories(list("U", "v"))), factor(c("U", "v"), c("U", "v")))
})
