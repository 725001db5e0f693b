test_that("one element is a scalar, any other number a list", {
  expect_identical(py_repr(r_to_py("a")), "'a'")
  expect_identical(py_repr(r_to_py(c("a", "b"))), "['a', 'b']")
  expect_identical(py_repr(r_to_py(character())), "[]")
})

test_that("I() keeps a single element a list", {
  expect_crosses(I(1L), "[1]", 1L)
  expect_crosses(I("a"), "['a']", "a")
  expect_crosses(I(c(TRUE, FALSE)), "[True, False]", c(TRUE, FALSE))
  expect_crosses(I(NA), "[None]", list(NULL))
  expect_identical(py_repr(r_to_py(I(as.Date("2024-01-31")))), "[datetime.date(2024, 1, 31)]")
})

test_that("compact and other ALTREP vectors cross", {
  expect_crosses(1:5, "[1, 2, 3, 4, 5]")
  expect_crosses(rev(1:3), "[3, 2, 1]")
  expect_crosses(as.character(1:3), "['1', '2', '3']")
  expect_identical(py_eval("len")(in_python("range(3)")), 3L)
  expect_identical(py_eval("sum")(1:1e5), 5000050000)
})

test_that("a vector with a class that means nothing to the bridge is its values", {
  expect_crosses(structure(1:2, class = "no_such_class"), "[1, 2]", 1:2)
  expect_crosses(structure("a", note = "b"), "'a'", "a")
})

test_that("a long vector comes back whole", {
  x <- seq_len(1e5) / 7
  expect_identical(py_to_r(r_to_py(x)), x)
  text <- paste("text", seq_len(1e5))
  expect_identical(py_to_r(r_to_py(text)), text)
})

test_that("a vector of missing values alone has no valid value in Python", {
  for (all_na in list(c(NA, NA), c(NA_integer_, NA), c(NA_character_, NA))) {
    expect_identical(py_repr(r_to_py(all_na)), "[None, None]")
  }
  expect_crosses(c(NA_real_, NA), "[nan, nan]")
})
