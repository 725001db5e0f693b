test_that("logical vectors are converted both ways", {
  expect_crosses(TRUE, "True")
  expect_crosses(FALSE, "False")
  expect_crosses(c(TRUE, FALSE), "[True, False]")
  expect_crosses(c(TRUE, NA, FALSE), "[True, None, False]")
  expect_crosses(c(NA, FALSE), "[None, False]")
})

test_that("NA is never a valid value", {
  expect_crosses(NA, "None", NULL)
  expect_identical(py_repr(r_to_py(c(NA, NA))), "[None, None]")
  expect_true(all(vapply(py_to_r(r_to_py(c(NA, NA))), is_missing, NA)))
  expect_identical(py_repr(r_to_py(list(a = NA))), "{'a': None}")
})

test_that("bools come as logical", {
  expect_gives("True", TRUE)
  expect_gives("1 > 2", FALSE)
  expect_gives("[True, False]", c(TRUE, FALSE))
  expect_gives("[True, None]", c(TRUE, NA))
  expect_gives("(True, None)", list(TRUE, NULL))
  expect_gives("[True, 1]", list(TRUE, 1L))
  expect_gives("{'a': True}", list(a = TRUE))
})

test_that("zero length stays zero length", {
  expect_identical(py_repr(r_to_py(logical())), "[]")
  expect_length(py_to_r(r_to_py(logical())), 0)
})
