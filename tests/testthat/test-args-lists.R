test_that("lists have names, also when they are empty", {
  expect_identical(named_list(), stats::setNames(list(), character()))
  expect_identical(named_list(a = 1), list(a = 1))
  x <- 1
  y <- "b"
  expect_identical(named_list(x, y, z = 3, ), list(x = 1, y = "b", z = 3))
  expect_identical(named_list(x + 1), list("x + 1" = 2))
  expect_identical(named_list(!!!list(a = 1, b = 2)), list(a = 1, b = 2))
  expect_refused(named_list(x, x = 2), "`x` is the name of several")
  expect_identical(py_repr(r_to_py(named_list())), "{}")
})

test_that("lists are put side by side, by name if they have names", {
  expect_identical(zip_lists(list(1, 2), list("a", "b")), list(list(1, "a"), list(2, "b")))
  expect_identical(zip_lists(list(list(1, 2), list("a", "b"))), list(list(1, "a"), list(2, "b")))
  expect_identical(zip_lists(1:2, 3:4), list(list(1L, 3L), list(2L, 4L)))
  expect_identical(
    zip_lists(list(a = 1, b = 2), list(b = "b", a = "a")), list(a = list(1, "a"), b = list(2, "b"))
  )
  expect_refused(zip_lists(list(1), list(1, 2)), "the same length")
  expect_refused(zip_lists(list(a = 1), list(b = 1)), "List 2 has other names")
})
